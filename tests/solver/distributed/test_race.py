"""Runs that share what they find: one incumbent, one judge, and no run that goes on for nothing."""

from __future__ import annotations

import csv
import os
import signal

import numpy as np
import pytest

import solver
from solver import InputError, KempeError, generators
from solver.command.cli import main
from solver.distributed import Processes, portfolio, race
from solver.distributed.race import Offer, _Coordinator, checked_entries
from tests.solver.distributed.here import Here


def proper(graph, result):
    return result.conflicts == 0 and solver.is_proper(graph, result.colors)


def test_a_proof_by_one_run_ends_all(where):
    graph = generators.queen(7)
    result = portfolio(graph, seeds=4, executor=_client(where), time_limit=1000)
    assert (result.k, result.lower_bound, result.proven) == (7, 7, True)
    assert result.stop_reason == "proven"
    assert proper(graph, result)
    assert result.ticks > 0 or result.method in ("DSATUR", "RLF", "smallest_last")


def _client(where):
    """What a user would pass."""
    return where if isinstance(where, Processes) else where.client


def test_the_asked_number_of_colors_ends_all(where):
    graph = generators.gnp(100, 0.5, seed=1)
    result = portfolio(graph, 16, executor=_client(where), time_limit=1000)
    assert (result.k, result.stop_reason) == (16, "target")
    assert proper(graph, result)
    assert [k for _, _, k, _ in result.history] == sorted({k for _, _, k, _ in result.history})[::-1]


def test_methods_times_seeds_within_a_work_limit(processes):
    graph = generators.gnp(80, 0.5, seed=2)
    seen = []
    result = portfolio(
        graph,
        methods=["tabucol", "DSATUR"],
        seeds=[3, 5],
        max_ticks=200_000,
        executor=processes,
        progress=seen.append,
    )
    assert proper(graph, result)
    assert result.k <= solver.color(graph, method="DSATUR").k
    assert 200_000 <= result.ticks <= 2 * 250_000
    assert seen[-1].best_k == result.k


def test_colors_out_of_reach_leave_conflicts(processes):
    graph = generators.gnp(60, 0.5, seed=3)
    result = portfolio(graph, 9, methods=["tabucol"], max_ticks=100_000, executor=processes)
    assert (result.k, result.proven, result.stop_reason) == (9, False, "max_ticks")
    assert result.conflicts == solver.conflicts(graph, result.colors) > 0


def test_fewer_colors_than_a_clique_are_infeasible(processes):
    result = portfolio(generators.queen(5), 4, executor=processes)
    assert (result.stop_reason, result.lower_bound) == ("infeasible", 5)
    assert result.conflicts > 0


def test_graphs_without_edges(processes):
    for n in (0, 1, 3):
        result = portfolio(solver.Graph.from_edges(n, []), executor=processes)
        assert (result.k, result.proven) == (min(n, 1), True)


def worker_ids(where):
    if isinstance(where, Processes):
        return list(where._pool._processes)
    return list(where.client.run(os.getpid).values())


def test_a_killed_worker_costs_time_but_no_coloring(where):
    graph = generators.gnp(200, 0.5, seed=1)
    killed, ks = [], []

    def kill(progress):
        if progress.best_k is not None:
            ks.append(progress.best_k)
            if not killed and progress.ticks:
                killed.append(worker_ids(where)[0])
                os.kill(killed[0], signal.SIGKILL)

    result = portfolio(graph, max_ticks=60_000_000, executor=_client(where), progress=kill)
    assert killed
    assert proper(graph, result)
    assert ks == sorted(ks, reverse=True)
    assert result.k <= ks[-1]
    assert result.stop_reason == "max_ticks"


def test_ctrl_c_keeps_the_best(where):
    graph = generators.gnp(200, 0.5, seed=1)

    def interrupt(progress):
        if progress.best_k is not None and not pressed:
            pressed.append(progress.best_k)
            raise KeyboardInterrupt

    pressed = []
    result = portfolio(graph, executor=_client(where), time_limit=1000, progress=interrupt)
    assert result.stop_reason == "interrupted"
    assert proper(graph, result)
    assert result.k <= pressed[0]
    # The workers are free again.
    assert portfolio(generators.queen(5), executor=_client(where)).proven


def test_progress_that_stops_keeps_the_best(processes):
    def stop(_):
        raise StopIteration

    graph = generators.gnp(200, 0.5, seed=1)
    result = portfolio(graph, executor=processes, time_limit=1000, progress=stop)
    assert result.stop_reason == "interrupted"
    assert proper(graph, result)
    assert portfolio(generators.queen(5), executor=processes).proven


def test_the_caller_judges_what_is_posted(processes):
    graph = generators.queen(5)
    coordinator = _Coordinator(graph, None, processes, None)
    one = {"kind": "clique", "vertices": [0]}
    with pytest.raises(KempeError, match="liar returned a coloring with conflicts"):
        coordinator.judge(Offer(np.zeros(25, np.uint8), 1, one, "liar"))
    good = solver.greedy(graph, "DSATUR")
    with pytest.raises(KempeError, match="a bound does not hold"):
        coordinator.judge(Offer(good, 3, {"kind": "clique", "vertices": [0, 1, 24]}, "liar"))
    assert not coordinator.incumbent.found
    coordinator.judge(Offer(good, 1, one, "DSATUR"))
    assert coordinator.incumbent.k == good.max() + 1


