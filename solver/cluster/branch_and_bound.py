"""
Exact minimum of a soft coloring problem by branch and bound: for sparse problems too wide to eliminate.

The bound, from shifting costs along edges (:mod:`solver._kernels.cluster.branch_and_bound`), is so
tight on
sparse random problems that a few hundred nodes of the tree prove the optimum of 200 variables. Dense
problems of few nodes are faster enumerated (:mod:`solver.cluster.enumeration`).
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cluster import branch_and_bound as kernels
from .._kernels.cluster import forward_checking
from .._kernels.vectors.simd import aligned_empty
from ..errors import BudgetError, expected
from ..problems.costs import fixed_point, grid_shift, largest_sum, on_grid
from .potts import Potts, potts

#: No sum of costs may reach this: the kernels add up many of twice as much.
MAX_COST = 1 << 56
#: Pairs of sweeps at the root, at most, and below it.
ROOT_SWEEPS, SWEEPS = 30, 1
#: Percent of all edges, or average degree, from which on a small problem counts as dense.
DENSITY, DEGREE = 40, 7
#: Table entries in one kernel call: some tens of milliseconds.
CALL_WORK = 1 << 22
#: Bytes that the levels of the tree may take, if all are reached.
MAX_BYTES = 1 << 34


class Optimum(NamedTuple):
    """
    What a search found.

    Attributes
    ----------
    cost
        Of the best assignment found; ``upper`` if there is none below it.
    colors
        int32[m], or None if nothing was found below ``upper``.
    proven
        Whether the search came to its end, so that no assignment costs less; with ``tie="lex"`` also
        that none of the same cost comes first.
    lower_bound
        No assignment costs less. Equal to ``cost`` if that is proven, but for rounding where float costs
        have no exact integer form.
    nodes
        Nodes of the search tree that were visited.
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
        Only assignments that cost less are looked for.
    node_limit
        Visit at most so many nodes of the tree; the best assignment so far and a bound come back then.
    tie
        ``"any"`` of the best assignments, or ``"lex"``, the lexicographically first, which takes a
        further search for each node and each color smaller than the one it has.

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
    tree = _Tree(integers, node_limit)
    if upper is not None:
        if math.isnan(upper):
            raise expected("upper", upper, "a number")
        tree.look_below(_integer_bound(upper, shift, slack))
    else:
        kernels.improve(tree.arrays, integers.k)
    finished = tree.search()
    colors = tree.colors
    bound = tree.lower_bound()
    if colors is not None and finished and tie == "lex":
        finished = tree.go_to_first()
        colors = tree.colors
    if problem.unary.dtype != np.float64:
        cost: int | float = tree.cost if colors is not None else math.ceil(upper or 0)
        return Optimum(cost, colors, finished, min(bound, cost), tree.nodes)
    cost = problem.cost(colors) if colors is not None else float(upper or 0)
    lower = min(cost, math.ldexp(bound - slack, -shift))
    return Optimum(cost, colors, finished, lower, tree.nodes)


def _as_integers(problem: Potts) -> tuple[Potts, int, int]:
    """The problem in int64 units of ``2 ** -shift``, and how many units rounding may have cost."""
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
    """The least integer such that whatever costs less than ``upper`` is below it."""
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


