"""What becomes of a solver of PySAT when an interrupt comes while it is freed."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from solver.exact.limited import LimitedSolver

solvers = pytest.importorskip("pysat.solvers")


@pytest.fixture
def freed(monkeypatch):
    """Count how often the memory is freed; each time an interrupt comes just after it."""
    calls = []

    def free(*solver):
        calls.append(solver)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(solvers.pysolvers, "cadical195_del", free)
    return calls


def test_an_interrupt_while_a_solver_is_closed_does_not_free_it_twice(freed):
    solver = LimitedSolver([[1, 2]])
    with pytest.raises(KeyboardInterrupt):
        solver.close()
    del solver
    assert len(freed) == 1


def test_an_interrupt_while_a_solver_is_collected_does_not_free_it_twice(freed, monkeypatch):
    dropped = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: dropped.append(what.exc_type))
    solver = LimitedSolver([[1, 2]])
    del solver
    assert (len(freed), dropped) == (1, [KeyboardInterrupt])
