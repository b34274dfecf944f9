"""Turning any assignment into a complete one, or into a proper one; where searches start."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs import partial_colorings, repair
from .graph import Graph


def completed(graph: Graph, colors: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """A copy in which each uncolored vertex has the least-conflicting of ``k`` colors; O(m + n k)."""
    whole = colors.copy()
    repair.complete(graph.indptr, graph.indices, whole, np.empty(k, np.int32))
    return whole


def made_proper(graph: Graph, colors: NDArray[np.int32]) -> NDArray[np.int32]:
    """A proper coloring that differs only at conflicting and uncolored vertices; O(n + m)."""
    proper = colors.copy()
    size = max(int(colors.max(initial=0)), graph.max_degree) + 2
    repair.make_proper(graph.indptr, graph.indices, proper, np.full(size, -1, np.int32))
    return proper


def make_legal(
    graph: Graph, colors: NDArray[np.int32], k: int, rng: NDArray[np.uint64]
) -> NDArray[np.int32]:
    """
    Uncolor vertices in conflict, in place, and color what then fits; returns the uncolored ones.

    A legal partial coloring with colors below ``k`` in which no vertex is left out that a color is free
    for; which ones are is random among those with equally many conflicts. O(n log n + m).
    """
    rows = graph.indptr, graph.indices
    order = np.arange(graph.n, dtype=np.int32)
    partial_colorings.shuffle(rng, order)
    in_conflict = np.empty(graph.n, np.int32)
    if partial_colorings.conflict_counts(*rows, colors, in_conflict):
        # Those with few conflicts are kept first: then few are left out.
        calm_first = order[np.argsort(in_conflict[order], kind="stable")]
        partial_colorings.uncolor_conflicts(*rows, calm_first, colors, np.zeros(graph.n, np.bool_))
    # Given colors may exceed what a vertex of largest degree needs.
    size = min(k, max(graph.max_degree, int(colors.max(initial=-1))) + 1)
    seen = np.full(size + 1, -1, np.int32)
    partial_colorings.first_fit(*rows, order, k, colors, seen)
    return np.flatnonzero(colors < 0).astype(np.int32)


def without_gaps(colors: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """A complete coloring under names from 0 without gaps, in the same order; and how many they are."""
    names = np.cumsum(np.bincount(colors) > 0, dtype=np.int32)  # np.unique takes five times as long
    return names[colors] - np.int32(1), int(names[-1]) if len(names) else 0


def with_fewer_colors(colors: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """The coloring with all but its ``k`` largest classes dissolved: their vertices get -1."""
    order = np.argsort(-np.bincount(colors), kind="stable")
    renamed = np.full(len(order), -1, np.int32)
    kept = min(k, len(order))
    renamed[order[:kept]] = np.arange(kept, dtype=np.int32)
    return renamed[colors]
