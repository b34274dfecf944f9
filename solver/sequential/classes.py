"""
Sequential coloring one color class at a time: by independent sets, and by RLF.

Dense graphs are held as a bit matrix, sparse ones as lists of the neighbors that are still uncolored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs.remainder import Remainder
from .._kernels.queues.level_queue import level_queue
from .._kernels.sequential import dense_classes
from .._kernels.sequential.independent_set import color_by_independent_sets
from .._kernels.sequential.rlf import Ranks, color_by_rlf
from ..graphs.graph import Graph
from .orders import natural_order

#: Density from which on a bit matrix, at most twice the size of the adjacency, is faster.
DENSE = 1 / 128


def by_independent_sets(graph: Graph) -> NDArray[np.int32]:
    """Color by maximal independent sets, each grown from vertices of least remaining degree."""
    if graph.density >= DENSE:
        return _color_dense(graph, weight=1, largest_first=False)
    return _independent_sets_sparse(graph)


def by_rlf(graph: Graph) -> NDArray[np.int32]:
    """Color by recursive-largest-first."""
    if graph.density >= DENSE:
        return _color_dense(graph, weight=graph.n, largest_first=True)
    return _rlf_sparse(graph)


def _color_dense(graph: Graph, weight: int, largest_first: bool) -> NDArray[np.int32]:
    n = graph.n
    words = (n + 63) // 64
    rows = np.zeros(n * words, np.int64)
    dense_classes.fill_bits(graph.indptr, graph.indices, rows)
    colors = np.full(n, -1, np.int32)
    dense_classes.color_by_classes(
        rows,
        weight,
        largest_first,
        dense_classes.Candidates(
            graph.degrees.astype(np.int32),
            np.empty(n, np.int32),
            np.empty(n, np.int32),
            np.empty(words, np.int64),
            np.empty(words, np.int64),
        ),
        colors,
    )
    return colors


def _independent_sets_sparse(graph: Graph) -> NDArray[np.int32]:
    colors = np.full(graph.n, -1, np.int32)
    color_by_independent_sets(
        Remainder(graph.indptr, graph.indptr[1:].copy(), graph.indices.copy(), natural_order(graph)),
        np.empty(graph.n, np.int32),
        np.empty(graph.n, np.int64),
        np.empty(graph.n, np.int32),
        colors,
    )
    return colors


def _rlf_sparse(graph: Graph) -> NDArray[np.int32]:
    n = graph.n
    colors = np.full(n, -1, np.int32)
    degrees = graph.degrees.astype(np.int32)
    bits, levels = level_queue(-np.sort(-degrees), graph.max_degree + 1)
    color_by_rlf(
        Remainder(
            graph.indptr,
            graph.indptr[1:].copy(),
            graph.indices.copy(),
            natural_order(graph)[::-1].copy(),
        ),
        Ranks(
            degrees,
            np.empty(n, np.int32),
            np.empty(n, np.int32),
            np.empty(n, np.int32),
            np.empty(graph.max_degree + 2, np.int64),
        ),
        bits,
        levels,
        colors,
    )
    return colors
