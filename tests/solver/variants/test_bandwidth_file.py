"""Files of bandwidth coloring."""

from __future__ import annotations

import lzma
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import InputError, InputWarning, bandwidth_color, read_bandwidth
from tests.solver.variants.test_bandwidth import cases


@pytest.fixture
def path(tmp_path):
    return tmp_path / "g.col"


def test_files_have_distances(path):
    path.write_text("c three\np band 3 2\nn 1 1\n\ne 2 1 4\ne 3   2 1\r\n")
    graph, lengths = read_bandwidth(path)
    assert graph.edges().tolist() == [[0, 1], [1, 2]]
    assert lengths.tolist() == [4, 1]
    assert bandwidth_color(graph, lengths, max_sat_conflicts=100).k == 5


@given(cases(), st.randoms(use_true_random=False))
def test_distances_are_those_of_their_edges_in_any_order(tmp_path_factory, case, rng):
    n, lengths = case
    lines = []
    for (u, v), d in lengths.items():
        a, b = rng.sample((u + 1, v + 1), 2)
        lines += [f"e {a} {b} {d}"] + [f"e {b} {a} {rng.randint(1, d)}"] * rng.randint(0, 1)
    rng.shuffle(lines)
    path = tmp_path_factory.mktemp("files") / "g.col"
    path.write_text("\n".join([f"p band {n} {len(lines)}", *lines]))
    with warnings.catch_warnings(record=True) as repairs:
        warnings.simplefilter("always")
        graph, distances = read_bandwidth(path)
    repeated = len(lines) - len(lengths)
    assert [f"merged {repeated} " in str(each.message) for each in repairs] == [True] * (repeated > 0)
    assert graph.n == n
    edges = zip(map(tuple, graph.edges().tolist()), distances.tolist(), strict=True)
    assert dict(edges) == lengths


def test_one_warning_names_all_repairs(path):
    path.write_text("p edge 3 9\ne 1 1 7\ne 1 2 3\ne 2 1 5\n")
    with pytest.warns(InputWarning) as repairs:
        graph, lengths = read_bandwidth(path)
    assert [str(repair.message) for repair in repairs] == [
        f"{path}: dropped 1 loop; merged 1 repeated edge: the largest distance counts; "
        "the problem line declares 9 edges, the file has 3"
    ]
    assert (graph.m, lengths.tolist()) == (1, [5])


def test_ignored_demands_are_counted(path):
    path.write_text("p band 2 3\nn 1 3\nn 2 2\ne 1 1 10\ne 2 2 10\ne 1 2 4\n")
    with pytest.warns(InputWarning, match="ignored 2 demands above 1; dropped 2 loops$"):
        graph, lengths = read_bandwidth(path)
    assert (graph.m, lengths.tolist()) == (1, [4])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("e 1 4 2", "vertex = '4': expected an integer from 1 to 3"),
        ("e 0 1 2", "vertex = '0': expected an integer from 1 to 3"),
        ("e 1 x 2", "vertex = 'x': expected an integer from 1 to 3"),
        ("e 1 2 0", "distance = '0': expected an integer from 1 to 65536"),
        ("e 1 2 -2", "distance = '-2': expected an integer from 1 to 65536"),
        ("e 1 2 1.5", "distance = '1.5': expected an integer from 1 to 65536"),
        ("e 1 2 1_0", "distance = '1_0': expected an integer from 1 to 65536"),
        ("e 1 2 70000", "distance = '70000': expected an integer from 1 to 65536"),
        ("e 1 2", "line = 'e 1 2': expected e VERTEX VERTEX DISTANCE"),
        ("n 1", "line = 'n 1': expected n VERTEX DEMAND"),
        ("n 4 1", "vertex = '4': expected an integer from 1 to 3"),
        ("n 1 0", "demand = '0': expected an integer from 1"),
        ("x", "line = 'x': expected a line that begins with c, p, e or n"),
        ("p band 4 1", "a second problem line: expected only that of line 1"),
    ],
)
def test_a_wrong_line_is_named(path, line, message):
    path.write_text(f"p band 3 1\n{line}\n")
    with pytest.raises(InputError, match=f"g.col:2: {message}"):
        read_bandwidth(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c nothing\n", "g.col: no problem line: expected p band VERTICES EDGES"),
        ("p band\n", "g.col:1: problem line = 'p band': expected p band VERTICES EDGES"),
        ("e 1 2 3\np band 3 1\n", "g.col:1: line = 'e 1 2 3': expected the problem line first"),
        ("p band 2000000000 1\ne 1 2 3\n", "g.col:1: number of vertices = 2000000000: expected at most"),
    ],
)
def test_files_without_vertices_or_with_too_many_are_refused(path, text, message):
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_bandwidth(path)


def test_files_that_are_not_there_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"missing\.col: No such file or directory"):
        read_bandwidth(tmp_path / "missing.col")
    with pytest.raises(InputError, match="path = None: expected the path of a file"):
        read_bandwidth(None)


def test_files_may_be_compressed(tmp_path):
    path = tmp_path / "g.col.xz"
    path.write_bytes(lzma.compress(b"p band 2 1\ne 1 2 3\n"))
    assert read_bandwidth(path)[1].tolist() == [3]
