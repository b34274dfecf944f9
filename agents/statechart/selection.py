"""Selection of the transitions that an event enables, as in appendix D of the SCXML recommendation."""

# ruff: noqa: D102 (the methods are the procedures of appendix D)

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from ..errors import shortened
from .configuration import Choice
from .content import Event
from .definition import Arc
from .errors import AmbiguousTransition, ChartError
from .execution import Execution
from .step_state import Failed, StepState
from .transitions import NEEDS_ORACLE, ORACLE_TEXT


class OpenChoice(Exception):
    """A choice among transitions is open and no decision is given."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Selector:
    """
    Selector of transitions in a step.

    Parameters
    ----------
    state
        State of the step.
    execution
        Evaluator of guards.
    choices
        Decisions on open choices, in order.
    """

    __slots__ = ("choices", "execution", "state")

    def __init__(self, state: StepState, execution: Execution, choices: Sequence[int]) -> None:
        self.state = state
        self.execution = execution
        self.choices = deque(choices)

    def select(self, event: Event | None) -> list[Arc]:
        """Return the enabled transitions, in the order of the atomic states they are selected for."""
        chains = self.state.tables.chains(self.state.states, None if event is None else event.name)
        enabled: dict[int, Arc] = {}
        decided: dict[str, Arc | None] = {}
        for chain in chains:
            for id, arcs in chain:
                if id not in decided:
                    decided[id] = self.selected(id, arcs, event)
                if (arc := decided[id]) is not None:
                    enabled[arc.number] = arc
                    break
        return list(enabled.values())

    def selected(self, id: str, arcs: tuple[Arc, ...], event: Event | None) -> Arc | None:
        """Return the transition of one state that an event enables, or None."""
        enabled: list[Arc] = []
        uses_oracle = False
        first = self.state.chart.selection == "first"
        for arc in arcs:
            answer = arc.edge.guard is None or self.holds(arc)
            if answer is False:
                continue
            uses_oracle = uses_oracle or arc.edge.oracle or answer is NEEDS_ORACLE
            enabled.append(arc)
            if first and not uses_oracle:
                return arc
        if len({arc.edge.targets for arc in enabled}) <= 1:
            return enabled[0] if enabled else None
        if not uses_oracle and self.state.chart.selection == "error":
            targets = [" ".join(arc.edge.targets) for arc in enabled]
            raise AmbiguousTransition(id, event.name if event else "no event", targets)
        return self.chosen(Choice(id, event, tuple(enabled)))

    def chosen(self, choice: Choice) -> Arc:
        if not self.choices:
            raise OpenChoice(choice)
        place = self.choices.popleft()
        if not 0 <= place < len(choice.options):
            message = (
                f"choice in state {choice.state} = {shortened(place)}: "
                f"expected 0 to {len(choice.options) - 1}"
            )
            raise ChartError(message, self.state.trace)
        arc = choice.options[place]
        self.state.note(
            "choice", choice.state, {"options": list(map(str, choice.options)), "chosen": place}
        )
        return arc

    def holds(self, arc: Arc) -> Any:
        """Return the value of a guard: True, False or NEEDS_ORACLE."""
        try:
            answer = self.execution.value(arc.edge.guard)  # type: ignore[arg-type]
            if answer is NEEDS_ORACLE:
                return answer
            if isinstance(answer, str):
                if answer == ORACLE_TEXT:
                    return NEEDS_ORACLE
                raise Failed("error.execution", f"guard = {shortened(answer)}: expected true or false")
            return bool(answer)
        except Failed as error:
            self.state.fail(error, str(arc))
            return False
