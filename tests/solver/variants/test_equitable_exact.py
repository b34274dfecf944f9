from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, generators, is_proper
from solver.variants.equitable import is_equitable
from solver.variants.equitable_exact import TICKS, Enumeration
from tests import naive
from tests.strategies import edge_lists


def enumerated(graph, k, branches=1 << 20, at_a_time=1 << 20):
    search = Enumeration(graph, k)
    search.effort = branches * TICKS
    while not search.ended:
        search.run(at_a_time * TICKS)
    return search


@pytest.mark.tiny
@given(edge_lists(max_n=7), st.integers(1, 8))
def test_the_answer_is_that_of_all_colorings(case, k):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    search = enumerated(graph, k)
    assert search.level is naive.has_equitable_coloring(n, edges, k)
    assert search.refuted is not search.level
    if search.level:
        assert is_proper(graph, search.colors())
        assert is_equitable(search.colors(), k)
        assert search.cost == 0


def test_vertices_with_the_same_neighbors_are_tried_in_one_order():
    """Of 60 vertices seven classes have eight or nine, and 30 is no sum of eights and nines."""
    sides = Graph.from_edges(60, [(u, v) for u in range(30) for v in range(30, 60)])
    search = enumerated(sides, 7)
    assert search.refuted
    assert search.ticks < 1000 * TICKS


def test_the_slices_do_not_change_the_course():
    graph = generators.gnp(40, 0.5, seed=1)
    whole, parts = enumerated(graph, 9), enumerated(graph, 9, at_a_time=7)
    assert whole.level
    assert whole.ticks == parts.ticks
    assert whole.colors().tolist() == parts.colors().tolist()


def test_the_effort_ends_a_run_that_can_go_on():
    graph = generators.gnp(40, 0.5, seed=1)
    search = enumerated(graph, 9, branches=10)
    assert (search.ticks, search.level, search.refuted) == (10 * TICKS, False, False)
    assert 0 < search.cost < 40
