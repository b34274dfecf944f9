from __future__ import annotations

import pytest

import solver
from solver import InputError, InputWarning

pytestmark = pytest.mark.tiny


@pytest.mark.parametrize(
    "text",
    [
        "4 2\n2\n1 3\n2\n\n",
        "% c\n4 2 0\n% c\n2\n%\n1 3 \n\t2\n\n",
        "4 2 1\n2 9\n1 9 3 8\n2 8\n\n",
        "4 2 10\n7 2\n7 1 3\n7 2\n7\n",
        "4 2 11 2\n7 7 2 9\n7 7 1 9 3 8\n7 7 2 8\n7 7\n",
        "4 2 100\n7 2\n7 1 3\n7 2\n0\n",
        "4 2 111 1\n5 7 2 9\n5 7 1 9 3 8\n5 7 2 8\n5 7\n",
        "4 2\r\n2\r\n1 3\r\n2\r\n\r\n\r\n% trailing\r\n",
    ],
)
def test_flags(put, text):
    graph = solver.read(put(text, ".graph"))
    assert (graph.n, graph.edges().tolist()) == (4, [[0, 1], [1, 2]])


def test_repairs_are_one_warning(put):
    with pytest.warns(InputWarning, match="dropped 1 loop; made symmetric: 3 neighbors are 3") as all_:
        graph = solver.read(put("4 2\n2\n2 3\n4\n\n", ".graph"))
    assert (graph.m, len(all_)) == (3, 1)


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("% nothing\n", 1, "the file ends: expected the line VERTICES EDGES"),
        ("3\n", 1, "expected VERTICES EDGES"),
        ("3 1 2\n2\n1\n\n", 1, "FMT is up to three digits"),
        ("-3 1\n", 1, "expected VERTICES EDGES"),
        ("9999999999 1\n", 1, "at most 2147483646"),
        ("2000000000 1\n2\n1\n", 3, "ends after 2 vertices: expected 2000000000"),
        ("2 1000000000000\n2\n1\n", 1, "2 neighbors: expected 2000000000000"),
        ("3 1\n2\n1\n", 3, "ends after 2 vertices: expected 3"),
        ("3 1\n2\n1\n\n3\n", 5, "value = '3': expected only the lines of 3 vertices"),
        ("3 1\n2\n1 3\n2\n", 3, "value = '3': expected at most 2 neighbors"),
        ("3 1\n4\n1\n\n", 2, "vertex = '4': expected an integer from 1 to 3"),
        ("3 1\n0\n1\n\n", 2, "= '0': expected"),
        ("3 1\n% c\n-2\n1\n\n", 3, "= '-2': expected"),
        ("3 1\n2.0\n1\n\n", 2, "= '2.0': expected"),
        ("3 1 1\n2\n1 1\n\n", 2, "a weight after each neighbor"),
        ("3 1 1\n2 x\n1 1\n\n", 2, "weight = 'x': expected an integer >= 0"),
        ("3 1 10\n\n", 2, "expected 1 numbers before the neighbors"),
        ("3 1\n2\0\n1\n\n", 2, "expected "),
        ("3 1\n% \0\n1\n\n", 2, "in a comment"),
        (b"3 1\n\xff\n1\n\n", 2, r"vertex = '\\\\xff'"),
    ],
)
def test_malformed(put, content, line, message):
    with pytest.raises(InputError, match=message) as caught:
        solver.read(put(content, ".graph"))
    assert caught.value.line == line
