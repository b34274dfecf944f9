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

from .._kernels.cluster import branch_and_bound as kernels
from .._kernels.cluster import forward_checking, sweeps, tabu
from .._kernels.cluster.residual import Residual
from .._kernels.cluster.tree import (
    BIG,
    COST,
    FLOOR,
    LEVEL,
    NEW,
    NODES,
    OPEN,
    STAGE,
    TARGET,
    UNIT,
    Tree,
)
from .._kernels.vectors.rng import rng_state
from .._kernels.vectors.simd import aligned_empty
from ..errors import BudgetError, expected
from ..problems.costs import fixed_point, grid_shift, largest_sum, on_grid
from .potts import Potts, potts

#: No sum of costs may reach this: the kernels add up many of twice as much.
MAX_COST = 1 << 56
#: Largest numbers of pairs of sweeps at the root and below it; density in percent, or average degree,
#: from which on a small problem is dense; cells of an elimination of what remains at the root and below
#: it.
ROOT_CELLS, CELLS = 1 << 20, 1 << 14
EFFORT = kernels.Effort(root_sweeps=40, sweeps=2, density=40, degree=7, cells=CELLS)
#: Costs are scaled up to this, by at most ``MAX_UNIT``, so that fractions of a unit can be shifted.
SCALED, MAX_UNIT = 1 << 48, 1 << 16
#: Steps of tabu search for each node, which are made as long as they improve, and how often at most.
TABU_STEPS, TABU_ROUNDS = 15, 4
#: Table entries in one kernel call: some tens of milliseconds.
CALL_WORK = 1 << 22
#: Bytes that the levels of the tree may take, if all are reached.
MAX_BYTES = 1 << 34


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
    tree = _Tree(integers, node_limit)
    if upper is not None:
        if math.isnan(upper):
            raise expected("upper", upper, "a number")
        tree.look_below(_integer_bound(upper, shift, slack))
    else:
        tree.start_greedily()
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


