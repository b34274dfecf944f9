"""A flat chart as a chart of the kernel, with the same states and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .chart import Chart
from .columns import Predicate, SureOrOpen
from .content import Call, Scope
from .definition import Edge, State
from .statechart import Statechart
from .transitions import Action, Guard, Transition


@dataclass(frozen=True)
class FlatGuard:
    """Guard of a flat chart; the kernel's context is the pair of agent and context."""

    chart: Statechart
    guard: Guard

    @property
    def source(self) -> str:
        """Its text, if it is made of columns, else its name."""
        if isinstance(self.guard, Predicate | SureOrOpen):
            return str(self.guard)
        return getattr(self.guard, "__qualname__", repr(self.guard))

    def __call__(self, scope: Scope) -> Any:
        """Answer as in the flat chart."""
        agent, context = scope.context
        return self.chart.coerced(self.guard(agent, context))


def as_chart(flat: Statechart, *, name: str = "chart") -> Chart:
    """
    Return a flat chart as a chart for the kernel, the analysis and the exports.

    An oracle transition becomes one transition per option. The kernel's context must be
    ``(agent, context)``.
    """
    states = tuple(
        State(state.value, edges=tuple(_edges(flat, state)), location=f"state {state.value}")
        for state in flat.states
    )
    return Chart(states, initial=(flat.initial.value,), name=name, selection=flat.selection)


def _edges(flat: Statechart, state: Enum) -> Iterator[Edge]:
    for i, transition in enumerate(flat.transitions):
        if transition.source is not state:
            continue
        guard = None if transition.guard is None else FlatGuard(flat, transition.guard)
        action = transition.action
        content = () if action is None else (_call(transition, action),)
        for target in _targets(flat, transition):
            yield Edge(
                (transition.trigger,),
                (target.value,),
                guard,
                content,
                oracle=transition.asks,
                location=f"/transitions/{i}",
            )


def _targets(flat: Statechart, transition: Transition) -> tuple[Enum, ...]:
    if transition.options is not None and transition.asks:
        return transition.options
    if transition.target is not None:
        return (transition.target,)
    same = (
        t for t in flat.transitions if t.source is transition.source and t.trigger == transition.trigger
    )
    return tuple(dict.fromkeys(t.target for t in same if t.target is not None))


def _call(transition: Transition, action: Action) -> Call:
    return Call(str(transition), lambda scope: action(*scope.context))
