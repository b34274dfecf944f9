"""Paths for tests: few event sequences that together take every transition that a run can take."""

from __future__ import annotations

from typing import NamedTuple

from .chart import Chart
from .definition import Arc
from .witness import Witnesses, events_of, replay


class EventPath(NamedTuple):
    """
    Sequence of events, as a test uses it.

    Attributes
    ----------
    events
        Events in order; ``+5`` is five ticks.
    states
        Innermost active states after each event, and first after the start.
    transitions
        Transitions that are taken, in document order.
    """

    events: tuple[str, ...]
    states: tuple[tuple[str, ...], ...]
    transitions: tuple[Arc, ...]


class Coverage(NamedTuple):
    """
    Paths that cover a chart.

    Attributes
    ----------
    paths
        Paths, each of which takes a transition that no earlier one takes.
    missing
        Transitions that no run without data takes; event data may be needed.
    """

    paths: tuple[EventPath, ...]
    missing: tuple[Arc, ...]


def transition_paths(chart: Chart) -> Coverage:
    """
    Return paths that take every transition that events without data can cause.

    A longest path among the shortest ones to each transition is taken first, so that short ones are
    covered by it. In an open choice the path follows the first option, so other options may be missing.

    Examples
    --------
    >>> from agents.statechart import Chart, Edge, State
    >>> chart = Chart((State("a", edges=(Edge(("go",), ("b",)), Edge(("stay",)))), State("b")))
    >>> [path.events for path in transition_paths(chart).paths]
    [('go',), ('stay',)]
    """
    fired = {number: events_of(trail) for number, trail in Witnesses(chart).fired.items()}
    covered: set[int] = set()
    paths = []
    for number in sorted(fired, key=lambda number: (-len(fired[number]), number)):
        if number in covered:
            continue
        states, taken = replay(chart, fired[number])
        if not taken <= covered:
            arcs = tuple(chart.arcs[one] for one in sorted(taken))
            paths.append(EventPath(fired[number], states, arcs))
            covered |= taken
    return Coverage(tuple(paths), tuple(arc for arc in chart.arcs if arc.number not in covered))
