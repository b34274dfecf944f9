from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError
from solver.graphs.graph import as_graph
from solver.graphs.own_names import in_order, numbered
from tests.strategies import edge_lists

networkx = pytest.importorskip("networkx")

RING = networkx.cycle_graph(["a", "b", "c", "d", "e"])


@given(edge_lists(max_n=7), st.randoms(use_true_random=False), st.data())
def test_a_name_stands_for_its_number(case, rng, data):
    n, edges = case
    names = [f"v {i}" if i % 2 else (i, "é") for i in range(n)]
    rng.shuffle(names)
    graph = networkx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from((names[u], names[v]) for u, v in edges)
    colors = data.draw(st.dictionaries(st.integers(0, n - 1), st.integers(-1, 4)) if n else st.just({}))
    by_name = {names[v]: c for v, c in colors.items()}
    assert numbered(graph, by_name, "fixed") == numbered(graph, colors, "fixed") == colors
    expected = [colors.get(v, -1) for v in range(n)]
    assert list(in_order(graph, as_graph(graph), by_name, "initial")) == expected


def test_igraph_has_names_if_its_vertices_have_the_attribute():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(edges=[(0, 1), (1, 2)])
    assert numbered(graph, {2: 1}, "fixed") == {2: 1}
    graph.vs["name"] = ["x", "y", "y"]
    assert numbered(graph, {"x": 1, 2: 0}, "fixed") == {0: 1, 2: 0}
    with pytest.raises(
        InputError, match="'y': expected a number, since several vertices have this name"
    ):
        numbered(graph, {"y": 1}, "fixed")
    graph.vs["name"] = [["x"], ["y"], ["z"]]
    assert numbered(graph, {2: 1}, "fixed") == {2: 1}


@pytest.mark.parametrize(
    ("nodes", "colors", "message"),
    [
        (["a", "b"], {"c": 0}, "fixed: vertex = 'c': expected a name of a vertex of the graph"),
        (["a", "b"], {"A": 0}, "fixed: vertex = 'A': expected a name of a vertex of the graph"),
        (["a", "b"], {"a": 0, 0: 1}, "fixed: vertex 0, 0, has two colors: expected one"),
        ([1, 2], {1: 0}, "fixed: vertex 1 is the name of vertex 0: expected one color for each"),
        ([1, 2], {2: 0}, "fixed: vertex 2 is the name of vertex 1: expected one color for each"),
        (["1", "2"], {"0": 0}, "fixed: vertex = '0': expected a name"),
    ],
)
def test_names_that_are_unknown_or_ambiguous_are_refused(nodes, colors, message):
    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    with pytest.raises(InputError, match=message):
        numbered(graph, colors, "fixed")


def test_numbers_are_numbers_where_no_other_vertex_has_them_as_name():
    assert numbered(networkx.path_graph(3), {2: 1}, "fixed") == {2: 1}
    assert numbered(RING, {2: 1, "c": 1}, "fixed") == {2: 1}
    text = networkx.Graph()
    text.add_nodes_from(["2", "1", "0"])
    assert numbered(text, {"2": 5, 2: 6}, "fixed") == {0: 5, 2: 6}
    assert numbered(Graph.from_edges(2, []), {"a": 5}, "fixed") == {"a": 5}  # refused where it is read


@pytest.mark.parametrize(
    ("colors", "message"),
    [
        ({0: 0.5}, "initial: 0: 0.5: expected integers, a vertex and its color"),
        ({"a": True}, "initial: 0: True: expected integers"),
        ({"a": np.array([0, 1])}, "initial: 0: .*: expected integers, a vertex and its color"),
        ({7: 0}, "initial: vertex 7: expected 0 to 4"),
        ({"e": -2}, r"initial: color of vertex 4 = -2: expected -1 \(uncolored\) or an integer"),
    ],
)
def test_wrong_colors_are_refused(colors, message):
    with pytest.raises(InputError, match=message):
        in_order(RING, as_graph(RING), colors, "initial")


def test_routines_take_names():
    result = solver.spill(RING, None, 2, fixed={"b": 1, "c": 0})
    assert (result.colors[1], result.colors[2], result.cost) == (1, 0, 1)
    start = {"a": 0, "b": 1, "c": 0, "d": 1, "e": 2}
    assert solver.equitable_color(RING, 3, initial=start, max_ticks=1000).equitable
    colored = solver.color(RING, fixed={"b": 2, "d": 2}, max_ticks=10_000)
    assert colored.colors[[1, 3]].tolist() == [2, 2]
    assert solver.color(RING, initial={**start, "a": -1}, max_ticks=1).k == 3
    # a ring through two vertices that have one color is odd only if these are one
    path = networkx.path_graph(["a", "b", "c", "d"])
    certificate = {"kind": "clique", "vertices": [0, 1, 2], "fixed": True}
    for colors in ({"a": 0, "d": 0}, {"a": 0, 3: 0}, {0: 0, 3: 0}, [0, -1, -1, 0]):
        assert solver.check_certificate(path, certificate, fixed=colors).holds
    assert not solver.check_certificate(path, certificate, fixed={"a": 0, "d": 1}).holds
