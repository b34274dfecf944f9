"""
Weighted vertex coloring of small graphs, by enumeration.

Vertices are colored by decreasing weight, so that a vertex pays only if it opens a class. A branch ends
where what is paid, and what the rest of a clique has to pay in any case, is not less than the cost of
the best coloring.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph

#: Largest number of vertices, and of branches, which take some tenths of a second.
MOST_VERTICES, MOST_BRANCHES = 64, 200_000
#: Ticks of a branch: about its time in cache-line accesses.
TICKS = 64
#: Branches between two looks at the limits.
INTERVAL = 1024


class _Stopped(Exception):
    """A limit was reached."""


class Enumeration:
    """
    Search for colorings that cost less than a known one.

    Parameters
    ----------
    graph
        Graph with at most ``MOST_VERTICES`` vertices.
    weights
        Weights, int64[n].
    clique
        Pairwise adjacent vertices, for the bound.
    cost
        Cost of the best known coloring.

    Attributes
    ----------
    colors
        Cheapest coloring found; None if none is cheaper than the known one.
    branches
        Number of branches tried.
    """

    def __init__(
        self, graph: Graph, weights: NDArray[np.int64], clique: NDArray[np.int32], cost: int
    ) -> None:
        self._order = np.lexsort((-graph.degrees, -weights))
        place = np.empty(graph.n, np.int64)
        place[self._order] = np.arange(graph.n)
        self._weights: list[int] = weights[self._order].tolist()
        self._rows = [sum(1 << int(place[u]) for u in graph.neighbors(int(v))) for v in self._order]
        self._rests = _rests(self._weights, sorted(place[clique].tolist()))
        self._cost = cost
        self._classes: list[int] = []
        self.colors: NDArray[np.int32] | None = None
        self.branches = 0

    def run(self, most: int, is_over: Callable[[], bool]) -> bool:
        """Try all branches; return False if there are more than ``most``, or a limit is reached."""
        self._most, self._is_over = most, is_over
        try:
            self._extend(0, 0)
        except _Stopped:
            return False
        return True

    def _extend(self, at: int, paid: int) -> None:
        """Try all classes for the vertex at a place."""
        if at == len(self._order):
            self._cost, self.colors = paid, self._coloring()
            return
        self.branches += 1
        if self.branches > self._most or (self.branches % INTERVAL == 0 and self._is_over()):
            raise _Stopped
        classes, row, bit = self._classes, self._rows[at], 1 << at
        # Each class holds one vertex of the clique at most, so that the others open classes.
        rest = self._rests[at]
        if paid + rest[min(len(classes), len(rest) - 1)] >= self._cost:
            return
        for c in range(len(classes)):
            if not classes[c] & row:
                classes[c] |= bit
                self._extend(at + 1, paid)
                classes[c] ^= bit
        if paid + self._weights[at] < self._cost:
            classes.append(bit)
            self._extend(at + 1, paid + self._weights[at])
            classes.pop()

    def _coloring(self) -> NDArray[np.int32]:
        colors = np.empty(len(self._order), np.int32)
        for c, members in enumerate(self._classes):
            colors[[int(v) for i, v in enumerate(self._order) if members >> i & 1]] = c
        return colors


def _rests(weights: list[int], clique: list[int]) -> list[list[int]]:
    """
    Return the least that the rest of a clique pays, by place and number of those that pay nothing.

    ``rests[i][c]`` is the weight of the members at place i or later without the c heaviest.
    """
    rests = []
    for start in range(len(weights) + 1):
        lightest_first = sorted(weights[i] for i in clique if i >= start)
        sums = [0]
        for weight in lightest_first:
            sums.append(sums[-1] + weight)
        rests.append(sums[::-1])
    return rests
