"""Kernels that are compiled in the background, and what a call does meanwhile."""

from __future__ import annotations

import numpy as np
import pytest
from numba import config

import solver
from solver import generators
from solver.portfolio import readiness
from solver.portfolio.members import LocalSearchMember
from solver.portfolio.readiness import UNITS, Readiness, is_compiled
from solver.portfolio.request import checked_request
from solver.portfolio.run import Run
from solver.portfolio.shares import members

compiled_only = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")


class Process:
    """A background process that never compiles anything."""

    def __init__(self):
        self.ended = False

    def poll(self):
        return 0 if self.ended else None

    def terminate(self):
        self.ended = True


@pytest.fixture
def nothing_compiled(monkeypatch):
    """Pretend that only the units in the list returned are compiled, the others by a process."""
    compiled, processes = [], []

    def start(units):
        processes.append(Process())
        return processes

    monkeypatch.setattr(readiness, "is_compiled", lambda unit: unit in compiled)
    monkeypatch.setattr(readiness, "_started", start)
    return compiled, processes


@compiled_only
@pytest.mark.parametrize("unit", UNITS)
def test_the_calls_of_a_unit_compile_its_kernel(unit):
    UNITS[unit].compile()
    assert UNITS[unit].kernel.overloads
    assert is_compiled(unit)


def test_members_name_units():
    graph = generators.gnp(40, 0.5, seed=1)
    for member in members("auto", graph, 9):
        gap = type("Gap", (), {"graph": graph, "goal": 8})
        assert member.unit(gap) in {None, *UNITS}
        if isinstance(member, LocalSearchMember):
            assert member.unit(gap) is not None


def test_units_become_ready_when_they_are_compiled(nothing_compiled):
    compiled, processes = nothing_compiled
    is_ready = Readiness(background=True)
    assert is_ready.compiled is None
    assert not is_ready("clique")
    assert is_ready.compiled == (0, len(UNITS) - 1)
    compiled.append("clique")
    assert is_ready("clique")
    assert is_ready.compiled == (1, len(UNITS) - 1)
    is_ready.close()
    assert processes[0].ended
    assert is_ready("DSATUR")  # compiles when it is called


def test_without_background_everything_is_ready(nothing_compiled):
    assert Readiness(background=False)("clique")


def test_a_call_answers_while_nothing_is_compiled(nothing_compiled):
    _, processes = nothing_compiled
    graph = generators.queen(6)
    seen = []
    result = solver.color(graph, time_limit=0.4, progress=seen.append)
    assert (result.stop_reason, result.method) == ("time_limit", "natural")
    assert solver.is_proper(graph, result.colors)
    assert seen[-1].compiled == (0, len(UNITS) - 1)
    assert processes[0].ended


def test_a_call_compiles_one_good_strategy_itself(nothing_compiled):
    graph = generators.gnp(60, 0.5, seed=1)
    request = checked_request(graph.n, None, "auto", 1000.0, None, 0, 1, None, None)
    run = Run(graph, request)
    run._start_quickly()
    assert run.incumbent.method == readiness.FOREGROUND
    assert run.incumbent.k < solver.greedy(graph, "natural").max() + 1


def test_members_join_when_their_kernels_are_ready(nothing_compiled):
    compiled, _ = nothing_compiled
    graph = generators.queen(6)

    def progress(_):
        compiled[:] = [
            "clique",
            "smallest_last",
            "DSATUR",
            "RLF, dense",
            "reductions",
            "branch and bound",
        ]

    result = solver.color(graph, time_limit=60, progress=progress)
    assert (result.k, result.proven) == (7, True)


def test_work_limits_wait_for_the_compiler(nothing_compiled):
    graph = generators.queen(6)
    limited = [solver.color(graph, max_ticks=100_000) for _ in range(2)]
    assert np.array_equal(limited[0].colors, limited[1].colors)
    assert limited[0].ticks == limited[1].ticks > 0
    assert nothing_compiled[1] == []
