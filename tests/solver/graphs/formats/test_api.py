from __future__ import annotations

import bz2
import csv
import gzip
import io
import lzma
import os
import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, InputWarning
from solver.graphs.formats import FORMATS
from tests.strategies import graphs

COMPRESSIONS = ("", ".gz", ".xz", ".bz2")
SUFFIXES = [(name, suffix) for name, entry in FORMATS.items() for suffix in entry.suffixes]
TRIANGLE = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])


@pytest.mark.tiny
@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize(("name", "suffix"), SUFFIXES)
@settings(max_examples=15)
@given(graph=graphs())
def test_what_is_written_is_read(put, name, suffix, compression, graph):
    path = put("", suffix + compression)
    solver.write(graph, path)
    assert solver.read(path) == graph
    assert solver.read(path, format=name) == graph


@pytest.mark.tiny
@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_equal_graphs_make_equal_files(put, suffix):
    first, second = put("", ".col" + suffix), put("", ".col" + suffix)
    solver.write(TRIANGLE, first)
    solver.write(TRIANGLE, second)
    assert first.read_bytes() == second.read_bytes()


def test_a_file_of_several_chunks_in_each_format(put):
    rng = np.random.default_rng(7)
    hub = np.zeros(200_000, np.int64)
    u = np.concatenate([hub, rng.integers(1, 300_000, 100_000)])
    v = np.concatenate([np.arange(1, 200_001), np.full(100_000, 300_000)])
    graph = Graph.from_arrays(300_002, u, v)  # rows longer than a chunk, an isolated vertex
    for name in FORMATS:
        if name != "dimacs-binary":
            path = put("", ".gz")
            solver.write(graph, path, format=name)
            assert solver.read(path, format=name) == graph


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("content", "edges"),
    [
        ("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n3 1\n", [[0, 2]]),
        ("c first\np col 3 1\ne 3 1\n", [[0, 2]]),
        ("p edge 3 1\ne 3 1\n", [[0, 2]]),
        ("# Nodes: 3\n0 2\n", [[0, 2]]),
        (b"10\np col 3 1\n\x00\x00\x80", [[0, 2]]),
    ],
)
def test_without_a_suffix_content_decides_where_it_is_certain(put, content, edges):
    graph = solver.read(put(content, ".dat"))
    assert (graph.n, graph.edges().tolist()) == (3, edges)


@pytest.mark.tiny
def test_without_a_suffix_doubtful_content_is_refused(put):
    with pytest.raises(InputError, match=r"expected dimacs \(\.col\), dimacs-binary .*\.csv\)"):
        solver.read(put("3 2\n1 2\n", ".dat"))
    with pytest.raises(InputError, match="unknown suffix"):
        solver.write(TRIANGLE, put("", ".dat"))
    with pytest.raises(InputError, match="format = 'col': expected one of dimacs"):
        solver.read(put("p edge 3 0\n", ".col"), format="col")


@pytest.mark.tiny
def test_compression_is_seen_by_content(put):
    path = put("", ".col.xz")
    solver.write(TRIANGLE, path)
    assert solver.read(put(path.read_bytes(), ".col")) == TRIANGLE


@pytest.mark.tiny
def test_standard_input(put, monkeypatch):
    path = put("p edge 2 1\ne 1 2\n", "")
    with open(path, "rb") as file:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(file))
        assert solver.read("-").m == 1
    with open(put("1 2\n", ""), "rb") as file:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(file))
        with pytest.raises(InputError, match="-: unknown format: expected DIMACS, Matrix Market or an"):
            solver.read("-")


@pytest.mark.tiny
def test_files_that_cannot_be_opened(put, tmp_path, monkeypatch):
    for path in (tmp_path / "missing.col", tmp_path, "nul\0.col"):
        with pytest.raises(InputError) as caught:
            solver.read(path)
        assert caught.value.path == os.fspath(path)
        with pytest.raises(InputError):
            solver.write(TRIANGLE, tmp_path / "none" / "x.col")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"x\.col: Permission denied"):
        solver.read("x.col")
    with pytest.raises(InputError, match=r"x\.col: Permission denied"):
        solver.write(TRIANGLE, "x.col")


@pytest.mark.tiny
@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_an_empty_file(put, suffix):
    path = put("", ".col" + suffix)
    with pytest.raises(InputError, match="empty"):
        solver.read(path)
    assert Graph.from_edges(0, []) == _written_and_read(Graph.from_edges(0, []), path)


def _written_and_read(graph, path):
    solver.write(graph, path)
    return solver.read(path)


