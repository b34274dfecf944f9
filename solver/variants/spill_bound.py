"""
A lower bound on the cost of spilling, from independent sets.

Give each vertex a price of at most its weight, and let A be the largest price of an independent set. The
vertices that keep one of k colors are k independent sets, so that all prices together, less k A, are a
lower bound on the weight of the others. The best prices are the dual solution of a linear program, which
packs the vertices into independent sets used k times in all; it is solved by column generation, as the
fractional chromatic number is (Mehrotra and Trick 1996, doi:10.1287/ijoc.8.4.344). The bound does not
depend on floating-point numbers: prices are scaled to integers, and branch and bound computes A.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..bounds.columns import Columns
from ..bounds.pricing import Pricing
from ..graphs.graph import Graph

#: Most vertices; the exact search takes 12 bytes for each pair.
MOST_VERTICES = 2048
#: Bits of all prices together.
PRICE_BITS = 40
#: Part of the prices with the best bound so far in those that sets are found for.
CENTER = 0.8
#: Ticks of the exact search between two looks at the clock.
SLICE = 1 << 20
#: Tolerance on the value of the linear program, as a part of all weights; not part of any bound.
TOLERANCE = 1e-7


class PackingBound:
    """
    Resumable column generation.

    Parameters
    ----------
    graph
        Graph.
    weights
        Positive integers (n,).
    k
        Number of colors.
    kept
        bool[n], vertices that are never spilled; their prices may exceed their weights.
    colors
        int32[n], a proper coloring of some vertices, among them all of ``kept``; -1 for the others.

    Attributes
    ----------
    bound
        Proven lower bound on the weight of the vertices that are spilled.
    done
        Whether the linear program gives no better bound.
    """

    def __init__(
        self,
        graph: Graph,
        weights: NDArray[np.int64],
        k: int,
        kept: NDArray[np.bool_],
        colors: NDArray[np.int32],
    ) -> None:
        self._graph, self._k = graph, k
        self._total = int(weights[~kept].sum())
        self._most = np.where(kept, float(max(self._total, 1)), weights.astype(float))
        self._scale = math.ldexp(1, PRICE_BITS - int(self._most.sum()).bit_length())
        self._sets = Columns(graph.n)
        self._center: NDArray[np.float64] | None = None
        self._promise = 0.0
        self.bound = 0
        self.done = graph.n > MOST_VERTICES or self._total == 0
        if not self.done:
            self._sets.add(np.arange(graph.n, dtype=np.int32)[:, None])
            self._sets.add(np.flatnonzero(colors == c).astype(np.int32) for c in range(k))

    def run(self, is_over: Callable[[], bool]) -> None:
        """Improve the bound until it is done or ``is_over()``; a linear program is not interrupted."""
        while not self.done and not is_over():
            prices, value = self._solve()
            if math.ceil(value - TOLERANCE * self._total) <= self.bound:
                self.done = True
            elif not self._add_heavy_sets(prices) and not self._prove(prices, is_over):
                self.done = not is_over()

    def _solve(self) -> tuple[NDArray[np.float64], float]:
        """Return the best prices for the known sets, and the bound that they promise."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, hstack

        sets, n = self._sets.sets, self._graph.n
        indptr = np.zeros(len(sets) + 1, np.int64)
        np.cumsum([len(vertices) for vertices in sets], out=indptr[1:])
        ones = np.ones(indptr[-1])
        members = csr_array((ones, np.concatenate(sets), indptr), shape=(len(sets), n))
        column = csr_array(np.full((len(sets), 1), -1.0))
        limits = np.column_stack([np.zeros(n + 1), np.append(self._most, np.inf)])
        solution = linprog(
            np.append(-np.ones(n), float(self._k)),
            A_ub=hstack([members, column], format="csr"),
            b_ub=np.zeros(len(sets)),
            bounds=limits,
            method="highs",
        )
        if solution.status:
            return np.zeros(n), 0.0
        return np.clip(solution.x[:n], 0, self._most), -float(solution.fun)

    def _add_heavy_sets(self, prices: NDArray[np.float64]) -> bool:
        """Add sets too heavy for the prices, found by a heuristic; return whether there are any."""
        mixed = prices
        if self._center is not None:
            mixed = CENTER * self._center + (1 - CENTER) * prices
        largest = max(float(prices[vertices].sum()) for vertices in self._sets.sets)
        tried = [mixed, prices] if self._center is not None else [prices]
        for some in tried:
            sets = Pricing(self._graph, self._scaled(some)).heavy_sets(-1)
            promise = float(some.sum()) - self._k * float((sets @ some).max())
            if self._center is None or promise > self._promise:
                self._center, self._promise = some, promise
            too_heavy = sets @ prices > largest * (1 + TOLERANCE)
            if self._sets.add_members(sets[too_heavy]):
                return True
        return False

    def _prove(self, prices: NDArray[np.float64], is_over: Callable[[], bool]) -> bool:
        """Find the heaviest set and take over the bound; return whether the set was missing."""
        scaled = self._scaled(prices)
        search = Pricing(self._graph, scaled).start(0)
        while not search.done:
            if is_over():
                return False
            search.run(SLICE)
        promised = (int(scaled.sum()) - self._k * search.weight) / self._scale
        self.bound = max(self.bound, math.ceil(promised))
        heaviest = search.vertices()
        return heaviest is not None and self._sets.add([heaviest]) > 0

    def _scaled(self, prices: NDArray[np.float64]) -> NDArray[np.int64]:
        return np.floor(prices * self._scale).astype(np.int64)
