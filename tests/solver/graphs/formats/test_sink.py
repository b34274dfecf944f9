from __future__ import annotations

import pytest

import solver
from solver import Graph, InputError


def test_a_compression_that_is_only_read_is_not_written(tmp_path):
    with pytest.raises(InputError, match=r"suffix \.zst: expected one of \.gz \.xz \.bz2"):
        solver.write(Graph.from_edges(2, [(0, 1)]), tmp_path / "x.col.zst")
    assert not list(tmp_path.iterdir())