@pytest.mark.tiny
@pytest.mark.parametrize("suffix", COMPRESSIONS[1:])
def test_damaged_compression(put, suffix):
    path = put("", ".col" + suffix)
    solver.write(Graph.from_edges(60, [(i, i + 1) for i in range(59)]), path)
    whole = path.read_bytes()
    for length in (8, 20, len(whole) // 2, len(whole) - 1):
        with pytest.raises(InputError, match=r"ends early|unreadable"):
            solver.read(put(whole[:length], ".col" + suffix))
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0x55
    with pytest.raises(InputError):
        solver.read(put(bytes(damaged), ".col" + suffix))


@pytest.mark.tiny
@pytest.mark.parametrize("compress", [bz2.compress, gzip.compress, lzma.compress])
@pytest.mark.parametrize("line", [b"\n", b"e 1 2\n"])
@pytest.mark.parametrize("suffix", [".col", ".mtx", ".graph", ".txt", ".col.b", ""])
def test_a_bomb_is_refused(put, monkeypatch, compress, line, suffix):
    monkeypatch.setattr("solver.graphs.formats.source.BOMB_BYTES", 1 << 17)
    path = put(
        compress(b"%%MatrixMarket matrix coordinate pattern general\n" + line * (1 << 18)), suffix
    )
    with pytest.raises(InputError) as caught:
        solver.read(path, format=None if suffix else "edges")
    assert "\n" not in str(caught.value)


@pytest.mark.tiny
def test_a_bomb_on_standard_input_is_refused(monkeypatch):
    monkeypatch.setattr("solver.graphs.formats.source.BOMB_BYTES", 1 << 22)
    reading, writing = os.pipe()
    with open(writing, "wb") as pipe:
        pipe.write(bz2.compress(b"\n" * (1 << 24)))
    with open(reading) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        with pytest.raises(InputError, match=r"compressed bytes expand to \d+ or more: expected"):
            solver.read("-", format="edges")


@pytest.mark.tiny
def test_vertices_must_be_backed_up_by_compressed_bytes(put, monkeypatch):
    monkeypatch.setattr("solver.graphs.formats.source.FREE_VERTICES", 1 << 15)
    content = b"p edge 1000000 0\n" + b"\n" * (1 << 18)
    assert solver.read(put(content, ".col")).n == 1_000_000
    with pytest.raises(
        InputError, match="number of vertices = 1000000: expected at most 32768 in a file"
    ):
        solver.read(put(bz2.compress(content), ".col"))


@pytest.mark.tiny
def test_a_byte_order_mark_and_windows_line_ends(put):
    assert solver.read(put(b"\xef\xbb\xbfp edge 2 1\r\ne 1 2\r\n", ".col")).m == 1


@pytest.mark.tiny
@pytest.mark.parametrize("suffix", [".col", ".mtx", ".graph", ".txt", ".csv", ".col.b"])
def test_rubbish(put, suffix):
    rng = np.random.default_rng(3)
    for size in (1, 10, 1000):
        with pytest.raises(InputError):
            solver.read(put(rng.bytes(size), suffix))
    for content in (b"\0" * 100, b"\xff\xfe1\0 \0002\0", b"x" * (3 << 20), b"\n" * 100):
        with pytest.raises(InputError):
            solver.read(put(content, suffix))


VALID = {
    ".col": b"c a\np edge 5 3\ne 1 2\ne 4 5 7\nn 3 1\ne 2 1\n",
    ".col.b": b"18\nc a\np edge 3 2   \n\x00\x80\xc0",
    ".mtx": b"%%MatrixMarket matrix coordinate real general\n% a\n4 4 3\n1 2 1e3\n3 2 -1\n4 4 0\n",
    ".graph": b"% a\n4 3 11 1\n1 2 1\n2 1 1 3 1\n5 2 1 4 2\n0 3 2\n",
    ".txt": b"# Nodes: 5 Edges: 3\n0 1 a\n3,4 a\n% b\n1\t0 0\n",
    ".json": b'{"k": 2, "colors": [0, 1, 0, 1]}',
    ".sol": b"c a\ns col 2\nl 1 1\nl 2 2\nl 4 1\nl 3 2\n",
}
BYTES = st.sampled_from(
    [b"", b"0", b"9", b"-", b" ", b"\n", b"%", b"e", b"p", b"\0", b"\xff", b".", b"99999999999"]
)


@pytest.mark.parametrize("suffix", VALID)
@settings(max_examples=400)
@given(
    edits=st.lists(
        st.tuples(st.integers(0, 90), st.integers(0, 4), BYTES | st.binary(max_size=3)), max_size=4
    ),
    length=st.none() | st.integers(0, 90),
)
def test_mutants_are_graphs_or_input_errors(put, suffix, edits, length):
    content = VALID[suffix]
    for at, width, new in edits:
        content = content[:at] + new + content[at + width :]
    path = put(content[:length], suffix)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            if suffix in (".json", ".sol"):
                assert len(solver.graphs.formats.read_coloring(path, 4)) == 4
            else:
                assert isinstance(solver.read(path), Graph)
    except InputError as error:
        assert error.path == str(path)  # noqa: PT017 - it may also be a graph
    finally:
        path.unlink()


@pytest.mark.parametrize("suffix", VALID)
def test_the_mutants_begin_valid(put, suffix):
    path = put(VALID[suffix], suffix)
    if suffix in (".json", ".sol"):
        assert sorted(solver.graphs.formats.read_coloring(path, 4)) == [0, 0, 1, 1]
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        assert solver.read(path).m >= 2


@pytest.mark.instances
def test_all_instances_have_the_known_size(instances):
    with open(instances / "best_known.csv") as file:
        known = {row["instance"]: (int(row["n"]), int(row["m"])) for row in csv.DictReader(file)}
    found = {}
    for path in sorted((instances / "dimacs").glob("*.col.xz")):
        graph = solver.read(path)
        found[path.name.removesuffix(".col.xz")] = (graph.n, graph.m)
    assert found == known


@pytest.mark.instances
def test_all_large_graphs_have_the_known_size(instances):
    rows = re.findall(
        r"^\| (\S+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|", (instances / "README.md").read_text(), re.M
    )
    assert len(rows) == len(list((instances / "large").iterdir()))
    for name, *numbers in rows:
        graph = solver.read(instances / "large" / f"{name}.mtx.xz")
        assert [graph.n, graph.m, graph.max_degree] == [int(x.replace(",", "")) for x in numbers]
