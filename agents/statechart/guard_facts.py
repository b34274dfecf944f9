"""
Facts about the guards of a chart: which always hold, never hold, or hold together.

A variable that is only set to constants is one of them. This is added to each guard as a condition, so
that ``mode == 'night'`` never holds if nothing sets ``'night'``. In one
configuration, ``In('a')`` is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..guard import Guard, GuardError, always, compile_guard, never, overlap
from .chart import Chart
from .content import Assign, Block, Fixed, Foreach, If, Send, Value
from .definition import Arc


class GuardFacts:
    """
    Facts about the guards of one chart.

    Attributes
    ----------
    constants
        All values of the variables that are only ever set to constants.
    verdicts
        Value of each guard in all configurations, by number of its transition: True (always), False
        (never), or None.
    """

    def __init__(self, chart: Chart) -> None:
        self.constants = _constants(chart)
        early = chart.root.data if chart.late else chart.variables
        self._present = [item.id for item in early if item.id in self.constants and item.value]
        self._known: dict[int, Guard] = {}
        self.verdicts: dict[int, bool | None] = {arc.number: self._verdict(arc) for arc in chart.arcs}
        self._asked = {
            arc.number: ids
            for arc in chart.arcs
            if self.verdicts[arc.number] is None and (ids := states_asked(arc.edge.guard))
        }
        self._inside: dict[tuple[int, tuple[bool, ...]], bool | None] = {}

    def verdict(self, arc: Arc, states: Collection[str]) -> bool | None:
        """Return the value of a guard in a configuration: True, False, or None if undecided."""
        ids = self._asked.get(arc.number)
        if ids is None:
            return self.verdicts[arc.number]
        truth = tuple(id in states for id in ids)
        key = (arc.number, truth)
        if key not in self._inside:
            guard = arc.edge.guard
            assert isinstance(guard, Guard)
            self._inside[key] = self._decide(_substituted(guard, dict(zip(ids, truth, strict=True))))
        return self._inside[key]

    def together(self, one: Arc, other: Arc) -> tuple[str, dict[str, Any] | None]:
        """Return whether two guards can hold at once: disjoint, overlap (with values), or unknown."""
        mine, theirs = self._known.get(one.number), self._known.get(other.number)
        free = [arc.edge.guard is None for arc in (one, other)]
        if all(free):
            return "overlap", None
        if free[0]:
            mine = theirs
        elif free[1]:
            theirs = mine
        if mine is None or theirs is None or mine.declarations != theirs.declarations:
            return "unknown", None
        found = overlap(mine, theirs, present=self._present)
        return found.kind, found.witness

    def _verdict(self, arc: Arc) -> bool | None:
        guard = arc.edge.guard
        if guard is None:
            return True
        if isinstance(guard, Fixed) and isinstance(guard.value, bool):
            return guard.value
        if not isinstance(guard, Guard):
            return None
        self._known[arc.number] = _compiled(f"({guard.source}) && {self._limits(guard)}", guard)
        return self._decide(guard)

    def _decide(self, guard: Guard) -> bool | None:
        limits = self._limits(guard)
        closed = _compiled(f"({guard.source}) && {limits}", guard)
        if never(closed, present=self._present):
            return False
        open_ = _compiled(f"({guard.source}) || !({limits})", guard)
        return True if always(open_, present=self._present) else None

    def _limits(self, guard: Guard) -> str:
        """Return conditions on the variables that a guard reads."""
        roots = sorted({path.partition(".")[0] for path in guard.reads} & self.constants.keys())
        return " && ".join(["true", *(f"{name} in {_listed(self.constants[name])}" for name in roots)])


#: A string, or ``In`` of one.
_STRING_OR_IN = re.compile(
    r"""\bIn\s*\(\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\)|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\""""
)


def states_asked(expression: Any) -> tuple[str, ...]:
    """Return the ids in the calls ``In('id')`` of an expression, each once."""
    if "In" not in getattr(expression, "calls", ()):
        return ()
    names = [match[1] or match[2] for match in _STRING_OR_IN.finditer(expression.source)]
    return tuple(dict.fromkeys(name for name in names if name))


def _substituted(guard: Guard, truth: Mapping[str, bool]) -> Guard:
    """Return a guard with the calls of ``In`` replaced by their values."""

    def value(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return match[0] if not name else "true" if truth[name] else "false"

    return _compiled(_STRING_OR_IN.sub(value, guard.source), guard)


def _listed(values: list[Any]) -> str:
    return f"[{', '.join(json.dumps(value) for value in values)}]"


def _compiled(source: str, guard: Guard) -> Guard:
    try:
        return compile_guard(source, guard.declarations)
    except GuardError:  # too long with the conditions: use the guard alone
        return guard


def _constants(chart: Chart) -> dict[str, list[Any]]:
    """Return all values of the variables that are only ever set to constants."""
    values: dict[str, list[Any]] = {item.id: [] for item in chart.variables}
    for item in chart.variables:
        if item.value is not None:
            values[item.id].append(_constant(item.value))
    for state in chart.states.values():
        blocks = [*state.entry, *state.exit, state.initial_content]
        for block in (*blocks, *(edge.content for edge in state.edges)):
            for name, value in _assigned(block):
                values.setdefault(name, []).append(value)
    return {name: found for name, found in values.items() if found and None not in found}


def _assigned(block: Block) -> Iterator[tuple[str, Any]]:
    """Yield variables and the constants they are set to; None if unknown."""
    for action in block:
        match action:
            case Assign(location, value):
                yield location[0], _constant(value) if len(location) == 1 else None
            case Foreach(_, item, index, content):
                yield item, None
                if index is not None:
                    yield index, None
                yield from _assigned(content)
            case If(branches, otherwise):
                for _, inner in branches:
                    yield from _assigned(inner)
                yield from _assigned(otherwise)
            case Send() if action.idlocation is not None:
                yield action.idlocation, None


def _constant(value: Value) -> Any:
    """Return the value of a constant, or None if it is not constant."""
    if isinstance(value, Fixed):
        found = value.value
    elif getattr(value, "reads", None) == frozenset() and getattr(value, "calls", None) == frozenset():
        found = value.evaluate({})[0]  # type: ignore[union-attr]
    else:
        return None
    return found if isinstance(found, bool | int | str) else None
