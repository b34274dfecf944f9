"""Cliques of a given size: each has a new edge, and the lines of a queen graph are found."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators
from solver.cliques.clique_cover import cliques_of_size
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@given(edge_lists(max_n=9), st.integers(2, 5))
def test_the_vertices_of_each_are_pairwise_adjacent_and_each_covers_a_new_edge(case, k):
    n, edges = case
    neighbors = naive.adjacency(n, edges)
    covered = set()
    for row in cliques_of_size(Graph.from_edges(n, edges), k).tolist():
        pairs = set(itertools.combinations(row, 2))
        assert len(row) == len(set(row)) == k
        assert row == sorted(row)
        assert all(b in neighbors[a] for a, b in pairs)
        assert not pairs <= covered
        covered |= pairs
    if k == 2:
        assert covered == {(min(pair), max(pair)) for pair in edges}
    elif covered:
        assert naive.clique_number(n, edges) >= k


def test_rows_columns_and_long_diagonals_of_a_queen_graph_are_found():
    size = 6
    cells = np.arange(size * size).reshape(size, size)
    lines = {tuple(row) for row in [*cells.tolist(), *cells.T.tolist()]}
    lines |= {tuple(np.diag(cells).tolist()), tuple(sorted(np.diag(cells[:, ::-1]).tolist()))}
    found = {tuple(row) for row in cliques_of_size(generators.queen(size), size).tolist()}
    assert found == lines


def test_the_work_is_limited():
    graph = generators.queen(8)
    assert 1 <= len(cliques_of_size(graph, 8, max_work=1)) < len(cliques_of_size(graph, 8))


def test_less_than_an_edge_is_an_error():
    with pytest.raises(InputError, match="k = 1: expected an integer >= 2"):
        cliques_of_size(generators.queen(3), 1)
