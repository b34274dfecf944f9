from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, InputWarning, conflicts, is_proper
from solver.graphs.graph import build
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@given(edge_lists())
def test_rows_are_the_sorted_neighbors(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    rows = [sorted(row) for row in naive.adjacency(n, edges)]
    assert [graph.neighbors(v).tolist() for v in range(n)] == rows
    assert graph.m == sum(map(len, rows)) // 2
    assert graph.indptr.dtype == np.int64
    assert graph.indices.dtype == np.int32
    assert Graph(graph.indptr, graph.indices) == graph
    assert Graph.from_edges(n, graph.edges()) == graph
    assert Graph.from_scipy(graph.to_scipy()) == graph
    assert pickle.loads(pickle.dumps(graph)) == graph


@given(edge_lists(loops=True), st.sampled_from([np.int16, np.int32, np.uint32, np.int64]))
@pytest.mark.filterwarnings("ignore:dropped")
def test_edges_are_taken_in_chunks(case, dtype):
    n, edges = case
    array = np.array(edges, dtype).reshape(-1, 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.graphs.rows.CHUNK", 3)
        graph, loops, repeated = build(n, array[:, 0], array[:, 1])
    rows = [sorted(row) for row in naive.adjacency(n, edges)]
    assert [graph.neighbors(v).tolist() for v in range(n)] == rows
    assert loops == sum(a == b for a, b in edges)
    assert repeated == len(edges) - loops - graph.m


def test_a_bad_end_in_a_later_chunk_is_named(monkeypatch):
    monkeypatch.setattr("solver.graphs.rows.CHUNK", 2)
    with pytest.raises(InputError, match="vertex in v = 9: expected 0 <= vertex < 3"):
        Graph.from_arrays(3, [0, 1, 2], [1, 2, 9])


def test_loops_are_dropped_and_counted():
    with pytest.warns(InputWarning, match="dropped 2 loops"):
        graph = Graph.from_edges(3, [(0, 0), (0, 1), (1, 1)])
    assert graph.edges().tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("indptr", "indices", "message"),
    [
        ([0, 1, 1], [1], "a direction is missing"),
        ([0, 1], [0], "there is a loop"),
        ([0, 2, 3, 4], [2, 1, 0, 0], "unsorted"),
        ([0, 1, 2], [1, 7], "vertex in indices = .*: expected 0 <= vertex < 2"),
        ([0, 3, 2], [1, 0], "increasing"),
        ([], [], "shape"),
        ([0, 1, 2], [[1, 0]], r"indices has shape \(1, 2\)"),
        ([0, 1, 2], [1.5, 0.2], "indices has dtype float64: expected integers"),
        ([0, 1, 2], ["1", "0"], "indices has dtype <U1: expected integers"),
        ([0, 1, 2], [2**32 + 1, 0], "vertex in indices = .*: expected 0 <= vertex < 2"),
    ],
)
def test_rows_that_are_no_graph_are_refused(indptr, indices, message):
    with pytest.raises(InputError, match=message):
        Graph(indptr, indices)


@pytest.mark.parametrize(
    ("u", "v", "message"),
    [
        ([0, 5], [1, 1], "vertex in [uv] = 5: expected 0 <= vertex < 3"),
        ([0], [-1], "= -1: expected"),
        ([0.5], [1], "integers"),
        ([0, 1], [1], "equal lengths"),
        ([[0]], [1], "shape"),
    ],
)
def test_bad_ends_are_named(u, v, message):
    with pytest.raises(InputError, match=message):
        Graph.from_arrays(3, u, v)


def test_a_graph_cannot_be_changed():
    graph = Graph.from_edges(2, [(0, 1)])
    with pytest.raises(AttributeError):
        graph.indptr = np.zeros(3)
    with pytest.raises(ValueError, match="read-only"):
        graph.indices[0] = 0


@given(edge_lists())
def test_conflicts_match_the_oracle(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    colors = np.arange(n) % 3 - (np.arange(n) % 4 == 3)
    expected = naive.conflicts(n, edges, colors)
    assert conflicts(graph, colors) == expected
    assert is_proper(graph, colors) == (expected == 0 and bool((colors >= 0).all()))


def test_networkx_both_ways():
    networkx = pytest.importorskip("networkx")
    petersen = networkx.petersen_graph()
    graph = Graph.from_networkx(petersen)
    assert (graph.n, graph.m) == (10, 15)
    assert networkx.utils.graphs_equal(graph.to_networkx(), networkx.Graph(petersen.edges()))
    named = networkx.Graph([("b", "a"), ("a", "c")])
    assert Graph.from_networkx(named).edges().tolist() == [[0, 1], [1, 2]]


def test_subgraph_keeps_the_given_order():
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    assert graph.subgraph([3, 2, 0]).edges().tolist() == [[0, 1]]
    with pytest.raises(InputError):
        graph.subgraph([0, 0])
