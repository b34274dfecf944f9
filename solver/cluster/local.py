"""
The problem that is left to a cluster once everything it knows is folded in.

Nodes of known color add to the unary costs of their neighbors; what remains are the free nodes of the
cluster, perhaps a boundary whose colorings are all of interest, and the edges among these. Costs are the
integers of ``problem.costs`` over their greatest common divisor. A problem without an integer form has
its costs rounded to a common grid so fine that sums differ from the true ones by less than one part in
10 ** 13; the routines that use it evaluate what they find again in the problem's own numbers.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import local as kernels
from ..problems.costs import MAX_SUM, MAX_SUM_32
from ..problems.problem import Problem
from ..problems.terms import Terms, terms
from .elimination import Elimination, Order, check_memory, find_order

#: Bits of the largest sum of rounded costs; what is left of 62 is for breaking ties.
GRID_BITS = 46


class Account(NamedTuple):
    """Penalty of a coloring and of the part that was known, in the unit of the terms; its conflicts."""

    total: Any
    known: Any
    conflicts: int


class LocalProblem:
    """
    A cluster's free nodes, its kept boundary, and their costs.

    Parameters
    ----------
    seen
        The problem, without the edges that are out of scope.
    free, kept
        Numbers of nodes; free ones in increasing order, kept ones in the order of the table's axes.

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
        What one unit of cost is in ``problem.costs``; 0 if costs are rounded, to multiples of
        ``2 ** -shift``.
    bound
        No sum of costs is larger in absolute value.
    """

    def __init__(self, seen: Problem, free: NDArray[Any], kept: NDArray[Any]) -> None:
        self.seen, self.k = seen, seen.k
        self.m, self.b = len(free), len(kept)
        self.nodes = np.concatenate([free, kept]).astype(np.int64)
        row = np.full(seen.n, -1, np.int32)
        row[self.nodes] = np.arange(len(self.nodes))
        rows = row[seen.ends]
        here = (rows >= 0).sum(axis=1)
        self.ends = rows[here == 2]
        crossing = np.flatnonzero(here == 1)
        first = rows[crossing, 0] >= 0
        ends = seen.ends[crossing]
        self.crossings = np.column_stack(
            [rows[crossing].max(axis=1), np.where(first, ends[:, 1], ends[:, 0])]
        ).astype(np.int32)
        weights, preferences, self.unit, self.shift = _integers(seen, here > 0, self.nodes)
        self.weights = weights[here == 2]
        self.crossing_weights = weights[crossing]
        self.base = -preferences
        highest = np.abs(self.base).max(axis=1, initial=0)
        self.bound = sum(weights.tolist()) + sum(highest.tolist())

    @property
    def exact(self) -> bool:
        """Whether costs are the problem's own and not rounded."""
        return self.unit > 0

    @property
    def dtype(self) -> type[np.int32] | type[np.int64]:
        """The narrowest type that holds every sum of costs."""
        return np.int32 if self.bound < MAX_SUM_32 else np.int64

    @property
    def colorings(self) -> int:
        """Number of colorings of the free nodes."""
        return int(self.k**self.m)

    @functools.cached_property
    def terms(self) -> Terms:
        """The terms of the problem's penalty."""
        return terms(self.seen)

    def unary(self, colors: NDArray[np.int32]) -> NDArray[np.int64]:
        """Unary costs [m + b, k], given an int32[n] coloring of what is known, -1 elsewhere."""
        table = self.base.copy()
        kernels.fold_known(colors, self.crossings, self.crossing_weights, table)
        return table

    def account(self, colors: NDArray[np.int32], known: NDArray[np.int32]) -> Account:
        """Evaluate a coloring and its known part from the problem's own terms."""
        total, part, conflicts = kernels.account(colors, known, *self.terms)
        return Account(total, part, conflicts)

    def to_float(self, total: Any) -> float:
        """A total of terms as a penalty."""
        costs = self.seen.costs
        return float(total) if costs is None else float(costs.to_float(total))

    @functools.cached_property
    def components(self) -> tuple[NDArray[np.int64], ...]:
        """Free nodes that edges join, increasing; by the first of each."""
        group = list(range(self.m))

        def root(v: int) -> int:
            while group[v] != v:
                group[v] = group[group[v]]
                v = group[v]
            return v

        for u, v in self.ends[(self.ends < self.m).all(axis=1)].tolist():
            u, v = root(u), root(v)
            group[max(u, v)] = min(u, v)
        roots = np.array([root(v) for v in range(self.m)], np.int64)
        return tuple(np.flatnonzero(roots == r) for r in np.unique(roots))

    def within(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Edges among some nodes, numbered by their place there, and their weights."""
        place = np.full(self.m + self.b, -1, np.int32)
        place[nodes] = np.arange(len(nodes))
        ends = place[self.ends]
        inside = (ends >= 0).all(axis=1)
        return ends[inside], self.weights[inside]

    def bound_to_float(self, known: Any, lower_bound: int) -> float:
        """A lower bound on the cost of the free nodes as one on the penalty."""
        if self.exact:
            return self.to_float(known + self.unit * lower_bound)
        # Each term may have been rounded up by half, and float sums are off by less than that.
        slack = self.m + len(self.weights) + len(self.crossing_weights)
        return float(known) + math.ldexp(lower_bound - slack, -self.shift)

    # ------------------------------------------------------------------------------- elimination

    @functools.cached_property
    def order(self) -> Order:
        """An order of elimination that leaves the boundary for last."""
        return find_order(self.m, self.m + self.b, self.ends, self.k)

    @functools.cached_property
    def cells(self) -> float:
        """Work of an elimination: cells times colors."""
        return self.order.cells

    @functools.cached_property
    def ranked_dtype(self) -> type[np.int32] | type[np.int64] | None:
        """The narrowest type that holds costs with the rank of a coloring below them; None if none."""
        largest = (self.bound + 1) * self.colorings
        return np.int32 if largest < MAX_SUM_32 else np.int64 if largest < MAX_SUM else None

    def elimination(self, dtype: type[np.int32] | type[np.int64], memory: float) -> Elimination:
        """
        The program for costs of one type; made once.

        Raises
        ------
        BudgetError
            If its tables would not fit.
        """
        made = self._eliminations.get(dtype)
        if made is None:
            made = Elimination(
                self.order, self.ends, self.b, self.k, dtype, self.nodes, self.crossings, memory
            )
            self._eliminations[dtype] = made
        check_memory(made.table_bytes, memory)
        return made

    @functools.cached_property
    def _eliminations(self) -> dict[Any, Elimination]:
        return {}

    @functools.cached_property
    def most_ranked(self) -> int:
        """How many of the first nodes' colors can be ranked below costs of 64 bits."""
        nodes = 0
        while nodes < self.m and (self.bound + 1) * self.k ** (nodes + 1) < MAX_SUM:
            nodes += 1
        return nodes

    def packed(self, dtype: type[np.int32] | type[np.int64], ranked: int, memory: float) -> NDArray[Any]:
        """
        Costs as :class:`Elimination` reads them.

        Below them stands the rank of the colors of the first ``ranked`` nodes, in lexicographic order.
        """
        found = self._packed.get((dtype, ranked))
        if found is None:
            scale = self.k**ranked
            base = self.base * scale
            places = np.array([self.k**i for i in range(ranked - 1, -1, -1)], np.int64)
            base[:ranked] += places[:, None] * np.arange(self.k)
            found = self._packed[dtype, ranked] = self.elimination(dtype, memory).costs(
                base, self.weights * scale, self.crossing_weights * scale
            )
        return found

    @functools.cached_property
    def _packed(self) -> dict[Any, NDArray[Any]]:
        return {}


def ledger(seen: Problem) -> NDArray[np.int64]:
    """
    A problem's integer costs as :func:`solver._kernels.cluster.elimination.respond` counts them; kept
    with it.

    Numbers of edges and of nodes with preferences; then an edge's ends and weight; then a node and its
    preferences.
    """
    kept: NDArray[np.int64] | None = seen.__dict__.get("_ledger")
    if kept is None:
        assert seen.costs is not None
        wishes = seen.costs.preferences
        choosers = np.flatnonzero(wishes.any(axis=1))
        edges = np.column_stack([seen.ends, seen.costs.weights])
        parts = [[len(edges), len(choosers)], edges, np.column_stack([choosers, wishes[choosers]])]
        kept = np.concatenate([np.asarray(part, np.int64).ravel() for part in parts])
        seen.__dict__["_ledger"] = kept
    return kept


def _integers(
    seen: Problem, edges: NDArray[np.bool_], nodes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], int, int]:
    """Weights of all edges (0 unless chosen), preferences of the nodes, their unit, the grid's shift."""
    if seen.costs is not None:
        weights = np.where(edges, seen.costs.weights, 0)
        preferences = seen.costs.preferences[nodes]
        unit = int(np.gcd.reduce(np.concatenate([weights, preferences.ravel()]), initial=0)) or 1
        return weights // unit, preferences // unit, unit, 0
    real_weights = np.where(edges, seen.weights, 0.0)
    wishes = seen.preferences[nodes]
    bound = real_weights.sum() + np.abs(wishes).max(axis=1, initial=0.0).sum()
    shift = GRID_BITS - int(np.frexp(bound)[1])
    on_grid = [np.rint(np.ldexp(x, shift)).astype(np.int64) for x in (real_weights, wishes)]
    return on_grid[0], on_grid[1], 0, shift
