from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, Graph, count_colorings, generators
from solver.counting import count, minors
from tests import naive
from tests.strategies import edge_lists


def widest(graph):
    """The most neighbors of a vertex in the elimination by least fill."""
    near = [set(graph.neighbors(v).tolist()) for v in range(graph.n)]
    return max((len(scope) for _, scope in count._eliminations(near, count._Work(10**9))), default=0)


@given(edge_lists(max_n=9))
def test_an_elimination_is_as_wide_as_the_degeneracy_of_each_minor(case):
    graph = minor = Graph.from_edges(*case)
    rng = np.random.default_rng(1)
    while minor.n > 1 and minor.m:
        minor = minors._contracted(minor, rng)
        assert widest(graph) >= max(naive.core_numbers(minor.n, minor.edges().tolist()), default=0)


@given(edge_lists(max_n=7), st.integers(1, 9))
def test_a_set_has_at_least_so_many_partitions(case, k):
    n, edges = case
    near = naive.adjacency(n, edges)
    partitions = list(count._proper_partitions(tuple(range(n)), near, k, count._Work(10**9)))
    degeneracy = max(naive.core_numbers(n, edges), default=0)
    if k > degeneracy:
        assert math.log(len(partitions)) >= minors._log_partitions(n, degeneracy, k) - 1e-9


@given(st.integers(2, 8), st.integers(0, 99), st.integers(4, 12), st.sampled_from([1, 10, 100]))
def test_only_counts_that_exceed_their_limit_are_refused(degree, seed, k, limit):
    graph = generators.gnp(40, degree / 40, seed=seed)
    if minors.width_of_many(graph, k, limit):
        with pytest.raises(BudgetError, match="of up to"):
            count_colorings(graph, k, max_states=limit)


def test_a_large_sparse_graph_is_refused_before_its_work(monkeypatch):
    def refused(*_):
        raise AssertionError("the elimination has begun")

    monkeypatch.setattr(count, "_eliminations", refused)
    graph = generators.gnp(5000, 0.001, seed=1)
    with pytest.raises(
        BudgetError, match=r"the partitions of \d+ vertices or more, limited by max_states"
    ):
        count_colorings(graph, 10)


def test_large_graphs_that_are_simple_or_may_have_no_coloring_are_not_refused():
    grid = generators.grid(40, 40)
    path = Graph.from_edges(2000, [(v, v + 1) for v in range(1999)])
    dense = generators.gnp(2000, 0.01, seed=1)
    for graph, k in ((grid, 10), (path, 5), (dense, 5), (Graph.from_edges(1000, []), 3)):
        assert minors.width_of_many(graph, k, 10**6) == 0
