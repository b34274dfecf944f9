"""``kempe bandwidth`` through main()."""

from __future__ import annotations

import io
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
    assert lines[1].startswith(
        "3 different colors, the largest is 5 (from 1), optimal: at the distances the largest "
        "cannot be smaller ("
    )
    assert lines[2].endswith(" s, ended by: proven")
    colors = read_coloring("c.sol", 4).tolist()
    assert keeps(colors)
    assert max(colors) == 4


def test_colors_are_counted_as_kempe_check_counts_them(capsys, tmp_path):
    (tmp_path / "path.col").write_text("p band 3 2\ne 1 2 5\ne 2 3 2\n")
    assert main(["bandwidth", "path.col", "--output", "c.sol"]) == 0
    colors = capsys.readouterr().out.splitlines()[1].partition(", optimal")[0]
    assert colors.endswith("the largest is 6 (from 1)")
    assert main(["check", "path.col", "c.sol", "--distances"]) == 0
    assert capsys.readouterr().out == f"proper: {colors}\n"


def test_without_vertices_the_bound_is_by_an_empty_clique(capsys, tmp_path):
    (tmp_path / "none.col").write_text("p band 0 0\n")
    assert main(["bandwidth", "none.col"]) == 0
    verdict = "0 colors, optimal: at the distances the largest cannot be smaller (a clique of 0)"
    assert verdict in capsys.readouterr().out.splitlines()


def test_json_has_everything(capsys):
    assert main(["bandwidth", "four.col", "--json", "--time-limit", "5"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["k"], answer["lower_bound"], answer["proven"]) == (5, 5, True)
    assert keeps(answer["colors"])
    assert "conflicts" not in answer  # of kempe color: the edges that are not proper
    assert answer["sat_conflicts"] >= 0


def test_a_file_in_json_is_an_object(capsys):
    assert main(["bandwidth", "four.col", "--output", "c.json", "--time-limit", "5"]) == 0
    with open("c.json") as file:
        answer = json.load(file)
    assert (answer["k"], answer["proven"]) == (5, True)
    assert main(["check", "four.col", "c.json", "--distances"]) == 0
    with open("other.json", "w") as file:
        json.dump({**answer, "colors": [0, 3]}, file)
    assert main(["bandwidth", "four.col", "--output", "other.json"]) == 2
    assert "other.json: the file is no coloring of a graph with 4 vertices" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["c.json", "c.sol"])
def test_a_write_that_fails_keeps_the_coloring_of_before(monkeypatch, name, tmp_path):
    assert main(["bandwidth", "four.col", "--output", name]) == 0
    before = (tmp_path / name).read_bytes()
    files = sorted(tmp_path.iterdir())

    def fails(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("solver.graphs.formats.coloring.write_pairs", fails)
    monkeypatch.setattr("solver.command.bandwidth.json.dumps", fails)
    assert main(["bandwidth", "four.col", "--output", name]) == 2
    assert (tmp_path / name).read_bytes() == before
    assert sorted(tmp_path.iterdir()) == files


def test_a_graph_is_read_from_standard_input(capsys, monkeypatch, tmp_path):
    with open(tmp_path / "four.col", "rb") as file:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(file))
        assert main(["bandwidth", "-", "--time-limit", "5"]) == 0
    assert (
        "4 vertices, 5 edges\n3 different colors, the largest is 5 (from 1), optimal"
        in capsys.readouterr().out
    )


def test_repairs_and_demands_are_told(capsys, tmp_path):
    (tmp_path / "two.col").write_text("p band 2 9\ne 1 1 10\ne 1 2 4\nn 1 3\n")
    assert main(["bandwidth", "two.col", "--time-limit", "5"]) == 0
    printed = capsys.readouterr()
    assert printed.err == (
        "kempe: warning: two.col: ignored 1 demand above 1; dropped 1 loop; "
        "the problem line declares 9 edges, the file has 2\n"
    )
    assert "2 different colors, the largest is 5 (from 1), optimal" in printed.out


def test_a_coloring_on_standard_output_stands_alone(capfd):
    assert main(["bandwidth", "four.col", "--output", "-", "--time-limit", "5"]) == 0
    printed = capfd.readouterr()
    assert "colors, the largest is 5 (from 1)" in printed.err
    assert "colors," not in printed.out
    assert printed.out.count("\nl ") + printed.out.startswith("l ") == 4


def test_files_of_other_forms_are_refused(capsys, tmp_path):
    (tmp_path / "plain.col").write_text("p edge 2 1\ne 1 2\n")
    assert main(["bandwidth", "plain.col"]) == 2
    assert "plain.col:2: line = 'e 1 2'" in capsys.readouterr().err


def test_check_compares_distances(capsys, tmp_path):
    (tmp_path / "near.sol").write_text("s col 5\nl 1 1\nl 2 4\nl 3 2\nl 4 5\n")
    assert main(["check", "four.col", "near.sol", "--distances"]) == 1
    assert capsys.readouterr().out == (
        "not proper: 4 different colors, the largest is 5 (from 1), 1 conflict\n"
        "  vertices 3 and 4 have colors 2 and 5, at distance 4 (all from 1)\n"
    )
    (tmp_path / "far.sol").write_text("s col 5\nl 1 2\nl 2 5\nl 3 1\nl 4 5\n")
    assert main(["check", "four.col", "far.sol", "--distances", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["proper"], facts["largest"], facts["conflicts"]) == (True, 5, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--distances", "--bound", "b.json"], "--distances: expected no --bound"),
        ([], "four.col:1: problem line = 'p band 4 5': expected p edge VERTICES EDGES; kempe bandwidth"),
    ],
)
def test_check_says_what_distances_need(capsys, arguments, message):
    assert main(["check", "four.col", "c.sol", *arguments]) == 2
    assert message in capsys.readouterr().err
