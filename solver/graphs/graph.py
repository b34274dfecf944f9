"""
The graph: immutable, simple, undirected, in compressed sparse rows.

A graph knows numbers only; names, weights and domains belong to :class:`solver.Problem`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..errors import InputError, expected, loops_dropped, warn
from . import conversions
from .rows import MAX_VERTICES as MAX_VERTICES
from .rows import build_rows, check_rows, integers

if TYPE_CHECKING:
    import graph_tool
    import igraph
    import networkx
    import rustworkx
    import scipy.sparse


class Graph:
    """
    An immutable undirected graph without loops or repeated edges.

    Build one with :func:`solver.read`, :meth:`from_edges`, :meth:`from_arrays`, from a NetworkX, igraph,
    graph-tool or SciPy graph, or with a function of :mod:`solver.generators`. Graphs are equal if they
    have the same edges, and can be keys of a dict.

    Attributes
    ----------
    indptr
        int64[n + 1]; row ``v`` is ``indices[indptr[v]:indptr[v + 1]]``. Read-only.
    indices
        int32[2m]; the neighbors of each vertex, increasing. Read-only.
    """

    __slots__ = ("__dict__", "indices", "indptr")

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]

    def __init__(self, indptr: ArrayLike, indices: ArrayLike) -> None:
        """
        Wrap rows that are already sorted and symmetric; checking them takes O(m log d).

        Raises
        ------
        InputError
            If the arrays are not the rows of a simple undirected graph.
        """
        self._set(*check_rows(indptr, indices))

    def _set(self, indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> None:
        indptr.flags.writeable = False
        indices.flags.writeable = False
        object.__setattr__(self, "indptr", indptr)
        object.__setattr__(self, "indices", indices)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Graph is immutable: cannot set {name}")

    # ------------------------------------------------------------------------------- construction

    @classmethod
    def from_edges(cls, n: int, edges: NDArray[np.integer] | Iterable[tuple[int, int]]) -> Graph:
        """
        Build a graph from pairs of vertices.

        Parameters
        ----------
        n
            Number of vertices.
        edges
            Integers of shape (m, 2), 0-based, in any order and direction. Repeats count once; loops
            are dropped with an :class:`~solver.InputWarning`.
        """
        try:
            array = np.asarray(edges if isinstance(edges, np.ndarray) else list(edges))
        except (TypeError, ValueError) as error:  # no iterable, or rows of different lengths
            raise expected("edges", edges, "pairs of vertices") from error
        if array.size == 0:
            array = np.empty((0, 2), np.int32)
        if array.ndim != 2 or array.shape[1] != 2:
            raise InputError(f"edges have shape {array.shape}: expected (m, 2)")
        return cls.from_arrays(n, array[:, 0], array[:, 1])

    @classmethod
    def from_arrays(cls, n: int, u: ArrayLike, v: ArrayLike) -> Graph:
        """
        Build a graph from the two ends of its edges, O(n + m).

        Parameters
        ----------
        n
            Number of vertices.
        u, v
            Integer arrays of shape (m,), 0-based. Repeats count once; loops are dropped with an
            :class:`~solver.InputWarning`.

        Raises
        ------
        InputError
            If an end lies outside ``[0, n)``.
        """
        return cls._without_loops(conversions.Ends(n, integers("u", u), integers("v", v)))

    @classmethod
    def from_networkx(cls, graph: networkx.Graph) -> Graph:
        """
        Convert a NetworkX graph of any kind; vertex ``i`` is its ``i``-th node, ``list(graph)[i]``.

        Directions, parallel edges and attributes are ignored; loops are dropped with an
        :class:`~solver.InputWarning`.
        """
        if (rows := conversions.networkx_rows(graph)) is not None:
            return unchecked(*rows)
        return cls._without_loops(conversions.networkx_ends(graph))

    @classmethod
    def from_igraph(cls, graph: igraph.Graph) -> Graph:
        """
        Convert an igraph graph; the vertices keep their numbers.

        Directions, parallel edges and attributes are ignored; loops are dropped with an
        :class:`~solver.InputWarning`.
        """
        return cls._without_loops(conversions.igraph_ends(graph))

    @classmethod
    def from_rustworkx(cls, graph: rustworkx.PyGraph | rustworkx.PyDiGraph) -> Graph:
        """
        Convert a rustworkx graph; vertex ``i`` is its ``i``-th node, ``graph.node_indices()[i]``.

        Directions, parallel edges and data are ignored; loops are dropped with an
        :class:`~solver.InputWarning`.
        """
        return cls._without_loops(conversions.rustworkx_ends(graph))

    @classmethod
    def from_graph_tool(cls, graph: graph_tool.Graph) -> Graph:
        """
        Convert a graph-tool graph; vertex ``i`` is its ``i``-th, ``graph.get_vertices()[i]``.

        Directions, parallel edges and properties are ignored; loops are dropped with an
        :class:`~solver.InputWarning`. Filtered vertices and edges are left out.
        """
        return cls._without_loops(conversions.graph_tool_ends(graph))

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray | scipy.sparse.spmatrix) -> Graph:
        """
        Convert the pattern of a square sparse matrix, made symmetric; the diagonal is ignored.

        Every stored entry counts, even a zero; ``matrix.eliminate_zeros()`` removes those. SciPy itself
        omits the zeros of a DIA matrix.
        """
        return build(*conversions.scipy_ends(matrix))[0]

    @classmethod
    def _without_loops(cls, ends: conversions.Ends) -> Graph:
        graph, loops, _ = build(*ends)
        if loops:
            _, u, v = ends
            first = int(np.asarray(u)[np.argmax(np.equal(u, v))])
            warn(loops_dropped(loops, f"vertex {first}"))
        return graph

    # -------------------------------------------------------------------------------- conversion

    def to_networkx(self) -> networkx.Graph:
        """Return a NetworkX graph on the nodes ``0 .. n - 1``."""
        return conversions.to_networkx(self.n, self.edges())

    def to_igraph(self) -> igraph.Graph:
        """Return an undirected igraph graph with the same vertices."""
        return conversions.to_igraph(self.n, self.edges())

    def to_rustworkx(self) -> rustworkx.PyGraph:
        """Return an undirected rustworkx graph without data."""
        return conversions.to_rustworkx(self.n, self.edges())

    def to_graph_tool(self) -> graph_tool.Graph:
        """Return an undirected graph-tool graph with the same vertices."""
        return conversions.to_graph_tool(self.n, self.edges())

    def to_scipy(self) -> scipy.sparse.csr_array:
        """Return the adjacency as a SciPy ``csr_array`` of int8 ones, which shares the indices."""
        return conversions.to_scipy(self.indptr, self.indices)

    def edges(self) -> NDArray[np.int32]:
        """Return the edges as int32[m, 2], the smaller end first, in lexicographic order."""
        heads = np.repeat(np.arange(self.n, dtype=np.int32), self.degrees)
        once = heads < self.indices
        return np.stack([heads[once], self.indices[once]], axis=1)

    # ---------------------------------------------------------------------------------- features

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self.indptr) - 1

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.indices) // 2

    @functools.cached_property
    def degrees(self) -> NDArray[np.int64]:
        """Number of neighbors of each vertex, int64[n]. Read-only."""
        degrees = np.diff(self.indptr)
        degrees.flags.writeable = False
        return degrees

    @property
    def max_degree(self) -> int:
        """Largest degree; 0 without vertices."""
        return int(self.degrees.max(initial=0))

    @property
    def density(self) -> float:
        """Edges over possible edges; 0 with fewer than two vertices."""
        return 2 * self.m / (self.n * (self.n - 1)) if self.n > 1 else 0.0

    def neighbors(self, v: int) -> NDArray[np.int32]:
        """Return the neighbors of ``v``, increasing; a view."""
        if type(v) is not int or not 0 <= v < self.n:  # this test alone is faster
            v = integer("vertex", v, 0, self.n - 1)
        return self.indices[self.indptr[v] : self.indptr[v + 1]]

    def subgraph(self, vertices: ArrayLike) -> Graph:
        """Return the induced subgraph; its vertex ``i`` is ``vertices[i]``."""
        chosen = integers("vertices", vertices).astype(np.int64)
        if len(chosen) and (chosen.min() < 0 or chosen.max() >= self.n):
            raise InputError(f"vertices: expected 0 <= vertex < {self.n}")
        if np.bincount(chosen).max(initial=0) > 1:  # np.unique takes a second on a million vertices
            raise InputError("vertices: expected each vertex at most once")
        position = np.full(self.n, -1, np.int32)
        position[chosen] = np.arange(len(chosen), dtype=np.int32)
        if np.all(chosen[1:] > chosen[:-1]):
            return self._filtered(chosen, position)
        u, v = position[self.edges()].T
        inside = (u >= 0) & (v >= 0)
        return build(len(chosen), u[inside], v[inside])[0]

    def _filtered(self, chosen: NDArray[np.int64], position: NDArray[np.int32]) -> Graph:
        """Return the induced subgraph of ascending vertices: its rows keep their order."""
        ends = position[self.indices]
        inside = (ends >= 0) & np.repeat(position >= 0, self.degrees)
        before = np.concatenate([[0], np.cumsum(inside, dtype=np.int64)])
        rows = np.append(chosen, self.n)
        return unchecked(before[self.indptr[rows]], ends[inside])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return np.array_equal(self.indptr, other.indptr) and np.array_equal(self.indices, other.indices)

    @functools.cached_property
    def _hash(self) -> int:
        return hash((self.n, self.indptr.tobytes(), self.indices.tobytes()))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Graph(n={self.n}, m={self.m})"

    def __reduce__(self) -> tuple[Any, ...]:
        return unchecked, (self.indptr, self.indices)


def as_graph(value: Any) -> Graph:
    """
    Return the graph that a caller passed, converted if it is one of another library.

    Parameters
    ----------
    value
        A :class:`Graph`; a NetworkX, igraph, rustworkx or graph-tool graph; a SciPy sparse matrix; or
        edges as integers of shape (m, 2), whose largest number is the last vertex.

    Raises
    ------
    InputError
        If ``value`` is none of these.
    """
    if isinstance(value, Graph):
        return value
    for attributes, convert in (
        (("adj", "is_directed"), Graph.from_networkx),
        (("get_edgelist", "vcount"), Graph.from_igraph),
        (("edge_list", "node_indices"), Graph.from_rustworkx),
        (("get_edges", "get_vertices"), Graph.from_graph_tool),
        (("tocoo", "shape"), Graph.from_scipy),
    ):
        if all(hasattr(value, name) for name in attributes):
            return convert(value)
    is_sequence = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    if is_sequence or hasattr(value, "__array__"):
        return _from_edge_array(value)
    raise expected("graph", value, LEGAL_GRAPHS)


LEGAL_GRAPHS = (
    "a solver.Graph, a NetworkX, igraph, rustworkx or graph-tool graph, a SciPy sparse matrix,"
    " or integer edges of shape (m, 2)"
)


def _from_edge_array(value: ArrayLike) -> Graph:
    try:
        edges = np.asarray(value)
    except ValueError:  # rows of different lengths
        raise expected("graph", value, LEGAL_GRAPHS) from None
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu":
        raise expected("graph", value, LEGAL_GRAPHS)
    return Graph.from_edges(int(edges.max()) + 1 if edges.size else 0, edges)


def unchecked(indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> Graph:
    """Return the graph of rows known to be sorted and symmetric; the arrays become read-only."""
    graph = Graph.__new__(Graph)
    graph._set(indptr, indices)
    return graph


def build(n: int, u: ArrayLike, v: ArrayLike) -> tuple[Graph, int, int]:
    """
    Build a graph and count what was dropped: ``(graph, loops, repeated edges)``.

    Readers use it to report repairs; :meth:`Graph.from_arrays` is the public function.
    """
    rows = build_rows(n, u, v)
    return unchecked(rows.indptr, rows.indices), rows.loops, rows.repeated
