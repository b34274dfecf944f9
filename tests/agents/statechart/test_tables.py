"""Conflicts, exit sets and entry sets are those of appendix D, found without a look at all pairs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.statechart.chart import Chart
from agents.statechart.entry_set import EntrySet
from agents.statechart.exit_set import Place, domain, exit_sets
from agents.statechart.tables import initial_movement, tables_of, without_conflicts

from .naive import covered, waits_for
from .naive import without_conflicts as slowly_without_conflicts
from .strategies import EVENTS, charts


@given(charts(), st.data())
def test_transitions_that_conflict(states, data):
    chart = Chart(states)
    active = initial_movement(chart).states
    arcs = [arc for arc in chart.arcs if arc.source in active]
    enabled = data.draw(st.permutations(arcs))[: data.draw(st.integers(0, len(arcs)))]
    place = Place(chart, active, {})
    exits = exit_sets(place, enabled)
    for arc in enabled:
        top = domain(place, arc)
        assert exits[arc.number] == {id for id in active if top is not None and chart.within(id, top)}
    kept = without_conflicts(chart, enabled, exits)
    assert kept == slowly_without_conflicts(chart, enabled, exits)


@given(charts())
def test_transitions_by_source(states):
    chart = Chart(states)
    for event in (None, *EVENTS):
        slowly = {}
        for arc in chart.arcs:
            if waits_for(arc, event):
                slowly[arc.source] = (*slowly.get(arc.source, ()), arc)
        assert tables_of(chart).waiting(event) == slowly


class SlowEntrySet(EntrySet):
    def _add_regions(self, id):
        for child in self.chart.children(id):
            if not covered(self.chart, self.states, child.id):
                self._add_below(child.id)


@given(charts(), st.data())
def test_states_entered(states, data):
    chart = Chart(states)
    arcs = data.draw(st.lists(st.sampled_from(chart.arcs), max_size=3)) if chart.arcs else []
    found = []
    for kind in (EntrySet, SlowEntrySet):
        entering = kind(chart, {})
        for arc in arcs:
            entering.add(arc.edge.targets, arc.edge.targets, "")
        found.append((entering.states, entering.by_default, entering.by_history))
    assert found[0] == found[1]
