"""Kempe chains as moves between colorings: the chain of a vertex, and its exchange."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import kempe_chains as kernels
from ..arguments import integer
from ..errors import InputError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import as_colors


def _checked(graph: Graph, colors: ArrayLike, vertex: int, color: int) -> NDArray[np.int32]:
    array = as_colors(graph, colors)
    integer("vertex", vertex, 0, graph.n - 1)
    if array[vertex] < 0:
        raise InputError(f"vertex {vertex} is uncolored: expected a colored vertex")
    if integer("color", color, 0, 2**30 - 1) == array[vertex]:
        raise expected("color", color, f"a color >= 0 other than {array[vertex]}, that of the vertex")
    return array


def kempe_chain(graph: Graph, colors: ArrayLike, vertex: int, color: int) -> NDArray[np.int32]:
    """
    Return the vertices that paths reach from ``vertex`` on which its color and ``color`` alternate [1]_.

    In a proper coloring these are the connected vertices of the two colors. Where the coloring is not
    proper, an edge between equal colors belongs to no such path.

    Parameters
    ----------
    graph
        Graph.
    colors
        Integers (n,), -1 = uncolored; the coloring need not be proper.
    vertex
        Colored vertex at which the chain begins.
    color
        Second color of the chain, other than that of the vertex.

    Returns
    -------
    NDArray[np.int32]
        Vertices of the chain, increasing. Time O(n + degrees in the chain).

    Raises
    ------
    InputError
        If the vertex or the color is out of range.

    References
    ----------
    .. [1] Kempe, A. B. (1879). On the geographical problem of the four colours. *American Journal of
       Mathematics* 2: 193-200. doi:10.2307/2369235
    """
    graph = as_graph(graph)
    array = _checked(graph, colors, vertex, color)
    chain, seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
    size = kernels.collect_chain(
        kernels.Chains(graph.indptr, graph.indices, array, chain, seen), vertex, color, 1, 0
    )
    return np.sort(chain[:size])


def kempe_exchange(graph: Graph, colors: ArrayLike, vertex: int, color: int) -> NDArray[np.int32]:
    """
    Return a copy of a coloring with the two colors of a :func:`kempe_chain` exchanged.

    ``vertex`` then has ``color``, and a proper coloring stays proper. The parameters are those of
    :func:`kempe_chain`.
    """
    graph = as_graph(graph)
    array = _checked(graph, colors, vertex, color).copy()
    chain = kempe_chain(graph, array, vertex, color)
    array[chain] = array[vertex] + color - array[chain]
    return array
