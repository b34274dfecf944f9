"""
Microscopes: the kernels that everything else waits for, timed by pytest-benchmark.

They are off by default and run once, as a smoke test. To look, ``pytest tests/test_perf.py
--benchmark-enable``; add ``--benchmark-save=NAME`` before a change, ``--benchmark-compare`` after it. Go
by the minimum. What decides about a change is ``python -m bench.ab``, not this.
"""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph, Problem, clique, conflicts, generators, greedy, penalties
from solver.search.annealing import Annealing
from solver.search.memetic import Memetic
from solver.search.partialcol import PartialCol
from solver.search.tabucol import TabuCol

TICKS = 1 << 18


@pytest.fixture(scope="module")
def dense():
    return generators.gnp(500, 0.5, seed=1)


@pytest.fixture(scope="module")
def sparse():
    return generators.rmat(13, seed=1)


@pytest.mark.parametrize("search", [TabuCol, PartialCol, Memetic, Annealing])
def test_search(benchmark, dense, search):
    def fresh():
        return (search(dense, 46, seed=1),), {}

    benchmark.pedantic(lambda made: made.run(TICKS), setup=fresh, rounds=20, warmup_rounds=2)


@pytest.mark.parametrize("strategy", ["smallest_last", "DSATUR", "RLF"])
def test_greedy(benchmark, sparse, strategy):
    colors = benchmark(greedy, sparse, strategy)
    assert conflicts(sparse, colors) == 0


def test_clique(benchmark, dense):
    assert len(benchmark(clique, dense, seed=1)) >= 11


def test_build(benchmark):
    ends = np.random.default_rng(1).integers(10_000, size=(2, 200_000), dtype=np.int32)
    heads, tails = ends[:, ends[0] != ends[1]]
    assert benchmark(Graph.from_arrays, 10_000, heads, tails).n == 10_000


def test_penalties(benchmark, dense):
    problem = Problem(range(dense.n), dense.edges().tolist(), ["red", "green", "blue"])
    colorings = np.random.default_rng(1).integers(3, size=(512, dense.n), dtype=np.int8)
    assert len(benchmark(penalties, problem, colorings)) == 512
