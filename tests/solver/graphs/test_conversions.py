from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, InputWarning, generators
from solver.graphs import conversions
from solver.graphs.graph import as_graph
from tests.strategies import edge_lists, graphs

pytestmark = pytest.mark.tiny

networkx = pytest.importorskip("networkx")

#: Ways to name the vertices 0, 1, ...: in order, shuffled, far apart, negative, and no numbers at all.
NAMINGS = [
    lambda v: v,
    lambda v: 7 * v % 13,
    lambda v: 10**9 * (v + 1),
    lambda v: 10**30 + v,
    lambda v: v - 3,
    lambda v: bool(v) if v < 2 else v,
    lambda v: np.int64(v),
    lambda v: f"v{v}",
    lambda v: (v, str(v)),
]

KINDS = [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]


def simple(n, edges):
    return Graph.from_edges(n, [(a, b) for a, b in edges if a != b])


@given(edge_lists(loops=True), st.sampled_from(NAMINGS), st.sampled_from(KINDS))
@pytest.mark.filterwarnings("ignore:dropped:solver.InputWarning")
def test_networkx_graphs_of_any_kind_and_any_names(case, naming, kind):
    n, edges = case
    theirs = kind()
    theirs.add_nodes_from(map(naming, range(n)))
    theirs.add_edges_from((naming(a), naming(b)) for a, b in edges)
    assert Graph.from_networkx(theirs) == simple(n, edges)


@given(graphs())
def test_networkx_and_back(graph):
    assert Graph.from_networkx(graph.to_networkx()) == graph


def test_neighbors_need_only_be_equal_to_their_nodes():
    theirs = networkx.Graph()
    theirs.add_nodes_from([0, 1, 2])
    theirs.add_edge(0, 1.0)
    theirs.add_edge(np.int64(1), True + 1.0)
    assert Graph.from_networkx(theirs).edges().tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize("naming", NAMINGS)
def test_neighbors_that_are_the_nodes_or_only_equal_to_them(naming):
    graph = generators.gnp(13, 0.8, seed=1)  # neighbors of all kinds in each row
    names = [naming(v) for v in range(13)]
    same, equal, mixed = networkx.Graph(), networkx.Graph(), networkx.Graph()
    for theirs in (same, equal, mixed):
        theirs.add_nodes_from(names)
    for i, (a, b) in enumerate(graph.edges().tolist()):
        same.add_edge(names[a], names[b])
        equal.add_edge(naming(a), naming(b))
        mixed.add_edge(names[a], naming(b) if i % 16 == 15 else names[b])
    for theirs in (same, equal, mixed, networkx.Graph(same), same.copy()):
        assert Graph.from_networkx(theirs) == graph


class Rows(dict):
    """A dict that shows only even keys."""

    def __iter__(self):
        return iter([key for key in self.keys() if key % 2 == 0])


def test_dicts_of_dicts_are_read_and_nothing_else():
    rows = {4: {7: {}, 4: {}}, 7: {4: {}, 9: {}}, 9: {7.0: {}}}
    if conversions.READS_OBJECTS:
        for once, expected in ((True, 3), (False, 5)):
            ends = conversions.ends_of_dicts(rows, 5, once)
            pairs = set(zip(ends.u.tolist(), ends.v.tolist(), strict=True))
            assert pairs | {(b, a) for a, b in pairs} == {(0, 1), (1, 0), (0, 0), (1, 2), (2, 1)}
            assert (ends.n, len(ends.u)) == (3, expected)
    for wrong in (
        {1: {2: {}}, 3: {}},  # no node
        {1: [1], 2: {}},
        {1: Rows({1: {}})},
        Rows({1: {1: {}}}),
        {-1: {-2: {}}, -2: {-1: {}}},  # of the same hash
    ):
        assert conversions.ends_of_dicts(wrong, 9, False) is None
    assert conversions.ends_of_dicts(rows, 4, False) is None  # more than were counted


@given(st.integers(1, 6), st.data(), st.booleans())
def test_rows_are_read_directly_only_from_a_simple_undirected_graph(n, data, mirrored):
    pairs = data.draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=12))
    if mirrored:
        pairs += [(b, a) for a, b in pairs]
    rows = {v + 5: {} for v in range(n)}
    for a, b in pairs:
        rows[a + 5][b + 5] = {}
    read = conversions.rows_of_dicts(rows)
    if conversions.READS_OBJECTS:
        is_graph = all(a != b and (b, a) in pairs for a, b in pairs)
        assert (read is not None) == is_graph
    if read is not None:
        assert Graph(*read) == simple(n, pairs)


