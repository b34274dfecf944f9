from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, generators, independent_set
from solver.cliques.independent_set_exact import TICKS, Enumeration
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@given(edge_lists(max_n=10), st.data())
def test_the_heaviest_set_is_found_and_none_that_is_as_heavy_as_the_known_one(case, data):
    n, edges = case
    weights = np.array(data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n)), np.int64)
    graph, heaviest = Graph.from_edges(n, edges), naive.heaviest_independent_set(n, edges, weights)
    search = Enumeration(graph, weights, -1)
    assert search.run(10_000, lambda: False)
    assert weights[search.vertices].sum() == heaviest
    assert not any(u in search.vertices and v in search.vertices for u, v in graph.edges().tolist())
    search = Enumeration(graph, weights, heaviest)
    assert search.run(10_000, lambda: False)
    assert search.vertices is None


def test_a_small_graph_needs_no_local_search(monkeypatch):
    monkeypatch.setattr("solver.cliques.independent_set.kernels.search", None)
    for n in (0, 1, 3, 9, 40):
        graph = generators.gnp(n, 0.3, seed=n)
        assert len(independent_set(graph)) >= len(independent_set(graph, max_ticks=0))


@pytest.mark.parametrize("branches", [1, 5, 25])
def test_the_local_search_goes_on_where_branches_are_too_many(branches):
    graph = generators.gnp(64, 0.2, seed=1)
    weights = np.arange(64) ** 2 % 17 + 1
    search = Enumeration(graph, weights, 0)
    assert not search.run(branches, lambda: False)
    chosen = independent_set(graph, weights, max_ticks=branches * 2 * TICKS * 64)
    assert weights[chosen].sum() >= weights[independent_set(graph, weights, max_ticks=0)].sum()
    best = independent_set(graph, weights)
    assert weights[chosen].sum() <= weights[best].sum()


@pytest.mark.parametrize("n", [60, 200])
def test_a_time_limit_ends_both_searches(n):
    graph = generators.gnp(n, 0.2, seed=1)
    chosen = independent_set(graph, time_limit=1e-9, max_ticks=10**12)
    assert chosen.tolist() == independent_set(graph, max_ticks=0).tolist()
