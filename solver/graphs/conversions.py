"""
Conversions between the graphs of other libraries and arrays of edges.

No library is imported before it is needed. Libraries that hand out arrays are read as arrays; where a
library hands out Python objects, they pass through one call in C each.

NetworkX keeps a dict of dicts, so its nodes must be looked up one by one. Integer nodes skip that
(0.1 us an entry, two entries an edge). For all others, the rows mostly contain the very objects that are
the nodes, which are recognized by their addresses, in a third of the time of a dict. Where they are only
equal, one ``itemgetter`` for the whole graph takes half to two thirds of the time of
``map(index.__getitem__, ...)``; cutting it into pieces that stay in the cache gained nothing. Iterating
over the dicts takes most of the time: 7 of 13 ms for 100,000 edges, where NetworkX colors in 72 ms.
Sorting the rows directly, without a list of edges, gained 4 percent.
"""

from __future__ import annotations

import importlib
import sys
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs.positions import find_positions
from ..errors import InputError

if TYPE_CHECKING:
    import graph_tool
    import igraph
    import networkx
    import rustworkx
    import scipy.sparse


#: Attributes of a NetworkX graph that say which nodes are adjacent.
ADJACENCY = (
    "adj",
    "neighbors",
    "__getitem__",
    "__iter__",
    "__contains__",
    "adjacency",
    "edges",
    "degree",
)


#: Neighbors looked at, to see whether they are the same objects as the nodes.
SAMPLE = 64


class Ends(NamedTuple):
    """A number of vertices, and the two ends of each edge: in any direction, with repeats and loops."""

    n: int
    u: NDArray[np.integer]
    v: NDArray[np.integer]


