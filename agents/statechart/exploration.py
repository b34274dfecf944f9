"""
Every configuration that a chart can reach, without data: guards that nobody can decide go both ways.

The kernel itself takes the steps, with content left out and each undecided guard tried true and false.
So what is not found here cannot happen; what is found may need data that never come, unless a run of
the real chart confirms it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .chart import ROOT, Arc, Chart, Edge, after_event
from .configuration import Choice, Configuration
from .content import Block, Event
from .errors import AmbiguousTransition
from .kernel import Run

#: More microsteps than this are not tried; the analysis then says that it is incomplete.
MAX_TRIALS = 50_000

#: Active states, and what the histories remember.
Node: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]


class Move(NamedTuple):
    """A microstep: on which event (None: eventless), by what, to where, and whether it must be."""

    event: str | None
    arcs: tuple[Arc, ...]
    node: Node
    certain: bool


class _Undecided(Exception):
    def __init__(self, ways: int) -> None:
        self.ways = ways
        super().__init__()


class _Trial(Run):
    """One microstep with the guards decided by a list, and no content."""

    def __init__(
        self, chart: Chart, node: Node, verdicts: Mapping[int, bool | None], decisions: list[int]
    ) -> None:
        super().__init__(chart, Configuration(states=node[0], history=dict(node[1])), None, ())
        self.verdicts = verdicts
        self.decisions = deque(decisions)

    def next(self, ways: int) -> int:
        if not self.decisions:
            raise _Undecided(ways)
        return self.decisions.popleft()

    def holds(self, arc: Arc) -> Any:
        verdict = self.verdicts[arc.number]
        return bool(self.next(2)) if verdict is None else verdict

    def chosen(self, choice: Choice) -> Arc:
        return choice.options[self.next(len(choice.options))]

    def execute(self, block: Block) -> None:
        """Content is left out."""

    def node(self) -> Node:
        states = tuple(self.chart.in_order(self.active))
        return states, tuple(sorted((k, v) for k, v in self.history.items() if v))


@dataclass
class Exploration:
    """
    What was found.

    Attributes
    ----------
    chart
        The chart.
    verdicts
        By number of a transition: whether its guard always holds, never, or None.
    moves
        By configuration: the microsteps out of it.
    resting
        Configurations in which the chart can wait for an event.
    paths
        By configuration: the move that first led there, and from where; None at the start.
    trials
        How many microsteps were tried.
    complete
        Whether all was looked at.
    """

    chart: Chart
    verdicts: Mapping[int, bool | None]
    moves: dict[Node, list[Move]] = field(default_factory=dict)
    resting: set[Node] = field(default_factory=set)
    paths: dict[Node, tuple[Node, str | None] | None] = field(default_factory=dict)
    trials: int = 0
    complete: bool = True

    def witness(self, node: Node) -> tuple[str, ...]:
        """Return the events of a shortest way to a configuration; ``+5`` is five ticks."""
        labels = []
        while (step := self.paths[node]) is not None:
            node, event = step
            if event is not None:
                labels.append(self.label(event))
        return tuple(reversed(labels))

    def label(self, event: str) -> str:
        """Write an event as a script has it."""
        for arc in self.chart.arcs:
            if arc.edge.after is not None and after_event(arc) == event:
                return f"+{arc.edge.after}"
        return event


def explore(chart: Chart, verdicts: Mapping[int, bool | None]) -> Exploration:
    """
    Look at every configuration, breadth first.

    A ``done.state`` event counts as possible once its state was done anywhere: nobody sends it from
    outside. All other events that a transition waits for count as possible always.
    """
    found = Exploration(chart, verdicts)
    begin = _Trial(chart, ((), ()), verdicts, [])
    begin.enter([Arc(-1, ROOT, -1, Edge(targets=chart.default(ROOT)))])
    first = begin.node()
    found.paths[first] = None
    events = _events(chart)
    done: set[str] = set()
    while True:
        before = len(done)
        _sweep(found, first, [e for e in events if not e.startswith("done.state.") or e in done], done)
        if len(done) == before or not found.complete:
            return found
        found.moves.clear()


def _sweep(found: Exploration, first: Node, events: list[str], done: set[str]) -> None:
    seen = {first}
    queue = deque([first])
    while queue:
        node = queue.popleft()
        if not found.complete:
            return
        trial = _Trial(found.chart, node, found.verdicts, [])
        done.update(f"done.state.{id}" for id in node[0] if trial.is_in_final(id))
        moves = found.moves[node] = list(_moves(found, node, None))
        rests = not moves or not any(move.certain for move in moves)
        if _is_over(found.chart, node):
            found.moves[node] = []
            rests, moves = True, []
        elif rests:
            for event in events:
                moves += _moves(found, node, event)
        if rests:
            found.resting.add(node)
        for move in moves:
            if move.node not in seen:
                seen.add(move.node)
                found.paths.setdefault(move.node, (node, move.event))
                queue.append(move.node)


def _moves(found: Exploration, node: Node, event: str | None) -> Iterator[Move]:
    """Yield what an event can do, for every way to decide the guards."""
    ways: list[list[int]] = [[]]
    while ways:
        decisions = ways.pop()
        found.trials += 1
        if found.trials > MAX_TRIALS:
            found.complete = False
            return
        trial = _Trial(found.chart, node, found.verdicts, decisions)
        try:
            enabled = trial.select(None if event is None else Event(event))
        except _Undecided as open_:
            ways += [[*decisions, way] for way in range(open_.ways)]
            continue
        except AmbiguousTransition:  # the event is refused: nothing moves
            continue
        if enabled:
            trial.leave(enabled)
            trial.enter(enabled)
            yield Move(event, tuple(enabled), trial.node(), not decisions)


def _is_over(chart: Chart, node: Node) -> bool:
    return any(chart.states[id].kind == "final" and chart.parent[id] == ROOT for id in node[0])


def _events(chart: Chart) -> list[str]:
    """One event for each thing that a transition waits for."""
    names: dict[str, None] = {}
    for arc in chart.arcs:
        if arc.edge.after is not None:
            names[after_event(arc)] = None
        for descriptor in arc.edge.events:
            name = descriptor.removesuffix("*").removesuffix(".")
            names[name or "anything"] = None
    return list(names)
