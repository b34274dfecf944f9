"""
Exploration of the configurations that a chart can reach, without data.

Steps are taken from the tables of the chart, without content, and each undecided guard is tried true and
false. A configuration that is not reached here is unreachable; a configuration that is reached may need
data that never occur, unless a run of the real chart confirms it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any, NamedTuple, TypeAlias

from .chart import Chart
from .configuration import Choice
from .content import Event
from .definition import ROOT, Arc, after_event, event_named
from .errors import AmbiguousTransition
from .movement import is_in_final
from .selection import Selector
from .tables import Tables, initial_movement, tables_of

#: Default limit of microsteps tried; beyond it the analysis reports that it is incomplete.
MAX_TRIALS = 500_000
#: The same for charts that may have more configurations than that suffices for: it is told in a second.
FEW_TRIALS = 20_000

#: Active states and values of the histories.
Node: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]
#: Value of a guard in a configuration: True, False, or None if undecided.
Verdict: TypeAlias = Callable[[Arc, tuple[str, ...]], bool | None]


class Move(NamedTuple):
    """
    Microstep.

    Attributes
    ----------
    event
        Event, or None if it is eventless.
    arcs
        Transitions.
    node
        Configuration afterwards.
    certain
        Whether no undecided guard was involved.
    left
        States that it leaves, those that it enters again included.
    """

    event: str | None
    arcs: tuple[Arc, ...]
    node: Node
    certain: bool
    left: tuple[str, ...]


class _Undecided(Exception):
    def __init__(self, ways: int) -> None:
        self.ways = ways
        super().__init__()


class _At(NamedTuple):
    """The part of a step's state that selection reads."""

    chart: Chart
    tables: Tables
    states: tuple[str, ...]


class _DecidedSelector(Selector):
    """Selector whose undecided guards and choices are decided by a list."""

    def __init__(self, at: _At, verdict: Verdict, decisions: list[int]) -> None:
        super().__init__(at, None, decisions)  # type: ignore[arg-type]
        self.verdict = verdict

    def next(self, ways: int) -> int:
        if not self.choices:
            raise _Undecided(ways)
        return self.choices.popleft()

    def holds(self, arc: Arc) -> Any:
        verdict = self.verdict(arc, self.state.states)
        return bool(self.next(2)) if verdict is None else verdict

    def chosen(self, choice: Choice) -> Arc:
        return choice.options[self.next(len(choice.options))]


@dataclass
class Exploration:
    """
    Result of an exploration.

    Attributes
    ----------
    chart
        Explored chart.
    verdict
        Values of the guards.
    limit
        Limit of microsteps tried.
    moves
        Microsteps out of each configuration.
    resting
        Configurations in which the chart can wait for an event.
    paths
        Previous configuration and event on a shortest path to each configuration; None at the start.
    trials
        Number of microsteps tried.
    complete
        Whether the exploration is complete.
    """

    chart: Chart
    verdict: Verdict
    limit: int
    moves: dict[Node, list[Move]] = field(default_factory=dict)
    resting: set[Node] = field(default_factory=set)
    paths: dict[Node, tuple[Node, str | None] | None] = field(default_factory=dict)
    trials: int = 0
    complete: bool = True

    def witness(self, node: Node) -> tuple[str, ...]:
        """Return the events of a shortest path to a configuration; ``+5`` is five ticks."""
        labels = []
        while (step := self.paths[node]) is not None:
            node, event = step
            if event is not None:
                labels.append(self.label(event))
        return tuple(reversed(labels))

    def label(self, event: str) -> str:
        """Return an event as a script contains it."""
        return self._timed.get(event, event)

    def shortest(self, id: str) -> tuple[str, ...]:
        """Return the events of a shortest path to a configuration in which a state is active."""
        return self.witness(min(self.nodes[id], key=self._lengths.__getitem__))

    def goes_on(self, node: Node, move: Move) -> bool:
        """Return whether an eventless move must be taken, and others follow it."""
        ends = self.chart.rules == "xstate" and move.node == node
        return move.event is None and move.certain and not ends

    @cached_property
    def nodes(self) -> dict[str, list[Node]]:
        """Configurations in which each state is active; for use after the exploration."""
        found: dict[str, list[Node]] = {}
        for node in self.moves:
            for id in node[0]:
                found.setdefault(id, []).append(node)
        return found

    @cached_property
    def _timed(self) -> dict[str, str]:
        timed = [arc for arc in self.chart.arcs if arc.edge.after is not None]
        return {after_event(arc): f"+{arc.edge.after}" for arc in timed}

    @cached_property
    def _lengths(self) -> dict[Node, int]:
        """Numbers of events on the paths to the configurations."""
        lengths: dict[Node, int] = {}
        for node in self.paths:
            way: list[Node] = []
            at = node
            while at not in lengths and (step := self.paths[at]) is not None:
                way.append(at)
                at = step[0]
            length = lengths.setdefault(at, 0)
            for later in reversed(way):
                step = self.paths[later]
                assert step is not None
                length += step[1] is not None
                lengths[later] = length
        return lengths


