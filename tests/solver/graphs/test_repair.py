from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, is_proper
from solver._kernels.vectors.rng import rng_state
from solver.graphs.repair import completed, made_proper, make_legal, with_fewer_colors, without_gaps
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@given(edge_lists(), st.integers(1, 4), st.data())
def test_completed_takes_the_least_conflicting_color_in_order(case, k, data):
    n, edges = case
    partial = data.draw(st.lists(st.integers(-1, k - 1), min_size=n, max_size=n))
    whole = completed(Graph.from_edges(n, edges), np.array(partial, np.int32), k)
    assert whole.tolist() == naive.completed(n, edges, partial, k)


@given(edge_lists(), st.data())
def test_made_proper_changes_only_what_it_must(case, data):
    n, edges = case
    colors = np.array(data.draw(st.lists(st.integers(-1, 3), min_size=n, max_size=n)), np.int32)
    graph = Graph.from_edges(n, edges)
    proper = made_proper(graph, colors)
    assert is_proper(graph, proper)
    neighbors = naive.adjacency(n, edges)
    for v in range(n):
        clashes = any(colors[u] == colors[v] for u in neighbors[v])
        if colors[v] >= 0 and not clashes:
            assert proper[v] == colors[v]


def test_the_smallest_classes_are_dissolved():
    colors = np.array([0, 1, 1, 2, 2, 2], np.int32)
    assert with_fewer_colors(colors, 2).tolist() == [-1, 1, 1, 0, 0, 0]
    assert with_fewer_colors(colors, 5).tolist() == [2, 1, 1, 0, 0, 0]


def test_names_close_up_in_order():
    colors, k = without_gaps(np.array([7, 2, 2, 9], np.int32))
    assert (colors.tolist(), k) == ([1, 0, 0, 2], 3)
    colors, k = without_gaps(np.empty(0, np.int32))
    assert (colors.tolist(), colors.dtype, k) == ([], np.int32, 0)


@given(edge_lists(), st.integers(1, 4), st.data())
def test_made_legal_leaves_out_only_what_fits_nowhere(case, k, data):
    n, edges = case
    given = data.draw(st.lists(st.integers(-1, k - 1), min_size=n, max_size=n))
    colors = np.array(given, np.int32)
    left = make_legal(Graph.from_edges(n, edges), colors, k, rng_state(data.draw(st.integers(0, 99))))
    assert naive.conflicts(n, edges, colors.tolist()) == 0
    assert left.tolist() == np.flatnonzero(colors < 0).tolist()
    neighbors = naive.adjacency(n, edges)
    for v in range(n):
        seen = {colors[u] for u in neighbors[v]}
        if colors[v] < 0:
            assert seen >= set(range(k))
        elif not any(given[u] == given[v] for u in neighbors[v]) and given[v] >= 0:
            assert colors[v] == given[v]
