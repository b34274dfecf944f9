"""
Equitable colorings of small graphs, by enumeration: one is found, or it is shown that there is none.

Vertices are colored in a fixed order, each next to those before it. Of colorings that differ in the
names of the classes, or in the order of vertices with the same neighbors, only the first is tried. A
branch ends when a class cannot reach its size with the vertices that are left, or when a vertex that is
left has no class. That K(30,30) has no equitable coloring with 7 colors takes 733 branches, 3 ms;
gnp(40, 0.7, seed=1) has one with 12 colors after 31,648, 0.3 s.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph

#: Largest number of vertices.
MOST_VERTICES = 128
#: Ticks of a branch: about its time in cache-line accesses.
TICKS = 1024
#: Largest number of branches in one run, so that the caller can look at its limits.
INTERVAL = 1024


class Enumeration:
    """
    Resumable search for a proper coloring with ``k`` classes whose sizes differ by at most one.

    Parameters
    ----------
    graph
        Graph with at most ``MOST_VERTICES`` vertices.
    k
        Number of classes.

    Attributes
    ----------
    effort
        Ticks after which the search pauses.
    level
        Whether a coloring was found.
    refuted
        Whether it is shown that there is none.
    """

    def __init__(self, graph: Graph, k: int) -> None:
        self.k, self.effort = k, 0
        self.level = self.refuted = False
        self._least, self._larger = divmod(graph.n, k)
        self._order = _order(graph)
        place = {v: i for i, v in enumerate(self._order)}
        near = [{place[u] for u in graph.neighbors(v).tolist()} for v in self._order]
        self._rows = [_mask(row) for row in near]
        self._later_twins = _later_twins(near)
        self._classes: list[int] = []  # of the vertices that are colored, by their place
        self._barred = [[0] * k]  # for each class, the places that may not join it; before each vertex
        self._sizes = [0] * k
        self._next = 0  # class to try next
        self._branches = 0

    @property
    def ticks(self) -> int:
        """Work so far."""
        return TICKS * self._branches

    @property
    def cost(self) -> int:
        """Number of vertices without a color."""
        return len(self._order) - len(self._classes)

    @property
    def ended(self) -> bool:
        """Whether the answer is known or the effort spent."""
        return self.level or self.refuted or self.ticks >= self.effort

    def colors(self) -> NDArray[np.int32]:
        """Return the coloring, int32[n], if ``level``."""
        colors = np.empty(len(self._order), np.int32)
        colors[self._order] = self._classes
        return colors

    def run(self, ticks: int) -> None:
        """Try branches for about ``ticks``, or until it has ended."""
        for _ in range(max(1, min(INTERVAL, min(ticks, self.effort - self.ticks) // TICKS))):
            if self.cost == 0:
                self.level = True
            if self.level or self.refuted:
                return
            self._branches += 1
            if not self._extend():
                self._go_back()

    def _extend(self) -> bool:
        """Put the next vertex into the first class that is left to try; return whether there is one."""
        at, sizes, barred = len(self._classes), self._sizes, self._barred[-1]
        opened = self.k - sizes.count(0)
        are_larger_left = sizes.count(self._least + 1) < self._larger
        for c in range(self._next, min(opened + 1, self.k)):
            is_full = sizes[c] > self._least or (sizes[c] == self._least and not are_larger_left)
            if is_full or barred[c] >> at & 1:
                continue
            self._barred.append(self._with(at, c))
            self._classes.append(c)
            sizes[c] += 1
            if self._is_possible(max(opened, c + 1)):
                self._next = 0
                return True
            self._remove()
        return False

    def _with(self, at: int, c: int) -> list[int]:
        """Return which places may join which class, once a vertex is in a class."""
        later = self._later_twins[at]
        barred = [row | later for row in self._barred[-1][:c]] + self._barred[-1][c:]
        barred[c] |= self._rows[at]
        return barred

    def _is_possible(self, opened: int) -> bool:
        """Return whether each class can still be filled, and each vertex still join a class."""
        at, barred = len(self._classes), self._barred[-1]
        left = (1 << len(self._order)) - (1 << at)
        are_larger_left = self._sizes.count(self._least + 1) < self._larger
        without_class = left if opened == self.k else 0
        for c in range(opened):
            candidates = left & ~barred[c]
            missing = self._least - self._sizes[c]
            if candidates.bit_count() < missing:
                return False
            if missing > 0 or (missing == 0 and are_larger_left):
                without_class &= ~candidates
        return not without_class

    def _go_back(self) -> None:
        if not self._classes:
            self.refuted = True
            return
        self._next = self._remove() + 1

    def _remove(self) -> int:
        """Uncolor the last vertex; return its class."""
        self._barred.pop()
        c = self._classes.pop()
        self._sizes[c] -= 1
        return c


def _order(graph: Graph) -> list[int]:
    """Return the vertices, each with most neighbors among those before it, then of largest degree."""
    degrees = graph.degrees.tolist()
    seen = [0] * graph.n
    left = set(range(graph.n))
    order: list[int] = []
    while left:
        v = max(left, key=lambda u: (seen[u], degrees[u], -u))
        left.remove(v)
        order.append(v)
        for u in graph.neighbors(v).tolist():
            seen[u] += 1
    return order


def _later_twins(near: list[set[int]]) -> list[int]:
    """Return the later places with the same neighbors, apart from each other, as bits of each place."""
    return [
        _mask({j for j in range(i + 1, len(near)) if near[i] - {j} == near[j] - {i}})
        for i in range(len(near))
    ]


def _mask(places: set[int]) -> int:
    return sum(1 << i for i in places)
