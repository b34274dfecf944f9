"""
The judge: plain numpy, no kernels, shares no code with what it checks.

Every coloring passes here before it leaves the API.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..threads import row_ranges, side_by_side, worthwhile
from .graph import Graph

CHUNK = 1 << 17  # adjacency entries looked at together: what they need stays in the cache


def as_colors(graph: Graph, colors: ArrayLike) -> NDArray[np.int32]:
    """``colors`` as int32[n]; raises InputError on a wrong shape, dtype or a value below -1."""
    array = np.asarray(colors)
    if array.shape != (graph.n,):
        raise InputError(f"colors: shape {array.shape}, expected ({graph.n},)")
    if array.dtype.kind not in "iu" and len(array):
        raise InputError(f"colors: dtype {array.dtype}, expected integers")
    if len(array) and (array.min() < -1 or array.max() >= 2**31 - 1):
        bad = array.min() if array.min() < -1 else array.max()
        raise InputError(f"colors: value {bad}, expected -1 (uncolored) or a color from 0")
    return np.ascontiguousarray(array, np.int32)


def conflicts(graph: Graph, colors: ArrayLike, *, threads: int = 1) -> int:
    """
    Count the edges whose two ends have the same color.

    Parameters
    ----------
    graph
        The graph.
    colors
        Integers (n,); a vertex with -1 is uncolored and conflicts with nothing.
    threads
        Number of threads that may count at the same time.
    """
    array = as_colors(graph, colors)
    ranges = row_ranges(graph.indptr, worthwhile(threads, len(graph.indices)))
    if len(array) and array.min() >= 0 and array.max() <= 255:
        array = array.astype(np.uint8)  # a quarter of the memory to look colors up in
    return sum(side_by_side(partial(_conflicts, graph, array), ranges)) // 2


def _conflicts(graph: Graph, array: NDArray[Any], row: int, end: int) -> int:
    """Adjacency entries of some rows that join two vertices of the same color."""
    total = 0
    while row < end:
        last = int(np.searchsorted(graph.indptr, graph.indptr[row] + CHUNK, side="right")) - 1
        last = min(max(last, row + 1), end)
        part = slice(int(graph.indptr[row]), int(graph.indptr[last]))
        here = np.repeat(array[row:last], graph.degrees[row:last])
        same = here == array.take(graph.indices[part])
        if array.dtype != np.uint8:
            same &= here >= 0
        total += int(np.count_nonzero(same))
        row = last
    return total


def is_proper(graph: Graph, colors: ArrayLike, *, threads: int = 1) -> bool:
    """Whether every vertex has a color and no edge joins two of the same; see :func:`conflicts`."""
    array = as_colors(graph, colors)
    return bool(np.all(array >= 0)) and conflicts(graph, array, threads=threads) == 0


def is_clique(graph: Graph, vertices: ArrayLike) -> bool:
    """Whether the vertices are distinct and pairwise adjacent."""
    chosen = np.unique(np.asarray(vertices, np.int64))
    if len(chosen) != np.size(vertices):
        return False
    return all(np.isin(np.delete(chosen, i), graph.neighbors(v)).all() for i, v in enumerate(chosen))
