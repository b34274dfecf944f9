"""
The exact best answer of a cluster to what it believes of the others.

Three engines find it: *enumeration* of all colorings, bucket *elimination*, and *branch and bound*; by
default the one whose cost, estimated beforehand, is least. Costs are integers, so all of them find the
same optimum. Among several, ``tie="lex"`` takes the first in node order, then domain order. Where the
number of colorings fits below the costs, the rank of a coloring is part of its cost and the first optimum
is the only one; otherwise a tie seen on the way back starts a search for the first optimum, some nodes at
a time.

A problem whose costs have no exact integer form is solved on a grid (:mod:`solver.local`). Colorings
that the grid cannot tell from the optimum are then compared by :func:`solver.penalty` itself: all of them
if there are at most ``EXHAUSTIVE``, which makes answer and ties exact in float64; beyond that the answer
is optimal up to rounding, one part in 10 ** 13 of the sum of all costs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import penalty as pricing
from .cluster import Beliefs, Cluster, Known, prepared
from .costs import MAX_SUM, MAX_SUM_32
from .definition import Color, Node
from .elimination import MEMORY, table_bytes
from .errors import BudgetError, InputError
from .local import LocalProblem
from .penalty import Assignment, Scope
from .problem import Problem

Tie = Literal["lex", "current", "any"]
#: Colorings that are compared one by one when costs have no integer form.
EXHAUSTIVE = 1 << 20


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
    """

    memory: float = MEMORY
    work: float = 2e10

    def __post_init__(self) -> None:
        for name in ("memory", "work"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} = {getattr(self, name)}, expected more than 0")


class BestResponse(NamedTuple):
    """
    A best answer.

    Attributes
    ----------
    penalty
        ``solver.penalty`` of the beliefs and the assignment together, in the scope asked for.
    conflicts
        Number of their edges in conflict.
    assignment
        ``{node: color}`` of the cluster's nodes, fixed ones included, in node order.
    """

    penalty: float
    conflicts: int
    assignment: dict[Node, Color]


def best_response(
    problem: Problem,
    cluster: Hashable | Iterable[Node],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    tie: Tie = "lex",
    scope: Scope = "global",
    *,
    current: Assignment | None = None,
    engine: str = "auto",
    budget: Budget = Budget(),  # noqa: B008
) -> BestResponse:
    """
    Colors for the free nodes of a cluster that make the penalty least.

    Parameters
    ----------
    problem
        The problem.
    cluster
        An owner, or names of nodes.
    beliefs
        Colors of foreign nodes, by name or as integers (n,) with -1 for unknown. Nodes of unknown color
        cost nothing; what is said of the cluster's own nodes is not read.
    fixed
        Required colors of own nodes beyond ``problem.fixed``, which wins where both speak.
    tie
        Among several optima: ``"lex"`` the first in node order, then domain order; ``"current"`` the
        colors in ``current`` if they are optimal, else as ``"lex"``; ``"any"`` whichever is found first.
    scope
        ``"global"`` counts every edge whose ends have a color, ``"cluster"`` only those with an end in
        the cluster.
    current
        Colors of the cluster's nodes for ``tie="current"``; required colors override them.
    engine
        ``"elimination"``, or ``"auto"`` for the one that is estimated to be cheapest.
    budget
        Memory and work allowed.

    Raises
    ------
    BudgetError
        If no engine, or not the one asked for, would keep to the budget; carries the estimate.
    InputError
        If a name, color or option is unknown.

    Examples
    --------
    >>> problem = Problem("xy", [("x", "y")], ["red", "green"], owners={"x": "me", "y": "you"})
    >>> best_response(problem, "me", {"y": "red"})
    BestResponse(penalty=0.0, conflicts=0, assignment={'x': 'green'})
    """
    return respond(prepared(problem, cluster, scope), beliefs, fixed, tie, current, engine, budget)


def respond(
    cluster: Cluster,
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    tie: Tie = "lex",
    current: Assignment | None = None,
    engine: str = "auto",
    budget: Budget = Budget(),  # noqa: B008
) -> BestResponse:
    """:func:`best_response` of a prepared cluster."""
    if tie not in ("lex", "current", "any"):
        raise InputError(f"tie = {tie!r}, expected 'lex', 'current' or 'any'")
    known = cluster.know(beliefs, fixed)
    local = cluster.local(known)
    colors, cost = optimum(local, known.colors, engine, tie != "any", budget)
    if tie == "current":
        colors = _keep(cluster, known, current, colors)
    return answer(cluster, local, known.colors, colors, cost)


def answer(
    cluster: Cluster,
    local: LocalProblem,
    known: NDArray[np.int32],
    colors: NDArray[np.int32],
    cost: int | None,
) -> BestResponse:
    """Evaluate an optimum by the problem's own terms, and see that they agree with its cost."""
    account = local.account(colors, known)
    if cost is not None and local.exact and account.total != account.known + local.unit * cost:
        raise AssertionError(f"cost {cost} found, {account} counted: please report this")
    return BestResponse(local.to_float(account.total), int(account.conflicts), cluster.named(colors))


