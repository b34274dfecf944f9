"""Decisions of a flat chart: candidates and their guards. Nothing is changed here."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Set
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from ..errors import expected, shortened
from .errors import AmbiguousTransition
from .transitions import NEEDS_ORACLE, ORACLE_TEXT, Ambiguous, Decided, Guard, OracleMarker, Transition

if TYPE_CHECKING:
    from ..contracts import EventSink

Selection = Literal["first", "oracle", "error"]
Mode = Literal["product", "literal"]
log = logging.getLogger("agents.statechart")


class _Candidate(NamedTuple):
    """Compiled transition; ``decided`` is None if it needs the oracle."""

    guard: Guard | None
    decided: Decided | None
    transition: Transition


_Cell: TypeAlias = tuple[_Candidate, ...]


class Decisions:
    """
    Rules of a flat chart, by state and trigger; parameters as for :class:`.statechart.Statechart`.

    Cells are keyed by the identity of the enum member, since members of two string enums with the same
    value are equal, but an agent of another chart must be refused.
    """

    def __init__(
        self,
        states: Iterable[Enum],
        transitions: Iterable[Transition],
        *,
        selection: Selection | None,
        mode: Mode,
        sink: EventSink | None,
    ) -> None:
        self.states = _ordered(states)
        self.transitions = tuple(transitions)
        self.mode = mode
        self.selection: Selection = selection or ("first" if mode == "literal" else "oracle")
        self.sink = sink
        self._eager = mode == "literal" and self.selection == "first"
        self._cells: dict[int, dict[str, _Cell]] = {}

    def _build(self) -> None:
        """Fill the cells, after the definition is checked."""
        self._cells = {id(state): {} for state in self.states}
        for transition in self.transitions:
            row = self._cells[id(transition.source)]
            row[transition.trigger] = (*row.get(transition.trigger, ()), _candidate(transition))

    def valid_triggers(self, state: Enum) -> list[str]:
        """Return the triggers of a state, each once, in the order of definition."""
        return list(self._row(state))

    def valid_targets(self, state: Enum, trigger: str) -> list[Enum]:
        """
        Return the targets of a trigger, regardless of guards, in the order of definition.

        An oracle transition has its options as targets.
        """
        targets: list[Enum] = []
        for candidate in self._row(state).get(trigger, ()):
            transition = candidate.transition
            if transition.target is not None:
                targets.append(transition.target)
            else:
                targets.extend(transition.options or ())
        return targets

    def candidates(self, state: Enum, trigger: str, agent: Any, context: Any = None) -> list[Transition]:
        """Return the enabled transitions of a state and trigger, in the order of definition."""
        cell = self._row(state).get(trigger, ())
        return [c.transition for c, _ in self._enabled(cell, agent, context)]

    def decide(self, agent: Any, trigger: str, context: Any = None) -> Decided | Ambiguous | None:
        """
        Return the decision on a trigger; nothing is changed.

        Returns
        -------
        Decided or Ambiguous or None
            None if nothing is enabled. An open choice has at least two options.

        Raises
        ------
        AmbiguousTransition
            If several distinct targets are enabled and ``selection`` is ``"error"``.
        """
        state = agent.state
        cell = self._row(state).get(trigger)
        if cell is None:
            return None
        enabled = self._enabled(cell, agent, context)
        if not enabled:
            return None
        first, asks = enabled[0]
        if not asks and (len(enabled) == 1 or self.selection == "first"):
            return cast(Decided, first.decided)
        if any(asks for _, asks in enabled):
            return self._open(cell, enabled)
        targets = tuple(dict.fromkeys(c.decided.state for c, _ in enabled if c.decided is not None))
        if len(targets) == 1:
            return first.decided
        if self.selection == "error":
            raise AmbiguousTransition(state.value, trigger, [target.value for target in targets])
        return Ambiguous(targets, tuple(c.transition for c, _ in enabled))

    def coerced(self, answer: Any) -> bool | OracleMarker:
        """
        Return the value of a guard as True, False or NEEDS_ORACLE.

        Raises
        ------
        TypeError
            If it is another string than ``"needs_oracle"``, in product mode.
        """
        if isinstance(answer, OracleMarker):
            return answer
        if isinstance(answer, str):
            if answer == ORACLE_TEXT:
                return NEEDS_ORACLE
            if self.mode != "literal":
                raise TypeError(
                    f"a guard returned {shortened(answer)}: expected True, False or NEEDS_ORACLE"
                )
        return bool(answer)

    def _row(self, state: Any) -> Mapping[str, _Cell]:
        row = self._cells.get(id(state))
        if row is None:
            legal = ", ".join(known.value for known in self.states)
            raise expected("state", state, f"a state of this chart: {legal}")
        return row

    def _enabled(self, cell: _Cell, agent: Any, context: Any) -> list[tuple[_Candidate, bool]]:
        """Return the enabled candidates, each with whether it needs the oracle."""
        enabled = []
        for candidate in cell:
            guard, decided, transition = candidate
            asks = decided is None
            if guard is not None:
                try:
                    answer = guard(agent, context)
                    if answer is not True and answer is not False:
                        answer = self.coerced(answer)
                except Exception as error:
                    self._report("guard_error", agent, transition.trigger, transition, error)
                    continue
                if answer is False:
                    continue
                asks = asks or answer is NEEDS_ORACLE
            enabled.append((candidate, asks))
            if self._eager and not enabled[0][1]:
                break
        return enabled

    def _open(self, cell: _Cell, enabled: list[tuple[_Candidate, bool]]) -> Decided | Ambiguous:
        declared = [c.transition.target for c in cell if c.transition.target is not None]
        options: dict[Enum, None] = {}
        for (_, _, transition), marked in enabled:
            if marked and transition.options is not None:
                options.update(dict.fromkeys(transition.options))
            elif transition.target is None:
                options.update(dict.fromkeys(declared))
            else:
                options[transition.target] = None
        choice = Ambiguous(tuple(options), tuple(c.transition for c, _ in enabled))
        return choice if len(options) > 1 else choice.choose(choice.options[0])

    def _report(
        self, what: str, agent: Any, trigger: str, transition: Transition, error: Exception
    ) -> None:
        text = f"{type(error).__name__}: {error}"
        if self.sink is None:
            log.warning("%s in %s: %s", what.replace("_", " "), transition, text)
            return
        place = self.transitions.index(transition)
        told = {"agent": name_of(agent), "trigger": trigger, "transition": place, "error": text}
        self.sink.emit(f"statechart.{what}", told)


def name_of(agent: Any) -> str:
    """Return an agent's name, for traces; empty if it has none."""
    return str(getattr(agent, "name", ""))


def _ordered(states: Iterable[Enum]) -> tuple[Enum, ...]:
    if not isinstance(states, Set):
        return tuple(states)
    kinds = sorted({type(state) for state in states}, key=lambda kind: kind.__qualname__)
    return tuple(state for kind in kinds for state in kind if state in states)


def _candidate(transition: Transition) -> _Candidate:
    certain = None if transition.asks else Decided(transition, cast(Enum, transition.target))
    return _Candidate(transition.guard, certain, transition)
