"""Mutated files and decompression bombs: a graph, or an error of one line."""

from __future__ import annotations

import pytest

from solver.graphs.formats import FORMATS
from tests.solver.graphs.formats.hostile import attack


@pytest.mark.parametrize("name", [*FORMATS, "coloring", "certificate"])
def test_hostile_files_give_graphs_or_errors_of_one_line(name, monkeypatch):
    monkeypatch.setattr("solver.graphs.formats.source.BOMB_BYTES", 1 << 22)
    attack(name, 60, 4, seed=1)