class _Tree:
    """The arrays of a search, and its questions."""

    def __init__(self, problem: Potts, node_limit: int | None) -> None:
        m, k, e = problem.m, problem.k, len(problem.ends)
        levels = m + 1
        needed = levels * (8 * e * k * k + 16 * e + 8 * m + 16 * m * k)
        if needed > MAX_BYTES:
            raise BudgetError("branch and bound", estimate=needed, budget=MAX_BYTES, unit="bytes")
        self.problem = problem
        self.limit = node_limit
        both = np.concatenate([problem.ends, problem.ends[:, ::-1]])
        self._order = np.argsort(both[:, 0], kind="stable")
        self._neighbors = np.ascontiguousarray(both[self._order, 1])
        degrees = np.bincount(both[:, 0], minlength=m)
        # Levels that are never reached take no memory: nothing touches them.
        self.arrays = kernels.Tree(
            starts=np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64),
            neighbors=np.empty((levels, 2 * e), np.int32),
            edges=np.empty((levels, 2 * e), np.int32),
            degrees=np.empty((levels, m), np.int32),
            nodes=np.empty((levels, m), np.int32),
            counts=np.zeros(levels, np.int64),
            unary=np.empty((levels, m * k), np.int64),
            tables=np.empty((levels, e * k * k), np.int64),
            bases=np.zeros(levels, np.int64),
            bounds=np.empty((levels, m * k), np.int64),
            tried=np.zeros((levels, k), np.int8),
            branches=np.zeros(levels, np.int32),
            heights=np.zeros(levels, np.int64),
            trail=np.zeros(3 * m, np.int32),
            choices=np.zeros(m * k * k, np.int32),
            scratch=np.zeros(max(k * k, m), np.int64),
            colors=np.full(m, -1, np.int32),
            best=np.full(m, -1, np.int32),
            state=np.zeros(5, np.int64),
            own_unary=problem.unary.ravel(),
            ends=problem.ends.ravel(),
            weights=problem.weights,
        )
        self._dense = _dense()
        self.state = self.arrays.state
        self.state[kernels.TARGET] = -MAX_COST
        self.look_below(MAX_COST)

    def look_below(self, cost: int) -> None:
        """Begin anew, looking only for assignments that cost less."""
        self.state[kernels.COST] = cost
        self.upper = cost
        self._plant(np.zeros(self.problem.unary.shape, np.bool_))

    def _plant(self, forbidden: NDArray[np.bool_]) -> None:
        """Put the whole problem, without the colors forbidden, at the root."""
        tree, problem = self.arrays, self.problem
        unary = problem.unary
        lowest = unary.min(axis=1, keepdims=True) if problem.m else unary
        root = unary - lowest
        root[forbidden] = kernels.BIG
        tree.unary[0] = root.ravel()
        tree.bases[0] = lowest.sum()
        tree.tables[0] = np.multiply.outer(problem.weights, np.eye(problem.k, dtype=np.int64)).ravel()
        tree.neighbors[0] = self._neighbors
        tree.edges[0] = np.tile(np.arange(len(problem.ends), dtype=np.int32), 2)[self._order]
        tree.degrees[0] = np.diff(tree.starts)
        tree.nodes[0] = np.arange(problem.m)
        tree.counts[0] = problem.m
        tree.heights[0] = 0
        self._go_to_root()

    def _go_to_root(self) -> None:
        self.state[kernels.LEVEL] = 0
        self.state[kernels.STAGE] = kernels.NEW

    def _run(self, nodes: int) -> None:
        if self.limit is not None:
            nodes = min(nodes, self.limit - self.nodes)
        kernels.run(
            self.arrays, self._dense, self.problem.k, ROOT_SWEEPS, SWEEPS, DENSITY, DEGREE, nodes
        )

    def search(self) -> bool:
        """Search to the end, or to the limit of nodes; returns which."""
        # The first ways down give a good assignment. With its cost the root can drop many colors.
        self._run(self.problem.m + 1)
        if not self.is_finished:
            self._go_to_root()
        problem = self.problem
        budget = max(1, CALL_WORK // (problem.m + len(problem.ends) * problem.k**2 + 1))
        while not self.is_finished and (self.limit is None or self.nodes < self.limit):
            self._run(budget)
        return self.is_finished

    def go_to_first(self) -> bool:
        """
        Replace the best assignment by the lexicographically first of the same cost.

        Node by node, each smaller color is tried with those before it as they are. Returns whether that
        came to its end.
        """
        cost = self.cost
        forbidden = np.zeros(self.problem.unary.shape, np.bool_)
        tree = self.arrays
        self.state[kernels.TARGET] = cost
        for v in range(self.problem.m):
            for color in range(tree.best[v]):
                forbidden[v] = True
                forbidden[v, color] = False
                self.state[kernels.COST] = cost + 1
                self._plant(forbidden)
                is_finished = self.search()
                found = self.state[kernels.COST] == cost
                self.state[kernels.COST] = cost
                if found:
                    break
                if not is_finished:
                    return False
            forbidden[v] = True
            forbidden[v, tree.best[v]] = False
        return True

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to look for."""
        return bool(self.state[kernels.LEVEL] < 0)

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.state[kernels.NODES])

    @property
    def cost(self) -> int:
        """Least cost so far, or what it must be below."""
        return int(self.state[kernels.COST])

    @property
    def colors(self) -> NDArray[np.int32] | None:
        """Best assignment so far, a new array."""
        return self.arrays.best.copy() if self.cost < self.upper else None

    def lower_bound(self) -> int:
        """What the parts of the tree that are still open, and the best assignment, do not go below."""
        tree, k = self.arrays, self.problem.k
        lowest = self.cost
        for level in range(self.state[kernels.LEVEL] + 1):
            if level == self.state[kernels.LEVEL] and self.state[kernels.STAGE] != kernels.OPEN:
                lowest = min(lowest, int(tree.bases[level]))
            else:
                v = tree.branches[level]
                bounds = tree.bounds[level, v * k : v * k + k]
                lowest = int(bounds[tree.tried[level] == 0].min(initial=lowest))
        return lowest


def _dense() -> forward_checking.Dense:
    width = forward_checking.WIDTH
    return forward_checking.Dense(
        nodes=np.zeros(width, np.int32),
        pairs=aligned_empty(width**2, np.int64),
        rows=aligned_empty(width**2, np.int64),
        pulls=np.zeros(width, np.int64),
        bases=np.zeros(width + 1, np.int64),
        rests=np.zeros(width + 1, np.int64),
        branches=np.zeros(width + 1, np.int64),
        orders=np.zeros(2 * width, np.int64),
        positions=np.zeros(width + 1, np.int64),
        is_colored=np.zeros(width, np.int8),
        state=np.zeros(3, np.int64),
    )
