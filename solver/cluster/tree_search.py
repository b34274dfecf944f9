"""
The search tree of branch and bound: its memory, and the steps of a search.

See :mod:`solver._kernels.cluster.tree` for what a node of the tree holds.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import branch_and_bound as kernels
from .._kernels.cluster import forward_checking, tabu
from .._kernels.cluster.residual import Residual
from .._kernels.cluster.tree import (
    ABOVE,
    COST,
    FLOOR,
    LEVEL,
    NEW,
    NODE,
    NODES,
    OPEN,
    STAGE,
    TARGET,
    UNIT,
    Tree,
    fill,
    plant,
)
from .._kernels.vectors.rng import rng_state
from .._kernels.vectors.simd import BYTES
from ..errors import BudgetError
from ..problems.costs import largest_sum
from .potts import Potts

#: No sum of costs may reach this: the kernels add up many of twice as much.
MAX_COST = 1 << 56
#: Largest numbers of pairs of sweeps at the root and below it; density in percent, or average degree,
#: from which on a small problem is dense; cells of an elimination of what remains at the root and below
#: it.
ROOT_CELLS, CELLS = 1 << 16, 1 << 12
EFFORT = kernels.Effort(root_sweeps=40, sweeps=2, density=40, degree=7, cells=CELLS)
ROOT_EFFORT = EFFORT._replace(cells=ROOT_CELLS)
#: The search for the lexicographically first optimum has many small trees: 0.9 of the time with 40.
FIRST_EFFORT = EFFORT._replace(root_sweeps=5)
#: Costs are scaled up to this, by at most ``MAX_UNIT``, so that fractions of a unit can be shifted.
SCALED, MAX_UNIT = 1 << 48, 1 << 16
#: Steps of tabu search for each node, which are made as long as they improve, and how often at most.
TABU_STEPS, TABU_ROUNDS = 3, 8
#: Table entries in one kernel call: some tens of milliseconds.
CALL_WORK = 1 << 22
#: Bytes that the levels of the tree may take, if all are reached.
MAX_BYTES = 1 << 34
#: Bytes of a search that a thread keeps for the next one.
KEPT_BYTES = 1 << 26


class TreeSearch:
    """
    A search: the arrays of its tree, and its steps.

    One at a time in each thread, because they share their memory.

    Parameters
    ----------
    problem
        Costs in int64, whose sums are less than ``MAX_COST``; ends int32.
    node_limit
        Largest number of nodes of the tree.
    """

    def __init__(self, problem: Potts, node_limit: int | None) -> None:
        m, k, e = problem.m, problem.k, len(problem.ends)
        levels = m + 2
        level = 8 * e * k * k + 16 * e + 8 * m + 16 * m * k + k + 40
        needed = (levels + 1) * level + 4 * m * k * k
        if needed > MAX_BYTES:
            raise BudgetError("branch and bound", estimate=needed, budget=MAX_BYTES, unit="bytes")
        self.problem = problem
        self.limit = node_limit
        self.unit = 1
        bound = largest_sum(problem.unary, problem.weights)
        while self.unit < MAX_UNIT and 2 * self.unit * bound < SCALED:
            self.unit *= 2
        pool = _Pool(needed + 16 * (_cells(m, k) + k * k) + 8 * m * m + 100 * m * k)
        self.arrays = _arrays(pool, levels, m, k, e)
        self._dense = _dense(pool)
        self._residual = _residual(pool, m, k)
        self._tabu = tabu.Tabu(
            local=pool.take(m * k, np.int64), until=pool.take(m * k, np.int64), rng=rng_state(0)
        )
        fill(self.arrays, problem.ends, problem.weights, problem.unary.ravel(), k, self.unit)
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
        plant(self.arrays, self.problem.k)
        self._go_to_root()

    def _go_to_root(self) -> None:
        self.state[LEVEL] = self.state[FLOOR] = 0
        self.state[STAGE] = NEW
        self.arrays.failures[0] = 2 * self.problem.m

    def _nodes_of_a_call(self) -> int:
        problem = self.problem
        nodes = max(1, CALL_WORK // (problem.m + len(problem.ends) * problem.k**2 + 1))
        return nodes if self.limit is None else min(nodes, self.limit - self.nodes)

    def _run(self, nodes: int, effort: kernels.Effort = EFFORT) -> None:
        kernels.run(self.arrays, self._dense, self._residual, self.problem.k, effort, nodes)

    def search(self) -> bool:
        """Search to the end, or to the limit of nodes; return whether the end was reached."""
        # The root alone, then with the cost of a good assignment, by which it drops many colors.
        self._run(1)
        if not self.is_finished and self.colors is not None:
            steps = TABU_STEPS * self.problem.m
            tabu.improve(self.arrays, self.problem.k, self._tabu, steps, TABU_ROUNDS)
            self._go_to_root()
            self._run(min(1, self._nodes_of_a_call()), ROOT_EFFORT)
        while not self.is_finished and (self.limit is None or self.nodes < self.limit):
            self._run(self._nodes_of_a_call())
        return self.is_finished

    def go_to_first(self) -> bool:
        """
        Replace the best assignment by the lexicographically first of the same cost.

        Returns whether the end was reached.
        """
        cost, state = self.cost, self.state
        above = self._threshold(cost + 1)
        state[TARGET] = self._threshold(cost)
        state[COST] = state[ABOVE] = above
        self._plant()
        state[LEVEL], state[NODE] = -1, -1
        arguments = self.arrays, self._dense, self._residual, self.problem.k, FIRST_EFFORT
        is_first = False
        is_limited = False
        while not is_first and not is_limited:
            is_first = kernels.find_first(*arguments, self._nodes_of_a_call())
            is_limited = self.limit is not None and self.nodes >= self.limit
        state[COST] = self._threshold(cost)
        state[LEVEL] = -1
        return bool(is_first)

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


class _Pool:
    """
    Memory of one search, which the next one in the same thread uses again.

    Parameters
    ----------
    size
        Bytes of all arrays that will be taken, less their alignment.
    """

    _kept = threading.local()

    def __init__(self, size: int) -> None:
        size += 1 << 20
        memory: NDArray[np.uint8] | None = getattr(self._kept, "memory", None)
        if memory is None or len(memory) < size:
            # What is never touched takes no memory: levels of the tree that are not reached.
            memory = np.empty(size, np.uint8)
            if size <= KEPT_BYTES:
                self._kept.memory = memory
        self._memory = memory
        self._end = -memory.ctypes.data % BYTES

    def take(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an uninitialized array, aligned to a cache line."""
        array: NDArray[Any] = np.ndarray(shape, dtype, self._memory, self._end)
        self._end += -(-array.nbytes // BYTES) * BYTES
        return array


def _cells(m: int, k: int) -> int:
    return int(min(ROOT_CELLS, k**m))


def _arrays(pool: _Pool, levels: int, m: int, k: int, e: int) -> Tree:
    return Tree(
        starts=pool.take(m + 1, np.int64),
        neighbors=pool.take((levels, 2 * e), np.int32),
        edges=pool.take((levels, 2 * e), np.int32),
        degrees=pool.take((levels, m), np.int32),
        nodes=pool.take((levels, m), np.int32),
        counts=pool.take(levels, np.int64),
        unary=pool.take((levels, m * k), np.int64),
        tables=pool.take((levels, e * k * k), np.int64),
        bases=pool.take(levels, np.int64),
        bounds=pool.take((levels, m * k), np.int64),
        tried=pool.take((levels, k), np.int8),
        branches=pool.take(levels, np.int32),
        heights=pool.take(levels, np.int64),
        failures=pool.take(levels, np.int64),
        trail=pool.take(3 * m, np.int32),
        choices=pool.take(m * k * k, np.int32),
        scratch=pool.take(max(k * k, m), np.int64),
        colors=pool.take(m, np.int32),
        best=pool.take(m, np.int32),
        state=np.zeros(10, np.int64),
        own_neighbors=pool.take(2 * e, np.int32),
        own_edges=pool.take(2 * e, np.int32),
        own_unary=pool.take(m * k, np.int64),
        own_ends=pool.take(2 * e, np.int32),
        own_tables=pool.take(e * k * k, np.int64),
    )


def _dense(pool: _Pool) -> forward_checking.Dense:
    width = forward_checking.WIDTH
    return forward_checking.Dense(
        nodes=pool.take(width, np.int32),
        pairs=pool.take(width**2, np.int64),
        rows=pool.take(width**2, np.int64),
        pulls=pool.take(width, np.int64),
        bases=pool.take(width + 1, np.int64),
        rests=pool.take(width + 1, np.int64),
        branches=pool.take(width + 1, np.int64),
        orders=pool.take(2 * width, np.int64),
        positions=pool.take(width + 1, np.int64),
        is_colored=pool.take(width, np.int8),
        state=np.zeros(3, np.int64),
    )


def _residual(pool: _Pool, m: int, k: int) -> Residual:
    return Residual(
        places=pool.take(m, np.int32),
        nodes=pool.take(m, np.int32),
        domains=pool.take(m * k, np.int32),
        sizes=pool.take(m, np.int32),
        sets=pool.take((m, (m + 63) // 64), np.int64),
        weights=pool.take(m, np.float64),
        order=pool.take(m, np.int32),
        ranks=pool.take(m, np.int32),
        parents=pool.take(m, np.int32),
        scope_starts=pool.take(m + 1, np.int64),
        scopes=pool.take(m * m + 1, np.int32),
        table_starts=pool.take(m + 1, np.int64),
        tables=pool.take(_cells(m, k), np.int64),
        joint=pool.take(_cells(m, k), np.int64),
        pair=pool.take(k * k, np.int64),
        digits=pool.take(m + 1, np.int64),
        steps=pool.take(m + 1, np.int64),
        choices=pool.take(m, np.int32),
    )
