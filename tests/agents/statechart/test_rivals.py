"""Rivals are the pairs that a look at all pairs finds, in the same order."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from agents.statechart.definition import Edge, matches
from agents.statechart.reports import common_event
from agents.statechart.rivals import Rivals, shared_events

from .test_waiting_index import NAMED, arcs_of

EDGES = st.one_of(
    st.builds(
        lambda events, target: Edge(tuple(events), (target,)),
        st.lists(NAMED, max_size=2),
        st.sampled_from("tuv"),
    ),
    st.builds(lambda after: Edge(after=after, targets=("t",)), st.integers(1, 3)),
)


@given(st.lists(EDGES, max_size=8))
def test_pairs(edges):
    arcs = arcs_of(edges)
    slowly = [
        (one, other)
        for one, other in combinations(arcs, 2)
        if common_event(one, other) is not None and one.edge.targets != other.edge.targets
    ]
    rivals = Rivals(arcs)
    assert list(rivals.pairs()) == slowly
    assert rivals.count() == len(slowly)


@given(st.lists(EDGES, max_size=8))
def test_shared_events(edges):
    arcs = arcs_of(edges)
    events = dict.fromkeys(common_event(one, other) for one, other in combinations(arcs, 2))
    slowly = [(e, tuple(a for a in arcs if matches(a.edge.events, e))) for e in events if e]
    assert list(shared_events(arcs)) == slowly
