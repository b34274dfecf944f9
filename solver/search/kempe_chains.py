"""Kempe chains as moves between proper colorings: what hangs together, and the exchange."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import kempe_chains as kernels
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors


def _checked(graph: Graph, colors: ArrayLike, vertex: int, color: int) -> NDArray[np.int32]:
    array = as_colors(graph, colors)
    if not 0 <= vertex < graph.n:
        raise InputError(f"vertex = {vertex}, expected 0 to {graph.n - 1}")
    if array[vertex] < 0:
        raise InputError(f"vertex = {vertex} is uncolored, expected a colored one")
    if not 0 <= color < 2**30 or color == array[vertex]:
        raise InputError(
            f"color = {color}, expected a color from 0 other than {array[vertex]}, the vertex's own"
        )
    return array


def kempe_chain(graph: Graph, colors: ArrayLike, vertex: int, color: int) -> NDArray[np.int32]:
    """
    Vertices connected to ``vertex`` through its own color and ``color``.

    Parameters
    ----------
    graph
        The graph.
    colors
        Integers (n,), -1 = uncolored; need not be proper.
    vertex
        Where the chain begins, a colored vertex.
    color
        The second color, other than the vertex's own.

    Returns
    -------
    NDArray[np.int32]
        The chain, increasing; O(n + m) in the worst case, else n plus the degrees in the chain.

    Raises
    ------
    InputError
        If the vertex or the color is out of range.

    References
    ----------
    .. [1] Kempe, A. B. (1879). On the geographical problem of the four colours. *American Journal of
       Mathematics* 2: 193-200. doi:10.2307/2369235
    """
    array = _checked(graph, colors, vertex, color)
    chain, seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
    size = kernels.collect_chain(graph.indptr, graph.indices, array, vertex, color, chain, seen, 1)
    return np.sort(chain[:size])


def kempe_exchange(graph: Graph, colors: ArrayLike, vertex: int, color: int) -> NDArray[np.int32]:
    """
    A copy of the coloring in which the two colors of a :func:`kempe_chain` are exchanged.

    ``vertex`` has ``color`` in it, and a proper coloring stays proper.
    """
    array = _checked(graph, colors, vertex, color).copy()
    chain = kempe_chain(graph, array, vertex, color)
    array[chain] = array[vertex] + color - array[chain]
    return array
