"""The loop: what is done at a time limit, and what reductions prove."""

from __future__ import annotations

import os
import pkgutil
import signal
import threading

import numpy as np
import pytest

import solver
from solver import Graph, generators
from solver.portfolio.run import Run
from solver.portfolio.shares import rlf_seconds


@pytest.fixture
def blocked():
    """Block whoever calls the function; released at the end of the test."""
    released = threading.Event()

    def block(*_, **__):
        released.wait(60)
        return np.empty(0, np.int32)

    yield block
    released.set()


def test_what_cannot_be_interrupted_is_left_at_the_time_limit(monkeypatch, blocked):
    monkeypatch.setattr("solver.portfolio.run.clique", blocked)
    graph = generators.queen(6)
    result = solver.color(graph, time_limit=0.2)
    assert (result.stop_reason, result.method, result.lower_bound) == ("time_limit", "natural", 2)
    assert solver.is_proper(graph, result.colors)


def test_an_asked_k_is_answered_at_the_time_limit_too(monkeypatch, blocked):
    monkeypatch.setattr("solver.portfolio.run.clique", blocked)
    graph = generators.queen(6)
    result = solver.color(graph, 5, time_limit=0.2)
    assert (result.k, result.stop_reason) == (5, "time_limit")
    assert result.conflicts == solver.conflicts(graph, result.colors) > 0


def test_a_turn_that_does_not_end_keeps_what_was_found(monkeypatch, blocked):
    monkeypatch.setattr("solver.portfolio.schedule.Schedule.turn", blocked)
    graph = generators.gnp(60, 0.5, seed=1)
    result = solver.color(graph, time_limit=0.5)
    assert result.stop_reason == "time_limit"
    assert result.k <= solver.greedy(graph, "DSATUR").max() + 1


def test_errors_of_the_thread_reach_the_caller(monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError("as planned")

    monkeypatch.setattr("solver.portfolio.run.clique", fail)
    with pytest.raises(ZeroDivisionError, match="as planned"):
        solver.color(generators.queen(5), time_limit=60)


@pytest.mark.parametrize("limit", [{"max_ticks": 1 << 24}, {"time_limit": 60}])
def test_a_search_that_lacks_memory_leaves_the_coloring(monkeypatch, limit):
    def turn(*_):
        raise MemoryError

    monkeypatch.setattr("solver.portfolio.schedule.Schedule.turn", turn)
    graph = generators.gnp(60, 0.5, seed=1)
    result = solver.color(graph, **limit)
    assert result.stop_reason == "out_of_memory"
    assert solver.is_proper(graph, result.colors)
    assert result.lower_bound > 2
    # Before a first coloring there is nothing to return.
    monkeypatch.setattr("solver.portfolio.run.Run.start", turn)
    with pytest.raises(MemoryError):
        solver.color(graph, max_ticks=1000)


def test_an_error_in_the_progress_of_the_caller_ends_the_search(monkeypatch):
    runs = []
    plain = Run.start
    monkeypatch.setattr(Run, "start", lambda run, initial: runs.append(run) or plain(run, initial))

    def fail(_):
        raise ZeroDivisionError("as planned")

    with pytest.raises(ZeroDivisionError, match="as planned"):
        solver.color(generators.gnp(300, 0.5, seed=1), time_limit=60, progress=fail)
    assert runs[0].incumbent.stop_reason == "interrupted"


def interrupting(monkeypatch, name):
    """Make a function send SIGINT before its work."""
    plain = pkgutil.resolve_name(name)

    def interrupted(*arguments, **keywords):
        os.kill(os.getpid(), signal.SIGINT)
        return plain(*arguments, **keywords)

    monkeypatch.setattr(name, interrupted)


@pytest.mark.parametrize(
    ("name", "colors"),
    [
        ("solver.portfolio.color.decoded", {"fixed": {0: 5}}),
        ("solver.portfolio.list_run.conflicts", {"allowed": np.ones((25, 7), bool)}),
        ("solver.portfolio.list_run.ListRun._raise_bound", {"allowed": np.ones((25, 7), bool)}),
        ("solver.portfolio.list_run.ListRun._result", {"allowed": np.ones((25, 7), bool)}),
    ],
)
def test_an_interrupt_after_the_search_loses_nothing(monkeypatch, name, colors):
    interrupting(monkeypatch, name)
    graph = generators.queen(5)
    result = solver.color(graph, max_ticks=100_000, **colors)
    assert result.stop_reason in ("interrupted", "proven")
    assert solver.is_proper(graph, result.colors)


def test_sequential_colorings_that_do_not_fit_the_limit_are_left_out(monkeypatch):
    monkeypatch.setattr("solver.portfolio.run.rlf_seconds", lambda graph, k: 1e9)
    made = []
    color_by = Run._color_by
    monkeypatch.setattr(Run, "_color_by", lambda run, name: made.append(name) or color_by(run, name))
    solver.color(generators.gnp(60, 0.5, seed=1), time_limit=0.5)
    assert made == ["natural", "smallest_last", "DSATUR"]


def test_the_estimate_for_rlf_grows_with_size_and_colors():
    small, large = generators.gnp(50, 0.5, seed=1), generators.gnp(100, 0.5, seed=1)
    assert rlf_seconds(small, 10) < rlf_seconds(small, 20) < rlf_seconds(large, 20) < 1


@pytest.mark.parametrize("limit", [{"max_ticks": 1000}, {"time_limit": 60}])
def test_a_graph_that_reductions_solve_is_proven(monkeypatch, limit):
    monkeypatch.setattr("solver.portfolio.run.clique", lambda graph, seed: np.array([0], np.int32))
    edges = [(u, v) for u in range(12) for v in range(u) if u % 4 != v % 4]
    result = solver.color(Graph.from_edges(12, edges), **limit)
    assert (result.k, result.lower_bound, result.proven, result.stop_reason) == (4, 4, True, "proven")


@pytest.mark.parametrize("finds", [True, False])
def test_an_interrupt_of_the_wait_for_the_first_coloring(monkeypatch, finds):
    class Late:
        """A worker that has done nothing yet at the time limit."""

        is_running = True

        def __init__(self, work):
            self._work = work

        def wait(self, seconds):
            os.kill(os.getpid(), signal.SIGINT)
            if finds:
                self._work()

        def leave(self):
            pass

    monkeypatch.setattr("solver.portfolio.run.run_for", lambda seconds, clock, work, **_: Late(work))
    graph = generators.queen(5)
    if finds:
        assert solver.color(graph, time_limit=60).conflicts == 0
    else:
        with pytest.raises(KeyboardInterrupt, match="before a first coloring was found"):
            solver.color(graph, time_limit=60)
