"""
The problem that remains to a cluster when everything it knows is folded in.

Nodes of known color add to the unary costs of their neighbors. There remain the free nodes of the
cluster, optionally a boundary whose colorings are all of interest, and the edges among these. Costs are
the integers of ``problem.costs`` divided by their greatest common divisor. Without an integer form,
costs are rounded to a grid so fine that sums differ from the true ones by less than one part in 10 **
13; the routines that use it evaluate their results again in the problem's own numbers.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import elimination_answers as answers
from .._kernels.cluster import local as kernels
from .._kernels.problems.penalty import Terms
from ..problems.costs import (
    MAX_SUM,
    MAX_SUM_32,
    Costs,
    IntegerType,
    grid_shift,
    largest_sum,
    narrowest,
    on_grid,
)
from ..problems.problem import Problem
from ..problems.terms import terms
from .elimination import Elimination
from .order import Order, check_memory, find_order

#: Bits of the largest sum of rounded costs; the rest of 62 bits is for breaking ties.
GRID_BITS = 46


class Account(NamedTuple):
    """Penalty of a coloring and of its known part, in the unit of the terms, and its conflicts."""

    total: Any
    known: Any
    conflicts: int


class LocalProblem:
    """
    The free nodes of a cluster, a boundary that is kept, and their costs.

    Parameters
    ----------
    seen
        Problem without the edges that are out of scope.
    free, kept
        Numbers of nodes: free ones in increasing order, kept ones in the order of the table's axes.

    Attributes
    ----------
    nodes
        int64[m + b], free nodes, then kept ones; rows of all arrays here.
    ends, weights
        int32[e, 2], int64[e]: edges among the nodes.
    crossings, crossing_weights
        int32[x, 2], int64[x]: node, number of a node outside.
    base
        int64[m + b, k]: unary costs when no color is known.
    unit
        One unit of cost, in units of ``problem.costs``; 0 if costs are rounded to multiples of
        ``2 ** -shift``.
    bound
        Bound on the absolute value of any sum of costs.
    """

    def __init__(self, seen: Problem, free: NDArray[Any], kept: NDArray[Any]) -> None:
        self.seen, self.k = seen, seen.k
        self.m, self.b = len(free), len(kept)
        self.nodes = np.concatenate([free, kept]).astype(np.int64)
        row = np.full(seen.n, -1, np.int32)
        row[self.nodes] = np.arange(len(self.nodes))
        pairs, numbers = np.empty((seen.m, 2), np.int32), np.empty(seen.m, np.int64)
        within, crossing = kernels.sort_edges(seen.ends, row, pairs, numbers)
        outside = seen.m - crossing
        self.ends, self.crossings = pairs[:within], pairs[outside:]
        if within < outside:
            numbers = np.concatenate([numbers[:within], numbers[outside:]])
        weights, self.base, self.unit, self.shift = _integers(seen, numbers, self.nodes)
        self.weights, self.crossing_weights = weights[:within], weights[within:]
        self.bound = largest_sum(self.base, weights)

    @property
    def exact(self) -> bool:
        """Whether costs are the problem's own and not rounded."""
        return self.unit > 0

    @property
    def dtype(self) -> IntegerType:
        """The narrowest type that holds every sum of costs."""
        return narrowest(self.bound)

    @property
    def colorings(self) -> int:
        """Number of colorings of the free nodes."""
        return int(self.k**self.m)

    @functools.cached_property
    def terms(self) -> Terms:
        """The terms of the problem's penalty."""
        return terms(self.seen)

    def unary(self, colors: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the unary costs [m + b, k], given a coloring int32[n] of the known nodes."""
        table = self.base.copy()
        kernels.fold_known(colors, self.crossings, self.crossing_weights, table)
        return table

    def account(self, colors: NDArray[np.int32], known: NDArray[np.int32]) -> Account:
        """Evaluate a coloring and its known part by the problem's own terms."""
        costs = self.seen.costs
        if costs is None:
            total, part, conflicts = kernels.account(colors, known, self.terms)
        else:
            total, part, conflicts = answers.account(ledger(self.seen, costs), colors, known, self.k)
        return Account(total, part, conflicts)

    def to_float(self, total: Any) -> float:
        """Return a total of terms as a penalty."""
        costs = self.seen.costs
        return float(total) if costs is None else float(costs.to_float(total))

    @functools.cached_property
    def components(self) -> tuple[NDArray[np.int64], ...]:
        """Connected components of the free nodes, increasing, in the order of their first nodes."""
        group = np.arange(self.m)
        kernels.find_components(self.ends, group)
        if not group.any():
            return (np.arange(self.m),) if self.m else ()
        return tuple(np.flatnonzero(group == first) for first in np.unique(group))

    def within(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the edges among some nodes, which are renumbered, and their weights."""
        place = np.full(self.m + self.b, -1, np.int32)
        place[nodes] = np.arange(len(nodes))
        ends = place[self.ends]
        inside = (ends >= 0).all(axis=1)
        return ends[inside], self.weights[inside]

    def bound_to_float(self, known: Any, lower_bound: int) -> float:
        """Return a lower bound on the penalty, given one on the cost of the free nodes."""
        if self.exact:
            return self.to_float(known + self.unit * lower_bound)
        # Each term may have been rounded up by half a unit; the error of float sums is smaller.
        slack = self.m + len(self.weights) + len(self.crossing_weights)
        return float(known) + math.ldexp(lower_bound - slack, -self.shift)

    # ------------------------------------------------------------------------------- elimination

    @functools.cached_property
    def order(self) -> Order:
        """An order of elimination in which the boundary comes last."""
        return find_order(self.m, self.m + self.b, self.ends, self.k)

    @functools.cached_property
    def cells(self) -> float:
        """Work of an elimination in cells."""
        return self.order.cells

    @functools.cached_property
    def ranked_dtype(self) -> IntegerType | None:
        """The narrowest type that holds costs and below them the rank of a coloring, or None."""
        return self.ranked_type(self.bound)

    def ranked_type(self, bound: int) -> IntegerType | None:
        """Return the narrowest type for costs up to a bound and below them the rank of a coloring."""
        largest = (bound + 1) * self.colorings
        return np.int32 if largest < MAX_SUM_32 else np.int64 if largest < MAX_SUM else None

    def elimination(self, dtype: IntegerType, memory: float) -> Elimination:
        """
        Return the program for costs of one type, which is made once.

        Raises
        ------
        BudgetError
            If its tables would not fit.
        """
        program = self._eliminations.get(dtype)
        if program is None:
            program = Elimination(
                self.order, self.ends, self.b, self.k, dtype, self.nodes, self.crossings, memory
            )
            self._eliminations[dtype] = program
        check_memory(program.table_bytes, memory)
        return program

    @functools.cached_property
    def _eliminations(self) -> dict[Any, Elimination]:
        return {}

    @functools.cached_property
    def most_ranked(self) -> int:
        """Number of the first nodes whose colors can be ranked below costs of 64 bits."""
        nodes = 0
        while nodes < self.m and (self.bound + 1) * self.k ** (nodes + 1) < MAX_SUM:
            nodes += 1
        return nodes

    def packed(self, dtype: IntegerType, ranked: int, memory: float) -> NDArray[Any]:
        """
        Return costs as :class:`Elimination` reads them.

        Their low digits are the rank of the colors of the first ``ranked`` nodes, in lexicographic
        order.
        """
        costs = self._packed.get((dtype, ranked))
        if costs is None:
            costs = self._packed[dtype, ranked] = self.elimination(dtype, memory).costs(
                self.base, self.weights, self.crossing_weights, ranked
            )
        return costs

    @functools.cached_property
    def _packed(self) -> dict[Any, NDArray[Any]]:
        return {}


def ledger(seen: Problem, costs: Costs) -> NDArray[np.int64]:
    """
    Return a problem's integer costs as the kernels of a turn count them; made once and kept with it.

    The numbers of edges and of nodes with preferences; then the ends and weight of each edge; then each
    node with preferences, and these.
    """
    cached: NDArray[np.int64] | None = seen.__dict__.get("_ledger")
    if cached is None:
        longest = np.empty(2 + 3 * seen.m + seen.n * (1 + seen.k), np.int64)
        length = kernels.fill_ledger(seen.ends, costs.weights, costs.preferences, longest)
        cached = seen.__dict__["_ledger"] = longest[:length]
    return cached


def _integers(
    seen: Problem, edges: NDArray[np.int64], nodes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], int, int]:
    """Return weights of some edges, unary costs of some nodes, their unit, and the grid's shift."""
    if seen.costs is not None:
        weights = seen.costs.weights[edges]
        unary = -seen.costs.preferences[nodes]
        unit = int(kernels.common_divisor(weights, unary.ravel()))
        return (weights, unary, 1, 0) if unit == 1 else (weights // unit, unary // unit, unit, 0)
    real_weights, real_preferences = seen.weights[edges], seen.preferences[nodes]
    bound = real_weights.sum() + np.abs(real_preferences).max(axis=1, initial=0.0).sum()
    shift = grid_shift(bound, GRID_BITS)
    return on_grid(real_weights, shift), -on_grid(real_preferences, shift), 0, shift
