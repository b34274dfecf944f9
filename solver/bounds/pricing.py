"""
The pricing problem: independent sets heavier than a threshold, or the proof that there are none.

Weights are integers. Vertices are renumbered, heaviest first, for both parts: the heuristic that grows a
set from each vertex (``_kernels/cliques/heavy_sets.py``) and the branch and bound
(``_kernels/cliques/heaviest_set.py``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._kernels.cliques import heaviest_set, heavy_sets
from ..graphs.graph import Graph

#: More than any set weighs.
MOST = 1 << 62


class Pricing:
    """
    Heavy independent sets of a graph with weights.

    Parameters
    ----------
    graph
        The graph.
    weights
        int64[n], >= 0, with a sum below 2^62.
    """

    def __init__(self, graph: Graph, weights: NDArray[np.int64]) -> None:
        self.order = np.argsort(-weights, kind="stable").astype(np.int32)
        self.weights = np.ascontiguousarray(weights[self.order])
        n = graph.n
        self.words = (n + 63) >> 6
        self._rows = np.empty(n * self.words, np.int64)
        local = np.full(n, -1, np.int32)
        heaviest_set.fill_rows(graph.indptr, graph.indices, self.order, local, self.words, self._rows)
        self._members, self._free = np.empty((2, self.words), np.int64)
        self.ticks = n * self.words + len(graph.indices) // 16

    def heavy_sets(self, threshold: int) -> NDArray[np.bool_]:
        """Return maximal sets heavier than ``threshold``, at most one per vertex: bool[sets, n]."""
        n = len(self.weights)
        sets = np.empty((n, self.words), np.int64)
        totals = np.empty(n, np.int64)
        rows_read = heavy_sets.grow(
            self._rows,
            self.words,
            self.weights,
            self._members,
            self._free,
            sets.ravel(),
            totals,
        )
        self.ticks += int(rows_read) * ((self.words + 7) >> 3)
        return self._members_of(sets[totals > threshold])

    def _members_of(self, bits: NDArray[np.int64]) -> NDArray[np.bool_]:
        places = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")
        members = np.empty((len(bits), len(self.order)), np.bool_)
        members[:, self.order] = places[:, : len(self.order)]
        return members

    def start(self, threshold: int, *, enough: int = MOST) -> HeaviestSet:
        """Return an exact search for a set heavier than ``threshold``; see :class:`HeaviestSet`."""
        return HeaviestSet(self, threshold, enough=enough)

    def completed(self, places: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the vertices of a set of places, extended to a maximal set."""
        self._members[:] = 0
        np.bitwise_or.at(self._members, places >> 6, np.left_shift(np.int64(1), places & np.int64(63)))
        n = len(self.weights)
        heavy_sets.set_free(self._rows, self.words, n, self._members, self._free)
        heavy_sets.complete(self._rows, self.words, self._members, self._free)
        vertices = np.flatnonzero(self._members_of(self._members[None])[0])
        return vertices.astype(np.int32)


class HeaviestSet:
    """
    Resumable branch and bound for an independent set heavier than ``threshold``.

    Parameters
    ----------
    pricing
        Graph and weights.
    threshold
        Weight to exceed.
    enough
        Weight of a set that ends the search; without one, it ends with a heaviest set.
    """

    def __init__(self, pricing: Pricing, threshold: int, *, enough: int = MOST) -> None:
        self.pricing = pricing
        support = int(np.count_nonzero(pricing.weights))
        words = (support + 63) >> 6
        self._rows = pricing._rows.reshape(-1, pricing.words)[:support, :words].ravel()
        sets = np.zeros((support + 1) * words, np.int64)
        places = np.arange(support)
        np.bitwise_or.at(sets, places >> 6, np.left_shift(np.int64(1), places & 63))
        self._best = np.empty(support, np.int32)
        self._progress = np.zeros(6, np.int64)
        self._progress[heaviest_set.BEST] = threshold
        self._progress[heaviest_set.ENOUGH] = enough
        self._state = heaviest_set.HeaviestSet(
            self._rows,
            pricing.weights[:support].copy(),
            sets,
            np.empty(words, np.int64),  # left
            np.empty(words, np.int64),  # common
            np.empty(support, np.int64),  # rest
            np.empty(support, np.int32),  # members
            np.empty(support * support, np.int32),  # order
            np.empty(support * support, np.int64),  # bounds
            np.full(support + 1, -1, np.int64),  # listed
            np.empty(support + 1, np.int32),  # chosen
            self._best,
            self._progress,
        )

    @property
    def weight(self) -> int:
        """
        Weight of the heaviest set so far, at least the threshold.

        It is exact once the search is done, unless it ended with a set of ``enough``.
        """
        return int(self._progress[heaviest_set.BEST])

    @property
    def done(self) -> bool:
        """Whether the search is complete."""
        return bool(self._progress[heaviest_set.DEPTH] < 0)

    def run(self, ticks: int) -> None:
        """Search for ``ticks`` more ticks, or until the search is complete."""
        before = int(self._progress[heaviest_set.TICKS])
        heaviest_set.search(self._state, ticks)
        self.pricing.ticks += int(self._progress[heaviest_set.TICKS]) - before

    def vertices(self) -> NDArray[np.int32] | None:
        """Return the heaviest set, extended to a maximal one; None if none exceeds the threshold."""
        size = int(self._progress[heaviest_set.SIZE])
        return self.pricing.completed(self._best[:size]) if size else None
