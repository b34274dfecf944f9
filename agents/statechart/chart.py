"""
A hierarchical chart in SCXML's terms.

Construction checks the whole definition and computes ancestors, document order and the transitions of
each state once. A chart never changes; a run has a :class:`.configuration.Configuration`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from .chart_findings import chart_findings
from .content import Block
from .definition import MACHINE, ROOT, Arc, Data, Rules, Selection, State
from .errors import InvalidChart
from .invocation import Invoke
from .parts import Preparation


class Chart:
    """
    Well-formed chart.

    Parameters
    ----------
    states
        Outermost states, in document order.
    initial
        States entered at the start; by default the first.
    initial_content
        Content executed when they are entered.
    name
        Name for messages and drawings.
    data
        Variables of the whole chart.
    late
        Whether variables of a state are initialized when the state is first entered, not at the start.
    selection
        Treatment of several enabled transitions of one state with different targets: ``"first"`` takes
        the first in document order, as SCXML does; ``"oracle"`` leaves the choice open; ``"error"``
        refuses the event.
    rules
        ``"scxml"``, or ``"xstate"`` for machines of XState v5: a transition leaves what lies below the
        least common ancestor of its source and targets, also if this is parallel; an event that is taken
        within a parallel state is not taken by it and its ancestors; a parallel state that is done may
        complete its parents; and transitions of a state with the same ``after`` have one timer, of which
        the first whose guard holds is taken.

    Raises
    ------
    InvalidChart
        If the definition is invalid; the error lists all findings.
    """

    def __init__(
        self,
        states: tuple[State, ...],
        *,
        initial: tuple[str, ...] = (),
        initial_content: Block = (),
        name: str = "chart",
        data: tuple[Data, ...] = (),
        late: bool = False,
        selection: Selection = "first",
        rules: Rules = "scxml",
    ) -> None:
        root = State(ROOT, states=states, initial=initial, initial_content=initial_content, data=data)
        preparation = Preparation(root)
        self.root = root if preparation.findings else preparation.state(root)
        if preparation.findings:
            raise InvalidChart(name, preparation.findings)
        self.name = name
        self.late = late
        self.selection = selection
        self.rules = rules
        if findings := chart_findings(self.root, selection, rules):
            raise InvalidChart(name, findings)
        self.states: dict[str, State] = {}
        self.parent: dict[str, str] = {}
        self._ancestors: dict[str, tuple[str, ...]] = {ROOT: ()}
        self._atomic: dict[str, bool] = {}
        self._number(self.root)
        self.order = {id: place for place, id in enumerate(self.states)}
        arcs: list[Arc] = []
        self.out: dict[str, tuple[Arc, ...]] = {}
        for id, state in self.states.items():
            first = len(arcs)
            timers = _timers(state, rules)
            self.out[id] = tuple(
                Arc(first + i, id, i, edge, timers[i]) for i, edge in enumerate(state.edges)
            )
            arcs += self.out[id]
        self.arcs = tuple(arcs)

    def _number(self, state: State) -> None:
        self.states[state.id] = state
        self._atomic[state.id] = state.kind != "history" and not self.children(state.id)
        for child in state.states:
            self.parent[child.id] = state.id
            self._ancestors[child.id] = (state.id, *self._ancestors[state.id])
            self._number(child)

    # ------------------------------------------------------------------------------------- the tree

    def ancestors(self, id: str) -> tuple[str, ...]:
        """Return the proper ancestors, innermost first and the root last."""
        return self._ancestors[id]

    def within(self, id: str, ancestor: str) -> bool:
        """Return whether a state is a proper descendant of another."""
        return ancestor in self._ancestors[id]

    def children(self, id: str) -> tuple[State, ...]:
        """Return the children that are not histories."""
        return tuple(child for child in self.states[id].states if child.kind != "history")

    def is_atomic(self, id: str) -> bool:
        """Return whether a state has no states within."""
        return self._atomic[id]

    def is_compound(self, id: str) -> bool:
        """Return whether exactly one of its children is active when it is."""
        return self.states[id].kind == "state" and not self.is_atomic(id)

    def is_parallel(self, id: str) -> bool:
        """Return whether all its children are active when it is."""
        return self.states[id].kind == "parallel"

    def default(self, id: str) -> tuple[str, ...]:
        """Return the default targets of a compound state."""
        return self.states[id].initial or (self.children(id)[0].id,)

    def in_order(self, ids: Any) -> list[str]:
        """Sort by document order."""
        return sorted(ids, key=self.order.__getitem__)

    def is_legal(self, states: Iterable[str], top: str = ROOT) -> bool:
        """Return whether these states, and no others below ``top``, can be active together in it."""
        active = set(states)
        if not active <= self.states.keys() - {ROOT}:
            return False
        for id in (top, *active):
            inside = [child.id for child in self.children(id) if child.id in active]
            expected = len(self.children(id)) if self.is_parallel(id) else min(1, len(self.children(id)))
            if len(inside) != expected or self.states[id].kind == "history":
                return False
            if id != top and self.parent[id] not in (top, *active):
                return False
        return True

    @cached_property
    def top(self) -> str:
        """State whose end is that of the chart: the root, or a machine of XState."""
        return MACHINE if self.rules == "xstate" and MACHINE in self.states else ROOT

    @cached_property
    def events(self) -> tuple[str, ...]:
        """Descriptors that transitions wait for, each once, in document order."""
        return tuple(dict.fromkeys(event for arc in self.arcs for event in arc.edge.events))

    @cached_property
    def variables(self) -> tuple[Data, ...]:
        """All variables, in document order."""
        return tuple(item for state in self.states.values() for item in state.data)

    @cached_property
    def digest(self) -> str:
        """
        SHA-256 of the states, transitions and content.

        Python functions are identified by their qualified names.
        """
        meaning = [_plain(self.root), self.late, self.selection]
        if self.rules != "scxml":
            meaning.append(self.rules)
        return hashlib.sha256(json.dumps(meaning, sort_keys=True).encode()).hexdigest()


def _timers(state: State, rules: Rules) -> list[int]:
    """Return, for each transition of a state, the index of the one whose timer it waits for, or -1."""
    first: dict[int | None, int] = {None: -1}
    if rules == "xstate":
        return [first.setdefault(edge.after, i) for i, edge in enumerate(state.edges)]
    return [-1 if edge.after is None else i for i, edge in enumerate(state.edges)]


def _plain(value: Any) -> Any:
    """Return a JSON value that is the same for the same meaning."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Chart):
        return {"chart": value.digest}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if (source := getattr(value, "source", None)) is not None and not isinstance(value, Invoke):
        return {"expression": source}
    if is_dataclass(value):
        meaning = {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.compare}
        if not meaning.get("invokes", True):
            del meaning["invokes"]  # digests of charts without services are those of earlier versions
        if meaning.get("type", "") is None:
            del meaning["type"]
        if meaning.get("exact", True) is False:
            del meaning["exact"]
        return {type(value).__name__: meaning}
    return {"function": f"{value.__module__}.{value.__qualname__}"}
