"""Regret: what counts as lost, that runs resume, and that limits are CPU time."""

from __future__ import annotations

import pytest

from bench import families, regret
from solver import generators


def row(seed, name, run, k, known=None, seconds=1.0):
    return {"seed": seed, "name": name, "run": run, "seconds": seconds, "known": known, "k": k}


def test_regret_is_counted_by_half_and_against_the_best_known():
    rows = [
        row(0, "a", "auto", 12),
        row(0, "a", "tabucol", 11),
        row(0, "b", "auto", 9, known=7),
        row(0, "b", "memetic", 9, known=7),
        row(1, "a", "auto", 5),
        row(1, "a", "auto, long", 4, seconds=10.0),
        row(1, "c", "auto", 3),
        row(1, "c", "annealing", 4),
        row(1, "d", "auto", 3, seconds=2.0),
    ]
    text = regret.report(rows, 1.0)
    assert "even seeds, 1 s: of 2 graphs 1 with more colors than the best single search, 2" in text
    assert "2 with more than the best known, 1 by two or more" in text
    assert "odd seeds, 1 s: of 2 graphs 0 with more colors than the best single search, 1" in text
    assert "0 a: auto 12, tabucol 11; best 11" in text
    assert "1 c" not in text


def test_a_run_that_was_ended_goes_on_where_it_stopped(tmp_path, monkeypatch):
    file = tmp_path / "runs.jsonl"
    made = []

    def cases(seed):
        def make():
            made.append(seed)
            return generators.gnp(150, 0.5, seed=seed), None

        return {"gnp": make}

    monkeypatch.setattr(regret, "cases", cases)
    monkeypatch.setattr(regret, "SINGLE", ("tabucol",))
    regret.measure(file, [3], 0.2, 0.0, "")
    rows = regret.read(file)
    assert [r["run"] for r in rows] == ["auto", "tabucol"]
    regret.measure(file, [3], 0.2, 0.0, "")
    assert regret.read(file) == rows
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:1]))
    regret.measure(file, [3], 0.2, 0.0, "")
    assert [r["run"] for r in regret.read(file)] == ["auto", "tabucol"]
    assert made == [3, 3]


def test_the_best_search_runs_again_with_another_seed(tmp_path, monkeypatch):
    file = tmp_path / "runs.jsonl"
    monkeypatch.setattr(regret, "cases", lambda seed: {"gnp": lambda: (generators.gnp(150, 0.5), None)})
    monkeypatch.setattr(regret, "SINGLE", ("tabucol", "partialcol"))
    colors = {"auto": 19, "tabucol": 18, "partialcol": 17}
    seeds = []

    def run(graph, method, seconds, seed):
        seeds.append((method, seed))
        return {"k": colors[method] + seed - 3, "bound": 9, "cpu": seconds}

    monkeypatch.setattr(regret, "run", run)
    regret.measure(file, [3], 0.2, 0.0, "", again=True)
    assert seeds == [("auto", 3), ("tabucol", 3), ("partialcol", 3), ("partialcol", 4)]
    text = regret.report(regret.read(file), 0.2)
    assert "the best single search with another seed has more colors on 1" in text


def test_what_is_proven_is_not_compared(tmp_path, monkeypatch):
    file = tmp_path / "runs.jsonl"
    monkeypatch.setattr(regret, "cases", lambda seed: {"kneser": lambda: families.kneser(5, 2)})
    regret.measure(file, [3], 0.2, 10.0, "")
    assert [(r["run"], r["k"], r["bound"]) for r in regret.read(file)] == [("auto", 3, 3)]


@pytest.mark.parametrize("method", ["auto", "tabucol"])
def test_a_run_ends_after_its_cpu_time(method):
    graph = generators.gnp(300, 0.5, seed=1)
    result = regret.run(graph, method, 0.3, 1)
    assert 27 <= result["k"] <= 45
    assert result["cpu"] >= 0.3
