"""
The heaviest independent set of a small graph, by branch and bound over sets of vertices as integers.

A clique has one vertex of an independent set at most, so that a greedy cover by cliques bounds what the
remaining vertices can add. A vertex at least as heavy as all its remaining neighbors together is taken
without a branch; else the one with most remaining neighbors is taken or left out.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from .clique_cover import vertices_of

#: Largest number of vertices, and of branches, which take some tenths of a second.
MOST_VERTICES, MOST_BRANCHES = 64, 4096
#: Ticks of a branch for each vertex: about its time in cache-line accesses.
TICKS = 32


class Stopped(Exception):
    """A limit was reached."""


class Enumeration:
    """
    Search for an independent set that is heavier than a known one.

    Parameters
    ----------
    graph
        Graph with at most ``MOST_VERTICES`` vertices.
    weights
        Weights, int64[n].
    weight
        Weight of the known set.

    Attributes
    ----------
    vertices
        Heaviest set found; None if none is heavier than the known one.
    branches
        Number of branches tried.
    """

    def __init__(self, graph: Graph, weights: NDArray[np.int64], weight: int) -> None:
        self._rows = [sum(1 << u for u in graph.neighbors(v).tolist()) for v in range(graph.n)]
        self._weights: list[int] = weights.tolist()
        self._heaviest_first = sorted(range(graph.n), key=lambda v: -self._weights[v])
        self._weight = weight
        self.vertices: list[int] | None = None
        self.branches = 0

    def run(self, most: int, is_late: Callable[[], bool]) -> bool:
        """Try all branches; return False if there are more than ``most``, or a limit is reached."""
        self._most, self._is_late = most, is_late
        try:
            self._extend((1 << len(self._rows)) - 1, 0, 0)
        except Stopped:
            return False
        return True

    def _extend(self, left: int, chosen: int, weight: int) -> None:
        """Try all sets of chosen vertices and some of those left."""
        self.branches += 1
        if self.branches > self._most or self._is_late():
            raise Stopped
        rows, weights = self._rows, self._weights
        while left:
            if weight + self._bound(left) <= self._weight:
                return
            members = vertices_of(left)
            v = next((v for v in members if self._dominates(v, rows[v] & left)), -1)
            if v < 0:
                v = max(members, key=lambda u: (rows[u] & left).bit_count())
                self._extend(left & ~rows[v] & ~(1 << v), chosen | 1 << v, weight + weights[v])
                left &= ~(1 << v)
            else:
                left &= ~rows[v] & ~(1 << v)
                chosen |= 1 << v
                weight += weights[v]
        if weight > self._weight:
            self._weight, self.vertices = weight, vertices_of(chosen)

    def _dominates(self, v: int, neighbors: int) -> bool:
        """Return whether a vertex is as heavy as all of these neighbors together."""
        return self._weights[v] >= sum(self._weights[u] for u in vertices_of(neighbors))

    def _bound(self, left: int) -> int:
        """Return the sum of the heaviest weights of cliques that cover the vertices left."""
        total = 0
        for v in self._heaviest_first:
            if left >> v & 1:
                total += self._weights[v]
                left &= ~(1 << v)
                common = self._rows[v] & left
                while common:
                    u = (common & -common).bit_length() - 1
                    left &= ~(1 << u)
                    common &= self._rows[u]
        return total
