"""
Compiled steps: events whose whole effect depends on the active states only.

If no guard is evaluated, no content is executed, no history and no timer is concerned, and no eventless
transition can follow, then the step of an event leads from active states to active states, always with
the same trace. Such a step is computed once and looked up afterwards; all others go through the kernel.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary, ref

from .chart import Chart
from .configuration import Record
from .definition import ROOT, Arc, after_event
from .tables import Movement, tables_of

#: Limits of the number of stored places, and of stored events of one place.
MAX_PLACES, MAX_EVENTS = 20_000, 1_000


class Place:
    """
    Active states between two events.

    Attributes
    ----------
    states
        Active states, in document order.
    atomic
        Innermost of them.
    moves
        Compiled steps by name of the event; None for an event that the kernel has to process.
    """

    __slots__ = ("atomic", "moves", "states")

    def __init__(self, states: tuple[str, ...], atomic: tuple[str, ...]) -> None:
        self.states = states
        self.atomic = atomic
        self.moves: dict[str, QuickMove | None] = {}


class QuickMove:
    """
    Compiled step.

    Attributes
    ----------
    to
        Place afterwards.
    records
        Entries of the trace after that of the event.
    """

    __slots__ = ("records", "to")

    def __init__(self, to: Place, records: tuple[Record, ...]) -> None:
        self.to = to
        self.records = records


class QuickMoves:
    """Compiled steps of one chart, computed on demand."""

    def __init__(self, chart: Chart) -> None:
        self._chart = ref(chart)
        self._tables = tables_of(chart)
        self._timers = {after_event(arc) for arc in chart.arcs if arc.edge.after is not None}
        # Ids of states whose exit or entry has an effect beyond the active states.
        self._busy_exit = {
            id
            for id, state in chart.states.items()
            if any(state.exit)
            or any(child.kind == "history" for child in state.states)
            or any(arc.edge.after is not None for arc in chart.out[id])
        }
        self._busy_entry = {
            id
            for id, state in chart.states.items()
            if any(state.entry)
            or state.kind == "final"
            or (chart.late and state.data)
            or any(arc.edge.after is not None for arc in chart.out[id])
        }
        self._places: dict[tuple[str, ...], Place | None] = {}

    def place(self, states: tuple[str, ...]) -> Place | None:
        """Return the place of active states; None if eventless transitions wait there."""
        if states not in self._places:
            if len(self._places) >= MAX_PLACES:
                self._places.clear()
            chart = self._chart()
            assert chart is not None
            rests = not self._tables.chains(states, None)
            atomic = tuple(id for id in states if chart.is_atomic(id))
            self._places[states] = Place(states, atomic) if rests and states else None
        return self._places[states]

    def compile(self, at: Place, event: str) -> QuickMove | None:
        """Return the compiled step of an event; None if the kernel has to process it."""
        move = None if event in self._timers else self._compiled(at, event)
        if len(at.moves) >= MAX_EVENTS:
            at.moves.clear()
        at.moves[event] = move
        return move

    def _compiled(self, at: Place, event: str) -> QuickMove | None:
        chains = self._tables.chains(at.states, event)
        if not chains:
            return QuickMove(at, (Record("ignored", event),))
        enabled: dict[int, Arc] = {}
        for chain in chains:
            for _, arcs in chain:
                if arcs[0].edge.guard is not None or (len(arcs) > 1 and not self._takes_first()):
                    return None
                enabled[arcs[0].number] = arcs[0]
                break
        if any(arc.edge.content or arc.edge.after or arc.edge.oracle for arc in enabled.values()):
            return None
        if self._tables.histories and any(self._enters_history(arc) for arc in enabled.values()):
            return None
        movement = self._tables.movement(at.states, {}, list(enabled.values()))
        if not self._is_plain(movement):
            return None
        to = self.place(movement.states)
        if to is None:
            return None
        records = [Record("exit", id) for id in movement.leave]
        records += [Record("transition", str(arc)) for arc in movement.arcs]
        records += [Record("enter", entry.id) for entry in movement.enter]
        return QuickMove(to, tuple(records))

    def _takes_first(self) -> bool:
        chart = self._chart()
        return chart is not None and chart.selection == "first"

    def _enters_history(self, arc: Arc) -> bool:
        """Return whether a transition may lead to a history, directly or by defaults."""
        chart = self._chart()
        assert chart is not None
        entered = set(arc.edge.targets)
        waiting = list(entered)
        while waiting:
            state = chart.states[waiting.pop()]
            if state.kind == "history":
                return True
            up = {id for id in chart.ancestors(state.id) if id != ROOT and chart.is_parallel(id)}
            inner = {*state.initial, *(child.id for child in chart.children(state.id)), *up} - entered
            entered |= inner
            waiting += inner
        return False

    def _is_plain(self, movement: Movement) -> bool:
        chart = self._chart()
        assert chart is not None
        if not self._busy_exit.isdisjoint(movement.leave):
            return False
        return not any(
            entry.id in self._busy_entry
            or entry.history_content
            or (entry.by_default and chart.states[entry.id].initial_content)
            for entry in movement.enter
        )


_MOVES: WeakKeyDictionary[Chart, QuickMoves] = WeakKeyDictionary()


def quick_moves_of(chart: Chart) -> QuickMoves:
    """Return the compiled steps of a chart; they live as long as the chart."""
    moves = _MOVES.get(chart)
    if moves is None:
        moves = _MOVES[chart] = QuickMoves(chart)
    return moves
