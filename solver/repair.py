"""Turning any assignment into a complete one, or into a proper one; where searches start."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._kernels import repair
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


def with_fewer_colors(colors: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """The coloring with all but its ``k`` largest classes dissolved: their vertices get -1."""
    order = np.argsort(-np.bincount(colors), kind="stable")
    renamed = np.full(len(order), -1, np.int32)
    kept = min(k, len(order))
    renamed[order[:kept]] = np.arange(kept, dtype=np.int32)
    return renamed[colors]
