"""
Penalties of a batch of colorings: edge evaluations per second, compared with NumPy.

NumPy is measured with colorings as rows and, transposed, as columns. The results are checked to be
equal.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .harness import Contender, Options, Sample, print_comparison, take_turns, timed

if TYPE_CHECKING:
    from solver import Problem

TITLE = "penalties of a batch of colorings (NumPy)"
#: Numbers of nodes, edges, colors and colorings.
QUICK = ((15, 30, 3, 20_000), (1000, 50_000, 4, 64), (1000, 50_000, 4, 512))
FULL = (*QUICK, (15, 30, 3, 1_000_000), (1000, 250_000, 4, 512), (100_000, 1_000_000, 4, 512))


def run(options: Options) -> None:
    from solver import penalties

    for n, m, k, batch in FULL if options.full else QUICK:
        problem, colorings = _made(n, m, k, batch)
        expected = penalties(problem, colorings)
        ways = {"kempe": penalties, "numpy, as it comes": as_it_comes, "numpy, turned": turned}
        contenders = [
            Contender(name, partial(_sample, way, problem, colorings, expected))
            for name, way in ways.items()
        ]
        take_turns(contenders, options.rounds, options.budget)
        title = f"{problem.n} nodes, {problem.m} edges, {k} colors, {batch} colorings"
        print_comparison(title, contenders, "edges/s")


def _made(n: int, m: int, k: int, batch: int) -> tuple[Problem, NDArray[np.int8]]:
    from solver import Problem

    random = np.random.default_rng(1)
    wanted = random.integers(n, size=(3 * m, 2))
    wanted = np.unique(np.sort(wanted[wanted[:, 0] != wanted[:, 1]], axis=1), axis=0)
    edges = random.permutation(wanted)[:m]
    colors = [f"c{c}" for c in range(k)]
    wishes = random.integers(4, size=(n, k)) / 4
    preferences = {v: dict(zip(colors, row, strict=True)) for v, row in enumerate(wishes.tolist())}
    problem = Problem(range(n), edges.tolist(), colors, preferences=preferences, conflict_penalty=2.0)
    return problem, random.integers(k, size=(batch, n), dtype=np.int8)


def _sample(way, problem, colorings, expected) -> Sample:
    seconds, values = timed(lambda: way(problem, colorings))
    assert np.array_equal(values, expected), "two ways to compute the penalty disagree"
    return Sample(problem.m * len(colorings) / seconds)


def as_it_comes(problem, colorings):
    heads, tails = problem.ends.T
    conflicts = (colorings[:, heads] == colorings[:, tails]).sum(axis=1)
    wishes = problem.preferences[np.arange(problem.n), colorings].sum(axis=1)
    return problem.conflict_penalty * conflicts - wishes


def turned(problem, colorings):
    heads, tails = problem.ends.T
    nodes = np.ascontiguousarray(colorings.T)
    conflicts = (nodes[heads] == nodes[tails]).sum(axis=0)
    wishes = problem.preferences[np.arange(problem.n)[:, None], nodes].sum(axis=0)
    return problem.conflict_penalty * conflicts - wishes
