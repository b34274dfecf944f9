"""
Verification of colorings: plain NumPy, no kernels, no code shared with what is verified.

Every coloring is verified here before the API returns it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, expected
from ..threads import row_ranges, side_by_side, worthwhile
from .graph import Graph

CHUNK = 1 << 17  # adjacency entries compared at a time, so that their data stays in the cache


def as_colors(graph: Graph, colors: ArrayLike, name: str = "colors") -> NDArray[np.int32]:
    """Return ``colors`` as int32[n]; InputError if the shape, the dtype or a value is illegal."""
    try:
        array = np.asarray(colors)
    except ValueError:  # rows of different lengths
        raise expected(name, colors, f"integers of shape ({graph.n},)") from None
    if array.shape != (graph.n,):
        raise InputError(f"{name} have shape {array.shape}: expected ({graph.n},)")
    if array.dtype.kind not in "iu" and len(array):
        raise InputError(f"{name} have dtype {array.dtype}: expected integers")
    if len(array) and (array.min() < -1 or array.max() >= 2**31 - 1):
        bad = array.min() if array.min() < -1 else array.max()
        legal = f"-1 (uncolored) or an integer from 0 to {2**31 - 2}"
        raise expected(name.removesuffix("s"), int(bad), legal)
    return np.ascontiguousarray(array, np.int32)


def conflicts(graph: Graph, colors: ArrayLike, *, threads: int = 1) -> int:
    """
    Count the edges whose two ends have the same color.

    Parameters
    ----------
    graph
        The graph.
    colors
        Integers (n,). A vertex with -1 is uncolored and conflicts with no other.
    threads
        Largest number of threads.
    """
    array = as_colors(graph, colors)
    ranges = row_ranges(graph.indptr, worthwhile(threads, len(graph.indices)))
    if len(array) and array.min() >= 0 and array.max() <= 255:
        array = array.astype(np.uint8)  # a quarter of the memory for random access
    return sum(side_by_side(partial(_conflicts, graph, array), ranges)) // 2


def _conflicts(graph: Graph, array: NDArray[Any], row: int, end: int) -> int:
    """Count the adjacency entries of some rows that join two vertices of the same color."""
    total = 0
    while row < end:
        last = int(np.searchsorted(graph.indptr, graph.indptr[row] + CHUNK, side="right")) - 1
        last = min(max(last, row + 1), end)
        part = slice(int(graph.indptr[row]), int(graph.indptr[last]))
        heads = np.repeat(array[row:last], graph.degrees[row:last])
        same = heads == array.take(graph.indices[part])
        if array.dtype != np.uint8:
            same &= heads >= 0
        total += int(np.count_nonzero(same))
        row = last
    return total


def is_proper(graph: Graph, colors: ArrayLike, *, threads: int = 1) -> bool:
    """Whether every vertex has a color and no edge has two ends of the same color."""
    array = as_colors(graph, colors)
    return bool(np.all(array >= 0)) and conflicts(graph, array, threads=threads) == 0


def is_clique(graph: Graph, vertices: ArrayLike) -> bool:
    """Whether the vertices are distinct and pairwise adjacent."""
    chosen = np.unique(np.asarray(vertices, np.int64))
    if len(chosen) != np.size(vertices):
        return False
    return all(np.isin(np.delete(chosen, i), graph.neighbors(v)).all() for i, v in enumerate(chosen))