class Double:
    """A key with the hash of a node, but not equal to it."""

    def __init__(self, node):
        self.node = node

    def __hash__(self):
        return hash(self.node)


def test_a_neighbor_that_stands_twice_in_a_row_is_no_graph():
    rows = {1: {2: {}, Double(2): {}}, 2: {1: {}, Double(1): {}}}
    assert conversions.rows_of_dicts(rows) is None
    assert conversions.rows_of_dicts({1: {2: {}}, 2: [1]}) is None
    assert conversions.rows_of_dicts([{1: {}}]) is None
    assert conversions.rows_of_dicts({-1: {-2: {}}, -2: {-1: {}}}) is None  # of the same hash


@pytest.mark.parametrize("number", [-1, -(2**70), 2**70, 10**6, True])
def test_integers_of_any_size(number):
    theirs = networkx.Graph([(number, 5), (5, number), (7, 5.0)])
    assert Graph.from_networkx(theirs).edges().tolist() == [[0, 1], [1, 2]]


class Fragile:
    """A node whose comparison fails."""

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        raise ValueError("not comparable")


def test_an_error_of_a_node_reaches_the_caller():
    theirs = networkx.Graph([(-1, -2)])  # which have the same hash, so that neighbors are looked up
    theirs._adj[-1] = {Fragile(-1): {}}
    with pytest.raises(ValueError, match="not comparable"):
        Graph.from_networkx(theirs)
    theirs = networkx.path_graph(3)
    del theirs._adj[0]
    with pytest.raises(KeyError):
        Graph.from_networkx(theirs)


def test_a_view_shows_what_it_lets_through():
    grid = networkx.grid_2d_graph(3, 3)
    view = grid.subgraph([(0, 0), (0, 1), (2, 2)])
    nodes = list(view)
    assert {frozenset((nodes[a], nodes[b])) for a, b in Graph.from_networkx(view).edges()} == {
        frozenset(((0, 0), (0, 1)))
    }
    assert (
        Graph.from_networkx(networkx.path_graph(4, create_using=networkx.DiGraph).reverse(copy=False)).m
        == 3
    )


@given(edge_lists(loops=True), st.booleans())
@pytest.mark.filterwarnings("ignore:dropped:solver.InputWarning")
def test_igraph_both_ways(case, directed):
    igraph = pytest.importorskip("igraph")
    n, edges = case
    graph = simple(n, edges)
    assert Graph.from_igraph(igraph.Graph(n=n, edges=edges, directed=directed)) == graph
    theirs = graph.to_igraph()
    assert (theirs.vcount(), theirs.get_edgelist()) == (
        n,
        [tuple(pair) for pair in graph.edges().tolist()],
    )
    assert not theirs.is_directed()
    assert Graph.from_igraph(theirs) == graph


@given(edge_lists(loops=True), st.booleans())
@pytest.mark.filterwarnings("ignore:dropped:solver.InputWarning")
def test_graph_tool_both_ways(case, directed):
    graph_tool = pytest.importorskip("graph_tool")
    n, edges = case
    theirs = graph_tool.Graph(directed=directed)
    theirs.add_vertex(n)
    theirs.add_edge_list(edges)
    graph = simple(n, edges)
    assert Graph.from_graph_tool(theirs) == graph
    assert Graph.from_graph_tool(graph.to_graph_tool()) == graph
    kept = list(range(0, n, 2))
    view = graph_tool.GraphView(theirs, vfilt=lambda v: int(v) % 2 == 0)
    assert Graph.from_graph_tool(view) == graph.subgraph(kept)


class Filtered:
    """Answers as a filtered graph of graph-tool does: indices of vertices with gaps."""

    def get_vertices(self):
        return np.array([1, 3, 6])

    def get_edges(self):
        return np.array([[6, 1], [3, 6], [6, 3]])


def test_what_a_filter_leaves_is_numbered_anew():
    assert Graph.from_graph_tool(Filtered()).edges().tolist() == [[0, 2], [1, 2]]


