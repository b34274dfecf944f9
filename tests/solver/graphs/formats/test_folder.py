"""Graphs as folders: mapped, not read; and refused when a kernel could stray from memory."""

from __future__ import annotations

import json
import mmap

import numpy as np
import pytest
from hypothesis import given

import solver
from solver import Graph, InputError
from solver.graphs.formats import folder
from tests.strategies import graphs

pytestmark = pytest.mark.tiny

TRIANGLE = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])


@pytest.fixture
def triangle(tmp_path):
    path = tmp_path / "triangle.kempe"
    solver.write(TRIANGLE, path)
    return path


def is_mapped(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return isinstance(array, mmap.mmap)


@given(graph=graphs())
def test_what_is_written_is_opened(tmp_path_factory, graph):
    path = tmp_path_factory.mktemp("folders") / "graph.kempe"
    solver.write(graph, path)
    opened = solver.read(path)
    assert opened == graph
    assert opened.indptr.dtype == np.int64
    assert opened.indices.dtype == np.int32


def test_the_arrays_are_mapped_and_color_as_they_lie(triangle):
    graph = solver.read(triangle)
    assert is_mapped(graph.indptr)
    assert is_mapped(graph.indices)
    assert type(graph.indices) is np.ndarray
    for strategy in ("natural", "smallest_last", "DSATUR"):
        assert solver.greedy(graph, strategy).max() == 2
    with pytest.raises(ValueError, match="read-only"):
        graph.indices[0] = 5


def test_a_reader_keeps_the_graph_it_opened(triangle):
    opened = solver.read(triangle)
    solver.write(Graph.from_edges(5, [(3, 4)]), triangle)
    assert opened == TRIANGLE
    assert solver.read(triangle).n == 5
    assert sorted(path.name for path in triangle.iterdir()) == sorted([folder.HEADER, *folder.ARRAYS])


def test_a_graph_can_be_written_over_itself(triangle):
    solver.write(solver.read(triangle), triangle)
    assert solver.read(triangle) == TRIANGLE


def test_any_name_will_do_with_the_format(tmp_path):
    solver.write(TRIANGLE, tmp_path / "plain", format="folder")
    assert solver.read(tmp_path / "plain") == TRIANGLE


def test_other_peoples_files_are_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("all of it")
    with pytest.raises(InputError, match=r"contains 'thesis\.tex': expected a new folder"):
        solver.write(TRIANGLE, tmp_path, format="folder")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nowhere.*No such file"):
        solver.write(TRIANGLE, tmp_path / "nowhere" / "graph.kempe")


GOOD = {"format": folder.FORMAT, "version": 1, "n": 3, "m": 3}
HEADERS = [
    ("[", "not JSON"),
    ("[]", "expected an object"),
    ('{"format": "other"}', "expected an object"),
    (json.dumps(GOOD | {"version": 2}), "version = 2: expected 1"),
    (json.dumps(GOOD | {"n": -1}), "n = -1: expected an integer"),
    (json.dumps(GOOD | {"n": True}), "n = True"),
    (json.dumps(GOOD | {"m": None}), "m = None"),
    (json.dumps(GOOD | {"n": 4}), r"<i8\[4\]: expected <i8\[5\]"),
    (json.dumps(GOOD | {"m": 2}), r"<i4\[6\]: expected <i4\[4\]"),
]


@pytest.mark.parametrize(("header", "message"), HEADERS)
def test_headers_that_do_not_fit_are_refused(triangle, header, message):
    (triangle / folder.HEADER).write_text(header)
    with pytest.raises(InputError, match=message):
        solver.read(triangle)


ARRAYS = [
    ("indptr.npy", np.array([0, 2, 4, 6], np.int32), r"<i4\[4\]: expected <i8\[4\]"),
    ("indptr.npy", np.array([[0, 2, 4, 6]], np.int64), r"expected <i8\[4\]"),
    ("indptr.npy", np.array([0, 2, 4, 7], np.int64), "from 0 to 7: expected 0 to 6"),
    ("indptr.npy", np.array([1, 2, 4, 6], np.int64), "from 1 to 6"),
    ("indptr.npy", np.array([0, 4, 2, 6], np.int64), "decreases after entry 1"),
    ("indices.npy", np.array([1, 2, 0, 2, 0, 3], np.int32), "vertex = 3: expected 0 <= vertex < 3"),
    ("indices.npy", np.array([1, 2, 0, 2, 0, -1], np.int32), "= -1: expected"),
]


@pytest.mark.parametrize(("name", "array", "message"), ARRAYS)
def test_arrays_that_would_lead_astray_are_refused(triangle, monkeypatch, name, array, message):
    monkeypatch.setattr(folder, "CHUNK", 2)
    np.save(triangle / name, array)
    with pytest.raises(InputError, match=message) as caught:
        solver.read(triangle)
    assert caught.value.path == str(triangle / name)


@pytest.mark.parametrize("name", folder.ARRAYS)
def test_files_cut_off_or_missing_are_named(triangle, name):
    whole = (triangle / name).read_bytes()
    for size in (len(whole) - 1, 20, 0):
        (triangle / name).write_bytes(whole[:size])
        with pytest.raises(InputError, match=name):
            solver.read(triangle)
    (triangle / name).unlink()
    with pytest.raises(InputError, match=f"{name}: No such file"):
        solver.read(triangle)


def test_several_arrays_in_one_file_are_no_array(triangle):
    with (triangle / "indices.npy").open("wb") as file:
        np.savez(file, indices=np.zeros(6, np.int32))
    with pytest.raises(InputError, match="not a complete NumPy array"):
        solver.read(triangle)


def test_a_folder_without_a_graph_says_so(tmp_path):
    with pytest.raises(
        InputError, match=r"not the folder of a graph: graph\.json: No such file"
    ) as caught:
        solver.read(tmp_path)
    assert caught.value.path == str(tmp_path)
