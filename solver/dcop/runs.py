"""
The frame of every algorithm: reading its arguments, playing its cycles, and making its result.

A search is a kernel that plays some cycles at a time on arrays that outlive the call, so that Ctrl-C
works between two calls and cutting a run does not change its course.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import expected
from ..graphs.verify import conflicts
from ..problems.penalty import penalty
from ..problems.problem import Problem
from .network import CostNetwork
from .result import DcopResult

#: Table entries that a kernel may look up between two checks for Ctrl-C, which takes 10 to 50 ms.
CALL_WORK = 1 << 24
#: Bytes of a cost or gain, of a value, and of a yes or no.
COST_BYTES, VALUE_BYTES, ANSWER_BYTES = 8, 4, 1


def as_network(problem: Problem | CostNetwork) -> CostNetwork:
    """Return the network itself, or that of a coloring problem."""
    if isinstance(problem, CostNetwork):
        return problem
    if not isinstance(problem, Problem):
        raise expected("problem", problem, "a CostNetwork or a solver.Problem")
    return CostNetwork.from_problem(problem)


def check_cycles(cycles: int) -> int:
    """Return ``cycles`` as a Python integer; raise InputError unless it is one and not negative."""
    if not isinstance(cycles, (int, np.integer)) or cycles < 0:
        raise expected("cycles", cycles, "an integer >= 0")
    return int(cycles)


def check_probability(name: str, value: float) -> int:
    """Return a probability as a threshold for 53 random bits."""
    if not 0 <= value <= 1:
        raise expected(name, value, f"0 <= {name} <= 1")
    return round(value * 2.0**53)


def in_parts(cycles: int, work: int, play: Callable[[int, int], int]) -> int:
    """
    Call ``play(first, last)`` for parts of the cycles until it stops early; return the cycles played.

    Parameters
    ----------
    cycles
        Number of cycles.
    work
        Table entries that one cycle looks up.
    play
        Function that plays the cycles from ``first`` to ``last - 1`` and returns their number.
    """
    step = max(1, CALL_WORK // max(1, work))
    done = 0
    while done < cycles:
        asked = min(step, cycles - done)
        played = play(done, done + asked)
        done += played
        if played < asked:
            break
    return done


class Traffic(NamedTuple):
    """Messages of a run, their bytes, and its non-concurrent constraint checks."""

    messages: int
    bytes: int
    nccc: int


def make_result(
    algorithm: str,
    problem: Problem | CostNetwork,
    network: CostNetwork,
    values: NDArray[np.int32],
    best: int,
    history: NDArray[np.int64],
    traffic: Traffic,
    lower_bound: float = -math.inf,
) -> DcopResult:
    """
    Evaluate an assignment again and return the result.

    Parameters
    ----------
    best, history
        Costs on the grid as the kernel kept them, without the constant.
    lower_bound
        Lower bound on all costs.
    """
    grid = network.grid
    cost = network.cost(values) if isinstance(problem, CostNetwork) else penalty(problem, values)
    claimed = grid.to_cost(best + grid.constant)
    if network.exact and cost != claimed:
        raise AssertionError(f"{algorithm} found {claimed}, counted {cost}: please report this")
    return DcopResult(
        algorithm=algorithm,
        assignment=network.decode(values),
        values=values,
        cost=cost,
        conflicts=None if isinstance(problem, CostNetwork) else conflicts(problem.graph, values),
        history=grid.to_cost(history + grid.constant),
        cycles=len(history),
        messages=traffic.messages,
        bytes=traffic.bytes,
        nccc=traffic.nccc,
        lower_bound=lower_bound,
    )
