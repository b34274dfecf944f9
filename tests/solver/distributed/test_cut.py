"""Shards hold the graph, whole and once, however it comes and wherever it is cut."""

from __future__ import annotations

import json
import tempfile
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import InputError, InputWarning, generators
from solver.distributed import Shards, color, cut
from tests.solver.distributed.here import Here
from tests.strategies import edge_lists, graphs

pytestmark = pytest.mark.tiny


def put_together(shards):
    """All edges, from the rows of all shards, each in both directions."""
    pairs = []
    for i in range(shards.count):
        shard = shards.load(i)
        heads = np.repeat(np.arange(shard.own), np.diff(shard.indptr)) + shard.first
        vertices = np.append(np.arange(shard.own) + shard.first, shard.ghosts)
        pairs += zip(heads.tolist(), vertices[shard.indices].tolist(), strict=True)
    return pairs


def assert_holds(shards, graph):
    assert (shards.n, shards.m) == (graph.n, graph.m)
    assert shards.first[0] == 0
    assert shards.first[-1] == graph.n
    assert sorted(put_together(shards)) == sorted(
        (v, int(u)) for v in range(graph.n) for u in graph.neighbors(v)
    )
    for i in range(shards.count):
        shard = shards.load(i)
        outside = shard.indices >= shard.own
        heads = np.repeat(np.arange(shard.own), np.diff(shard.indptr))
        assert shard.boundary.tolist() == sorted(set(heads[outside].tolist()))
        assert sorted(set(shard.indices[outside].tolist())) == list(
            range(shard.own, shard.own + len(shard.ghosts))
        )
        owners = {
            j
            for j in range(shards.count)
            for ghost in shard.ghosts
            if shards.first[j] <= ghost < shards.first[j + 1]
        }
        assert set(shards.neighbors[i]) == owners
        assert not shard.indices.flags.writeable


@given(graphs(), st.integers(1, 5))
def test_a_graph(graph, count):
    with tempfile.TemporaryDirectory() as folder:
        shards = cut(graph, folder, count)
        assert_holds(shards, graph)
        assert Shards.open(folder) == shards


@given(edge_lists(), st.integers(1, 5), st.integers(1, 7), st.sampled_from([2, 3, 1 << 20]))
def test_a_stream(case, count, size, buckets):
    n, edges = case
    table = np.array(edges, np.int64).reshape(-1, 2)

    def stream():
        for at in range(0, len(table), size):
            yield table[at : at + size, 0], table[at : at + size, 1]

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("solver.distributed.cut"), "BUCKETS", buckets)
        assert_holds(cut(stream, folder, count, n=n), solver.Graph.from_edges(n, table))


def test_a_file_in_pieces(tmp_path, monkeypatch):
    graph = generators.gnp(200, 0.3, seed=1)
    solver.write(graph, tmp_path / "g.edges.gz")
    monkeypatch.setattr("solver.graphs.formats.source.CHUNK", 1 << 10)
    assert_holds(cut(tmp_path / "g.edges.gz", tmp_path / "shards", 3), graph)


def test_shards_have_equally_many_edges(tmp_path):
    graph = generators.rmat(8, seed=1)
    for name, source in (("a", graph), ("b", lambda: [graph.edges().T])):
        shards = cut(source, tmp_path / name, 4, n=graph.n)
        ends = [len(shards.load(i).indices) for i in range(4)]
        assert max(ends) - min(ends) <= 2 * graph.max_degree


def test_loops_are_counted(tmp_path):
    with pytest.warns(InputWarning, match="dropped 2 loops"):
        shards = cut(lambda: [([0, 1, 1], [0, 1, 2])], tmp_path / "s", 2)
    assert shards.m == 1


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        (generators.queen(4), {"shards": 0}, "shards = 0: expected an integer from 1 to 1000"),
        (generators.queen(4), {"n": 17}, "n = 17: expected 16, as in the graph"),
        (lambda: [([0], [1, 2])], {}, r"edges: shapes \(1,\) and \(2,\)"),
        (lambda: [([0.5], [1.5])], {}, "edges: dtype float64: expected integers"),
        (lambda: [([0], [-1])], {}, "edges: vertex -1: expected 0 <= vertex"),
        (
            lambda: [(np.array([2**63], np.uint64), [0])],
            {},
            "edges: vertex 9223372036854775808",
        ),
        (lambda: [([0], [5])], {"n": 5}, "edges: vertex 5: expected 0 <= vertex < 5"),
        (lambda: 3, {}, "value of source = 3: expected an iterable of pairs of arrays"),
        (lambda: [3], {}, "edges = 3: expected a pair of arrays"),
        (lambda: [([0], [1])], {"n": "a"}, "n = 'a': expected an integer >= 0"),
        ([(0, 1)], {}, r"source = \[\(0, 1\)\]: expected a solver.Graph, the path"),
        ("-", {}, "standard input cannot be read twice"),
        ("nowhere.edges", {}, "nowhere.edges: No such file"),
    ],
)
def test_bad_input_is_named(tmp_path, source, options, message):
    with pytest.raises(InputError, match=message):
        cut(source, tmp_path / "shards", **{"shards": 2, **options})


