"""
Exact minimum of a small soft coloring problem by evaluating every assignment.

For dense problems of up to some 18 nodes nothing is faster: there is no structure to exploit, and the
kernel evaluates tens of billions of assignments a second. Elimination is faster for sparse problems,
branch and bound (:mod:`solver.cluster.branch_and_bound`) for large ones.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cluster import enumeration as kernels
from .._kernels.vectors.simd import BYTES, aligned_zeros
from ..errors import BudgetError, expected
from .potts import Potts, potts

#: Most low states of a table, which with its companions must stay in a first-level cache.
TABLE_STATES = 800
#: Assignments in one kernel call, which takes some tens of milliseconds.
CALL_STATES = 1 << 29
#: Assignments of all nodes but one in a call of the slow kernel.
SCAN_STATES = 1 << 20
#: Default limit, about half a minute.
MAX_STATES = 1 << 40


def states(m: int, k: int) -> int:
    """Return the number of assignments of ``m`` nodes in ``k`` colors."""
    return int(k**m)


def minimize(
    unary: ArrayLike,
    ends: ArrayLike,
    weights: ArrayLike,
    *,
    tie: Literal["lex", "any"] = "lex",
    limit: int = MAX_STATES,
) -> tuple[int | float, NDArray[np.int32]]:
    """
    Find an assignment of least cost among all ``k ** m``.

    With int32 costs it evaluates 15 to 40 assignments per nanosecond for 3 colors or more, and 4 for 2
    colors; int64 takes twice as long. Float costs take some 10 ns an assignment.

    Parameters
    ----------
    unary
        (m, k), cost of each node in each color: integers or floats, of any sign.
    ends
        Integers (e, 2), edges ``u < v`` without repeats.
    weights
        (e,), not negative: cost of an edge whose ends have the same color.
    tie
        Choice among several best assignments: ``"lex"``, the lexicographically first, node 0 first;
        or ``"any"``, at present the same.
    limit
        Largest number of assignments.

    Returns
    -------
    cost, colors
        An integer, or a float summed in the order of :mod:`solver.cluster.potts`; int32[m].

    Raises
    ------
    InputError
        If an argument is ill-formed.
    BudgetError
        If there are more assignments than ``limit``.

    Examples
    --------
    >>> minimize([[0, 3], [0, 1]], [(0, 1)], [5])
    (1, array([0, 1], dtype=int32))
    """
    if tie not in ("lex", "any"):
        raise expected("tie", tie, "'lex' or 'any'")
    problem = _checked(unary, ends, weights, limit)
    if problem.m == 0 or problem.k == 1:
        colors = np.zeros(problem.m, np.int32)
        return problem.cost(colors), colors
    if problem.unary.dtype == np.float64:
        cost, colors, _ = _scan(problem)
        return cost, colors
    return _enumerate(problem)


def count_optima(
    unary: ArrayLike, ends: ArrayLike, weights: ArrayLike, *, limit: int = MAX_STATES
) -> int:
    """
    Return the number of assignments of least cost; floats are equal if their sums are.

    Parameters and errors are those of :func:`minimize`. Takes some 10 ns an assignment.
    """
    problem = _checked(unary, ends, weights, limit)
    return 1 if problem.m == 0 else _scan(problem)[2]


def _checked(unary: ArrayLike, ends: ArrayLike, weights: ArrayLike, limit: int) -> Potts:
    problem = potts(unary, ends, weights)
    if (needed := states(problem.m, problem.k)) > limit:
        raise BudgetError("enumeration of all assignments", estimate=needed, budget=limit, unit="states")
    return problem


def _enumerate(problem: Potts) -> tuple[int, NDArray[np.int32]]:
    m, k = problem.m, problem.k
    unary = problem.unary
    if m < 2:
        # Nodes without costs at the end change neither the minimum nor the first assignment.
        unary = np.concatenate([unary, np.zeros((2 - m, k), unary.dtype)])
    n = len(unary)
    q = min(n - 2, _low_nodes(k))
    h = n - q - 2
    blocks = _blocks(h, q, k, unary.dtype)
    kernels.fill(unary, problem.ends, problem.weights, q, blocks)
    total = k**h
    budget = max(1, CALL_STATES // k ** (q + 2))
    while blocks.best[kernels.BLOCK] < total:
        kernels.run(blocks, k, total, budget)
    colors = np.zeros(n, np.int32)
    kernels.locate(blocks, k, q, colors)
    return int(blocks.best[kernels.COST]), colors[:m]


def _low_nodes(k: int) -> int:
    """Return the number of nodes in the table: as many as fit."""
    q = 0
    while k ** (q + 1) <= TABLE_STATES:
        q += 1
    return q


def _blocks(h: int, q: int, k: int, dtype: np.dtype[Any]) -> kernels.Blocks:
    lanes = BYTES // dtype.itemsize
    width = -(-(k**q) // lanes) * lanes
    table = aligned_zeros(width, dtype)
    table[k**q :] = 1 << (dtype.itemsize * 8 - 2)
    return kernels.Blocks(
        table=table,
        steps=aligned_zeros((h * k + 1) * width, dtype),
        middle=aligned_zeros(2 * k * width, dtype),
        weights=np.zeros((h + 2) ** 2, np.int64),
        unary=np.zeros((h + 2) * k, np.int64),
        colors=np.zeros(h, np.int64),
        counter=np.zeros(h, np.int64),
        powers=np.array([k ** (h - 1 - v) for v in range(h)], np.int64),
        cost=np.zeros(1, np.int64),
        best=np.array([np.iinfo(np.int64).max, 0, 0], np.int64),
    )


def _scan(problem: Potts) -> tuple[int | float, NDArray[np.int32], int]:
    unary, weights = problem.unary, problem.weights
    if unary.dtype == np.int32:
        unary, weights = unary.astype(np.int64), weights.astype(np.int64)
    starts = np.searchsorted(problem.ends[:, 1], np.arange(problem.m + 1)).astype(np.int64)
    earlier = np.ascontiguousarray(problem.ends[:, 0])
    state = kernels.Scan(
        unary=unary,
        starts=starts,
        earlier=earlier,
        weights=weights,
        colors=np.zeros(problem.m, np.int32),
        partial=np.zeros_like(unary),
        best_colors=np.zeros(problem.m, np.int32),
        best=np.zeros(1, unary.dtype),
        counts=np.zeros(2, np.int64),
    )
    while not kernels.scan(state, SCAN_STATES):
        pass
    return state.best[0].item(), state.best_colors, int(state.counts[0])
