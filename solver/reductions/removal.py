"""
Vertices that any coloring of the others extends to: of low degree, dominated, or twins.

The rules stand in ``_kernels/removal.py``. Twins are dominated, too: finding them first, in linear time
whatever the degrees, keeps the search for dominators from meeting thousands of them at one hub.
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

SLICE_TICKS = 1 << 22  # between two chances for Ctrl-C


@dataclass(frozen=True, eq=False)
class Removal:
    """
    Some vertices removed, one after another.

    Attributes
    ----------
    order
        The removed vertices in turn.
    owner
        int32[n]: whose color a removed vertex takes, or that it takes the lowest free one.
    complete
        False if the work limit came before the fixpoint.
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
    """Peel to the core in which each vertex has ``lower_bound`` neighbors or more; linear time."""
    return _remove(graph, lower_bound, "low degree", max_ticks=None)


def dominated(graph: Graph, lower_bound: int, max_ticks: int) -> Removal | None:
    """Remove dominated vertices, and those of low degree that this makes, to the fixpoint."""
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
    kernels.start(degrees, floor, dominate, low, queue, waits, progress)
    state = (degrees, low, queue, waits, marks, owner, order, progress)
    while progress[kernels.LOW] or progress[kernels.QUEUED]:
        ticks = SLICE_TICKS
        if max_ticks is not None:
            left = max_ticks - int(progress[kernels.TICKS])
            if left <= 0 and not progress[kernels.LOW]:
                break
            ticks = max(1, min(ticks, left))
        kernels.remove(graph.indptr, graph.indices, floor, dominate, *state, ticks)
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
    # 31 bits, so that no sum overflows; colliding ones leave a pair of twins to the rule of domination.
    words = np.random.default_rng(0).integers(0, 1 << 31, n, np.int64)
    sums = np.empty(n, np.int64)
    twin_kernels.hash_rows(graph.indptr, graph.indices, words, sums)
    owner, order = np.full(n, kernels.LOW_DEGREE, np.int32), np.empty(n, np.int32)
    by_sum = np.argsort(sums, kind="stable").astype(np.int32)
    found = int(twin_kernels.merge(graph.indptr, graph.indices, by_sum, sums, owner, order))
    if found == 0:
        return None
    left_over = np.flatnonzero(owner == kernels.LOW_DEGREE).astype(np.int32)
    part = part_of(graph, left_over, lower_bound, np.full(n, -1, np.int32))
    return Removal("twins", graph, (part,), lower_bound, order[:found].copy(), owner)
