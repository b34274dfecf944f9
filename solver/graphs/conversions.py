"""
Conversions between the graphs of other libraries and arrays of edges.

No library is imported before it is needed. Libraries that hand out arrays are read as arrays; where a
library hands out Python objects, they pass through one call in C each.

NetworkX keeps a dict of dicts. A kernel reads it through Python's C interface and creates no Python
object for an entry; neighbors are known by their hashes. In interpreters whose objects cannot be read,
or where two nodes have the same hash, each neighbor is looked up, as NetworkX does: one ``itemgetter``
for the whole graph takes half to two thirds of the time of ``map(index.__getitem__, ...)``.
"""

from __future__ import annotations

import importlib
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs import csr
from .._kernels.graphs.dict_rows import Nodes, count_entries, read_rows
from .._kernels.graphs.python_objects import READS_OBJECTS
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


#: Library -> method of ``Graph`` that converts its graphs, and an attribute that they have.
METHODS = {
    "networkx": ("from_networkx", "adj"),
    "igraph": ("from_igraph", "get_edgelist"),
    "rustworkx": ("from_rustworkx", "edge_list"),
    "graph_tool": ("from_graph_tool", "get_edges"),
    "scipy": ("from_scipy", "tocoo"),
}
#: Number of nodes from which the tables of a conversion would take too much memory.
MOST_NODES = 1 << 28


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


def networkx_rows(graph: networkx.Graph) -> tuple[NDArray[np.int64], NDArray[np.int32]] | None:
    """Return ``indptr`` and ``indices`` of an undirected graph without loops; None for others."""
    _attribute(graph, "adj", "a NetworkX graph", "is_directed")
    if graph.is_directed() or overrides_adjacency(graph):
        return None
    return rows_of_dicts(getattr(graph, "_adj", None))


def networkx_ends(graph: networkx.Graph) -> Ends:
    """Return the edges of a NetworkX graph of any kind; vertex ``i`` is its ``i``-th node."""
    rows = _attribute(graph, "adj", "a NetworkX graph", "is_directed")
    if overrides_adjacency(graph):
        rows = {node: list(graph.neighbors(node)) for node in graph}
    else:
        rows = getattr(graph, "_adj", rows)  # the dict behind the view
    lengths = np.fromiter(map(len, rows.values()), np.int64, len(rows))
    count, is_directed = int(lengths.sum()), graph.is_directed()
    if (ends := ends_of_dicts(rows, count, not is_directed)) is not None:
        return ends
    tails = _positions(rows, count)
    heads = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
    if is_directed:
        return Ends(len(rows), heads, tails)
    once = heads <= tails  # each edge is in the rows of both of its ends
    return Ends(len(rows), heads[once], tails[once])


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


def _positions(rows: Any, count: int) -> NDArray[np.int32]:
    """Return the position in ``rows`` of each neighbor, row after row."""
    index = dict(zip(rows, range(len(rows)), strict=True))
    if count < 2:  # with fewer than two keys, itemgetter does not return a tuple
        return np.fromiter(map(index.__getitem__, chain.from_iterable(rows.values())), np.int32, count)
    return np.fromiter(itemgetter(*chain.from_iterable(rows.values()))(index), np.int32, count)


def ends_of_dicts(rows: Any, count: int, once: bool) -> Ends | None:
    """
    Return the ends of the entries of a dict of dicts, without a Python object for each.

    Parameters
    ----------
    rows
        A dict of dicts, whose keys are the nodes.
    count
        At least the number of entries returned.
    once
        Whether to return only entries whose ends are in order.

    Returns
    -------
    Ends or None
        None if it is no dict of dicts, or Python's objects cannot be read here.
    """
    n = len(rows)
    if not READS_OBJECTS or n >= MOST_NODES:
        return None
    heads, tails = np.empty(count + 1, np.int32), np.empty(count + 1, np.int32)
    items = np.zeros((3, 4), np.int64)
    found = int(read_rows(id(rows), id(dict), once, Nodes.empty(n), items, heads, tails))
    return None if found < 0 else Ends(n, heads[:found], tails[:found])


def rows_of_dicts(rows: Any) -> tuple[NDArray[np.int64], NDArray[np.int32]] | None:
    """
    Return sorted adjacency rows, read directly from a dict of dicts.

    Returns
    -------
    tuple or None
        ``indptr`` and ``indices``; None where :func:`ends_of_dicts` returns None, if there is a loop, or
        an edge is in the row of one of its ends only.
    """
    if not READS_OBJECTS or not isinstance(rows, dict) or len(rows) >= MOST_NODES:
        return None
    n = len(rows)
    indptr, marks = np.zeros(n + 1, np.int64), np.full(n, -1, np.int32)
    count = int(count_entries(id(rows), id(dict), np.zeros(4, np.int64), indptr))
    ends = None if count < 0 else ends_of_dicts(rows, count, False)
    if ends is None or len(ends.v) != count:
        return None
    indices = np.empty(count, np.int32)
    is_graph = csr.transpose_symmetric(indptr, ends.v, indptr[:-1].copy(), marks, indices)
    return (indptr, indices) if is_graph else None


def to_networkx(n: int, edges: NDArray[np.int32]) -> networkx.Graph:
    """Return a NetworkX graph on the nodes ``0 .. n - 1``."""
    converted = library("networkx", "pip install 'kempe[networkx]'").Graph()
    converted.add_nodes_from(range(n))
    converted.add_edges_from(edges.tolist())
    return converted


# --------------------------------------------------------------------------------------------- igraph


def igraph_ends(graph: igraph.Graph) -> Ends:
    """Return the edges of an igraph graph."""
    pairs = _attribute(graph, "get_edgelist", "an igraph graph", "vcount")()
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
    edges: NDArray[np.integer] = np.asarray(
        _attribute(graph, "edge_list", "a rustworkx graph", "node_indices")()
    )
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
    edges = _attribute(graph, "get_edges", "a graph-tool graph", "get_vertices")()
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


def _attribute(value: Any, name: str, legal: str, *others: str) -> Any:
    """Return an attribute; InputError if the value lacks it or others, which graphs of its kind have."""
    if all(hasattr(value, each) for each in (name, *others)):
        return getattr(value, name)
    kind = type(value)
    method, mark = METHODS.get(kind.__module__.partition(".")[0], ("", ""))
    hint = f"; use Graph.{method}" if method and hasattr(value, mark) else ""
    raise InputError(f"{kind.__module__}.{kind.__qualname__}: expected {legal}{hint}")