def library(name: str, advice: str) -> Any:
    """Import the module ``name``; if it is missing, raise an InputError that says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(f"{name} is not installed: {advice}") from error


# ------------------------------------------------------------------------------------------- NetworkX


def networkx_ends(graph: networkx.Graph) -> Ends:
    """Return the edges of a NetworkX graph of any kind; vertex ``i`` is its ``i``-th node."""
    rows = _attribute(graph, "adj", "a NetworkX graph")
    if overrides_adjacency(graph):
        rows = {node: list(graph.neighbors(node)) for node in graph}
    else:
        rows = getattr(graph, "_adj", rows)  # the dict behind the view
    n = len(rows)
    lengths = np.fromiter(map(len, rows.values()), np.int64, n)
    tails = _positions(rows, int(lengths.sum()))
    heads = np.repeat(np.arange(n, dtype=np.int32), lengths)
    if graph.is_directed():
        return Ends(n, heads, tails)
    once = heads <= tails  # each edge is in the rows of both of its ends
    return Ends(n, heads[once], tails[once])


def overrides_adjacency(graph: networkx.Graph) -> bool:
    """
    Whether a class outside NetworkX's own graph classes defines the neighbors.

    NetworkX's approximation of k-components, for example, uses a subclass that stores a graph and
    presents its complement.
    """
    return any(
        not _owner(type(graph), name).__module__.startswith("networkx.classes.") for name in ADJACENCY
    )


def _owner(kind: type, name: str) -> type:
    return next((base for base in kind.__mro__ if name in base.__dict__), kind)


def _positions(rows: dict[Any, Any], count: int) -> NDArray[np.int32]:
    """Return the position in ``rows`` of each neighbor, row after row."""
    if _are_the_nodes(rows):
        return positions_of_objects(rows, count)
    if set(map(type, rows)) == {int}:
        numbers = np.fromiter(rows, object, len(rows))
        if numbers.min() >= 0 and numbers.max() < 8 * len(rows) + 1024:
            position = np.full(numbers.max() + 1, -1, np.int32)
            position[numbers.astype(np.int64)] = np.arange(len(rows), dtype=np.int32)
            neighbors = np.fromiter(chain.from_iterable(rows.values()), np.int32, count)
            return position[neighbors]
    index = dict(zip(rows, range(len(rows)), strict=True))
    if count < 2:  # with fewer than two keys, itemgetter does not return a tuple
        return np.fromiter(map(index.__getitem__, chain.from_iterable(rows.values())), np.int32, count)
    return np.fromiter(itemgetter(*chain.from_iterable(rows.values()))(index), np.int32, count)


def _are_the_nodes(rows: dict[Any, Any]) -> bool:
    """Return whether the first neighbors are the objects that are the nodes, not only equal to them."""
    if sys.implementation.name != "cpython":  # elsewhere an object may have no address
        return False
    first = list(islice(chain.from_iterable(rows.values()), SAMPLE))
    nodes = set(map(id, rows))
    return len(first) == SAMPLE and sum(id(node) in nodes for node in first) >= 0.9 * SAMPLE


def positions_of_objects(rows: dict[Any, Any], count: int) -> NDArray[np.int32]:
    """Return the position of each neighbor, most of which are the same objects as the nodes."""
    nodes = np.fromiter(rows, object, len(rows))
    neighbors = np.fromiter(chain.from_iterable(rows.values()), object, count)
    bits = len(rows).bit_length() + 1
    positions = np.empty(count, np.int32)
    table = np.full(1 << bits, -1, np.int32)
    find_positions(_addresses(nodes), _addresses(neighbors), bits, table, positions)
    unknown = np.flatnonzero(positions < 0)
    if len(unknown):
        index = dict(zip(rows, range(len(rows)), strict=True))
        positions[unknown] = list(map(index.__getitem__, neighbors[unknown]))
    return positions


def _addresses(objects: NDArray[np.object_]) -> NDArray[np.int64]:
    """Return the addresses of objects in CPython, without a Python integer for each."""
    view = _Addresses(objects)
    return np.asarray(view)


class _Addresses:
    """An array of objects, presented to NumPy as the integers that it stores."""

    def __init__(self, objects: NDArray[np.object_]) -> None:
        self._objects = objects  # NumPy keeps this object, and so the array, as long as the view
        address = objects.__array_interface__["data"][0]
        self.__array_interface__ = {
            "shape": objects.shape,
            "typestr": np.dtype(np.intp).str,
            "data": (address, True),
            "version": 3,
        }


def to_networkx(n: int, edges: NDArray[np.int32]) -> networkx.Graph:
    """Return a NetworkX graph on the nodes ``0 .. n - 1``."""
    converted = library("networkx", "pip install 'kempe[networkx]'").Graph()
    converted.add_nodes_from(range(n))
    converted.add_edges_from(edges.tolist())
    return converted


# --------------------------------------------------------------------------------------------- igraph


def igraph_ends(graph: igraph.Graph) -> Ends:
    """Return the edges of an igraph graph."""
    pairs = _attribute(graph, "get_edgelist", "an igraph graph")()
    flat = np.fromiter(chain.from_iterable(pairs), np.int32, 2 * len(pairs))
    return Ends(graph.vcount(), flat[0::2], flat[1::2])


def to_igraph(n: int, edges: NDArray[np.int32]) -> igraph.Graph:
    """Return an undirected igraph graph."""
    # igraph reads a 64-bit memoryview fastest: in 0.4 of the time it takes for a 32-bit array.
    pairs = edges.astype(np.int64).data
    return library("igraph", "pip install igraph").Graph(n=n, edges=pairs)


# ------------------------------------------------------------------------------------------ rustworkx


def rustworkx_ends(graph: rustworkx.PyGraph | rustworkx.PyDiGraph) -> Ends:
    """Return the edges of a rustworkx graph; vertex ``i`` is the ``i``-th index in use."""
    edges: NDArray[np.integer] = np.asarray(_attribute(graph, "edge_list", "a rustworkx graph")())
    edges = edges.astype(np.int64).reshape(-1, 2)
    indices = np.asarray(graph.node_indices(), np.int64)
    n = len(indices)
    if n and int(indices[-1]) != n - 1:  # nodes were removed
        position = np.full(int(indices[-1]) + 1, -1, np.int32)
        position[indices] = np.arange(n, dtype=np.int32)
        edges = position[edges]
    return Ends(n, edges[:, 0], edges[:, 1])


def to_rustworkx(n: int, edges: NDArray[np.int32]) -> rustworkx.PyGraph:
    """Return an undirected rustworkx graph without data."""
    converted: rustworkx.PyGraph = library("rustworkx", "pip install rustworkx").PyGraph(
        multigraph=False
    )
    converted.add_nodes_from([None] * n)
    converted.add_edges_from_no_data(list(map(tuple, edges.tolist())))
    return converted


# ----------------------------------------------------------------------------------------- graph-tool


def graph_tool_ends(graph: graph_tool.Graph) -> Ends:
    """Return the edges of a graph-tool graph; vertex ``i`` is the ``i``-th that a filter leaves."""
    edges = _attribute(graph, "get_edges", "a graph-tool graph")()
    vertices = graph.get_vertices()
    n = len(vertices)
    if n and int(vertices[-1]) != n - 1:
        position = np.full(int(vertices[-1]) + 1, -1, np.int32)
        position[vertices] = np.arange(n, dtype=np.int32)
        edges = position[edges]
    return Ends(n, edges[:, 0], edges[:, 1])


def to_graph_tool(n: int, edges: NDArray[np.int32]) -> graph_tool.Graph:
    """Return an undirected graph-tool graph."""
    advice = "see https://graph-tool.skewed.de/installation"
    converted = library("graph_tool", advice).Graph(directed=False)
    converted.add_vertex(n)
    converted.add_edge_list(edges)
    return converted


# ---------------------------------------------------------------------------------------------- SciPy


def scipy_ends(matrix: scipy.sparse.sparray | scipy.sparse.spmatrix) -> Ends:
    """Return the positions of the stored entries of a square sparse matrix."""
    coo = _attribute(matrix, "tocoo", "a SciPy sparse matrix")()
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"matrix has shape {matrix.shape}: expected a square matrix")
    return Ends(matrix.shape[0], coo.row, coo.col)


def to_scipy(indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> scipy.sparse.csr_array:
    """Return adjacency rows as a SciPy ``csr_array`` of int8 ones."""
    from scipy.sparse import csr_array

    n = len(indptr) - 1
    return csr_array((np.ones(len(indices), np.int8), indices, indptr), shape=(n, n))


def _attribute(value: Any, name: str, legal: str) -> Any:
    try:
        return getattr(value, name)
    except AttributeError:
        kind = type(value)
        raise InputError(f"{kind.__module__}.{kind.__qualname__}: expected {legal}") from None
