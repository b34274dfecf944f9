from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from solver import Graph
from solver.cliques.chordal import chordal_cliques
from tests import naive
from tests.strategies import edge_lists


def is_chordal(n, neighbors):
    """Whether vertices whose neighbors are pairwise adjacent can be removed until none is left."""
    left = set(range(n))
    while left:
        simplicial = [
            v
            for v in left
            if all(b in neighbors[a] for a, b in itertools.combinations(neighbors[v] & left, 2))
        ]
        if not simplicial:
            return False
        left.remove(simplicial[0])
    return True


@pytest.mark.tiny
@given(edge_lists(max_n=8))
def test_all_maximal_cliques_of_chordal_graphs(case):
    n, edges = case
    neighbors = naive.adjacency(n, edges)
    found = chordal_cliques(Graph.from_edges(n, edges))
    assert (found is not None) == is_chordal(n, neighbors)
    if found is not None:
        cliques = [
            set(chosen)
            for size in range(1, n + 1)
            for chosen in itertools.combinations(range(n), size)
            if all(b in neighbors[a] for a, b in itertools.combinations(chosen, 2))
        ]
        maximal = [sorted(q) for q in cliques if not any(q < other for other in cliques)]
        assert found == sorted(maximal)


def test_a_search_that_is_late_knows_no_cliques():
    triangle = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])
    assert chordal_cliques(triangle, lambda: True) is None
    calls = iter([False, False, True])
    assert chordal_cliques(triangle, lambda: next(calls)) == [[0, 1, 2]]