@given(edge_lists(loops=True))
def test_scipy_both_ways(case):
    sparse = pytest.importorskip("scipy.sparse")
    n, edges = case
    u, v = np.array(edges, np.int64).reshape(-1, 2).T
    matrix = sparse.coo_array((np.zeros(len(u)), (u, v)), shape=(n, n))
    graph = simple(n, edges)
    for form in (matrix, matrix.tocsr(), matrix.tocsc(), sparse.coo_matrix(matrix)):
        assert Graph.from_scipy(form) == graph
    assert Graph.from_scipy(graph.to_scipy()) == graph
    assert (graph.to_scipy().toarray() == graph.to_scipy().toarray().T).all()


def test_loops_are_dropped_with_a_warning_that_points_at_the_caller():
    igraph = pytest.importorskip("igraph")
    theirs = networkx.Graph([(0, 0), (0, 1), (1, 1)])
    for call, argument in [
        (Graph.from_networkx, theirs),
        (Graph.from_igraph, igraph.Graph([(0, 0), (0, 1), (1, 1)])),
    ]:
        with pytest.warns(InputWarning, match="dropped 2 loops") as warnings:
            assert call(argument).m == 1
        assert warnings[0].filename == __file__


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("networkx", r"kempe\[networkx\]"),
        ("igraph", "pip install igraph"),
        ("rustworkx", "pip install rustworkx"),
        ("graph_tool", "graph-tool"),
    ],
)
def test_a_missing_library_is_named(monkeypatch, name, hint):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=f"{name} is not installed: .*{hint}"):
        getattr(Graph.from_edges(2, [(0, 1)]), f"to_{name}")()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("networkx", "a NetworkX graph"),
        ("igraph", "an igraph graph"),
        ("rustworkx", "a rustworkx graph"),
        ("graph_tool", "a graph-tool graph"),
        ("scipy", "a SciPy sparse matrix"),
    ],
)
def test_anything_else_is_refused_by_its_type(source, expected):
    with pytest.raises(InputError, match=f"builtins.list: expected {expected}"):
        getattr(Graph, f"from_{source}")([(0, 1)])


def test_graphs_of_other_libraries_are_told_apart():
    igraph_like = type("Graph", (), {"__module__": "igraph", "get_edgelist": None, "vcount": None})()
    with pytest.raises(
        InputError, match=r"igraph.Graph: expected a NetworkX graph; use Graph.from_igraph$"
    ):
        Graph.from_networkx(igraph_like)
    rustworkx_like = type("PyGraph", (), {"__module__": "rustworkx", "edge_list": None, "adj": None})()
    message = r"rustworkx.PyGraph: expected a NetworkX graph; use Graph.from_rustworkx$"
    with pytest.raises(InputError, match=message):
        Graph.from_networkx(rustworkx_like)
    with pytest.raises(InputError, match=r"networkx.classes.graph.Graph: .*; use Graph.from_networkx$"):
        Graph.from_rustworkx(networkx.Graph())
    with pytest.raises(InputError, match=r"solver.graphs.graph.Graph: expected a NetworkX graph$"):
        Graph.from_networkx(Graph.from_edges(1, []))


@given(edge_lists(loops=False), st.booleans(), st.sets(st.integers(0, 11), max_size=3))
def test_rustworkx_both_ways(case, directed, removed):
    rustworkx = pytest.importorskip("rustworkx")
    n, edges = case
    theirs = (rustworkx.PyDiGraph if directed else rustworkx.PyGraph)()
    theirs.add_nodes_from(range(n))
    theirs.add_edges_from_no_data(edges)
    theirs.remove_nodes_from([v for v in removed if v < n])
    kept = [v for v in range(n) if v not in removed]
    graph = Graph.from_edges(n, edges).subgraph(kept)
    assert Graph.from_rustworkx(theirs) == graph
    assert solver.greedy(theirs).tolist() == solver.greedy(graph).tolist()
    assert Graph.from_rustworkx(graph.to_rustworkx()) == graph


@pytest.mark.parametrize("convert", ["to_networkx", "to_igraph", "to_scipy"])
def test_graphs_of_other_libraries_are_taken_by_every_function(convert):
    graph = generators.queen(4)
    try:
        other = getattr(graph, convert)()
    except InputError as error:
        pytest.skip(str(error))
    assert as_graph(other) == graph
    assert solver.clique(other).tolist() == solver.clique(graph).tolist()
    assert solver.lower_bound(other, max_ticks=10**5).value == 5
