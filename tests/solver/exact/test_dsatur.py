"""Branch and bound against backtracking, in one piece and in slices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators, is_proper
from solver.exact import DsaturSearch
from tests import naive
from tests.solver.graphs.generators.test_generators import dimacs
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


@tiny
@given(edge_lists(max_n=9), st.integers(1, 50))
def test_small_graphs_are_proven_whatever_the_slices(case, ticks):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    search = DsaturSearch(graph, initial=np.arange(n), clique=[0])
    for _ in range(100_000):
        if search.proven:
            break
        search.run(ticks)
        assert is_proper(graph, search.colors())
        assert len(np.unique(search.colors())) == search.k
    assert search.k == search.lower_bound == naive.chromatic_number(n, edges)
    whole = DsaturSearch(graph, initial=np.arange(n), clique=[0])
    whole.run(1 << 40)
    assert whole.nodes == search.nodes
    assert whole.colors().tolist() == search.colors().tolist()


@tiny
def test_nothing_to_do():
    for n in (0, 1):
        search = DsaturSearch(Graph.from_edges(n, []))
        assert (search.proven, search.k, search.lower_bound) == (True, n, n)
        search.run(100)
        assert search.colors().tolist() == [0] * n


@tiny
def test_more_than_64_colors():
    """A pentagon joined to a large clique: 3 more colors than the clique, though cliques show only 2."""
    size = 65
    ring = [(size + i, size + (i + 1) % 5) for i in range(5)]
    whole = [(u, v) for v in range(size) for u in range(v)]
    across = [(u, size + i) for u in range(size) for i in range(5)]
    graph = Graph.from_edges(size + 5, [*ring, *whole, *across])
    search = DsaturSearch(graph, initial=np.arange(size + 5))
    search.run(1 << 30)
    assert (search.k, search.lower_bound, search.proven) == (size + 3, size + 3, True)


def test_a_queen_graph_needs_its_search():
    search = DsaturSearch(generators.queen(6))
    assert search.lower_bound == 6
    search.run(1 << 30)
    assert (search.k, search.proven) == (7, True)


@tiny
def test_bad_input_is_named():
    graph = generators.queen(4)
    with pytest.raises(InputError, match="clique: expected pairwise adjacent vertices"):
        DsaturSearch(graph, clique=[0, 6])
    with pytest.raises(InputError, match="initial: expected a proper coloring"):
        DsaturSearch(graph, clique=[0], initial=np.zeros(16, int))
    with pytest.raises(InputError, match="n = 20001: expected at most 20000"):
        DsaturSearch(Graph.from_edges(20_001, []))


@pytest.mark.instances
@pytest.mark.parametrize(
    ("name", "k"), [("myciel5", 6), ("DSJC125.1", 5), ("queen7_7", 7), ("R75_1g", 4), ("1-FullIns_3", 4)]
)
def test_easy_instances_are_proven(name, k, instances):
    search = DsaturSearch(dimacs(instances, name))
    search.run(1 << 28)
    assert (search.k, search.proven) == (k, True)


@pytest.mark.tiny
@given(edge_lists(max_n=9), st.integers(1, 300))
def test_a_coloring_found_elsewhere_is_improved_on(case, ticks):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    chi = naive.chromatic_number(n, edges)
    search = DsaturSearch(graph, initial=np.arange(n), clique=[0])
    search.run(ticks)
    other = DsaturSearch(graph)
    search.accept(other.colors())
    assert search.k <= other.k
    search.run(1 << 40)
    assert (search.k, search.proven) == (chi, True)
    assert is_proper(graph, search.colors())
