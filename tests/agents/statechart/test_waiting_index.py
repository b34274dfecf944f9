"""The index finds the transitions that a look at each finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.statechart.definition import Arc, Edge, event_named
from agents.statechart.waiting_index import WaitingIndex

from .naive import waits_for

NAMES = st.text("ab.", max_size=5)
DESCRIPTORS = st.one_of(st.just("*"), NAMES, NAMES.map("{}.*".format), NAMES.map("{}*".format))
#: Those that match a name: ``.`` does not.
NAMED = DESCRIPTORS.filter(lambda d: d == "*" or d.removesuffix("*").removesuffix("."))
EDGES = st.one_of(
    st.lists(DESCRIPTORS, max_size=3).map(lambda events: Edge(tuple(events))),
    st.integers(1, 3).map(lambda after: Edge(after=after)),
)


def arcs_of(edges, source="s"):
    return [Arc(number, source, number, edge) for number, edge in enumerate(edges)]


@given(st.lists(EDGES, max_size=8), st.one_of(st.none(), NAMES, st.just("after.s.1")))
def test_it_finds_what_a_look_at_each_finds(edges, event):
    arcs = arcs_of(edges)
    assert WaitingIndex(arcs).waiting(event) == tuple(arc for arc in arcs if waits_for(arc, event))


@given(st.lists(NAMED.map(lambda event: Edge((event,))), max_size=8))
def test_every_transition_waits_for_the_event_named_after_its_descriptor(edges):
    arcs = arcs_of(edges)
    index = WaitingIndex(arcs)
    for arc in arcs:
        for descriptor in arc.edge.events:
            assert arc in index.waiting(event_named(descriptor))