def most_configurations(chart: Chart) -> int:
    """Return a number that configurations with the values of their histories do not exceed."""
    most: dict[str, int] = {}
    for id in reversed(chart.states):  # children before their parents
        inside = [most[child.id] for child in chart.children(id)]
        most[id] = prod(inside) if chart.is_parallel(id) else sum(inside) or 1
    total = most[ROOT]
    for id, state in chart.states.items():
        if state.kind == "history":
            parent = chart.parent[id]
            values = 1 if chart.is_parallel(parent) else len(chart.children(parent))
            total *= 1 + (most[parent] if state.deep else values)  # 1: nothing is remembered
    return total


def default_limit(chart: Chart) -> int:
    """Return the limit of microsteps of a chart for which none is given."""
    most = most_configurations(chart) * (1 + len(_events(chart)))
    return MAX_TRIALS if most <= MAX_TRIALS else FEW_TRIALS


def explore(chart: Chart, verdict: Verdict, limit: int) -> Exploration:
    """
    Explore all configurations breadth first.

    A ``done.state`` event is possible once its state is done in some configuration. All other events
    that a transition waits for are always possible.
    """
    result = Exploration(chart, verdict, limit)
    first: Node = (initial_movement(chart).states, ())
    result.paths[first] = None
    events = _events(chart)
    done: set[str] = set()
    while True:
        before = len(done)
        _sweep(result, first, [e for e in events if not e.startswith("done.state.") or e in done], done)
        if len(done) == before or not result.complete:
            return result
        result.moves.clear()


def _sweep(result: Exploration, first: Node, events: list[str], done: set[str]) -> None:
    chart = result.chart
    compound = [id for id in chart.states if id and not chart.is_atomic(id)]
    seen = {first}
    queue = deque([first])
    while queue:
        node = queue.popleft()
        if not result.complete:
            return
        active = set(node[0])
        done.update(
            f"done.state.{id}" for id in compound if id in active and is_in_final(chart, active, id)
        )
        moves = result.moves[node] = list(_moves(result, node, None))
        rests = not any(result.goes_on(node, move) for move in moves)
        if is_over(chart, node[0]):
            result.moves[node] = []
            rests, moves = True, []
        elif rests:
            for event in events:
                moves += _moves(result, node, event)
        if rests:
            result.resting.add(node)
        for move in moves:
            if move.node not in seen:
                seen.add(move.node)
                result.paths.setdefault(move.node, (node, move.event))
                queue.append(move.node)


def _moves(result: Exploration, node: Node, event: str | None) -> Iterator[Move]:
    """Yield the microsteps of an event, for every way to decide the guards."""
    chart, tables = result.chart, tables_of(result.chart)
    states, history = node
    if not tables.chains(states, event):
        return
    known: set[tuple[int, ...]] = set()
    ways: list[list[int]] = [[]]
    while ways:
        decisions = ways.pop()
        result.trials += 1
        if result.trials > result.limit:
            result.complete = False
            return
        selector = _DecidedSelector(_At(chart, tables, states), result.verdict, decisions)
        try:
            enabled = selector.select(None if event is None else Event(event))
        except _Undecided as open_:
            ways += [[*decisions, way] for way in range(open_.ways)]
            continue
        except AmbiguousTransition:  # the event is refused
            continue
        if not enabled or (key := tuple(arc.number for arc in enabled)) in known:
            continue
        known.add(key)
        movement = tables.movement(states, dict(history), enabled)
        after = history
        if movement.remembered:
            values = {**dict(history), **movement.remembered}
            after = tuple(sorted((id, kept) for id, kept in values.items() if kept))
        yield Move(event, movement.arcs, (movement.states, after), not decisions, movement.leave)


def is_over(chart: Chart, states: tuple[str, ...]) -> bool:
    """Return whether the chart is done."""
    if chart.top != ROOT:
        return is_in_final(chart, set(states), chart.top)
    return any(chart.states[id].kind == "final" and chart.parent[id] == ROOT for id in states)


def _events(chart: Chart) -> list[str]:
    """Return one event for each descriptor."""
    names: dict[str, None] = {}
    for arc in chart.arcs:
        if arc.edge.after is not None:
            names[after_event(arc)] = None
        for descriptor in arc.edge.events:
            names[event_named(descriptor, exact=arc.edge.exact)] = None
    return list(names)
