"""
The states that a transition leaves: its domain, its effective targets and its exit set.

The functions are ``getTransitionDomain``, ``getEffectiveTargetStates`` and ``computeExitSet`` of
appendix D of the SCXML recommendation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from .chart import Chart
from .definition import ROOT, Arc

#: Values of the histories.
History: TypeAlias = Mapping[str, tuple[str, ...]]


class Place:
    """Chart, active states and histories, as the procedures of appendix D need them."""

    __slots__ = ("active", "chart", "history")

    def __init__(self, chart: Chart, states: Sequence[str], history: History) -> None:
        self.chart = chart
        self.active = set(states)
        self.history = history


def domain(place: Place, arc: Arc) -> str | None:
    """Return the innermost state that a transition does not leave; None if it has no target."""
    targets = effective_targets(place, arc.edge.targets)
    if not targets:
        return None
    chart, source = place.chart, arc.source
    if chart.rules == "xstate":
        return _least_common(chart, arc, targets)
    inside = all(chart.within(target, source) for target in targets)
    if inside and (source == ROOT or (arc.edge.internal and chart.is_compound(source))):
        return source
    for ancestor in chart.ancestors(source):
        if (ancestor == ROOT or chart.is_compound(ancestor)) and all(
            chart.within(target, ancestor) for target in targets
        ):
            return ancestor
    return ROOT


def _least_common(chart: Chart, arc: Arc, targets: Sequence[str]) -> str:
    """Return the domain by the rules of XState, where a parallel state may be one."""
    source = arc.source
    if arc.edge.internal and all(one == source or chart.within(one, source) for one in targets):
        return source
    return next(
        (
            ancestor
            for ancestor in chart.ancestors(source)
            if all(chart.within(target, ancestor) for target in targets)
        ),
        ROOT,
    )


def effective_targets(place: Place, targets: Sequence[str]) -> list[str]:
    """Return the targets with each history replaced by its current value."""
    chart = place.chart
    effective: dict[str, None] = {}
    for target in targets:
        definition = chart.states[target]
        if definition.kind == "history":
            remembered = place.history.get(target)
            effective.update(dict.fromkeys(remembered or effective_targets(place, definition.initial)))
        else:
            effective[target] = None
    return list(effective)


def exit_sets(place: Place, arcs: Sequence[Arc]) -> dict[int, set[str]]:
    """Return the states that each transition leaves, by its number."""
    tops = {arc.number: domain(place, arc) for arc in arcs}
    below: dict[str, set[str]] = {top: set() for top in tops.values() if top is not None}
    for id in place.active:
        for ancestor in place.chart.ancestors(id):
            if ancestor in below:
                below[ancestor].add(id)
    return {number: set() if top is None else below[top] for number, top in tops.items()}
