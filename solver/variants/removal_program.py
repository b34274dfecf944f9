"""
The integer program of spilling: the cheapest vertices that meet each of a list of demands.

A demand is a set of vertices of which a given number has to be removed. The bound of the linear
relaxation is computed again from its dual values in exact arithmetic, so that it holds whatever the
rounding errors of the linear program are.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, linprog, milp

#: Tolerance on the bound of the integer program, in units of cost and as a part of all weights.
ABSOLUTE, RELATIVE = 0.01, 1e-9


class Demand(NamedTuple):
    """
    A set of vertices that cannot all be colored.

    Attributes
    ----------
    vertices
        Vertices, increasing.
    least
        Number of them that have to be removed, at least 1.
    """

    vertices: tuple[int, ...]
    least: int


def cheapest_removal(
    weights: NDArray[np.int64], demands: list[Demand], seconds: float
) -> tuple[NDArray[np.bool_] | None, int]:
    """
    Find the cheapest set of vertices that meets all demands.

    Parameters
    ----------
    weights
        Positive integers (n,).
    demands
        Demands, at least one.
    seconds
        Time limit.

    Returns
    -------
    NDArray[np.bool_] or None, int
        Whether each vertex is removed, or None if the time was not enough, and a lower bound on the
        cost.
    """
    vertices = [v for demand in demands for v in demand.vertices]
    rows = np.repeat(np.arange(len(demands)), [len(demand.vertices) for demand in demands])
    matrix = sparse.csr_array((np.ones(len(rows)), (rows, vertices)), (len(demands), len(weights)))
    counts = np.array([demand.least for demand in demands], float)
    limit = {"time_limit": max(seconds, 0.01)}
    relaxed = linprog(weights, A_ub=-matrix, b_ub=-counts, bounds=(0, 1), method="highs", options=limit)
    if relaxed.status != 0:
        return None, 0
    bound = _exact_bound(weights, demands, -relaxed.ineqlin.marginals)
    removed = relaxed.x > 0.5
    if np.all(matrix @ removed >= counts) and int(weights[removed].sum()) <= bound:
        return removed, bound
    limit = {"time_limit": max(seconds, 0.01), "mip_rel_gap": 0}
    found = milp(
        weights,
        integrality=np.ones(len(weights)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, counts, np.inf),
        options=limit,
    )
    if found.mip_dual_bound is not None and np.isfinite(found.mip_dual_bound):
        slack = ABSOLUTE + RELATIVE * float(weights.sum())
        bound = max(bound, int(np.ceil(found.mip_dual_bound - slack)))
    if found.x is None:
        return None, bound
    removed = found.x > 0.5
    return (removed if np.all(matrix @ removed >= counts) else None), bound


def _exact_bound(weights: NDArray[np.int64], demands: list[Demand], duals: NDArray[np.float64]) -> int:
    """Return the cost, rounded up, that nonnegative dual values of the demands prove."""
    left = [Fraction(w) for w in weights.tolist()]
    bound = Fraction(0)
    for demand, dual in zip(demands, duals.tolist(), strict=True):
        if dual > 0:
            # Denominators stay small; any nonnegative value gives a valid bound.
            value = Fraction(dual).limit_denominator(10_000)
            bound += value * demand.least
            for v in demand.vertices:
                left[v] -= value
    bound += sum((part for part in left if part < 0), Fraction(0))
    return max(0, -(-bound.numerator // bound.denominator))
