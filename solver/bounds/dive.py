"""
Colorings from a fractional coloring: fix a color class, solve again for the rest, and repeat.

This is diving in the sense of Malaguti, Monaci and Toth (2011, doi:10.1016/j.disopt.2010.07.005), with
columns generated at each depth. On geometric graphs, where local search performs poorly, the fractional
solution is almost integral and the dive reaches the lower bound.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from ..sequential.greedy import greedy
from .fractional import TOLERANCE, FractionalColoring

ROUNDS = 6  # largest number of linear programs at each depth
SURE = 0.7  # sets used to at least this fraction are fixed together
DIVES = 20  # number of dives without improvement before the end


class Dive:
    """
    Resumable dives from a fractional coloring.

    Parameters
    ----------
    fractional
        Column generation on the same graph, in its current state.
    colors
        int32[n], a proper coloring to improve.
    seed
        Seed of the random number generator; the first dive always fixes the most used set.

    Attributes
    ----------
    k
        Number of colors of the best proper coloring so far.
    ticks
        Work done, in ticks.
    """

    def __init__(
        self, fractional: FractionalColoring, colors: NDArray[np.int32], *, seed: int = 0
    ) -> None:
        self.fractional = fractional
        self.graph = fractional.graph
        self._colors = colors.astype(np.int32)
        self.k = int(colors.max(initial=-1)) + 1
        self.ticks = 0
        self.dives = 0
        self._failures = 0
        self._rng = np.random.default_rng((seed, 13))
        self._begin()

    @property
    def done(self) -> bool:
        """Whether the coloring meets the bound, or too many dives brought no improvement."""
        bound = max(self.fractional.bound, self.fractional.floor)
        return self.k <= bound or self._failures >= DIVES

    def colors(self) -> NDArray[np.int32]:
        """Return a copy of the best proper coloring so far, int32[n]."""
        return self._colors.copy()

    def add_coloring(self, colors: NDArray[np.int32]) -> None:
        """Add a proper coloring found elsewhere; the present dive goes on, for one with fewer colors."""
        k = int(colors.max()) + 1
        if k < self.k:
            self._colors, self.k = colors.copy(), k

    def run(self, ticks: int) -> None:
        """Dive for ``ticks`` more ticks, and at most one more linear program."""
        limit = self.ticks + ticks
        while not self.done and self.ticks < limit:
            self._step()

    def _begin(self) -> None:
        """Start a dive at the root."""
        n = self.graph.n
        self._vertices: NDArray[np.int32] = np.arange(n, dtype=np.int32)
        self._fixed: NDArray[np.int32] = np.full(n, -1, np.int32)
        self._depth = 0
        self._rounds = 0
        self._current = FractionalColoring(
            self.graph, self._colors, seed=int(self._rng.integers(1 << 30))
        )
        self._current.columns.add(self.fractional.columns.sets)

    def _step(self) -> None:
        """Solve one linear program at the current depth; go one deeper if no set is missing from it."""
        current = self._current
        before = current.ticks
        added = current.improve()
        self.ticks += current.ticks - before
        self._rounds += 1
        if added and self._rounds < ROUNDS:
            return
        if self._depth + math.ceil(current.columns.value - TOLERANCE) >= self.k:
            self._end()
            return
        self._fix()

    def _end(self) -> None:
        self.dives += 1
        self._failures += 1
        self._begin()

    def _fix(self) -> None:
        """Fix the most used sets as color classes; also color the rest greedily."""
        columns = self._current.columns
        use = columns.use
        if self._failures:
            use = use * self._rng.random(len(use))
        order = np.argsort(-use, kind="stable")
        free = np.ones(len(self._vertices), np.bool_)
        for rank, i in enumerate(order):
            if rank > 0 and use[i] < SURE:
                break
            members = columns.sets[i]
            if free[members].all():
                free[members] = False
                self._fixed[self._vertices[members]] = self._depth
                self._depth += 1
        self._vertices = self._vertices[free]
        if len(self._vertices) == 0:
            self._accept(self._fixed)
            self._end()
            return
        rest = self.graph.subgraph(self._vertices)
        colors = greedy(rest, "DSATUR")
        complete = self._fixed.copy()
        complete[self._vertices] = colors + self._depth
        self._accept(complete)
        self._descend(rest, colors, free)

    def _descend(self, rest: Graph, colors: NDArray[np.int32], free: NDArray[np.bool_]) -> None:
        place = np.cumsum(free, dtype=np.int32) - np.int32(1)
        below = FractionalColoring(rest, colors, seed=int(self._rng.integers(1 << 30)))
        kept = (vertices[free[vertices]] for vertices in self._current.columns.sets)
        below.columns.add(place[vertices] for vertices in kept if len(vertices))
        self._current = below
        self._rounds = 0

    def _accept(self, colors: NDArray[np.int32]) -> None:
        before = self.k
        self.add_coloring(colors)
        if self.k < before:
            self._failures = 0
