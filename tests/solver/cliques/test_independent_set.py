from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators
from solver.cliques.independent_set import independent_set
from tests import naive
from tests.strategies import edge_lists


def is_maximal_independent(graph, chosen):
    inside = np.zeros(graph.n, bool)
    inside[chosen] = True
    touched = [inside[graph.neighbors(v)].any() for v in range(graph.n)]
    return all(t != i for t, i in zip(touched, inside, strict=True))


@pytest.mark.tiny
@given(edge_lists(max_n=10), st.data())
def test_small_graphs_to_the_optimum(case, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    graph = Graph.from_edges(n, edges)
    chosen = independent_set(graph, weights, max_ticks=5_000)
    assert is_maximal_independent(graph, chosen)
    assert sum(weights[v] for v in chosen) == naive.heaviest_independent_set(n, edges, weights)


@pytest.mark.tiny
@given(edge_lists())
def test_the_greedy_set_is_maximal(case):
    graph = Graph.from_edges(*case)
    assert is_maximal_independent(graph, independent_set(graph, max_ticks=0))


def test_search_finds_more_than_greedy_and_repeats_itself():
    graph = generators.from_spec("gnp:n=400,p=0.2,seed=3")
    greedy = independent_set(graph, max_ticks=0)
    found = independent_set(graph, seed=5, max_ticks=1 << 20)
    assert len(found) > len(greedy)
    assert np.array_equal(found, independent_set(graph, seed=5, max_ticks=1 << 20))


@pytest.mark.tiny
def test_empty_and_edgeless():
    assert independent_set(Graph.from_edges(0, [])).tolist() == []
    assert independent_set(Graph.from_edges(3, []), max_ticks=10).tolist() == [0, 1, 2]


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("weights", "text"),
    [
        ([1, 2], r"shape \(2,\): expected \(3,\)"),
        ([1.0, 2.0, 3.0], "dtype float64: expected integers"),
        ([1, 0, 3], "weight = 0: expected an integer >= 1"),
        ([2**61, 2**61, 1], r"expected less than 2\^62"),
    ],
)
def test_bad_weights_are_named(weights, text):
    with pytest.raises(InputError, match=text):
        independent_set(Graph.from_edges(3, [(0, 1)]), weights)
