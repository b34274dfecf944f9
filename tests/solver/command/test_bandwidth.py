"""``kempe bandwidth`` through main()."""

from __future__ import annotations

import json

import pytest

from solver.command.cli import main
from solver.graphs.formats import read_coloring

FILE = "p band 4 5\ne 1 2 3\ne 2 3 2\ne 1 3 1\ne 3 4 4\ne 1 4 1\n"
DISTANCES = {(0, 1): 3, (1, 2): 2, (0, 2): 1, (2, 3): 4, (0, 3): 1}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.col").write_text(FILE)


def keeps(colors):
    return all(abs(colors[u] - colors[v]) >= distance for (u, v), distance in DISTANCES.items())


def test_the_coloring_keeps_the_distances(capsys):
    assert main(["bandwidth", "four.col", "--output", "c.sol", "--time-limit", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "four: 4 vertices, 5 edges"
    assert lines[1].startswith("5 colors, optimal: no fewer are possible (")
    colors = read_coloring("c.sol", 4).tolist()
    assert keeps(colors)
    assert max(colors) == 4


def test_json_has_everything(capsys):
    assert main(["bandwidth", "four.col", "--json", "--time-limit", "5"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["k"], answer["lower_bound"], answer["proven"]) == (5, 5, True)
    assert keeps(answer["colors"])


def test_a_coloring_on_standard_output_stands_alone(capfd):
    assert main(["bandwidth", "four.col", "--output", "-", "--time-limit", "5"]) == 0
    printed = capfd.readouterr()
    assert "5 colors" in printed.err
    assert "colors," not in printed.out
    assert printed.out.count("\nl ") + printed.out.startswith("l ") == 4


def test_files_of_other_forms_are_refused(capsys, tmp_path):
    (tmp_path / "plain.col").write_text("p edge 2 1\ne 1 2\n")
    assert main(["bandwidth", "plain.col"]) == 2
    assert "plain.col:2: line = 'e 1 2'" in capsys.readouterr().err
