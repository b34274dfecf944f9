"""
Witnesses: shortest event sequences that a chart has run.

The search is breadth first over configurations with variables and delayed events. It uses the events
that the chart waits for, without data, and the first option of open choices. It finds a shortest
sequence if a short one exists; that it finds none proves nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from .chart import Chart
from .configuration import Configuration, Step
from .content import Event
from .definition import Arc, after_event
from .errors import AmbiguousTransition, ChartError
from .kernel import Interpreter, advance, start, step

#: Limit of configurations.
MAX_CONFIGURATIONS = 500
#: Limit of endless steps: each costs as much as 1000 steps.
MAX_ENDLESS = 10


class Seen(NamedTuple):
    """Reached configuration and a shortest path to it; ``+5`` is five ticks."""

    configuration: Configuration
    events: tuple[str, ...]


class Witnesses:
    """
    Reached configurations of a chart.

    Attributes
    ----------
    seen
        Configurations, nearest first.
    endless
        Shortest path to a step that does not end, or None.
    """

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.seen: list[Seen] = []
        self.endless: tuple[str, ...] | None = None
        self._endless = 0
        self.labels = _labels(chart)
        self._search()

    def first(self, check: Callable[[Configuration], bool]) -> tuple[str, ...] | None:
        """Return a shortest path to a configuration that passes a check."""
        return next((seen.events for seen in self.seen if check(seen.configuration)), None)

    def enables(self, configuration: Configuration, event: str, arcs: tuple[Arc, ...]) -> bool:
        """Return whether all transitions are enabled by an event (empty: by none)."""
        if not all(arc.source in configuration.states for arc in arcs):
            return False
        interpreter = Interpreter(self.chart, configuration, None, ())
        interpreter.state.event = Event(event) if event else None
        return all(arc.edge.guard is None or interpreter.selector.holds(arc) is True for arc in arcs)

    def _search(self) -> None:
        queue: deque[Seen] = deque()
        known: set[str] = set()

        def add(events: tuple[str, ...], work: Callable[[list[int]], Step]) -> None:
            try:
                found = _decided(work).configuration
            except ChartError:
                self.endless = events if self.endless is None else self.endless
                self._endless += 1
                return
            except AmbiguousTransition:
                return
            if len(known) < MAX_CONFIGURATIONS and (key := _key(found)) not in known:
                known.add(key)
                self.seen.append(Seen(found, events))
                queue.append(self.seen[-1])

        add((), lambda choices: start(self.chart, None, choices))
        while queue and len(known) < MAX_CONFIGURATIONS and self._endless < MAX_ENDLESS:
            at, events = queue.popleft()
            due = [f"+{at.delayed[0].due - at.tick}"] if at.delayed else []
            for label in [] if at.done else [*self.labels, *due]:
                add((*events, label), lambda c, at=at, label=label: _taken(self.chart, at, label, c))  # type: ignore[misc]


def _labels(chart: Chart) -> list[str]:
    """Return the events that may come from outside."""
    names: dict[str, None] = {}
    timed = {after_event(arc) for arc in chart.arcs if arc.edge.after is not None}
    for descriptor in chart.events:
        name = descriptor.removesuffix("*").removesuffix(".") or "anything"
        if not name.startswith(("done.state.", "error")) and name not in timed:
            names[name] = None
    return list(names)


def _taken(chart: Chart, at: Configuration, label: str, choices: list[int]) -> Step:
    if label.startswith("+"):
        return advance(chart, at, int(label[1:]), None, choices)
    return step(chart, at, label, None, choices)


def _decided(work: Callable[[list[int]], Step]) -> Step:
    choices: list[int] = []
    taken = work(choices)
    while taken.choice is not None:
        choices.append(0)
        taken = work(choices)
    return taken


def _key(at: Configuration) -> str:
    """Return a key that is equal for configurations with the same remaining delays."""
    waiting: list[Any] = [(i.due - at.tick, i.event, i.sendid, i.owner) for i in at.delayed]
    return repr((at.states, sorted(at.history.items()), sorted(at.data.items()), waiting, at.done))
