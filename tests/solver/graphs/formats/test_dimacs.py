from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, InputWarning
from tests import naive

pytestmark = pytest.mark.tiny


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.integers(1, 9)).filter(lambda pair: pair[0] < pair[1]),
        unique=True,
    ),
    st.sampled_from(["\n", "\r\n", " \n", "\nc a comment\n\n", "\nn 1 5\n"]),
    st.sampled_from([" ", "  ", "\t"]),
)
def test_lines_as_the_oracle_reads_them(put, edges, end, blank):
    lines = [f"p edge 9 {len(edges)}", *(f"e{blank}{u}{blank}{v}" for u, v in edges)]
    text = "".join(line + end for line in lines)
    expected = naive.parse_pairs(text, "e", "cnp", 1)
    assert solver.read(put(text, ".col")) == Graph.from_edges(9, expected)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", "merged 2 repeated edges$"),
        ("p edge 3 3\ne 1 2\ne 2 2\ne 2 3\n", "dropped 1 loop$"),
        ("p edge 3 9\ne 1 2\n", "the problem line declares 9 edges, the file has 1$"),
        ("p edge 3 1\ne 1 2 5\n", "ignored 1 edge weight$"),
        ("p edge 3 0\ne 1 2\ne 1 2\ne 1 1", "loop; merged 1 repeated edge; the problem line"),
    ],
)
def test_repairs_are_one_warning(put, content, message):
    path = put(content, ".col")
    with pytest.warns(InputWarning, match=message) as caught:
        graph = solver.read(path)
    assert graph.n == 3
    assert len(caught) == 1
    assert str(caught[0].message).startswith(f"{path}: ")
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("p edge 3 1\ne 1 4\n", 2, "vertex = '4': expected an integer from 1 to 3"),
        ("p edge 3 1\nc\n\ne 0 1\n", 4, "vertex = '0': expected an integer from 1 to 3"),
        ("p edge 3 1\ne -1 2\n", 2, "= '-1': expected"),
        ("p edge 3 1\ne 1.5 2\n", 2, "= '1.5': expected"),
        ("p edge 3 1\ne 1 2.0\n", 2, "= '2.0': expected"),
        ("p edge 3 1\ne 1 4294967297\n", 2, "= '4294967297': expected"),
        ("p edge 3 1\ne 1 99999999999999999999999\n", 2, "= '9{23}': expected"),
        ("p edge 3 1\ne 1\n", 2, "the line is too short: expected e VERTEX VERTEX"),
        ("p edge 3 1\ne 1", 2, "the line is too short"),
        ("p edge 3 1\ne\n", 2, "the line is too short"),
        ("p edge 3 1\ne 1 2 3 4\n", 2, "field = '4': expected nothing after e VERTEX VERTEX"),
        ("p edge 3 1\ne 1 2 x\n", 2, "field = 'x': expected a number"),
        ("p edge 3 1\ne 1 2\0\n", 2, "expected "),
        ("p edge 3 1\nc a\0\n", 2, r"byte = .*: expected text in a comment"),
        (b"p edge 3 1\ne 1 \xff\xfe\n", 2, r"vertex = '\\\\xff\\\\xfe'"),
        ("p edge 3 1\ne 1 2\nq 1 2\n", 3, "line = 'q 1 2'"),
        ("p edge 3 1\nedge 1 2\n", 2, "line = 'edge 1 2'"),
        ("e 1 2\np edge 3 1\n", 1, "an edge: expected the problem line first"),
        ("p edge 3 1\np edge 3 1\n", 2, "a second problem line: expected only that of line 1"),
        ("c only\n", None, "no problem line"),
        ("p edge 3\n", 1, "expected p edge VERTICES EDGES"),
        ("p cnf 3 1\n", 1, "expected p edge"),
        ("p edge -3 1\n", 1, "expected p edge"),
        ("p edge 3.0 1\n", 1, "expected p edge"),
        ("p edge " + "9" * 5000 + " 1\n", 1, "expected p edge"),
        ("p edge 2147483648 1\n", 1, "at most 2147483646"),
        (
            "c\np edge 2000000000 1\ne 1 2000000000\n",
            2,
            "number of vertices = 2000000000: expected at most 4194304 in a file of 37 bytes",
        ),
        ("p edge 3 3\ne 1 2\ne 2", 3, "the line is too short"),
        ("p edge 300 3\ne 1 2\ne 2 3", 3, "ends within a line: expected 3 edges, read 2"),
    ],
)
def test_malformed(put, content, line, message):
    path = put(content, ".col")
    with pytest.raises(InputError, match=message) as caught:
        solver.read(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)


def test_comments_need_no_encoding(put):
    assert solver.read(put(b"c \xe9\xff\np col 2 0\n", ".col")).n == 2


def test_vertices_without_edges_are_legal(put):
    assert solver.read(put("p edge 100000 1\ne 7 99999\n", ".col")).n == 100000
