"""
The judge: plain numpy, no kernels, shares no code with what it checks.

Every coloring passes here before it leaves the API.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .definition import Color, Node
from .errors import InputError
from .graph import Graph
from .problem import Problem

CHUNK = 1 << 22  # adjacency entries looked at together, to bound memory


def _numbered(
    graph: Graph | Problem, colors: Mapping[Node, Color | None] | ArrayLike
) -> tuple[Graph, NDArray[np.int32]]:
    if isinstance(graph, Problem):
        return graph.graph, graph.encode(colors)
    if isinstance(colors, Mapping):
        raise InputError("colors: names need a Problem, a Graph knows only numbers")
    return graph, as_colors(graph, colors)


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


def conflicts(graph: Graph | Problem, colors: Mapping[Node, Color | None] | ArrayLike) -> int:
    """
    Count the edges whose two ends have the same color.

    Parameters
    ----------
    graph
        A graph, or a problem.
    colors
        Integers (n,), or for a problem also ``{node: color}``; a node with -1, with None or without an
        entry is uncolored and conflicts with nothing.
    """
    graph, array = _numbered(graph, colors)
    total = 0
    row = 0
    while row < graph.n:
        last = int(np.searchsorted(graph.indptr, graph.indptr[row] + CHUNK, side="right")) - 1
        last = min(max(last, row + 1), graph.n)
        part = slice(int(graph.indptr[row]), int(graph.indptr[last]))
        here = np.repeat(array[row:last], graph.degrees[row:last])
        total += int(np.count_nonzero((here == array[graph.indices[part]]) & (here >= 0)))
        row = last
    return total // 2


def is_proper(graph: Graph | Problem, colors: Mapping[Node, Color | None] | ArrayLike) -> bool:
    """Whether every vertex has a color and no edge joins two of the same."""
    graph, array = _numbered(graph, colors)
    return bool(np.all(array >= 0)) and conflicts(graph, array) == 0


def is_clique(graph: Graph, vertices: ArrayLike) -> bool:
    """Whether the vertices are distinct and pairwise adjacent."""
    chosen = np.unique(np.asarray(vertices, np.int64))
    if len(chosen) != np.size(vertices):
        return False
    return all(np.isin(np.delete(chosen, i), graph.neighbors(v)).all() for i, v in enumerate(chosen))
