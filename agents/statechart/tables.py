"""
Tables of a chart, filled on demand: the transitions that wait for an event, and their movements.

What a transition leaves and enters depends on the active states and the histories only, so each movement
is computed once for a configuration and then looked up. The tables hold a bounded number of entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary, ref

from .chart import Chart
from .content import Block
from .definition import ROOT, Arc, Edge
from .entry_set import EntrySet
from .exit_set import History, Place, domain, effective_targets, exit_sets
from .waiting_index import WaitingIndex

#: Limit of entries of each table; a full table is cleared.
MAX_ENTRIES = 20_000

#: States of which transitions wait for an event: an active state without children, and its ancestors.
Chain: TypeAlias = tuple[tuple[str, tuple[Arc, ...]], ...]
V = TypeVar("V")


class Entry(NamedTuple):
    """State to enter, whether as a default, and the content of a history's default."""

    id: str
    by_default: bool
    history_content: Block


class Movement(NamedTuple):
    """
    Movement of a configuration by transitions that are taken together.

    Attributes
    ----------
    arcs
        Transitions that are taken; conflicting ones are removed.
    leave
        States to leave, in order.
    remembered
        New values of histories.
    enter
        States to enter, in order.
    states
        Active states afterwards, in document order.
    """

    arcs: tuple[Arc, ...]
    leave: tuple[str, ...]
    remembered: dict[str, tuple[str, ...]]
    enter: tuple[Entry, ...]
    states: tuple[str, ...]


class Tables:
    """
    Tables of one chart.

    Attributes
    ----------
    histories
        Ids of the histories of the chart.
    """

    def __init__(self, chart: Chart) -> None:
        # A weak reference, so that the tables do not keep their chart.
        self._chart = ref(chart)
        self.histories = tuple(id for id, state in chart.states.items() if state.kind == "history")
        self._index = WaitingIndex(chart.arcs)
        self._waiting: dict[str | None, dict[str, tuple[Arc, ...]]] = {}
        self._chains: dict[Any, tuple[Chain, ...]] = {}
        self._movements: dict[Any, Movement] = {}

    @property
    def chart(self) -> Chart:
        """Chart of the tables."""
        chart = self._chart()
        assert chart is not None
        return chart

    def waiting(self, event: str | None) -> dict[str, tuple[Arc, ...]]:
        """Return the transitions that wait for an event (None: eventless) by source, in order."""
        by_source = self._waiting.get(event)
        if by_source is None:
            grouped = groupby(self._index.waiting(event), key=lambda arc: arc.source)
            by_source = {id: tuple(arcs) for id, arcs in grouped}
            _keep(self._waiting, event, by_source)
        return by_source

    def chains(self, states: tuple[str, ...], event: str | None) -> tuple[Chain, ...]:
        """Return, for each innermost active state, the transitions of it and of its ancestors."""
        key = (states, event)
        chains = self._chains.get(key)
        if chains is None:
            chart, waiting = self.chart, self.waiting(event)
            lines = (
                tuple((up, waiting[up]) for up in (id, *chart.ancestors(id)) if up in waiting)
                for id in states
                if chart.is_atomic(id)
            )
            chains = _keep(self._chains, key, tuple(line for line in lines if line))
        return chains

    def movement(self, states: tuple[str, ...], history: History, arcs: Sequence[Arc]) -> Movement:
        """Return the movement of a configuration by enabled transitions."""
        before = tuple([history.get(id) for id in self.histories]) if self.histories else ()
        key = (states, before, tuple([arc.number for arc in arcs]))
        movement = self._movements.get(key)
        if movement is None:
            movement = _keep(self._movements, key, _movement(self.chart, states, history, arcs))
        return movement


_TABLES: WeakKeyDictionary[Chart, Tables] = WeakKeyDictionary()


def tables_of(chart: Chart) -> Tables:
    """Return the tables of a chart; they live as long as the chart."""
    tables = _TABLES.get(chart)
    if tables is None:
        tables = _TABLES[chart] = Tables(chart)
    return tables


def initial_movement(chart: Chart) -> Movement:
    """Return the movement that enters the initial configuration."""
    return _movement(chart, (), {}, [Arc(-1, ROOT, -1, Edge(targets=chart.default(ROOT)))])


def _keep(table: dict[Any, V], key: Any, value: V) -> V:
    if len(table) >= MAX_ENTRIES:
        table.clear()
    table[key] = value
    return value


def _movement(
    chart: Chart, states: tuple[str, ...], history: History, enabled: Sequence[Arc]
) -> Movement:
    place = Place(chart, states, history)
    if chart.rules == "xstate":
        enabled = _innermost(chart, enabled)
    exits = exit_sets(place, enabled)
    arcs = without_conflicts(chart, enabled, exits)
    leaving = set().union(*(exits[arc.number] for arc in arcs))
    leave = tuple(chart.in_order(leaving)[::-1])
    remembered = {
        child.id: _remembered(place, id, child.deep)
        for id in leave
        for child in chart.states[id].states
        if child.kind == "history"
    }
    place.active -= leaving
    place.history = {**history, **remembered}
    entering = EntrySet(chart, place.history)
    for arc in arcs:
        top = domain(place, arc) or ROOT
        # A history may lead to the source of an internal transition. XState would enter it though it
        # was not left, also if another transition leaves it; here it is as if it were the target.
        targets = [top if effective_targets(place, [id]) == [top] else id for id in arc.edge.targets]
        entering.add(targets, effective_targets(place, targets), top)
    # Appendix D would enter a state that was not left again, for an internal transition to a history
    # above its source.
    enter = tuple(
        Entry(id, id in entering.by_default, entering.by_history.get(id, ()))
        for id in chart.in_order(entering.states - place.active)
    )
    after = tuple(chart.in_order(place.active | entering.states))
    return Movement(arcs, leave, remembered, enter, after)


def _innermost(chart: Chart, enabled: Sequence[Arc]) -> Sequence[Arc]:
    """Remove the transitions for an event of which a state within has one, as XState does."""
    if len(enabled) < 2 or not (enabled[0].edge.events or enabled[0].edge.after):
        return enabled
    return [
        arc for arc in enabled if not any(chart.within(other.source, arc.source) for other in enabled)
    ]


def _remembered(place: Place, id: str, deep: bool) -> tuple[str, ...]:
    chart = place.chart
    below = (other for other in place.active if chart.within(other, id))
    if deep:
        kept = [other for other in below if chart.is_atomic(other)]
    else:
        kept = [other for other in below if chart.parent[other] == id]
    return tuple(chart.in_order(kept))


def without_conflicts(
    chart: Chart, enabled: Sequence[Arc], exits: Mapping[int, Set[str]]
) -> tuple[Arc, ...]:
    """
    Remove conflicting transitions: a descendant's precedes, then the first in the document.

    Those kept never leave a state in common, so each state has at most one that leaves it.
    """
    if len(enabled) < 2:
        return tuple(enabled)
    kept: dict[int, Arc] = {}
    leaves: dict[str, Arc] = {}
    for arc in enabled:
        rivals = {leaves[id].number: leaves[id] for id in exits[arc.number] if id in leaves}
        if not all(chart.within(arc.source, other.source) for other in rivals.values()):
            continue
        for other in rivals.values():
            del kept[other.number]
            for id in exits[other.number]:
                del leaves[id]
        kept[arc.number] = arc
        leaves.update(dict.fromkeys(exits[arc.number], arc))
    return tuple(kept.values())