class _Tree:
    """The arrays of a search, and its steps."""

    def __init__(self, problem: Potts, node_limit: int | None) -> None:
        m, k, e = problem.m, problem.k, len(problem.ends)
        levels = m + 2
        needed = levels * (8 * e * k * k + 16 * e + 8 * m + 16 * m * k) + 4 * m * k * k
        if needed > MAX_BYTES:
            raise BudgetError("branch and bound", estimate=needed, budget=MAX_BYTES, unit="bytes")
        self.problem = problem
        self.limit = node_limit
        both = np.concatenate([problem.ends, problem.ends[:, ::-1]])
        order = np.argsort(both[:, 0], kind="stable")
        degrees = np.bincount(both[:, 0], minlength=m)
        starts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
        self.unit = 1
        bound = largest_sum(problem.unary, problem.weights)
        while self.unit < MAX_UNIT and 2 * self.unit * bound < SCALED:
            self.unit *= 2
        tables = np.multiply.outer(problem.weights * self.unit, np.eye(k, dtype=np.int64)).ravel()
        # Levels that are never reached take no memory, because nothing touches them.
        self.arrays = Tree(
            starts=starts,
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
            failures=np.zeros(levels, np.int64),
            trail=np.zeros(3 * m, np.int32),
            choices=np.zeros(m * k * k, np.int32),
            scratch=np.zeros(max(k * k, m), np.int64),
            colors=np.full(m, -1, np.int32),
            best=np.full(m, -1, np.int32),
            state=np.zeros(7, np.int64),
            own_starts=starts,
            own_neighbors=np.ascontiguousarray(both[order, 1]),
            own_edges=np.tile(np.arange(e, dtype=np.int32), 2)[order],
            own_unary=problem.unary.ravel() * self.unit,
            own_ends=problem.ends.ravel(),
            own_tables=tables,
        )
        self._dense = _dense()
        self._residual = _residual(m, k)
        self._tabu = tabu.Tabu(
            local=np.zeros(m * k, np.int64), until=np.zeros(m * k, np.int64), rng=rng_state(0)
        )
        self.state = self.arrays.state
        self.state[UNIT] = self.unit
        self.state[TARGET] = self._threshold(-MAX_COST // self.unit)
        self.look_below(MAX_COST // self.unit)

    def look_below(self, cost: int) -> None:
        """Start again, searching only for assignments that cost less."""
        most = MAX_COST // self.unit
        self.upper = max(-most, min(most, cost))
        self.state[COST] = self._threshold(self.upper)
        self._plant()

    def _threshold(self, cost: int) -> int:
        """Return the least number above the scaled costs of all assignments that cost less."""
        return (cost - 1) * self.unit + 1

    def start_greedily(self) -> None:
        """Start from an assignment that no change of one node improves."""
        tabu.greedy(self.arrays, self.problem.k, self._tabu)

    def _plant(self) -> None:
        """Put the whole problem at the root."""
        tree, problem = self.arrays, self.problem
        unary = problem.unary * self.unit
        lowest = unary.min(axis=1, keepdims=True) if problem.m else unary
        tree.unary[0] = (unary - lowest).ravel()
        tree.bases[0] = lowest.sum()
        tree.tables[0] = tree.own_tables
        tree.neighbors[0] = tree.own_neighbors
        tree.edges[0] = tree.own_edges
        tree.degrees[0] = np.diff(tree.starts)
        tree.nodes[0] = np.arange(problem.m)
        tree.counts[0] = problem.m
        tree.heights[0] = 0
        self._go_to_root()

    def _go_to_root(self) -> None:
        self.state[LEVEL] = self.state[FLOOR] = 0
        self.state[STAGE] = NEW
        self.arrays.failures[0] = 2 * self.problem.m

    def _run(self, nodes: int, cells: int | None = None) -> None:
        if self.limit is not None:
            nodes = min(nodes, self.limit - self.nodes)
        effort = EFFORT if cells is None else EFFORT._replace(cells=cells)
        kernels.run(self.arrays, self._dense, self._residual, self.problem.k, effort, nodes)

    def search(self) -> bool:
        """Search to the end, or to the limit of nodes; return whether the end was reached."""
        # The root alone, then with the cost of a good assignment, by which it drops many colors.
        self._run(1)
        if not self.is_finished and self.colors is not None:
            for _ in range(TABU_ROUNDS):
                before = self.cost
                tabu.improve(self.arrays, self.problem.k, self._tabu, TABU_STEPS * self.problem.m)
                if self.cost == before:
                    break
            self._go_to_root()
            self._run(1, ROOT_CELLS)
        self._finish()
        return self.is_finished

    def _finish(self) -> None:
        problem = self.problem
        budget = max(1, CALL_WORK // (problem.m + len(problem.ends) * problem.k**2 + 1))
        while not self.is_finished and (self.limit is None or self.nodes < self.limit):
            self._run(budget)

    def go_to_first(self) -> bool:
        """
        Replace the best assignment by the lexicographically first of the same cost.

        Node by node, each smaller color that the bound leaves open is tried, with the earlier nodes as
        they are. Returns whether the end was reached.
        """
        cost, tree, k = self.cost, self.arrays, self.problem.k
        above = self._threshold(cost + 1)
        self.state[TARGET] = self._threshold(cost)
        self.state[COST] = above
        self._plant()
        for _ in range(EFFORT.root_sweeps if self.problem.m else 0):
            before = tree.bases[0]
            sweeps.sweep(tree, 0, k, True)
            sweeps.sweep(tree, 0, k, False)
            if (tree.bases[0] - before) * 64 <= above - tree.bases[0]:
                break
        v = kernels.settle(tree, k, 0)
        while v < self.problem.m:
            for color in range(tree.best[v]):
                if tree.unary[0, v * k + color] >= above - tree.bases[0]:
                    continue
                kernels.try_color(tree, k, v, color)
                self._finish()
                if self.state[COST] < above or not self.is_finished:
                    break
            if self.state[COST] == above and not self.is_finished:
                self.state[COST] = self._threshold(cost)
                return False
            self.state[COST] = above
            tree.unary[0, v * k : v * k + tree.best[v]] = BIG
            v = kernels.settle(tree, k, v)
        self.state[COST] = self._threshold(cost)
        self.state[LEVEL] = -1
        return True

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to search."""
        return bool(self.state[LEVEL] < self.state[FLOOR])

    @property
    def nodes(self) -> int:
        """Number of nodes visited so far."""
        return int(self.state[NODES])

    @property
    def cost(self) -> int:
        """Least cost so far, or the cost below which it must be."""
        return int(-(-self.state[COST] // self.unit))

    @property
    def colors(self) -> NDArray[np.int32] | None:
        """Best assignment so far, a new array."""
        return self.arrays.best.copy() if self.cost < self.upper else None

    def lower_bound(self) -> int:
        """Return the least bound of the open parts of the tree, at most the best cost."""
        tree, k = self.arrays, self.problem.k
        lowest = self.cost * self.unit
        for level in range(self.state[LEVEL] + 1):
            if level == self.state[LEVEL] and self.state[STAGE] != OPEN:
                lowest = min(lowest, int(tree.bases[level]))
            else:
                v = tree.branches[level]
                bounds = tree.bounds[level, v * k : v * k + k]
                lowest = int(bounds[tree.tried[level] == 0].min(initial=lowest))
        return -(-lowest // self.unit)


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


def _residual(m: int, k: int) -> Residual:
    cells = min(ROOT_CELLS, k**m)
    return Residual(
        places=np.zeros(m, np.int32),
        nodes=np.zeros(m, np.int32),
        domains=np.zeros(m * k, np.int32),
        sizes=np.zeros(m, np.int32),
        sets=np.zeros((m, (m + 63) // 64), np.int64),
        weights=np.zeros(m),
        order=np.zeros(m, np.int32),
        ranks=np.zeros(m, np.int32),
        parents=np.zeros(m, np.int32),
        scope_starts=np.zeros(m + 1, np.int64),
        scopes=np.zeros(m * m + 1, np.int32),
        table_starts=np.zeros(m + 1, np.int64),
        tables=np.empty(cells, np.int64),
        joint=np.empty(cells, np.int64),
        pair=np.zeros(k * k, np.int64),
        digits=np.zeros(m + 1, np.int64),
        steps=np.zeros(m + 1, np.int64),
        choices=np.zeros(m, np.int32),
    )