def _keep(
    cluster: Cluster, known: Known, current: Assignment | None, best: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The current colors, overlaid with the required ones, if they are as good as the best."""
    if current is None:
        raise InputError("current: tie='current' needs the cluster's current colors")
    own = cluster.problem.encode(current)[cluster.members]
    kept = best.copy()
    kept[cluster.members] = np.where(known.is_free, own, best[cluster.members])
    if kept[cluster.members].min(initial=0) < 0:
        return best
    evaluate = pricing.kernels.evaluate
    parts = pricing.terms(cluster.seen)
    return kept if evaluate(kept, *parts) <= evaluate(best, *parts) else best


# ----------------------------------------------------------------------------------------- engines


def optimum(
    local: LocalProblem, known: NDArray[np.int32], engine: str, first: bool, budget: Budget
) -> tuple[NDArray[np.int32], int | None]:
    """
    An optimal coloring int32[n], the first if asked, and its cost (None if costs are no integers).

    ``known`` has -1 for the free nodes.
    """
    if not local.exact and local.colorings <= EXHAUSTIVE and engine == "auto":
        return _first_of_all(local, known), None
    if engine not in ("auto", *ENGINES):
        raise InputError(f"engine = {engine!r}, expected 'auto' or one of {tuple(ENGINES)}")
    return ENGINES["elimination" if engine == "auto" else engine](local, known, first, budget)


def by_elimination(
    local: LocalProblem, known: NDArray[np.int32], first: bool, budget: Budget
) -> tuple[NDArray[np.int32], int | None]:
    """The elimination engine."""
    if local.order.cells > budget.work:
        raise BudgetError(
            "elimination", estimate=local.order.cells, budget=budget.work, unit="cells"
        )
    dtype = local.ranked_dtype
    rank = local.colorings
    # Costs without ranks in a narrow type beat ranked ones in a wide one, but for ties.
    if dtype is None or (dtype is np.int64 and local.bound < MAX_SUM_32):
        dtype, rank = local.dtype, 0
    colors = known.copy()
    cost, rivals = _eliminate(local, dtype, rank, colors, budget)
    if first and rivals:
        if local.ranked_dtype is not None:
            colors = known.copy()
            _eliminate(local, np.int64, local.colorings, colors, budget)
        else:
            colors = _first_optimum(local, known, colors, budget)
    return colors, cost


def _eliminate(
    local: LocalProblem, dtype: Any, rank: int, colors: NDArray[np.int32], budget: Budget
) -> tuple[int, int]:
    program = local.elimination(dtype, budget.memory)
    return program.minimize(local.packed(dtype, rank, budget.memory), colors, rank)


def _first_optimum(
    local: LocalProblem, known: NDArray[np.int32], best: NDArray[np.int32], budget: Budget
) -> NDArray[np.int32]:
    """
    The lexicographically first optimum, as many nodes at a time as have room below the costs.

    Each pass ranks the next nodes and charges the settled ones for any color but theirs.
    """
    program = local.elimination(np.int64, budget.memory)
    unary = local.unary(known)
    charge = local.bound + 1
    room = MAX_SUM // ((local.m + 2) * charge)
    group = 0
    while group < local.m and local.k ** (group + 1) <= room:
        group += 1
    if group == 0:
        raise BudgetError(
            "lexicographic tie with costs of so many bits",
            estimate=float(charge) * local.k * (local.m + 2),
            budget=float(MAX_SUM),
            unit="states",
        )
    rank = local.k**group
    free = local.nodes[: local.m]
    colors = best
    for settled in range(0, local.m, group):
        ranked = unary * rank
        for i in range(settled):
            ranked[i] += charge * rank
            ranked[i, colors[free[i]]] -= charge * rank
        here = min(group, local.m - settled)
        places = np.array([local.k**i for i in range(here - 1, -1, -1)], np.int64)
        ranked[settled : settled + here] += places[:, None] * np.arange(local.k)
        nothing = np.zeros(len(local.crossings), np.int64)
        colors = known.copy()
        _, rivals = program.minimize(program.costs(ranked, local.weights * rank, nothing), colors)
        if not rivals:
            break
    return colors


def _first_of_all(local: LocalProblem, known: NDArray[np.int32]) -> NDArray[np.int32]:
    """The first coloring of least penalty, comparing all in float64."""
    best, lowest = known, np.inf
    places = np.array([local.k**i for i in range(local.m - 1, -1, -1)], np.int64)
    step = max(64, (1 << 22) // local.seen.n)
    for start in range(0, local.colorings, step):
        numbers = np.arange(start, min(start + step, local.colorings))
        colorings = np.repeat(known[None].astype(np.int32), len(numbers), axis=0)
        colorings[:, local.nodes[: local.m]] = numbers[:, None] // places % local.k
        totals = pricing.penalties(local.seen, colorings)
        i = int(totals.argmin())
        if totals[i] < lowest:
            best, lowest = colorings[i], float(totals[i])
    return best


Engine = Callable[
    [LocalProblem, NDArray[np.int32], bool, Budget], tuple[NDArray[np.int32], int | None]
]
ENGINES: dict[str, Engine] = {"elimination": by_elimination}
