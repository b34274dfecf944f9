from __future__ import annotations

import gzip
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, Result, bandwidth_color, maximum_clique, weighted_color
from solver.graphs.formats import read_coloring, write_coloring

pytestmark = pytest.mark.tiny


@pytest.mark.parametrize("suffix", [".sol", ".json", ".sol.gz", ".json.xz"])
@given(colors=st.lists(st.integers(0, 50), max_size=20))
def test_what_is_written_is_read(put, suffix, colors):
    path = put("", suffix)
    write_coloring(path, colors)
    found = read_coloring(path, len(colors))
    assert found.tolist() == colors
    assert found.dtype == np.int32


def test_a_result_keeps_everything_in_json(put):
    result = Result(np.array([0, 1], np.int32), 3, 0, 2, False, {}, "hand", 0.0)
    path = put("", ".json")
    write_coloring(path, result)
    assert json.loads(path.read_text()) == result.to_dict()
    assert read_coloring(path, 2).tolist() == [0, 1]
    path = put("", ".sol")
    write_coloring(path, result)
    assert path.read_text() == "s col 3\nl 1 1\nl 2 2\n"


def test_other_results_keep_everything_in_json_as_well(put):
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    for result in (bandwidth_color(path, 2, time_limit=5), weighted_color(path, [3, 2, 1])):
        file = put("", ".json.gz")
        write_coloring(file, result)
        with gzip.open(file) as text:
            assert json.load(text) == result.to_dict()
        assert read_coloring(file, 3).tolist() == result.colors.tolist()
    with pytest.raises(InputError, match=r"colors have shape \(\) and dtype object: expected integers"):
        write_coloring(put("", ".json"), maximum_clique(path))


def test_content_decides_when_reading(put):
    assert read_coloring(put("[1, 0]", ".sol"), 2).tolist() == [1, 0]
    assert read_coloring(put("c\nl 2 1\nl 1 2\n", ".json"), 2).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("", None, "empty"),
        ("s col 2\nl 1 1\nl 2 0\n", 3, "color = '0': expected an integer from 1 to 2"),
        ("s col 2\nl 1 1\nl 2 3\n", 3, "color = '3': expected an integer from 1 to 2"),
        ("s col 2\nl 1 1\nl 3 1\n", 3, "vertex = '3': expected an integer from 1 to 2"),
        ("s col 2\nl 1 1\nl 2 -1\n", 3, "= '-1': expected"),
        ("s col 2\nl 1 1\n", 2, "1 of 2 vertices have no color, the first is vertex 2"),
        ("s col 2\nc\nl 1 1\n\nl 1 1\nl 2 1\n", 5, "a second color for vertex 1"),
        ("s col 2\ns col 2\n", 2, "a second line s"),
        ("l 1 1\nl 2 1\ns col 2\n", 3, "a line s after lines l"),
        ("s col two\n", 1, "expected s col COLORS or l VERTEX COLOR"),
        ("1 1\n", 1, "expected s col COLORS"),
        ("[0, 1", 1, "delimiter"),
        ("[0]", None, "number of colors = 1: expected 2"),
        ("[0, -1]", None, "1 of 2 vertices have no color, the first is vertex 1"),
        ("[0, 1.5]", None, r"colors\[1\] = 1.5"),
        ("[0, true]", None, r"colors\[1\] = True"),
        ("[0, 1e999]", None, r"colors\[1\] = inf"),
        ("[0, 99999999999]", None, r"colors\[1\]"),
        ("[0, " + "9" * 5000 + "]", None, "not JSON"),
        ("[" * 100000, None, "not JSON"),
        (b"[0, \xff]", None, "not JSON"),
        ('{"k": 2}', None, "'colors'"),
    ],
)
def test_malformed(put, content, line, message):
    path = put(content, ".any")
    with pytest.raises(InputError, match=message) as caught:
        read_coloring(path, 2)
    assert (caught.value.path, caught.value.line) == (str(path), line)


@pytest.mark.parametrize("colors", [[0, -1], [[0], [1]], [0.5, 1.0], [2**31]])
def test_only_colorings_are_written(put, colors):
    with pytest.raises(InputError, match="expected"):
        write_coloring(put("", ".sol"), colors)
