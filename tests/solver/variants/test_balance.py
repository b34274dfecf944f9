from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, balance
from tests import naive
from tests.strategies import edge_lists


def extent(colors, k):
    sizes = np.bincount(colors, minlength=k)
    return int(sizes.min()), int(sizes.max())


@pytest.mark.tiny
@given(edge_lists(max_n=12), st.integers(0, 3), st.sampled_from([1, 1.1, 2]))
def test_classes_are_proper_and_never_less_balanced(case, spare, ratio):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    before = solver.greedy(graph)
    k = min(n, int(before.max()) + 1 + spare)
    before[before == before.max()] = k - 1  # the numbers between are empty classes
    after = balance(graph, before, ratio)
    assert naive.conflicts(n, edges, after.tolist()) == 0
    assert 0 <= after.min() <= after.max() < k
    (least, most), (new_least, new_most) = extent(before, k), extent(after, k)
    assert least <= new_least
    assert new_most <= most


@pytest.mark.tiny
@given(edge_lists(max_n=9))
def test_no_single_move_helps_in_the_end(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    before = solver.greedy(graph)
    after = balance(graph, before, 1, max_ticks=10**6)
    sizes = np.bincount(after, minlength=int(before.max()) + 1)
    neighbors = naive.adjacency(n, edges)
    for v in range(n):
        for c in range(len(sizes)):
            if all(after[u] != c for u in neighbors[v]):
                assert sizes[c] + 1 >= sizes[after[v]]


@pytest.mark.tiny
def test_a_coloring_that_cannot_be_more_balanced_is_returned():
    """Programs that look at the ratio alone move the isolated vertex to and fro for ever."""
    edges = [(0, 5), (1, 5), (2, 5), (4, 5), (0, 6), (1, 6), (2, 6), (4, 6), (5, 6)]
    colors = [0, 0, 0, 1, 0, 2, 1]
    after = balance(Graph.from_edges(7, edges), colors)
    assert extent(after, 3) == (1, 4)


@pytest.mark.tiny
def test_a_chain_is_exchanged_where_no_vertex_can_move():
    # Two stars with their centers in different classes: leaves see the other color, centers too.
    edges = [(0, v) for v in (1, 2, 3, 4)] + [(5, 6), (7, 8)]
    colors = [1, 0, 0, 0, 0, 0, 1, 0, 1]  # sizes 6, 3
    after = balance(Graph.from_edges(9, edges), colors, 1)
    assert naive.conflicts(9, edges, after.tolist()) == 0
    assert extent(after, 2) == (3, 6)  # every chain would make it less balanced or the same
    edges = [(0, v) for v in (1, 2, 3, 4)] + [(5, v) for v in (6, 7)]
    colors = [1, 0, 0, 0, 0, 1, 0, 0]  # sizes 6, 2; the second star has surplus 1
    after = balance(Graph.from_edges(8, edges), colors, 1)
    assert naive.conflicts(8, edges, after.tolist()) == 0
    assert extent(after, 2) == (3, 5)


def test_meshes_come_level():
    for graph in (solver.generators.delaunay(3000), solver.generators.gnp(400, 0.1)):
        before = solver.greedy(graph, "largest_first")
        k = int(before.max()) + 1
        after = balance(graph, before)
        assert solver.is_proper(graph, after)
        least, most = extent(after, k)
        assert most <= 1.1 * least
        assert after.tolist() == balance(graph, before).tolist()


@pytest.mark.tiny
def test_a_work_limit_is_kept():
    graph = solver.generators.delaunay(200)
    before = solver.greedy(graph)
    assert solver.is_proper(graph, balance(graph, before, 1, max_ticks=1))


@pytest.mark.tiny
def test_no_vertices_and_one_class():
    assert balance(Graph.from_edges(0, []), []).tolist() == []
    assert balance(Graph.from_edges(3, []), [0, 0, 0]).tolist() == [0, 0, 0]


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("colors", "arguments", "message"),
    [
        ([0, 0], {}, "colors: 1 edge in conflict: expected a proper coloring"),
        ([0, -1], {}, "colors: vertex 1 is uncolored: expected all colored"),
        ([0, 7], {}, "colors: color = 7: expected a color < 2"),
        ([0, 1], {"max_ratio": 0.5}, "max_ratio = 0.5: expected a number >= 1"),
        ([0, 1], {"max_ratio": "2"}, "max_ratio = '2': expected a number >= 1"),
        ([0, 1], {"max_ticks": 0}, "max_ticks = 0: expected an integer >= 1"),
    ],
)
def test_wrong_arguments_are_named(colors, arguments, message):
    with pytest.raises(InputError, match=message):
        balance(Graph.from_edges(2, [(0, 1)]), colors, **arguments)