def test_runs_share_the_time():
    runs = checked_entries(2, None, ["auto", "tabucol"], 3, 60, None)
    assert [(run.method, run.seed) for run in runs[:3]] == [("auto", 0), ("tabucol", 0), ("auto", 1)]
    assert {run.limits.seconds for run in runs} == {60}
    assert len(checked_entries(5, None, ["auto", "tabucol"], None, None, None)) == 6
    assert {run.limits.seconds for run in checked_entries(2, None, ["auto"], None, None, 9)} == {None}


class Hand:
    """A clock that is set by hand."""

    now = 0.0

    def seconds(self):
        return self.now


def test_a_run_has_its_part_of_the_time_that_is_left(monkeypatch, tmp_path):
    clock, parts = Hand(), []

    def color(graph, entry, board):
        parts.append(entry.limits.seconds)
        clock.now += 10
        return solver.color(graph, method="DSATUR")

    monkeypatch.setattr(race, "_color", color)
    graph = generators.mycielski(4)
    entries = checked_entries(1, None, ["auto"], 3, 60, None)
    _Coordinator(graph, None, Here(tmp_path / "a"), None, clock).run(entries)
    assert parts == [20, 25, 40]
    entries = checked_entries(1, None, ["auto"], 2, None, 1000)
    _Coordinator(graph, None, Here(tmp_path / "b"), None, clock).run(entries)
    assert parts[3:] == [None, None]


class Starting(Here):
    """Workers that never get as far as a task."""

    def __init__(self, folder, clock):
        super().__init__(folder)
        self.clock = clock

    def submit(self, function, *arguments):
        return self

    def done(self):
        self.clock.now += 1
        assert self.clock.now < 100
        return False


@pytest.mark.parametrize("k", [None, 4])
def test_the_time_limit_counts_the_start_of_the_workers(tmp_path, k):
    graph, clock = generators.queen(5), Hand()
    coordinator = _Coordinator(graph, k, Starting(tmp_path / "board", clock), None, clock)
    result = coordinator.run(checked_entries(1, k, ["auto"], None, 5, None))
    assert result.stop_reason == "time_limit"
    assert (result.method, result.lower_bound) == ("natural", 1)
    if k is None:
        assert proper(graph, result)
        assert result.k == len(np.unique(solver.greedy(graph, "natural")))
    else:
        assert result.k == 4
        assert result.conflicts == solver.conflicts(graph, result.colors) > 0


def test_processes_that_are_still_starting_at_the_time_limit_are_ended():
    graph = generators.gnp(60, 0.5, seed=1)
    result = portfolio(graph, workers=1, time_limit=1e-3)
    assert proper(graph, result)
    assert result.stop_reason == "time_limit"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"methods": ["magic"]}, "methods = 'magic': expected one of auto"),
        ({"methods": "auto"}, "methods = 'auto': expected a list of at least one of auto"),
        ({"methods": []}, r"methods = \[\]: expected a list of at least one of auto"),
        ({"seeds": 0}, "seeds = 0: expected a number >= 1"),
        ({"seeds": [-1]}, r"seeds = \[-1\]: expected a number >= 1"),
        ({"seeds": ["a"]}, r"seeds = \['a'\]: expected a number >= 1"),
        ({"seeds": 1.5}, "seeds = 1.5: expected a number >= 1"),
        ({"methods": 3}, "methods = 3: expected a list of at least one of auto"),
        ({"time_limit": 0}, "time_limit = 0: expected a positive number"),
        ({"max_ticks": -1}, "max_ticks = -1: expected an integer >= 1"),
        ({"k": 0}, "k = 0: expected an integer >= 1"),
    ],
)
def test_bad_input_is_named(processes, options, message):
    with pytest.raises(InputError, match=message):
        portfolio(generators.queen(4), executor=processes, **options)


# ----------------------------------------------------------------------------------------- kempe bench


@pytest.mark.dask
def test_a_benchmark_on_dask_has_the_same_rows(client, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    handler = signal.getsignal(signal.SIGTERM)
    solver.write(generators.queen(6), "six.col")
    arguments = ["bench", "queen:5", "six.col", "--methods", "DSATUR,tabucol", "--max-ticks", "20000"]
    try:
        assert main([*arguments, "--output", "here.csv"]) == 0
        there = [*arguments, "--output", "there.csv", "--colorings", "out"]
        assert main([*there, "--dask", client.scheduler.address]) == 0
        assert main([*there, "--dask", client.scheduler.address, "--jobs", "2"]) == 2
    finally:
        signal.signal(signal.SIGTERM, handler)
    error = capsys.readouterr().err
    assert "jobs = 2: expected 1 with a Dask cluster" in error

    def facts(path):
        clocks = {"seconds", "time_to_best", "iterations_per_second"}
        with open(path) as file:
            rows = csv.DictReader(file)
            return sorted(sorted((k, v) for k, v in row.items() if k not in clocks) for row in rows)

    assert facts("here.csv") == facts("there.csv")
    assert len(os.listdir("out")) == 4
