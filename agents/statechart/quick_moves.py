"""
Compiled steps: events whose effect depends on the active states and on guards only.

If no history and no timer is concerned, no eventless transition can follow, and content only assigns and
logs, then the step of an event leads from active states to active states, always with the same
assignments and the same trace but for values. Such a step is computed once and looked up afterwards.
Where guards decide, they are evaluated first, and the step is looked up by the transitions that they
enable. All other steps go through the kernel; a step in which anything fails is repeated by the kernel,
which is pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary, ref

from .chart import Chart
from .configuration import Record
from .content import Block
from .content_walk import blocks_of
from .definition import ROOT, Arc, after_event
from .quick_content import MAX_ASSIGNMENTS, Assignment, compiled, expressions, is_simple, reads_event
from .quick_guards import GuardedMoves, test_of
from .tables import Chain, tables_of

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
    active
        All active states, as a set.
    moves
        Compiled steps by name of the event, those with guards or assignments as :class:`GuardedMoves`;
        None for an event that the kernel has to process.
    """

    __slots__ = ("active", "atomic", "moves", "states")

    def __init__(self, states: tuple[str, ...], atomic: tuple[str, ...]) -> None:
        self.states = states
        self.atomic = atomic
        self.active = frozenset(states)
        self.moves: dict[str, QuickMove | GuardedMoves | None] = {}


class QuickMove:
    """
    Compiled step.

    Attributes
    ----------
    to
        Place afterwards.
    records
        Entries of the trace after that of the event; those of assignments lack the value.
    assignments
        Assignments and logs.
    """

    __slots__ = ("assignments", "records", "to")

    def __init__(
        self, to: Place, records: tuple[Record, ...], assignments: tuple[Assignment, ...] = ()
    ) -> None:
        self.to = to
        self.records = records
        self.assignments = assignments


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
            if not is_simple(state.exit)
            or any(child.kind == "history" for child in state.states)
            or any(arc.edge.after is not None for arc in chart.out[id])
        }
        self._busy_entry = {
            id
            for id, state in chart.states.items()
            if not is_simple((*state.entry, state.initial_content))
            or state.kind == "final"
            or (chart.late and state.data)
            or any(arc.edge.after is not None for arc in chart.out[id])
        }
        self._content_reads_event = any(
            reads_event(value)
            for block in blocks_of(chart)
            if is_simple((block,))
            for value in expressions(block)
        )
        self._places: dict[tuple[str, ...], Place | None] = {}

    def place(self, states: tuple[str, ...]) -> Place | None:
        """Return the place of active states; None if eventless transitions wait there."""
        if states not in self._places:
            if len(self._places) >= MAX_PLACES:
                self._places.clear()
            chart = self._chart()
            assert chart is not None
            rests = not self._tables.chains(states, None)
            # Services have to be started, stopped, and asked for each event.
            rests = rests and not any(chart.states[id].invokes for id in states)
            atomic = tuple(id for id in states if chart.is_atomic(id))
            self._places[states] = Place(states, atomic) if rests and states else None
        return self._places[states]

    def compile(self, at: Place, event: str) -> QuickMove | GuardedMoves | None:
        """Return the compiled steps of an event; None if the kernel has to process it."""
        move = None if event in self._timers else self._compiled(at, event)
        if len(at.moves) >= MAX_EVENTS:
            at.moves.clear()
        at.moves[event] = move
        return move

    def _compiled(self, at: Place, event: str) -> QuickMove | GuardedMoves | None:
        chains = self._tables.chains(at.states, event)
        if not chains:
            return QuickMove(at, (Record("ignored", event),))
        waiting = {arc.number: arc for chain in chains for _, arcs in chain for arc in arcs}
        guarded = any(arc.edge.guard is not None for arc in waiting.values())
        if any(arc.edge.oracle for arc in waiting.values()) or not (
            self._takes_first() or all(len(arcs) == 1 for chain in chains for _, arcs in chain)
        ):
            return None
        if not guarded:
            first = dict.fromkeys(chain[0][1][0].number for chain in chains)
            move = self._movement(at, event, tuple(first))
            if move is None or not move.assignments:
                return move
        return self._guarded(at, event, chains)

    def _guarded(self, at: Place, event: str, chains: tuple[Chain, ...]) -> GuardedMoves:
        lines = [tuple(arc for _, arcs in chain for arc in arcs) for chain in chains]
        guards = [arc.edge.guard for line in lines for arc in line if arc.edge.guard is not None]
        return GuardedMoves(
            tuple(tuple((test_of(arc.edge.guard), arc.number) for arc in line) for line in lines),
            lambda numbers: self._movement(at, event, numbers),
            needs_event=self._content_reads_event or any(map(reads_event, guards)),
            needs_scope=any(not hasattr(guard, "evaluate") for guard in guards),
        )

    def _movement(self, at: Place, event: str, numbers: Sequence[int]) -> QuickMove | None:
        """Return the compiled step of enabled transitions; None if the kernel has to take it."""
        chart = self._chart()
        assert chart is not None
        enabled = [chart.arcs[number] for number in numbers]
        if not enabled:
            return QuickMove(at, (Record("ignored", event),))
        if any(arc.edge.after or not is_simple((arc.edge.content,)) for arc in enabled):
            return None
        if self._tables.histories and any(self._enters_history(arc) for arc in enabled):
            return None
        movement = self._tables.movement(at.states, {}, enabled)
        if not self._busy_exit.isdisjoint(movement.leave) or any(
            entry.id in self._busy_entry or entry.history_content for entry in movement.enter
        ):
            return None
        to = self.place(movement.states)
        if to is None:
            return None
        records: list[Record] = []
        assignments: list[Assignment] = []

        def execute(*blocks: Block) -> None:
            for block in blocks:
                for assignment in compiled(block, len(records)):
                    assignments.append(assignment)
                    if assignment.place >= 0:
                        records.append(Record("assign", assignment.name))

        for id in movement.leave:
            records.append(Record("exit", id))
            execute(*chart.states[id].exit)
        for arc in movement.arcs:
            records.append(Record("transition", str(arc)))
            execute(arc.edge.content)
        for entry in movement.enter:
            records.append(Record("enter", entry.id))
            state = chart.states[entry.id]
            execute(*state.entry, state.initial_content if entry.by_default else ())
        if len(assignments) > MAX_ASSIGNMENTS:
            return None
        return QuickMove(to, tuple(records), tuple(assignments))

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


_MOVES: WeakKeyDictionary[Chart, QuickMoves] = WeakKeyDictionary()


def quick_moves_of(chart: Chart) -> QuickMoves:
    """Return the compiled steps of a chart; they live as long as the chart."""
    moves = _MOVES.get(chart)
    if moves is None:
        moves = _MOVES[chart] = QuickMoves(chart)
    return moves
