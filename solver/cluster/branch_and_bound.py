"""
Exact minimum of a soft coloring problem by branch and bound: for sparse problems too wide to eliminate.

A tabu search finds a good assignment; with its cost the bound at the root, from shifting costs along
edges (:mod:`solver._kernels.cluster.sweeps`), rules out most colors, and what remains often can be
eliminated. Otherwise the tree branches. The lexicographically first optimum is found afterwards, node by
node, where the bound leaves a smaller color open. Enumeration (:mod:`solver.cluster.enumeration`) is
faster for dense problems of few nodes.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import expected
from ..problems.costs import fixed_point, grid_shift, largest_sum, on_grid
from .potts import Potts, potts
from .tree_search import MAX_COST, TreeSearch


class Optimum(NamedTuple):
    """
    The result of a search.

    Attributes
    ----------
    cost
        Cost of the best assignment; ``upper`` if there is none below it.
    colors
        int32[m], or None if nothing was found below ``upper``.
    proven
        Whether the search is complete, so that no assignment costs less; with ``tie="lex"`` also that
        none of the same cost comes first.
    lower_bound
        Lower bound on the cost of any assignment. Equal to ``cost`` if that is proven, except for
        rounding if float costs have no exact integer form.
    nodes
        Number of nodes of the search tree that were visited.
    """

    cost: int | float
    colors: NDArray[np.int32] | None
    proven: bool
    lower_bound: int | float
    nodes: int


def minimize(
    unary: ArrayLike,
    ends: ArrayLike,
    weights: ArrayLike,
    *,
    upper: float | None = None,
    node_limit: int | None = None,
    tie: Literal["any", "lex"] = "any",
) -> Optimum:
    """
    Find an assignment of least cost, and prove it.

    Takes time exponential in the worst case; memory of one problem, ``8 e k ** 2`` bytes and more, for
    each level of the tree that is reached.

    Parameters
    ----------
    unary
        (m, k), cost of each node in each color: integers or floats, of any sign.
    ends
        Integers (e, 2), edges ``u < v`` without repeats.
    weights
        (e,), not negative: cost of an edge whose ends have the same color.
    upper
        Cost below which assignments are searched.
    node_limit
        Largest number of nodes of the tree; then the best assignment so far and a bound are returned.
    tie
        Choice among several best assignments: ``"any"``, or ``"lex"``, the lexicographically first,
        which takes another search for each smaller color that the bound leaves open.

    Returns
    -------
    Optimum
        A named tuple ``(cost, colors, proven, lower_bound, nodes)``. The cost is exact for integers, and
        for floats that have a common exact integer form (:mod:`solver.problems.costs`); others are
        rounded to multiples of some ``2 ** -55`` of the sum of all costs for the search.

    Raises
    ------
    InputError
        If an argument is ill-formed, or integer costs could sum to ``2 ** 56`` or more.
    BudgetError
        If the tree would not fit in memory.

    References
    ----------
    .. [1] Kolmogorov, V. (2015). A new look at reweighted message passing. *IEEE Transactions on Pattern
       Analysis and Machine Intelligence* 37: 919-930. doi:10.1109/TPAMI.2014.2363465

    Examples
    --------
    >>> found = minimize([[0, 3], [0, 1]], [(0, 1)], [5])
    >>> found.cost, found.colors, found.proven
    (1, array([0, 1], dtype=int32), True)
    """
    if tie not in ("any", "lex"):
        raise expected("tie", tie, "'any' or 'lex'")
    if node_limit is not None and node_limit < 1:
        raise expected("node_limit", node_limit, "an integer >= 1")
    problem = potts(unary, ends, weights)
    integers, shift, slack = _as_integers(problem)
    below = None
    if upper is not None:
        if math.isnan(upper):
            raise expected("upper", upper, "a number")
        below = _integer_bound(upper, shift, slack)
    best = search(integers, below, node_limit, tie == "lex")
    colors = best.colors
    if problem.unary.dtype != np.float64:
        cost: int | float = best.cost if colors is not None else math.ceil(upper or 0)
        return best._replace(cost=cost, lower_bound=min(best.lower_bound, cost))
    cost = problem.cost(colors) if colors is not None else float(upper or 0)
    lower = min(cost, math.ldexp(best.lower_bound - slack, -shift))
    return best._replace(cost=cost, lower_bound=lower)


def search(problem: Potts, upper: int | None, node_limit: int | None, first: bool) -> Optimum:
    """
    Find an assignment of least cost of a problem in int64, whose costs sum to less than ``MAX_COST``.

    ``upper`` is a cost below which to search, ``first`` whether to find the lexicographically first
    optimum. Not checked, unlike :func:`minimize`.
    """
    tree = TreeSearch(problem, node_limit)
    if upper is not None:
        tree.look_below(upper)
    else:
        tree.start_greedily()
    finished = tree.search()
    colors = tree.colors
    bound = tree.lower_bound()
    if colors is not None and finished and first:
        finished = tree.go_to_first()
        colors = tree.colors
    return Optimum(tree.cost, colors, finished, bound, tree.nodes)


def _as_integers(problem: Potts) -> tuple[Potts, int, int]:
    """Return the problem in int64 units of ``2 ** -shift``, and a bound on rounding errors in units."""
    unary, ends, weights = problem
    if unary.dtype == np.float64:
        exact = fixed_point(weights, unary)
        if exact is not None and exact.bound < MAX_COST:
            return Potts(exact.preferences, ends, exact.weights), exact.shift, 0
        bound = math.fsum(weights.tolist()) + math.fsum(np.abs(unary).max(axis=1).tolist())
        shift = grid_shift(bound, 55)
        terms = problem.m + len(weights)
        # Half a unit for each term, and what a float sum of so many may be off by: 16 units a term.
        return Potts(on_grid(unary, shift), ends, on_grid(weights, shift)), shift, 17 * terms
    wide = Potts(unary.astype(np.int64), ends, weights.astype(np.int64))
    if (bound := largest_sum(wide.unary, wide.weights)) >= MAX_COST:
        raise expected("unary, weights: largest sum", bound, "less than 2 ** 56")
    return wide, 0, 0


def _integer_bound(upper: float, shift: int, slack: int) -> int:
    """Return the least integer above the integer cost of everything that costs less than ``upper``."""
    if math.isinf(upper):
        return MAX_COST if upper > 0 else -MAX_COST
    mantissa, exponent = math.frexp(upper) if isinstance(upper, float) else (upper, 0)
    exponent += shift
    exact = int(mantissa) << exponent if isinstance(mantissa, int) else None
    if exact is None:
        scaled = int(mantissa * 2**53)
        places = exponent - 53
        exact = scaled << min(places, 128) if places >= 0 else -(-scaled >> min(-places, 128))
    return max(-MAX_COST, min(MAX_COST, exact + slack))
