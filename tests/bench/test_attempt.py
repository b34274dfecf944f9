"""A record attempt: parts go on from their parents, repeat by their ticks, and belong to one attempt."""

from __future__ import annotations

import json
import sys

import pytest

import solver
from bench.records import attempt
from bench.records.check import problem
from solver import generators


@pytest.fixture
def run(tmp_path, monkeypatch):
    solver.write(generators.gnp(40, 0.5, seed=1), tmp_path / "g.col")

    def run(file, k, *words):
        argv = ["attempt", tmp_path / "g.col", k, tmp_path / file, "--length", 1, *words]
        monkeypatch.setattr(sys, "argv", [str(word) for word in argv])
        return attempt.main()

    return run


def held(path):
    return json.loads(path.read_text())


def test_a_part_is_repeated_by_its_ticks_and_the_next_one_goes_on(run, tmp_path):
    assert run("a.json", 5, "--ticks", 5_000_000) == 1
    first = held(tmp_path / "a.json")
    assert run("b.json", 5, "--ticks", first["parts"][0]["ticks"]) == 1
    assert held(tmp_path / "b.json")["individuals"] == first["individuals"]
    assert run("a.json", 5, "--ticks", 2_000_000) == 1
    second = held(tmp_path / "a.json")
    assert len(second["parts"]) == 2
    assert second["parts"][0] == first["parts"][0]
    assert second["individuals"] != first["individuals"]


def test_parents_of_another_attempt_are_refused(run, tmp_path, capsys):
    run("a.json", 5, "--ticks", 2_000_000)
    before = held(tmp_path / "a.json")
    for k, words, message in (
        (6, (), "k = 5: expected 6"),
        (5, ("--seed", 2), "seed = 1: expected 2"),
    ):
        with pytest.raises(SystemExit) as ended:
            run("a.json", k, "--ticks", 2_000_000, *words)
        assert ended.value.code == 2
        assert message in capsys.readouterr().err
    assert held(tmp_path / "a.json") == before


def test_what_cannot_be_read_or_written_is_named(run, tmp_path, capsys):
    (tmp_path / "bad.json").write_text("{")
    for file in ("bad.json", "none/a.json"):
        with pytest.raises(SystemExit) as ended:
            run(file, 5)
        assert ended.value.code == 2
        assert file in capsys.readouterr().err


def test_a_coloring_that_is_found_is_written_and_a_stop_file_ends_a_part_once(run, tmp_path, capsys):
    assert run("a.json", 12) == 0
    assert problem(str(tmp_path / "g.col"), str(tmp_path / "a.sol")) is None
    (tmp_path / "b.json.stop").touch()
    assert run("b.json", 5) == 1
    assert "no parents yet" in capsys.readouterr().out
    assert not (tmp_path / "b.json.stop").exists()
