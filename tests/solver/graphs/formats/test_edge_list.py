from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, InputWarning
from tests import naive

pytestmark = pytest.mark.tiny


@given(
    st.lists(st.tuples(*[st.integers(0, 30) | st.integers(0, 10**18 - 1)] * 2), min_size=1, max_size=20),
    st.sampled_from([" ", "\t", ",", ", ", " , "]),
    st.sampled_from(["\n", "\r\n", " 0.5\n", "\n# more\n\n"]),
)
@pytest.mark.filterwarnings("ignore::solver.InputWarning")
def test_ids_are_compacted_in_increasing_order(put, edges, separator, end):
    text = "".join(f"{u}{separator}{v}{end}" for u, v in edges)
    found = naive.parse_pairs(text, "", "#", 0)
    ids = sorted({x for pair in found for x in pair})
    expected = Graph.from_edges(len(ids), [(ids.index(u), ids.index(v)) for u, v in found])
    assert solver.read(put(text, ".txt")) == expected


def test_compaction_is_counted(put):
    with pytest.warns(InputWarning, match="renumbered 3 ids up to 9 in increasing order$"):
        assert solver.read(put("9 1\n1 5\n", ".txt")).edges().tolist() == [[0, 1], [0, 2]]
    with pytest.warns(InputWarning, match="ids up to 5000000000 "):
        graph = solver.read(put("1 2\n5000000000 1\n0 2\n", ".txt"))
    assert graph.edges().tolist() == [[0, 2], [1, 2], [1, 3]]


def test_snap_counts_keep_vertices_without_edges(put):
    head = "# Directed graph\n# Nodes: 4\tEdges: 2\n# From To\n"
    assert solver.read(put(head + "0\t1\n2\t0\n", ".txt")).n == 4
    with pytest.warns(InputWarning, match="renumbered"):
        assert solver.read(put(head + "0\t1\n4\t0\n", ".txt")).n == 3
    with pytest.warns(InputWarning, match="a comment declares 2 edges, the file has 1$"):
        assert solver.read(put(head + "0\t1\n", ".txt")).n == 4


@pytest.mark.parametrize(
    ("edges", "vertices"), [("0 1\n1 5\n", 3), ("a b\nb c\n", 3), ("0 1\n2 3\n4 7\n", 6)]
)
def test_declared_nodes_that_no_edge_has_are_warned_about(put, edges, vertices):
    with pytest.warns(InputWarning, match=f"a comment declares 4 nodes, the edges have {vertices};"):
        assert (
            solver.read(put(f"# Nodes: 4 Edges: {edges.count(chr(10))}\n{edges}", ".txt")).n == vertices
        )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solver.read(put("# Nodes: 4\n0 1\n1 3\n", ".txt"))


def test_both_directions_are_merged(put):
    with pytest.warns(InputWarning, match="merged 1 repeated edge$"):
        assert solver.read(put("0 1\n1 0\n", ".el")).m == 1


def test_usual_column_names_are_passed_over(put):
    assert solver.read(put('"FromNodeId","Node_2"\n0,1\n', ".csv")).edges().tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("source,target,weight\n0,1,2.5\n1,0,\n", "1 further field"),
        ("% sym\n0 1 1 1082040961\n", "2 further columns"),
        ("0 1 {'w': 3}\n0 1 {}\n1 0 {'w': 2, 'v': 'a b'}\n", "1 further column"),
    ],
)
def test_further_columns_are_counted(put, text, columns):
    with pytest.warns(InputWarning, match=f"ignored {columns}"):
        assert solver.read(put(text, ".csv")).edges().tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("0 1 2 3\n1 2 3\n2 3\n", 2, "too short: expected VERTEX VERTEX FIELD FIELD, as in the first"),
        ("0 1\n0 1 5\n", 2, "field = '5': expected nothing after VERTEX VERTEX, as in the first line"),
    ],
)
def test_a_list_of_neighbors_is_no_edge_list(put, text, line, message):
    with pytest.raises(InputError, match=f":{line}: .*{message}"):
        solver.read(put(text, ".txt"))


@pytest.mark.parametrize(("line", "quoted"), [("a b", "'a b'"), ('"from","b"', '\'"from","b"\'')])
def test_other_column_names_are_quoted_in_a_warning(put, line, quoted):
    with pytest.warns(InputWarning, match=f"took a first line for column names, {quoted}$"):
        assert solver.read(put(f"{line}\n0 1\n", ".txt")).edges().tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("# nothing\n", 1, "no edges: expected some, or a comment"),
        ("0 1\n-1 2\n", 2, "vertex = '-1': expected an integer from 0"),
        ("0 1\n1 2.5\n", 2, "= '2.5': expected"),
        ("0 1\n1\n", 2, "the line is too short"),
        ("0 1\n1,,2\n", 2, "= ',': expected"),
        ("0 1\n,1,2\n", 2, "= ',': expected"),
        ("0 1\na b\n", 2, "= 'a': expected"),
        ("0 1\n1 1000000000000000000\n", 2, "= '1000000000000000000': expected"),
        ("0 1\n1 \0\n", 2, "expected "),
        ("0 1 0\n1 2 \0\n", 2, "expected a number"),
        (b"0 1\n\xff\xff 2\n", 2, "expected "),
        ("0 1\n# \0\n", 2, "in a comment"),
        ("# a\n# \0\n0 1\n", 2, "in a comment"),
        (
            "# Nodes: 2000000000\n0 1\n",
            1,
            "number of vertices = 2000000000: expected at most .* in a file of",
        ),
    ],
)
def test_malformed(put, content, line, message):
    with pytest.raises(InputError, match=message) as caught:
        solver.read(put(content, ".txt"))
    assert caught.value.line == line


def test_a_wide_gap_of_ids_takes_no_memory(put):
    with pytest.warns(InputWarning, match="renumbered 2 ids"):
        graph = solver.read(put("7 2147483647\n", ".txt"))
    assert np.array_equal(graph.edges(), [[0, 1]])


def test_millions_of_comments_with_counts_are_read_once(tmp_path):
    path = tmp_path / "comments.txt"
    path.write_bytes(b"# Nodes: 5 Edges: 1\n" + b"# Nodes: 7 Edges: 3\n" * 400_000 + b"0 1\n")
    graph = solver.read(path, format="edges")
    assert (graph.n, graph.m) == (5, 1)
