"""Repair of colorings: complete them or make them proper, as the start of a search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs import partial_colorings, repair
from .graph import Graph


def completed(graph: Graph, colors: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """Return a copy where uncolored vertices get the least-conflicting of ``k`` colors; O(m + n k)."""
    complete = colors.copy()
    repair.complete(graph.indptr, graph.indices, complete, np.empty(k, np.int32))
    return complete


def made_proper(graph: Graph, colors: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a proper coloring that differs only at conflicting and uncolored vertices; O(n + m)."""
    proper = colors.copy()
    size = max(int(colors.max(initial=0)), graph.max_degree) + 2
    repair.make_proper(graph.indptr, graph.indices, proper, np.full(size, -1, np.int32))
    return proper


def make_legal(
    graph: Graph, colors: NDArray[np.int32], k: int, rng: NDArray[np.uint64]
) -> NDArray[np.int32]:
    """
    Make a coloring legal and maximal, in place; return the vertices that remain uncolored.

    Vertices in conflict are uncolored, and colored again where one of ``k`` colors is free. The vertices
    with most conflicts are uncolored first; ties are broken at random. O(n log n + m).
    """
    rows = graph.indptr, graph.indices
    order = np.arange(graph.n, dtype=np.int32)
    partial_colorings.shuffle(rng, order)
    in_conflict = np.empty(graph.n, np.int32)
    if partial_colorings.conflict_counts(*rows, colors, in_conflict):
        # Keeping the vertices with few conflicts first leaves few vertices uncolored.
        fewest_first = order[np.argsort(in_conflict[order], kind="stable")]
        partial_colorings.uncolor_conflicts(*rows, fewest_first, colors, np.zeros(graph.n, np.bool_))
    # The given colors may exceed the largest degree.
    size = min(k, max(graph.max_degree, int(colors.max(initial=-1))) + 1)
    seen = np.full(size + 1, -1, np.int32)
    partial_colorings.first_fit(*rows, order, k, colors, seen)
    return np.flatnonzero(colors < 0).astype(np.int32)


def without_gaps(colors: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """Renumber the colors of a complete coloring from 0 without gaps, and return their number."""
    names = np.cumsum(np.bincount(colors) > 0, dtype=np.int32)  # five times as fast as np.unique
    return names[colors] - np.int32(1), int(names[-1]) if len(names) else 0


def with_fewer_colors(colors: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """Keep the ``k`` largest color classes and uncolor the other vertices (-1)."""
    order = np.argsort(-np.bincount(colors), kind="stable")
    renamed = np.full(len(order), -1, np.int32)
    kept = min(k, len(order))
    renamed[order[:kept]] = np.arange(kept, dtype=np.int32)
    return renamed[colors]