def test_a_malformed_file_is_named_with_its_line(tmp_path):
    (tmp_path / "g.edges").write_text("0 1\n1 x\n")
    with pytest.raises(InputError, match=r"g\.edges:2: vertex = 'x'"):
        cut(tmp_path / "g.edges", tmp_path / "shards", 2)
    (tmp_path / "g.edges").write_text("# ids\na 1\n1 2\n")
    with pytest.raises(InputError, match=r"g\.edges:2: line = 'a 1': expected VERTEX VERTEX, or a com"):
        cut(tmp_path / "g.edges", tmp_path / "shards", 2)
    (tmp_path / "g.edges").write_text("% ids\n# source target\n0 1\n1 2\n")
    assert cut(tmp_path / "g.edges", tmp_path / "shards", 2).m == 2


def test_only_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "precious").touch()
    with pytest.raises(InputError, match="the folder of the shards: expected an empty folder"):
        cut(generators.queen(4), tmp_path, 2)
    with pytest.raises(InputError, match="precious: no folder for the shards: File exists"):
        cut(generators.queen(4), tmp_path / "precious", 2)
    with pytest.raises(InputError, match="folder = None: expected the path of an empty folder"):
        cut(generators.queen(4), None, 2)


WHOLE = {
    "format": "kempe-shards",
    "version": 1,
    "n": 4,
    "m": 2,
    "first": [0, 2, 4],
    "neighbors": [[1], [0]],
}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no shards: No such file"),
        ("{", "not a list of shards"),
        ("[]", "not a list of shards"),
        ('{"format": "kempe-shards"}', "not a list of shards: KeyError"),
        ('{"format": "kempe-shards", "version": 9}', r"format \('kempe-shards', 9\): expected"),
        (
            '{"format":"kempe-shards","version":1,"first":[0],"neighbors":[],"x":1}',
            "not a list of shards",
        ),
        (WHOLE | {"neighbors": [[1], [2]]}, "not a list of shards: .*inconsistent numbers"),
        (WHOLE | {"neighbors": [[1]]}, "not a list of shards: .*inconsistent numbers"),
        (WHOLE | {"first": [0, 5, 4]}, "not a list of shards: .*inconsistent numbers"),
        (WHOLE | {"n": 5}, "not a list of shards: .*inconsistent numbers"),
    ],
)
def test_a_folder_without_shards_is_refused(tmp_path, text, message):
    if text is not None:
        (tmp_path / "shards.json").write_text(text if isinstance(text, str) else json.dumps(text))
    with pytest.raises(InputError, match=rf"shards\.json: {message}"):
        Shards.open(tmp_path)


def test_damaged_shards_are_refused(tmp_path):
    shards = cut(generators.queen(4), tmp_path / "s", 2)
    np.save(tmp_path / "s/0/ghosts.npy", np.zeros(3, np.int32))
    with pytest.raises(InputError, match=r"ghosts\.npy: int32, 1-d: expected int64, 1-d"):
        shards.load(0)
    np.save(tmp_path / "s/1/indices.npy", np.zeros(3, np.int32))
    with pytest.raises(InputError, match=r"arrays of lengths other than in shards\.json"):
        shards.load(1)
    (tmp_path / "s/1/indptr.npy").write_bytes(b"")
    with pytest.raises(InputError, match=r"indptr\.npy: the array cannot be read"):
        shards.load(1)


@pytest.mark.parametrize(
    ("name", "place", "number"),
    [
        ("indptr", 1, 10**6),
        ("indptr", 0, 1),
        ("indices", 0, 10**6),
        ("indices", 0, -1),
        ("boundary", 0, 10**6),
        ("ghosts", 0, 10**6),
    ],
)
def test_numbers_that_would_lead_astray_are_refused(tmp_path, name, place, number):
    shards = cut(generators.queen(4), tmp_path / "s", 2)
    assert shards.load(1).safe
    path = tmp_path / f"s/1/{name}.npy"
    array = np.load(path)
    array[place] = number
    np.save(path, array)
    assert not shards.load(1).safe
    with pytest.raises(InputError, match="s/1: the arrays hold an illegal index"):
        color(shards, executor=Here(tmp_path))
