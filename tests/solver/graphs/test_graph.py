from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, InputWarning, conflicts, is_proper
from solver.graphs.graph import as_graph, build
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


def test_graphs_can_be_keys():
    path, again = Graph.from_edges(3, [(0, 1), (1, 2)]), Graph.from_edges(3, [(2, 1), (1, 0)])
    assert {path: "path"}[again] == "path"
    assert len({path, again, Graph.from_edges(3, [(0, 1)])}) == 2


@pytest.mark.parametrize("v", [-1, 3])
def test_neighbors_of_what_is_no_vertex_are_refused(v):
    with pytest.raises(InputError, match=f"vertex = {v}: expected an integer from 0 to 2"):
        Graph.from_edges(3, [(0, 1)]).neighbors(v)


def test_edges_and_matrices_are_taken_as_graphs():
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    for same in (path, [(0, 1), (1, 2)], np.array([[0, 1], [2, 1]], np.uint8), path.to_scipy()):
        assert as_graph(same) == path
        assert solver.greedy(same, "natural").tolist() == [0, 1, 0]
    assert as_graph([[0, 1]]).n == 2


@pytest.mark.parametrize(
    "value", [None, 7, "queen:8", [[0, 1, 2]], [[0.5, 1]], [[0, 1], [2]], {0: 1}, object()]
)
def test_what_is_no_graph_is_named(value):
    with pytest.raises(InputError, match=r"^graph = .*: expected a solver\.Graph, a NetworkX"):
        solver.clique(value)
