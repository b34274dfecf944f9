"""
Which engine solves a local problem, what it is allowed, and how it breaks ties.

An engine minimizes integer costs; each says beforehand what it would need, and the fastest that keeps to
the budget is taken. Where the number of colorings fits below the costs, the rank of a coloring is part
of its cost and the first optimum is the only one; otherwise a tie seen on the way back starts a search
for the first optimum, some nodes at a time.

A problem whose costs have no exact integer form is solved on a grid (:mod:`solver.cluster.local`) if
it has more
than ``EXHAUSTIVE`` colorings; below that all are compared by :func:`solver.penalty` itself, which makes
answer and ties exact in float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import BudgetError, InputError
from ..problems.costs import MAX_SUM, MAX_SUM_32
from ..problems.penalty import penalties
from . import branch_and_bound, enumeration, optima
from .cluster import KEPT_PLANS, Cluster, Known, Ready
from .elimination import MEMORY, check_memory, table_bytes
from .local import LocalProblem, ledger

#: Colorings that are compared one by one when costs have no integer form.
EXHAUSTIVE = 1 << 20
#: Below this many cells nothing else can be faster than elimination.
ALWAYS_ELIMINATE = 1 << 16
#: Seconds, about, that elimination takes for a cell of int32, and for one of tables that leave the cache
#: and are new to the process; enumeration for a state.
CELL, FAR_CELL, STATE = 5e-10, 2e-9, 5e-11
#: Branch and bound takes this for each node and edge of the problem, and DENSE times as much more in a
#: complete graph: 4 ms for 60 nodes, 30 ms for 200 that are sparse at random. But 200 planar ones took
#: it 0.1 s, so doubt favors elimination.
BRANCHING, DENSE = 3e-7, 20
#: Bytes of tables that stay in the cache.
NEAR = 1 << 20


@dataclass(frozen=True)
class Budget:
    """
    What an exact routine may use.

    Attributes
    ----------
    memory
        Bytes of tables.
    work
        Cells of elimination or states of enumeration.
    nodes
        Nodes of the tree of branch and bound, whose work cannot be told beforehand.
    """

    memory: float = MEMORY
    work: float = 2e10
    nodes: int = 200_000

    def __post_init__(self) -> None:
        for name in ("memory", "work", "nodes"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} = {getattr(self, name)}, expected more than 0")


class Optimum(NamedTuple):
    """
    A coloring int32[n] of all nodes that are known or free.

    Attributes
    ----------
    colors
        The coloring.
    cost
        What its free nodes cost, in the local problem's unit; None if costs are not integers.
    lower_bound
        No coloring costs less; None if ``colors`` is proven optimal.
    """

    colors: NDArray[np.int32]
    cost: int | None
    lower_bound: int | None = None


class Estimate(NamedTuple):
    """What an engine would need: bytes, units of work, seconds."""

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
) -> Optimum:
    """
    An optimal coloring, the lexicographically first if asked; or, if asked, the best with a bound.

    ``known`` has -1 for the free nodes.
    """
    if not local.exact and local.colorings <= EXHAUSTIVE and engine == "auto":
        return _first_of_all(local, known)
    name = choose(local, budget) if engine == "auto" else engine
    if name not in ENGINES:
        raise InputError(f"engine = {engine!r}, expected 'auto' or one of {tuple(ENGINES)}")
    check(name, local, budget)
    found = ENGINES[name].run(local, known, first, budget)
    if found.lower_bound is not None and not anytime:
        raise BudgetError(name, estimate=math.inf, budget=budget.nodes, unit="nodes")
    return found


def ready(
    cluster: Cluster, required: NDArray[np.int32], numbers: NDArray[np.int32] | None, budget: Budget
) -> Ready | None:
    """
    What is needed to answer in one call; None if that takes another engine or costs are no integers.

    ``numbers`` are the nodes of a boundary whose colorings are all of interest. Made once for each
    set of requirements.
    """
    key = (required.tobytes(), b"" if numbers is None else numbers.tobytes())
    try:
        made = cluster.ready[key]
    except KeyError:
        made = _make_ready(cluster, required, numbers, budget)
        if len(cluster.ready) >= KEPT_PLANS:
            cluster.ready.clear()
        cluster.ready[key] = made
    if made is not None and made.program.table_bytes > budget.memory:
        check_memory(made.program.table_bytes, budget.memory)
    if made is not None and made.local.cells > budget.work:
        check("elimination", made.local, budget)
    return made


def _make_ready(
    cluster: Cluster, required: NDArray[np.int32], numbers: NDArray[np.int32] | None, budget: Budget
) -> Ready | None:
    is_free = required[cluster.members] < 0
    local = cluster.local(Known(required, is_free), numbers)
    if not local.exact or (numbers is None and choose(local, budget) != "elimination"):
        return None
    check("elimination", local, budget)
    dtype, rank = cheapest_form(local) if numbers is None else table_form(local)
    costs = cluster.seen.costs
    assert costs is not None
    return Ready(
        required,
        local,
        local.elimination(dtype, budget.memory),
        local.packed(dtype, local.m if rank else 0, budget.memory),
        rank,
        ledger(cluster.seen),
        local.unit,
        2.0**-costs.shift,
    )


def cheapest_form(local: LocalProblem) -> tuple[Any, int]:
    """Integer type and rank for one answer: narrow without ranks beats wide with them, but for ties."""
    if local.ranked_dtype is None or (local.ranked_dtype is np.int64 and local.bound < MAX_SUM_32):
        return local.dtype, 0
    return local.ranked_dtype, local.colorings


def table_form(local: LocalProblem) -> tuple[Any, int]:
    """Integer type and rank for a table: ranks save a way back for every row."""
    if local.ranked_dtype is None:
        return local.dtype, 0
    return local.ranked_dtype, local.colorings


def choose(local: LocalProblem, budget: Budget) -> str:
    """The engine that is estimated to be fastest among those that keep to the budget."""
    if local.cells < ALWAYS_ELIMINATE:
        return "elimination"
    estimates = {name: engine.estimate(local) for name, engine in ENGINES.items()}
    fitting = {
        name: e.seconds
        for name, e in estimates.items()
        if e.memory <= budget.memory and e.work <= budget.work
    }
    return min(fitting, key=fitting.__getitem__, default="elimination")


def check(name: str, local: LocalProblem, budget: Budget) -> None:
    """BudgetError if an engine would not keep to the budget."""
    estimate = ENGINES[name].estimate(local)
    if name == "branch_and_bound" and local.bound >= branch_and_bound.MAX_COST:
        widest = branch_and_bound.MAX_COST
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
) -> Optimum:
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
                found = known.copy()
                _, rivals = program.minimize(program.costs(unary, weights, nothing), found)
                return found[local.nodes], rivals == 0

            colors = _first_optimum(local, known, solve, budget)
    return Optimum(colors, int(cost))


def _eliminate(
    local: LocalProblem, dtype: Any, rank: int, colors: NDArray[np.int32], budget: Budget
) -> tuple[int, int]:
    program = local.elimination(dtype, budget.memory)
    costs = local.packed(dtype, local.m if rank else 0, budget.memory)
    return program.minimize(costs, colors, rank)


# ------------------------------------------------------------------------------------- enumeration


def _estimate_enumeration(local: LocalProblem) -> Estimate:
    # As integers: a float does not hold as many, and is then infinite, out of reach in any case.
    count = sum(local.k ** len(part) for part in local.components)
    states = float(count) if count.bit_length() < 1000 else math.inf
    seconds = len(local.components) * 2e-4 + states * STATE
    return Estimate(0.0, states, "states", seconds)


def _by_enumeration(
    local: LocalProblem, known: NDArray[np.int32], first: bool, budget: Budget
) -> Optimum:
    unary = local.unary(known)
    colors, total = known.copy(), 0
    for part in local.components:
        ends, weights = local.within(part)
        cost, found = enumeration.minimize(unary[part], ends, weights, limit=int(budget.work))
        colors[local.nodes[part]] = found
        total += int(cost)
    return Optimum(colors, total)


# -------------------------------------------------------------------------------- branch and bound


def _estimate_branch_and_bound(local: LocalProblem) -> Estimate:
    # Its own limit on costs is lower than that of the others.
    work = math.inf if local.bound >= branch_and_bound.MAX_COST else 0.0
    edges, pairs = len(local.ends), local.m * (local.m - 1) / 2
    seconds = BRANCHING * local.m * edges * (1 + DENSE * edges / max(pairs, 1))
    return Estimate(0.0, work, "nodes", seconds)


def _by_branch_and_bound(
    local: LocalProblem, known: NDArray[np.int32], first: bool, budget: Budget
) -> Optimum:
    unary = local.unary(known)
    colors, total, lower, proven = known.copy(), 0, 0, True
    for part in local.components:
        ends, weights = local.within(part)
        found = branch_and_bound.minimize(
            unary[part], ends, weights, node_limit=budget.nodes, tie="lex" if first else "any"
        )
        if found.colors is None:
            raise BudgetError("branch and bound", estimate=math.inf, budget=budget.nodes, unit="nodes")
        colors[local.nodes[part]] = found.colors
        total += int(found.cost)
        lower += int(found.lower_bound)
        proven = proven and found.proven
    return Optimum(colors, total, None if proven else lower)


# -------------------------------------------------------------------------------------------- ties


def _first_optimum(
    local: LocalProblem,
    known: NDArray[np.int32],
    solve: Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[NDArray[np.int32], bool]],
    budget: Budget,
) -> NDArray[np.int32]:
    """
    The lexicographically first optimum, as many nodes at a time as have room below the costs.

    Each pass ranks the next nodes and charges the settled ones for any color but theirs. ``solve`` says
    besides colors int32[m] whether they are the only optimum for certain.
    """
    unary = local.unary(known)
    charge = local.bound + 1
    room = MAX_SUM // ((local.m + 2) * charge)
    group = 0
    while group < local.m and local.k ** (group + 1) <= room:
        group += 1
    if group == 0:
        return next(optima.ordered(local, known, budget.memory))
    rank = local.k**group
    colors = np.empty(0, np.int32)
    for settled in range(0, local.m, group):
        ranked = unary * rank
        for i in range(settled):
            ranked[i] += charge * rank
            ranked[i, colors[i]] -= charge * rank
        here = min(group, local.m - settled)
        places = np.array([local.k**i for i in range(here - 1, -1, -1)], np.int64)
        ranked[settled : settled + here] += places[:, None] * np.arange(local.k)
        colors, is_only = solve(ranked, local.weights * rank)
        if is_only:
            break
    full = known.copy()
    full[local.nodes] = colors
    return full


def colorings_of(
    local: LocalProblem, known: NDArray[np.int32]
) -> Iterator[tuple[int, NDArray[np.int32]]]:
    """All colorings in lexicographic order, in blocks int32[b, n] with the number of the first."""
    places = np.array([local.k**i for i in range(local.m - 1, -1, -1)], np.int64)
    step = max(64, (1 << 22) // local.seen.n)
    for start in range(0, local.colorings, step):
        numbers = np.arange(start, min(start + step, local.colorings))
        colorings = np.repeat(known[None], len(numbers), axis=0)
        colorings[:, local.nodes[: local.m]] = numbers[:, None] // places % local.k
        yield start, colorings


def _first_of_all(local: LocalProblem, known: NDArray[np.int32]) -> Optimum:
    """The first coloring of least penalty, comparing all in float64."""
    best, lowest = known, np.inf
    for _, colorings in colorings_of(local, known):
        totals = penalties(local.seen, colorings)
        i = int(totals.argmin())
        if totals[i] < lowest:
            best, lowest = colorings[i], float(totals[i])
    return Optimum(best, None)


class Engine(NamedTuple):
    """How to estimate and how to run an engine."""

    estimate: Callable[[LocalProblem], Estimate]
    run: Callable[[LocalProblem, NDArray[np.int32], bool, Budget], Optimum]


ENGINES = {
    "elimination": Engine(_estimate_elimination, _by_elimination),
    "enumeration": Engine(_estimate_enumeration, _by_enumeration),
    "branch_and_bound": Engine(_estimate_branch_and_bound, _by_branch_and_bound),
}
