"""Names of vertices, read again from the file."""

from __future__ import annotations

import warnings

import pytest

import solver
from solver import Graph, InputError
from solver.graphs.formats import read_coloring, vertex_names, write_coloring


@pytest.mark.parametrize(
    ("text", "suffix", "names"),
    [
        ("ann bob\nbob cem\n", ".txt", ["ann", "bob", "cem"]),
        ('source,target\n"a, b",c\nc,\xfc\n', ".csv", ["a, b", "c", "\xfc"]),
        ("1000000000 5\n5 7\n", ".txt", ["5", "7", "1000000000"]),
        ("0 3\n3 1\n", ".edges", ["0", "1", "3"]),
        ("# Nodes: 4\n0 3\n", ".txt", ["0", "1", "2", "3"]),
        ("p edge 3 1\ne 1 3\n", ".col", ["1", "2", "3"]),
        ("3 1\n3\n\n1\n", ".graph", ["1", "2", "3"]),
    ],
)
def test_names_are_those_of_the_vertices(put, text, suffix, names):
    path = put(text, suffix)
    assert vertex_names(path) == names
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert solver.read(path).n == len(names)


def test_a_folder_numbers_from_zero(tmp_path):
    solver.write(Graph.from_edges(2, [(0, 1)]), tmp_path / "g.kempe")
    assert vertex_names(tmp_path / "g.kempe") == ["0", "1"]


def test_standard_input_has_no_second_reading():
    with pytest.raises(InputError, match="-: standard input cannot be read again: expected a file"):
        vertex_names("-")


@pytest.mark.parametrize("suffix", [".sol", ".json", ".sol.gz"])
def test_a_coloring_with_names_is_read_as_one_without(put, suffix):
    graph = put(b"c \xff\nl s\nc 0\r\n", ".txt")
    names = vertex_names(graph)
    path = put("", suffix)
    write_coloring(path, [1, 0, 1, 0, 0][: len(names)], names=names)
    assert read_coloring(path, len(names)).tolist() == [1, 0, 1, 0, 0][: len(names)]


def test_names_stand_in_the_file(put):
    path = put("", ".sol")
    write_coloring(path, [0, 1], names=["ann", "a b"])
    assert path.read_text() == "s col 2\nc vertex 1 is ann\nc vertex 2 is a b\nl 1 1\nl 2 2\n"
    path = put("", ".json")
    write_coloring(path, [0, 1], names=["ann", "a b"])
    assert path.read_text() == '{"colors": [0, 1], "names": ["ann", "a b"]}\n'
    with pytest.raises(InputError, match="number of names = 1: expected 2"):
        write_coloring(path, [0, 1], names=["ann"])
    with pytest.raises(InputError, match=r"names\[1\] = .*: expected a name of one line"):
        write_coloring(path, [0, 1], names=["ann", "bob\nl 1 1"])
