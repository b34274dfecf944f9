from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, clique, generators
from solver.bounds import MycielskianSearch
from solver.bounds.certificate import check_certificate
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


def searched(graph, ticks=1 << 20):
    search = MycielskianSearch(graph, clique(graph))
    while not search.done:
        search.run(ticks)
    verdict = check_certificate(graph, search.certificate)
    assert verdict.holds
    assert verdict.bound == search.bound
    return search


@tiny
@given(edge_lists(max_n=9))
def test_bounds_hold_and_certificates_pass(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    search = searched(graph)
    assert naive.clique_number(n, edges) <= search.bound <= naive.chromatic_number(n, edges)


@pytest.mark.parametrize("levels", [1, 2, 3, 4, 5])
def test_the_levels_of_a_mycielski_graph_are_found(levels):
    n, edges = 2, [(0, 1)]
    for _ in range(levels):
        n, edges = naive.mycielskian(n, edges)
    shuffled = np.random.default_rng(levels).permutation(n)
    graph = Graph.from_edges(n, [(shuffled[a], shuffled[b]) for a, b in edges])
    assert len(clique(graph)) == 2
    assert searched(graph).bound == 2 + levels


@tiny
@given(st.integers(2, 7), st.integers(0, 3))
def test_odd_cycles_and_wheels_of_five_need_a_color_more(half, hubs):
    length = 2 * half + 1 if hubs == 0 else 5
    rim, hub = range(length), range(length, length + hubs)
    edges = [(i, (i + 1) % length) for i in rim]
    edges += [(a, b) for a in hub for b in [*rim, *hub] if b < a]
    assert searched(Graph.from_edges(length + hubs, edges)).bound == 3 + hubs


@tiny
def test_a_graph_without_a_core_is_done_at_once():
    for graph in (Graph.from_edges(0, []), Graph.from_edges(3, []), generators.grid(3, 1)):
        assert MycielskianSearch(graph, clique(graph)).done


@tiny
def test_slices_do_not_change_the_course():
    graph = generators.gnp(40, 0.3, seed=1)
    coarse, fine = searched(graph), searched(graph, ticks=1)
    assert coarse.certificate == fine.certificate
    assert coarse.ticks == fine.ticks
