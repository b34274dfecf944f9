"""The clock stands still while something is compiled, and for nothing else."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numba import config, njit

from solver.clock import Clock


def test_it_runs():
    clock = Clock()
    time.sleep(0.01)
    first = clock.seconds()
    assert first >= 0.01
    time.sleep(0.01)
    assert clock.seconds() >= first + 0.01


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_compiling_does_not_count():
    @njit
    def inner(x):
        return np.sort(x)[0]

    @njit
    def outer(x):
        return inner(x) + np.median(x)

    clock = Clock()
    began = time.perf_counter()
    outer(np.arange(3.0))
    wall = time.perf_counter() - began
    assert clock.seconds() < wall / 2  # of which nearly all was compiling
