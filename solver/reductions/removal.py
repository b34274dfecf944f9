"""
Removal of vertices to which every coloring of the others can be extended: low degree, dominated, twins.

The rules are in ``_kernels/reductions/removal.py``. Twins are also dominated. They are removed first, in
time linear in the size of the graph for all degrees, since the search for dominators is slow where
thousands of twins share a neighbor of large degree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._kernels.reductions import removal as kernels
from .._kernels.reductions import twins as twin_kernels
from ..graphs.graph import Graph
from .step import Part, part_of

SLICE_TICKS = 1 << 22  # work between two checks for Ctrl-C


@dataclass(frozen=True, eq=False)
class Removal:
    """
    A sequence of removed vertices.

    Attributes
    ----------
    order
        The removed vertices in the order of removal.
    owner
        int32[n], the vertex whose color a removed vertex gets, or a code for the lowest free color.
    complete
        Whether the fixpoint was reached before the work limit.
    """

    name: str
    graph: Graph
    parts: tuple[Part, ...]
    lower_bound: int
    order: NDArray[np.int32]
    owner: NDArray[np.int32]
    complete: bool = True

    def total(self, numbers: Sequence[int]) -> int:
        """See :class:`~solver.reductions.step.Step`."""
        return max(self.lower_bound, *numbers)

    def lift(self, colorings: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
        """See :class:`~solver.reductions.step.Step`."""
        colors = np.full(self.graph.n, -1, np.int32)
        colors[self.parts[0].vertices] = colorings[0]
        seen = np.full(self.graph.max_degree + 2, -1, np.int32)
        kernels.restore(self.graph.indptr, self.graph.indices, self.order, self.owner, seen, colors)
        return colors


def low_degree(graph: Graph, lower_bound: int) -> Removal | None:
    """Reduce to the core where each vertex has at least ``lower_bound`` neighbors; linear time."""
    return _remove(graph, lower_bound, "low degree", max_ticks=None)


def dominated(graph: Graph, lower_bound: int, max_ticks: int) -> Removal | None:
    """Remove dominated vertices, and those of low degree that result, until none is left."""
    return _remove(graph, lower_bound, "dominated", max_ticks)


def _remove(graph: Graph, floor: int, name: str, max_ticks: int | None) -> Removal | None:
    n = graph.n
    dominate = max_ticks is not None
    degrees = graph.degrees.astype(np.int32)
    if not dominate and (n == 0 or int(degrees.min()) >= floor):
        return None
    low, queue, owner, order = np.empty((4, n), np.int32)
    waits, marks = np.zeros(n, np.uint8), np.full(n if dominate else 0, -1, np.int32)
    progress = np.zeros(5, np.int64)
    state = kernels.Removals(degrees, low, queue, waits, marks, owner, order, progress)
    kernels.start(state, floor, dominate)
    while progress[kernels.LOW] or progress[kernels.QUEUED]:
        ticks = SLICE_TICKS
        if max_ticks is not None:
            left = max_ticks - int(progress[kernels.TICKS])
            if left <= 0 and not progress[kernels.LOW]:
                break
            ticks = max(1, min(ticks, left))
        kernels.remove(graph.indptr, graph.indices, state, floor, dominate, ticks)
    removed = int(progress[kernels.REMOVED])
    complete = not progress[kernels.QUEUED]
    if removed == 0 and complete:
        return None
    left_over = np.flatnonzero(degrees >= 0).astype(np.int32)
    part = part_of(graph, left_over, floor, np.full(n, -1, np.int32))
    return Removal(name, graph, (part,), floor, order[:removed].copy(), owner, complete)


def twins(graph: Graph, lower_bound: int) -> Removal | None:
    """Keep one of each set of vertices with the same neighbors; O(n log n + m)."""
    n = graph.n
    # 31 bits, so that no sum overflows; twins that a collision hides are found as dominated vertices.
    words = np.random.default_rng(0).integers(0, 1 << 31, n, np.int64)
    sums = np.empty(n, np.int64)
    twin_kernels.hash_rows(graph.indptr, graph.indices, words, sums)
    owner, order = np.full(n, kernels.LOW_DEGREE, np.int32), np.empty(n, np.int32)
    by_sum = np.argsort(sums, kind="stable").astype(np.int32)
    removed = int(twin_kernels.merge(graph.indptr, graph.indices, by_sum, sums, owner, order))
    if removed == 0:
        return None
    left_over = np.flatnonzero(owner == kernels.LOW_DEGREE).astype(np.int32)
    part = part_of(graph, left_over, lower_bound, np.full(n, -1, np.int32))
    return Removal("twins", graph, (part,), lower_bound, order[:removed].copy(), owner)
