"""
Runs of a chart: the configurations with variables and delayed events that it reaches, and how.

The search is breadth first. It uses the events that the chart waits for, without data, and all options
of open choices. If it comes to an end, and nothing in the chart depends on data of events or on
functions of the host, it has seen everything that can happen, and what it has not seen is impossible.
Otherwise it finds shortest sequences of events if short ones exist.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import gcd
from typing import Any, NamedTuple

from .chart import Chart
from .configuration import Configuration, Record
from .content import Event, Fixed, Send
from .content_walk import actions_in, blocks_of, values_of
from .definition import Arc, after_event, event_named
from .errors import AmbiguousTransition, ChartError
from .kernel import Interpreter
from .selection import OpenChoice

#: Limits of steps: with a chance to see everything, and without.
MAX_STEPS, MAX_STEPS_OPEN = 10_000, 2_000
#: Limit of delayed events in a configuration that the search continues from.
MAX_DELAYED = 6
#: Limit of endless steps: each costs as much as 1000 steps.
MAX_ENDLESS = 10
#: Number of transitions at the end of an endless step that are reported.
_CIRCLE = 6
#: Functions that depend on the configuration only.
_OWN_FUNCTIONS = {"In", "defined"}


class Trail(NamedTuple):
    """Path as its last event and the path before, so that paths share their beginnings."""

    before: Trail | None
    label: str


def events_of(trail: Trail | None) -> tuple[str, ...]:
    """Return the events of a path."""
    events = []
    while trail is not None:
        events.append(trail.label)
        trail = trail.before
    return tuple(reversed(events))


class Seen(NamedTuple):
    """
    Reached configuration.

    Attributes
    ----------
    configuration
        Configuration.
    trail
        Shortest path to it.
    """

    configuration: Configuration
    trail: Trail | None

    @property
    def events(self) -> tuple[str, ...]:
        """Events of the path; ``+5`` is five ticks."""
        return events_of(self.trail)


class Witnesses:
    """
    Reached configurations of a chart.

    Attributes
    ----------
    seen
        Configurations, nearest first.
    complete
        Whether these are all, so that what was not seen cannot happen.
    entered
        Ids of the states that were entered, if only within a step.
    fired
        Shortest path on which a transition was taken, by its number.
    taken_inside
        Names of the events raised or sent by the chart for which a transition was taken.
    following
        Indices in ``seen`` of the configurations after one step, for each of ``seen``.
    endless
        Shortest path to a step that does not end, or None.
    circle
        Transitions that such a step takes again and again.
    """

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.labels = _labels(chart)
        self._closed = _is_closed(chart)
        self._unit = 1
        self.seen: list[Seen]
        self.complete: bool
        self.entered: set[str]
        self.fired: dict[int, Trail | None]
        self.taken_inside: set[str]
        self.following: list[list[int]]
        self.endless: tuple[str, ...] | None
        self.circle: tuple[str, ...] = ()
        self._first_in: dict[str, Seen] | None = None
        self._search(every_tick=False)
        if self.complete and any(len(seen.configuration.delayed) > 1 for seen in self.seen):
            # Delays of several events may pass in part: repeat the search in steps that are short enough
            # for every order in which the events of several clocks can come due.
            clocks = max(len(seen.configuration.delayed) for seen in self.seen)
            self._unit = _unit(self.chart, clocks)
            shortest = self.seen
            self._search(every_tick=True)
            if not self.complete:
                self.seen = shortest

    def first(self, check: Callable[[Configuration], bool]) -> tuple[str, ...] | None:
        """Return a shortest path to a configuration that passes a check."""
        return next((seen.events for seen in self.seen if check(seen.configuration)), None)

    def first_in(self, id: str) -> tuple[str, ...] | None:
        """Return a shortest path to a configuration in which a state is active."""
        if self._first_in is None:
            self._first_in = {}
            for seen in self.seen:
                for state in seen.configuration.states:
                    self._first_in.setdefault(state, seen)
        found = self._first_in.get(id)
        return None if found is None else found.events

    def enables(self, configuration: Configuration, event: str, arcs: tuple[Arc, ...]) -> bool:
        """Return whether all transitions are enabled by an event (empty: by none)."""
        if not all(arc.source in configuration.states for arc in arcs):
            return False
        interpreter = Interpreter(self.chart, configuration, None, ())
        interpreter.state.event = Event(event) if event else None
        return all(arc.edge.guard is None or interpreter.selector.holds(arc) is True for arc in arcs)

    def ignores(self, configuration: Configuration, event: str) -> bool:
        """Return whether no transition takes an event, and no guard fails."""
        interpreter = Interpreter(self.chart, configuration, None, ())
        interpreter.state.event = Event(event)
        try:
            enabled = interpreter.selector.select(interpreter.state.event)
        except (OpenChoice, AmbiguousTransition):
            return False
        return not enabled and not interpreter.state.trace

    def _search(self, *, every_tick: bool) -> None:
        self.seen, self.complete, self.endless = [], self._closed, None
        self.entered, self.fired, self.taken_inside = set(), {}, set()
        self.following = []
        known: dict[str, int] = {}
        endless, steps = 0, 0
        queue: deque[int] = deque()
        limit = MAX_STEPS if self._closed else MAX_STEPS_OPEN

        def add(number: int | None, at: Configuration, label: str | None) -> None:
            nonlocal endless, steps
            trail = None if number is None else self.seen[number].trail
            if label is not None:
                trail = Trail(trail, label)
            ways: list[list[int]] = [[]]
            while ways:
                choices = ways.pop()
                steps += 1
                interpreter = Interpreter(self.chart, at, None, choices)
                try:
                    _run(interpreter, label)
                except OpenChoice as pending:
                    options = range(len(pending.choice.options))
                    ways += [[*choices, option] for option in reversed(options)]
                    continue
                except ChartError as error:
                    if self.endless is None:
                        self.endless = events_of(trail)
                        self.circle = _circle(error)
                    endless += 1
                    continue
                except AmbiguousTransition:
                    continue
                trace = interpreter.state.trace
                self.entered |= {record.name for record in trace if record.kind == "enter"}
                for arc in interpreter.taken:
                    self.fired.setdefault(arc.number, trail)
                outside = label is not None and not label.startswith("+")
                self.taken_inside |= set(_taken(trace, skip=outside))
                reached = interpreter.state.configuration()
                place = known.setdefault(_key(reached), len(self.seen))
                if place == len(self.seen):
                    self.seen.append(Seen(reached, trail))
                    self.following.append([])
                    queue.append(place)
                if number is not None:
                    self.following[number].append(place)

        add(None, Configuration(), None)
        while queue:
            if steps >= limit or endless >= MAX_ENDLESS:
                self.complete = False
                return
            number = queue.popleft()
            at = self.seen[number].configuration
            if len(at.delayed) > MAX_DELAYED:
                self.complete = False
                continue
            due = at.delayed[0].due - at.tick if at.delayed else 0
            if every_tick:
                due = min(due, self._unit)
            for label in [] if at.done else [*self.labels, *([f"+{due}"] if at.delayed else [])]:
                add(number, at, label)
        self.complete = self.complete and not endless


def replay(chart: Chart, events: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], ...], set[int]]:
    """Return the innermost states after the start and each event, and the transitions that are taken."""
    at = Configuration()
    states: list[tuple[str, ...]] = []
    taken: set[int] = set()
    for label in (None, *events):
        choices: list[int] = []
        while True:
            interpreter = Interpreter(chart, at, None, choices)
            try:
                _run(interpreter, label)
                break
            except OpenChoice:
                choices.append(0)
        at = interpreter.state.configuration()
        states.append(at.atomic(chart))
        taken |= {arc.number for arc in interpreter.taken}
    return tuple(states), taken


def _run(interpreter: Interpreter, label: str | None) -> None:
    if label is None:
        interpreter.begin()
    elif label.startswith("+"):
        interpreter.wait(int(label[1:]))
    else:
        interpreter.receive(Event(label))


def _taken(trace: list[Record], *, skip: bool) -> Iterator[str]:
    """Yield the names of events that are followed by a transition; the first event may be skipped."""
    name = None
    for record in trace:
        if record.kind == "event":
            name, skip = (None if skip else record.name), False
        elif record.kind in ("exit", "transition") and name is not None:
            yield name
            name = None


def _circle(error: ChartError) -> tuple[str, ...]:
    """Return the transitions at the end of a trace, each once."""
    last = [one.name for one in error.trace if isinstance(one, Record) and one.kind == "transition"]
    return tuple(dict.fromkeys(last[-_CIRCLE:]))


def _labels(chart: Chart) -> list[str]:
    """Return the events that may come from outside."""
    names: dict[str, None] = {}
    timed = {after_event(arc) for arc in chart.arcs if arc.edge.after is not None}
    exact = {descriptor: arc.edge.exact for arc in chart.arcs for descriptor in arc.edge.events}
    for descriptor in chart.events:
        name = event_named(descriptor, exact=exact[descriptor])
        if not name.startswith("done.state.") and name not in timed:
            names[name] = None
    # Errors come from outside only if a chart gives its own events such names.
    return sorted(names, key=lambda name: name.split(".")[0] == "error")


def _unit(chart: Chart, clocks: int) -> int:
    """
    Return a length of time in which all delays are whole, and the shortest of them has enough parts.

    What can happen depends on the order of the fractions of the clocks, so one part more than there are
    clocks suffices (Alur and Dill 1994, doi:10.1016/0304-3975(94)90010-8). 1 if a delay is computed.
    """
    delays: list[Any] = [arc.edge.after for arc in chart.arcs if arc.edge.after is not None]
    delays += [
        action.delay
        for block in blocks_of(chart)
        for action in actions_in(block)
        if isinstance(action, Send)
    ]
    if not all(isinstance(delay, int) for delay in delays):
        return 1
    common = gcd(*delays)
    return next((common // n for n in range(clocks + 1, common) if common % n == 0), 1)


def _key(at: Configuration) -> str:
    """Return a key that is equal for configurations with the same remaining delays."""
    waiting: list[Any] = [(i.due - at.tick, i.event, i.sendid, i.owner) for i in at.delayed]
    return repr((at.states, sorted(at.history.items()), sorted(at.data.items()), waiting, at.done))


def _is_closed(chart: Chart) -> bool:
    """Return whether steps depend on nothing but the configuration and which transitions wait."""
    return all(map(_is_own, values_of(chart)))


def _is_own(value: Any) -> bool:
    if isinstance(value, Fixed):
        return True
    value = getattr(value, "expression", value)
    reads, calls = getattr(value, "reads", None), getattr(value, "calls", None)
    if reads is None or calls is None or not calls <= _OWN_FUNCTIONS:
        return False
    return not any(path.partition(".")[0] == "_event" for path in reads)
