"""
The engines that solve a local problem, and the choice among them.

An engine minimizes integer costs. Each estimates its needs beforehand, and the fastest within the budget
is chosen. If the number of colorings fits below the costs, the rank of a coloring is part of its cost
and the first optimum is the only one; otherwise a tie found on the way back starts a search for the
first optimum (:mod:`solver.cluster.ties`).

A problem whose costs have no exact integer form is solved on a grid (:mod:`solver.cluster.local`) if it
has more than ``EXHAUSTIVE`` colorings; otherwise all are compared by :func:`solver.penalty`, which makes
the answer and its ties exact in float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import BudgetError, expected
from ..problems.costs import MAX_SUM_32
from . import branch_and_bound, enumeration
from .budget import Budget
from .local import LocalProblem
from .order import table_bytes
from .potts import Potts
from .ties import EXHAUSTIVE, first_of_all, first_optimum
from .tree_search import MAX_COST

#: Below this number of cells no engine is faster than elimination.
ALWAYS_ELIMINATE = 1 << 16
#: Seconds, roughly, that elimination takes for a cell of int32, and for a cell of tables that exceed the
#: cache and are new to the process; that enumeration takes for a state.
CELL, FAR_CELL, STATE = 5e-10, 2e-9, 5e-11
#: Branch and bound takes this for each node and edge of the problem, and DENSE times as much more in a
#: complete graph: 4 ms for 60 nodes, 30 ms for 200 in sparse random graphs. But 200 planar ones took
#: 0.1 s, so doubt favors elimination.
BRANCHING, DENSE = 3e-7, 20
#: Seconds, roughly, that branch and bound takes for a node of its tree.
BRANCHING_NODE = 4e-5
#: Bytes of tables that stay in the cache.
NEAR = 1 << 20


class LocalOptimum(NamedTuple):
    """
    An optimal coloring of a local problem, or the best one found.

    Attributes
    ----------
    colors
        int32[n], of all nodes that are known or free.
    cost
        Cost of the free nodes, in the local problem's unit; None if costs are not integers.
    lower_bound
        Lower bound on the cost of any coloring; None if ``colors`` is proven optimal.
    """

    colors: NDArray[np.int32]
    cost: int | None
    lower_bound: int | None = None


class Estimate(NamedTuple):
    """Estimated needs of an engine: bytes, units of work, seconds."""

    memory: float
    work: float
    unit: str
    seconds: float


def optimum(
    local: LocalProblem,
    known: NDArray[np.int32],
    engine: str,
    first: bool,
    budget: Budget,
    anytime: bool = False,
) -> LocalOptimum:
    """
    Return an optimal coloring, with ``first`` the lexicographically first.

    ``known`` has -1 for the free nodes. With ``anytime``, branch and bound may return the best coloring
    so far and a lower bound.
    """
    if not local.exact and local.colorings <= EXHAUSTIVE and engine == "auto":
        return LocalOptimum(first_of_all(local, known), None)
    if engine == "auto" and (trial := _trial(local, budget)) is not None:
        best = ENGINES["branch_and_bound"].run(local, known, first, trial)
        if best.lower_bound is None:
            return best
        engine = "elimination"
    name = choose(local, budget) if engine == "auto" else engine
    if name not in ENGINES:
        raise expected("engine", engine, f"'auto' or one of {tuple(ENGINES)}")
    check(name, local, budget)
    best = ENGINES[name].run(local, known, first, budget)
    if best.lower_bound is not None and not anytime:
        raise BudgetError(name, estimate=math.inf, budget=budget.nodes, unit="nodes")
    return best


def _trial(local: LocalProblem, budget: Budget) -> Budget | None:
    """
    Return a budget for branch and bound if it is chosen and elimination can follow, otherwise None.

    The time of branch and bound is hard to predict, so it may take no longer than elimination would.
    """
    if choose(local, budget) != "branch_and_bound":
        return None
    estimate = _estimate_elimination(local)
    if estimate.memory > budget.memory or estimate.work > budget.work:
        return None
    return replace(budget, nodes=min(budget.nodes, 1 + int(estimate.seconds / BRANCHING_NODE)))


def cheapest_form(local: LocalProblem) -> tuple[Any, int]:
    """Return integer type and rank for one answer: narrow costs without ranks are fastest."""
    if local.ranked_dtype is None or (local.ranked_dtype is np.int64 and local.bound < MAX_SUM_32):
        return local.dtype, 0
    return local.ranked_dtype, local.colorings


def table_form(local: LocalProblem) -> tuple[Any, int]:
    """Return integer type and rank for a table: ranks save a way back for every row."""
    if local.ranked_dtype is None:
        return local.dtype, 0
    return local.ranked_dtype, local.colorings


def choose(local: LocalProblem, budget: Budget) -> str:
    """Return the engine with the lowest estimated time among those within the budget."""
    if local.cells < ALWAYS_ELIMINATE:
        return "elimination"
    estimates = _estimates(local)
    fitting = {
        name: e.seconds
        for name, e in estimates.items()
        if e.memory <= budget.memory and e.work <= budget.work
    }
    return min(fitting, key=fitting.__getitem__, default="elimination")


def _estimates(local: LocalProblem) -> dict[str, Estimate]:
    """Return the needs of every engine, which do not depend on beliefs and are kept."""
    kept: dict[str, Estimate] | None = local.__dict__.get("_estimates")
    if kept is None:
        kept = {name: engine.estimate(local) for name, engine in ENGINES.items()}
        local.__dict__["_estimates"] = kept
    return kept


def check(name: str, local: LocalProblem, budget: Budget) -> None:
    """Raise BudgetError if an engine would exceed the budget."""
    estimate = ENGINES[name].estimate(local)
    if name == "branch_and_bound" and local.bound >= MAX_COST:
        widest = MAX_COST
        raise BudgetError(name, estimate=local.bound, budget=widest, unit="units of cost")
    if estimate.memory > budget.memory:
        raise BudgetError(name, estimate=estimate.memory, budget=budget.memory, unit="bytes")
    if estimate.work > budget.work:
        raise BudgetError(name, estimate=estimate.work, budget=budget.work, unit=estimate.unit)


# ------------------------------------------------------------------------------------- elimination


def _estimate_elimination(local: LocalProblem) -> Estimate:
    memory = table_bytes(local.order, local.b, local.k, local.dtype)
    per_cell = (CELL if memory <= NEAR else FAR_CELL) * np.dtype(local.dtype).itemsize / 4
    return Estimate(memory, local.cells, "cells", 2e-6 + local.cells * per_cell)


def _by_elimination(
    local: LocalProblem, known: NDArray[np.int32], first: bool, budget: Budget
) -> LocalOptimum:
    dtype, rank = cheapest_form(local)
    colors = known.copy()
    cost, rivals = _eliminate(local, dtype, rank, colors, budget)
    if first and rivals:
        if local.ranked_dtype is not None:
            colors = known.copy()
            _eliminate(local, np.int64, local.colorings, colors, budget)
        else:
            program = local.elimination(np.int64, budget.memory)
            nothing = np.zeros(len(local.crossings), np.int64)

            def solve(unary: NDArray[np.int64], weights: NDArray[np.int64]) -> tuple[Any, bool]:
                best = known.copy()
                _, rivals = program.minimize(program.costs(unary, weights, nothing), best)
                return best[local.nodes], rivals == 0

            colors = first_optimum(local, known, solve, budget.memory)
    return LocalOptimum(colors, int(cost))


def _eliminate(
    local: LocalProblem, dtype: Any, rank: int, colors: NDArray[np.int32], budget: Budget
) -> tuple[int, int]:
    program = local.elimination(dtype, budget.memory)
    costs = local.packed(dtype, local.m if rank else 0, budget.memory)
    return program.minimize(costs, colors, rank)


# ------------------------------------------------------------------------------------- enumeration


def _estimate_enumeration(local: LocalProblem) -> Estimate:
    # As integers, which may exceed every float; such a number is out of reach in any case.
    count = sum(local.k ** len(part) for part in local.components)
    states = float(count) if count.bit_length() < 1000 else math.inf
    seconds = len(local.components) * 2e-4 + states * STATE
    return Estimate(0.0, states, "states", seconds)


def _by_enumeration(
    local: LocalProblem, known: NDArray[np.int32], first: bool, budget: Budget
) -> LocalOptimum:
    unary = local.unary(known)
    colors, total = known.copy(), 0
    for part in local.components:
        ends, weights = local.within(part)
        cost, best = enumeration.minimize(unary[part], ends, weights, limit=int(budget.work))
        colors[local.nodes[part]] = best
        total += int(cost)
    return LocalOptimum(colors, total)


# -------------------------------------------------------------------------------- branch and bound


def _estimate_branch_and_bound(local: LocalProblem) -> Estimate:
    # Its limit on costs is lower than that of the others.
    work = math.inf if local.bound >= MAX_COST else 0.0
    edges, pairs = len(local.ends), local.m * (local.m - 1) / 2
    seconds = BRANCHING * local.m * edges * (1 + DENSE * edges / max(pairs, 1))
    return Estimate(0.0, work, "nodes", seconds)


def _by_branch_and_bound(
    local: LocalProblem, known: NDArray[np.int32], first: bool, budget: Budget
) -> LocalOptimum:
    unary = local.unary(known)
    colors, total, lower, proven = known.copy(), 0, 0, True
    for part in local.components:
        if len(part) == 1:  # many a sparse cluster has some, and a search takes half a millisecond
            costs = unary[part[0]]
            colors[local.nodes[part]] = costs.argmin()
            total += int(costs.min())
            lower += int(costs.min())
            continue
        problem = Potts(unary[part], *local.within(part))
        best = branch_and_bound.search(problem, None, budget.nodes, first)
        if best.colors is None:
            raise BudgetError("branch and bound", estimate=math.inf, budget=budget.nodes, unit="nodes")
        colors[local.nodes[part]] = best.colors
        total += int(best.cost)
        lower += int(best.lower_bound)
        proven = proven and best.proven
    return LocalOptimum(colors, total, None if proven else lower)


class Engine(NamedTuple):
    """Functions that estimate the needs of an engine and run it."""

    estimate: Callable[[LocalProblem], Estimate]
    run: Callable[[LocalProblem, NDArray[np.int32], bool, Budget], LocalOptimum]


ENGINES = {
    "elimination": Engine(_estimate_elimination, _by_elimination),
    "enumeration": Engine(_estimate_enumeration, _by_enumeration),
    "branch_and_bound": Engine(_estimate_branch_and_bound, _by_branch_and_bound),
}
