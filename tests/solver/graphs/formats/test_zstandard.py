from __future__ import annotations

import pytest

import solver
from solver import InputError, generators

zstandard = pytest.importorskip("zstandard")


def packed(graph, tmp_path):
    solver.write(graph, tmp_path / "plain.col")
    content = (tmp_path / "plain.col").read_bytes()
    half = len(content) // 2
    return b"".join(map(zstandard.ZstdCompressor().compress, (content[:half], content[half:])))


def test_frames_one_after_another_are_read(tmp_path, put):
    graph = generators.gnp(300, 0.5, seed=1)
    assert solver.read(put(packed(graph, tmp_path), ".col.zst")) == graph


def test_damage_is_an_error(tmp_path, put):
    content = packed(generators.gnp(100, 0.5, seed=1), tmp_path)
    for length in (10, len(content) // 3, len(content) - 1):
        with pytest.raises(InputError, match="ends early"):
            solver.read(put(content[:length], ".col.zst"))
    with pytest.raises(InputError, match=r"unreadable|expected"):
        solver.read(put(content[:40] + bytes(40) + content[80:], ".col.zst"))


def test_a_bomb_is_refused(put, monkeypatch):
    monkeypatch.setattr("solver.graphs.formats.source.BOMB_BYTES", 1 << 20)
    content = zstandard.ZstdCompressor().compress(b"\n" * (1 << 24))
    with pytest.raises(InputError, match="compressed bytes expand"):
        solver.read(put(content, ".txt.zst"))
