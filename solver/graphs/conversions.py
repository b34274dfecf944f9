"""
Graphs of other libraries: the ends of their edges as arrays, and graphs of theirs from ours.

None of these libraries is imported before it is needed. Wherever a library hands out arrays, arrays are
taken; where it hands out Python objects, they pass through one call in C each.

NetworkX keeps a dict of dicts, so its own nodes must be looked up one by one. Nodes that are whole
numbers skip that (0.1 us an entry, two entries an edge); of all others, one ``itemgetter`` for the whole
graph takes half to two thirds of the time of ``map(index.__getitem__, ...)``, and cutting it into pieces
that stay in the cache gained nothing. Walking over the dicts alone is most of it: to sort the rows as
they are, without the way round by a list of edges, gained 4 percent.
"""

from __future__ import annotations

import importlib
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

if TYPE_CHECKING:
    import graph_tool
    import igraph
    import networkx
    import scipy.sparse

    from .graph import Graph


class Ends(NamedTuple):
    """A number of vertices, and the two ends of each edge: in any direction, with repeats and loops."""

    n: int
    u: NDArray[np.integer]
    v: NDArray[np.integer]


def library(name: str, advice: str) -> Any:
    """The module ``name``; an InputError that says how to install it if it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(f"{name} is not installed: {advice}") from error


# ------------------------------------------------------------------------------------------- NetworkX


def networkx_ends(graph: networkx.Graph) -> Ends:
    """Edges of a NetworkX graph of any kind; vertex ``i`` is its ``i``-th node."""
    rows = _attribute(graph, "adj", "a NetworkX graph")
    rows = getattr(graph, "_adj", rows)  # the dict behind the view
    n = len(rows)
    lengths = np.fromiter(map(len, rows.values()), np.int64, n)
    tails = _positions(rows, int(lengths.sum()))
    heads = np.repeat(np.arange(n, dtype=np.int32), lengths)
    if graph.is_directed():
        return Ends(n, heads, tails)
    once = heads <= tails  # each edge stands in the rows of both of its ends
    return Ends(n, heads[once], tails[once])


def _positions(rows: dict[Any, Any], count: int) -> NDArray[np.int32]:
    """Position in ``rows`` of each neighbor, row after row."""
    if set(map(type, rows)) == {int}:
        numbers = np.fromiter(rows, object, len(rows))
        if numbers.min() >= 0 and numbers.max() < 8 * len(rows) + 1024:
            position = np.full(numbers.max() + 1, -1, np.int32)
            position[numbers.astype(np.int64)] = np.arange(len(rows), dtype=np.int32)
            neighbors = np.fromiter(chain.from_iterable(rows.values()), np.int32, count)
            return position[neighbors]
    index = dict(zip(rows, range(len(rows)), strict=True))
    if count < 2:  # of fewer than two keys, itemgetter makes no tuple
        return np.fromiter(map(index.__getitem__, chain.from_iterable(rows.values())), np.int32, count)
    return np.fromiter(itemgetter(*chain.from_iterable(rows.values()))(index), np.int32, count)


def to_networkx(graph: Graph) -> networkx.Graph:
    """A NetworkX graph on the nodes ``0 .. n - 1``."""
    made = library("networkx", "pip install 'kempe[networkx]'").Graph()
    made.add_nodes_from(range(graph.n))
    made.add_edges_from(graph.edges().tolist())
    return made


# --------------------------------------------------------------------------------------------- igraph


def igraph_ends(graph: igraph.Graph) -> Ends:
    """Edges of an igraph graph."""
    pairs = _attribute(graph, "get_edgelist", "an igraph graph")()
    flat = np.fromiter(chain.from_iterable(pairs), np.int32, 2 * len(pairs))
    return Ends(graph.vcount(), flat[0::2], flat[1::2])


def to_igraph(graph: Graph) -> igraph.Graph:
    """An undirected igraph graph."""
    # Of all it takes, a memoryview of 64 bits is the fastest: 0.4 of the time of an array of 32 bits.
    edges = graph.edges().astype(np.int64).data
    return library("igraph", "pip install igraph").Graph(n=graph.n, edges=edges)


# ----------------------------------------------------------------------------------------- graph-tool


def graph_tool_ends(graph: graph_tool.Graph) -> Ends:
    """Edges of a graph of graph-tool; of a filtered one, vertex ``i`` is the ``i``-th that is left."""
    edges = _attribute(graph, "get_edges", "a graph of graph-tool")()
    vertices = graph.get_vertices()
    n = len(vertices)
    if n and int(vertices[-1]) != n - 1:
        position = np.full(int(vertices[-1]) + 1, -1, np.int32)
        position[vertices] = np.arange(n, dtype=np.int32)
        edges = position[edges]
    return Ends(n, edges[:, 0], edges[:, 1])


def to_graph_tool(graph: Graph) -> graph_tool.Graph:
    """An undirected graph of graph-tool."""
    made = library("graph_tool", "see https://graph-tool.skewed.de/installation").Graph(directed=False)
    made.add_vertex(graph.n)
    made.add_edge_list(graph.edges())
    return made


# ---------------------------------------------------------------------------------------------- SciPy


def scipy_ends(matrix: scipy.sparse.sparray | scipy.sparse.spmatrix) -> Ends:
    """Positions of the stored entries of a square sparse matrix."""
    coo = _attribute(matrix, "tocoo", "a sparse matrix of SciPy")()
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"matrix: shape {matrix.shape}, expected a square one")
    return Ends(matrix.shape[0], coo.row, coo.col)


def to_scipy(graph: Graph) -> scipy.sparse.csr_array:
    """Adjacency as a SciPy ``csr_array`` of int8 ones."""
    from scipy.sparse import csr_array

    ones = np.ones(len(graph.indices), np.int8)
    return csr_array((ones, graph.indices, graph.indptr), shape=(graph.n, graph.n))


def _attribute(value: Any, name: str, expected: str) -> Any:
    try:
        return getattr(value, name)
    except AttributeError:
        kind = type(value)
        raise InputError(f"{kind.__module__}.{kind.__qualname__}, expected {expected}") from None
