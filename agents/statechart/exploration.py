"""
Exploration of the configurations that a chart can reach, without data.

Steps are taken by the procedures of the kernel, without content, and each undecided guard is tried true
and false. A configuration that is not reached here is unreachable; a configuration that is reached may
need data that never occur, unless a run of the real chart confirms it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .chart import Chart
from .configuration import Choice, Configuration
from .content import Block, Event
from .definition import ROOT, Arc, Edge, after_event
from .errors import AmbiguousTransition
from .execution import Execution
from .movement import Movement
from .selection import Selector
from .step_state import StepState

#: Limit of microsteps tried; beyond it the analysis reports that it is incomplete.
MAX_TRIALS = 50_000

#: Active states and values of the histories.
Node: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]


class Move(NamedTuple):
    """A microstep: its event (None: eventless), transitions, result, and whether it is certain."""

    event: str | None
    arcs: tuple[Arc, ...]
    node: Node
    certain: bool


class _Undecided(Exception):
    def __init__(self, ways: int) -> None:
        self.ways = ways
        super().__init__()


class _NoContent(Execution):
    """Execution that omits content."""

    def execute(self, block: Block) -> None:
        """Do nothing."""


class _DecidedSelector(Selector):
    """Selector whose undecided guards and choices are decided by a list."""

    def __init__(
        self,
        state: StepState,
        execution: Execution,
        verdicts: Mapping[int, bool | None],
        decisions: list[int],
    ) -> None:
        super().__init__(state, execution, decisions)
        self.verdicts = verdicts

    def next(self, ways: int) -> int:
        if not self.choices:
            raise _Undecided(ways)
        return self.choices.popleft()

    def holds(self, arc: Arc) -> Any:
        verdict = self.verdicts[arc.number]
        return bool(self.next(2)) if verdict is None else verdict

    def chosen(self, choice: Choice) -> Arc:
        return choice.options[self.next(len(choice.options))]


class _Trial:
    """One microstep with the guards decided by a list, and no content."""

    def __init__(
        self, chart: Chart, node: Node, verdicts: Mapping[int, bool | None], decisions: list[int]
    ) -> None:
        self.chart = chart
        configuration = Configuration(states=node[0], history=dict(node[1]))
        self.state = StepState(chart, configuration, None)
        execution = _NoContent(self.state)
        self.selector = _DecidedSelector(self.state, execution, verdicts, decisions)
        self.movement = Movement(self.state, execution)

    def node(self) -> Node:
        states = tuple(self.chart.in_order(self.state.active))
        return states, tuple(sorted((k, v) for k, v in self.state.history.items() if v))


@dataclass
class Exploration:
    """
    Result of an exploration.

    Attributes
    ----------
    chart
        Explored chart.
    verdicts
        Value of each guard, by number of its transition: True, False, or None if undecided.
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
    verdicts: Mapping[int, bool | None]
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
        for arc in self.chart.arcs:
            if arc.edge.after is not None and after_event(arc) == event:
                return f"+{arc.edge.after}"
        return event


def explore(chart: Chart, verdicts: Mapping[int, bool | None]) -> Exploration:
    """
    Explore all configurations breadth first.

    A ``done.state`` event is possible once its state is done in some configuration. All other events
    that a transition waits for are always possible.
    """
    result = Exploration(chart, verdicts)
    begin = _Trial(chart, ((), ()), verdicts, [])
    begin.movement.enter([Arc(-1, ROOT, -1, Edge(targets=chart.default(ROOT)))])
    first = begin.node()
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
    seen = {first}
    queue = deque([first])
    while queue:
        node = queue.popleft()
        if not result.complete:
            return
        trial = _Trial(result.chart, node, result.verdicts, [])
        done.update(f"done.state.{id}" for id in node[0] if trial.movement.is_in_final(id))
        moves = result.moves[node] = list(_moves(result, node, None))
        rests = not moves or not any(move.certain for move in moves)
        if _is_over(result.chart, node):
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
    ways: list[list[int]] = [[]]
    while ways:
        decisions = ways.pop()
        result.trials += 1
        if result.trials > MAX_TRIALS:
            result.complete = False
            return
        trial = _Trial(result.chart, node, result.verdicts, decisions)
        try:
            enabled = trial.selector.select(None if event is None else Event(event))
        except _Undecided as open_:
            ways += [[*decisions, way] for way in range(open_.ways)]
            continue
        except AmbiguousTransition:  # the event is refused
            continue
        if enabled:
            trial.movement.leave(enabled)
            trial.movement.enter(enabled)
            yield Move(event, tuple(enabled), trial.node(), not decisions)


def _is_over(chart: Chart, node: Node) -> bool:
    return any(chart.states[id].kind == "final" and chart.parent[id] == ROOT for id in node[0])


def _events(chart: Chart) -> list[str]:
    """Return one event for each descriptor."""
    names: dict[str, None] = {}
    for arc in chart.arcs:
        if arc.edge.after is not None:
            names[after_event(arc)] = None
        for descriptor in arc.edge.events:
            name = descriptor.removesuffix("*").removesuffix(".")
            names[name or "anything"] = None
    return list(names)
