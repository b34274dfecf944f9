"""
Extraction of color classes that a graph would not have by chance, one after another.

A random graph of n vertices and density p has about C(n, s) (1 - p)^(s (s - 1) / 2) independent sets of
s vertices. A set of a size of which there should be hardly any is part of a hidden coloring. Each one
that is removed makes the next easier to find: there are fewer vertices to draw, and smaller sets become
improbable. This finds hidden colorings that local search does not, because almost all colorings of the
graph have nothing to do with them: all 60 classes of ``flat(1000, 60, 0.492)`` in 4.5 s of CPU time.

Where the hidden classes are as small as the largest sets by chance nothing is found:
``planted(500, 36, 0.5)``, with classes of 14, or flat1000_76_0, with 13.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .._kernels.cliques import hidden_set as kernels
from .._kernels.sequential.dense_classes import fill_bits
from .._kernels.vectors.rng import rng_state
from ..graphs.graph import Graph
from ..sequential.greedy import greedy

#: Expected number of sets by chance at which a size is improbable, as a part of the number of classes.
RARE = 0.05
#: Largest part of a set that is drawn by chance, as 1/DRAWN.
DRAWN = 3
#: Ticks for a set after the first one before the extraction starts again; doubled each time.
EFFORT = 1 << 24
#: The same as a multiple of the mean of the sets so far.
TIMES_MEAN = 8
#: Part of the vertices of the bit matrix that must be left, or it is made again.
SHRINK = 0.75


def improbable_size(n: int, density: float) -> int:
    """
    Return the least size of which a random graph has less than ``RARE`` n / size independent sets.

    Parameters
    ----------
    n
        Number of vertices, at least 1.
    density
        Probability of an edge.
    """
    if density >= 1:
        return 2
    gap = math.log1p(-density)
    total = math.lgamma(n + 1)
    for size in range(2, n + 1):
        sets = total - math.lgamma(size + 1) - math.lgamma(n - size + 1) + gap * size * (size - 1) / 2
        if sets < math.log(RARE * n / size):
            return size
    return n


class HiddenClasses:
    """
    Resumable extraction of independent sets that are larger than chance would have them.

    Memory n^2 / 8 bytes. A probe for a set takes at most s n^2 / 64 steps for sets of s vertices.

    Parameters
    ----------
    graph
        Graph.
    seed
        Seed of the random number generator.

    Attributes
    ----------
    classes
        Sets that were extracted, disjoint.
    rest
        Vertices in none of them.
    ticks
        Work done, in ticks.
    rounds
        Extractions that came to an end, because no set was found or no vertex was left.
    """

    def __init__(self, graph: Graph, *, seed: int | tuple[int, ...] = 0) -> None:
        self.graph = graph
        self.ticks = 0
        self.rounds = 0
        self._ended = False
        self._random = rng_state((*np.atleast_1d(seed).tolist(), 22))
        self._begin()

    @property
    def complete(self) -> bool:
        """Whether the classes have all vertices."""
        return len(self.rest) == 0

    def run(self, ticks: int) -> bool:
        """
        Work for ``ticks`` more ticks; return whether an extraction has ended in this call.

        It returns early then, and the next call starts again unless the extraction was complete.
        """
        if self._ended:
            self._begin()
        limit = self.ticks + ticks
        while not self.complete and self.ticks < limit:
            progress = self._state.progress
            before = int(progress[kernels.TICKS])
            budget = limit - self.ticks
            if self.classes:
                budget = min(budget, self._allowed() - self._spent)
            draws = max(1, self._target // DRAWN)
            kernels.search(self._state, self._random, draws, self._target, max(budget, 1))
            used = int(progress[kernels.TICKS]) - before
            self.ticks += used
            self._spent += used
            if progress[kernels.BEST] >= self._target:
                self._extract(self._state.best[: progress[kernels.BEST]])
            elif self.classes and self._spent >= self._allowed():
                self._ended = True
                break
        self._ended |= self.complete
        self.rounds += self._ended
        return self._ended

    def colors(self) -> NDArray[np.int32]:
        """Return a proper coloring, int32[n]: the classes, and DSATUR on the rest."""
        colors = np.full(self.graph.n, -1, np.int32)
        for c, members in enumerate(self.classes):
            colors[members] = c
        colors[self.rest] = greedy(self.graph.subgraph(self.rest), "DSATUR") + len(self.classes)
        return colors

    def _allowed(self) -> int:
        """Return the ticks that the next set may take."""
        mean = (self.ticks - self._began - self._spent) // max(len(self.classes), 1)
        return (EFFORT << min(self.rounds, 20)) + TIMES_MEAN * mean

    def _begin(self) -> None:
        self.classes: list[NDArray[np.int32]] = []
        self.rest: NDArray[np.int32] = np.arange(self.graph.n, dtype=np.int32)
        self._ended = False
        self._began = self.ticks
        self._pack()

    def _pack(self) -> None:
        """Write the bit matrix of the rest."""
        rest = self.graph.subgraph(self.rest)
        n, words = rest.n, (rest.n + 63) >> 6
        rows = np.zeros((n, words), np.int64)
        fill_bits(rest.indptr, rest.indices, rows.ravel())
        every = np.full(words, -1, np.int64)
        if n & 63:
            every[-1] = (1 << (n & 63)) - 1
        v = np.arange(n)
        rows[v, v >> 6] |= np.int64(1) << (v & 63)
        np.bitwise_and(~rows, every, out=rows)
        self._packed, self._vertices = rest, self.rest
        self._open: NDArray[np.bool_] = np.ones(n, np.bool_)
        self._degrees = rest.degrees.astype(np.int64)
        self._state = kernels.HiddenSet(
            rows=rows.ravel(),
            open=every,
            left=np.zeros(words, np.int64),
            listed=np.zeros(n, np.int32),
            members=np.zeros(n, np.int32),
            best=np.zeros(n, np.int32),
            progress=np.zeros(3, np.int64),
        )
        self._aim()

    def _aim(self) -> None:
        """Set the size of the next set."""
        n, ends = len(self.rest), int(self._degrees[self._open].sum())
        self._target = improbable_size(n, ends / (n * (n - 1))) if n > 1 else 1
        self._spent = 0
        self._state.progress[kernels.BEST] = 0

    def _extract(self, members: NDArray[np.int32]) -> None:
        """Make a color class of a set."""
        self.classes.append(np.sort(self._vertices[members]))
        self._open[members] = False
        self.rest = self._vertices[self._open]
        if len(self.rest) < SHRINK * len(self._vertices):
            self._pack()
            return
        for v in members.tolist():
            self._state.open[v >> 6] &= ~(np.int64(1) << np.int64(v & 63))
            self._degrees[self._packed.neighbors(v)] -= 1
        self._aim()
