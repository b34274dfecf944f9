"""
The graph: immutable, simple, undirected, in compressed sparse rows.

A graph knows numbers only; names, weights and domains belong to :class:`solver.Problem`.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.graphs import csr
from ..errors import InputError, InputWarning
from . import conversions

if TYPE_CHECKING:
    import graph_tool
    import igraph
    import networkx
    import scipy.sparse

MAX_VERTICES = 2**31 - 2
CHUNK = 1 << 20  # edges checked and converted together


class Graph:
    """
    An immutable undirected graph without loops or repeated edges.

    Build one with :func:`solver.read`, :meth:`from_edges`, :meth:`from_arrays`, from a graph of
    NetworkX, igraph, graph-tool or SciPy, or with a function of :mod:`solver.generators`.

    Attributes
    ----------
    indptr
        int64[n + 1]; row ``v`` stands at ``indices[indptr[v]:indptr[v + 1]]``. Read-only.
    indices
        int32[2m]; the neighbors of each vertex, increasing. Read-only.
    """

    __slots__ = ("__dict__", "indices", "indptr")

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]

    def __init__(self, indptr: ArrayLike, indices: ArrayLike) -> None:
        """
        Wrap rows that are already sorted and symmetric; O(m log d) to check that they are.

        Raises
        ------
        InputError
            If the arrays are not the rows of a simple undirected graph.
        """
        starts = _integers("indptr", indptr).astype(np.int64)
        given = _integers("indices", indices)
        if len(starts) == 0:
            raise InputError("indptr needs shape (n + 1,) and indices shape (2m,)")
        if starts[0] != 0 or starts[-1] != len(given) or np.any(np.diff(starts) < 0):
            raise InputError(f"indptr must rise from 0 to len(indices) = {len(given)}")
        n = len(starts) - 1
        if len(given) and (given.min() < 0 or given.max() >= n):
            raise InputError(f"indices must lie in [0, {n})")
        ends = given.astype(np.int32)
        fault = csr.is_sorted_symmetric(starts, ends)
        if fault:
            raise InputError(
                "rows must be strictly increasing, without loops, each edge in both of its rows: "
                + ("an order is wrong or repeated", "there is a loop", "a direction is missing")[
                    fault - 1
                ]
            )
        self._set(starts, ends)

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
        array = np.asarray(edges if isinstance(edges, np.ndarray) else list(edges))
        if array.size == 0:
            array = np.empty((0, 2), np.int32)
        if array.ndim != 2 or array.shape[1] != 2:
            raise InputError(f"edges: shape {array.shape}, expected (m, 2)")
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
        return cls._without_loops(conversions.Ends(n, np.asarray(u), np.asarray(v)))

    @classmethod
    def from_networkx(cls, graph: networkx.Graph) -> Graph:
        """
        Graph of a NetworkX graph of any kind; vertex ``i`` is its ``i``-th node, ``list(graph)[i]``.

        Directions, parallel edges and attributes are forgotten, loops dropped with an
        :class:`~solver.InputWarning`.
        """
        return cls._without_loops(conversions.networkx_ends(graph))

    @classmethod
    def from_igraph(cls, graph: igraph.Graph) -> Graph:
        """
        Graph of an igraph graph with the same vertices.

        Directions, parallel edges and attributes are forgotten, loops dropped with an
        :class:`~solver.InputWarning`.
        """
        return cls._without_loops(conversions.igraph_ends(graph))

    @classmethod
    def from_graph_tool(cls, graph: graph_tool.Graph) -> Graph:
        """
        Graph of a graph of graph-tool; vertex ``i`` is its ``i``-th, ``graph.get_vertices()[i]``.

        Directions, parallel edges and properties are forgotten, loops dropped with an
        :class:`~solver.InputWarning`. What a filter hides is left out.
        """
        return cls._without_loops(conversions.graph_tool_ends(graph))

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray | scipy.sparse.spmatrix) -> Graph:
        """
        Graph of the pattern of a square sparse matrix, made symmetric; the diagonal does not count.

        The pattern is what is stored, be it zero: ``matrix.eliminate_zeros()`` thins it.
        Of a DIA matrix, whose zeros fill its diagonals, SciPy leaves them out.
        """
        return build(*conversions.scipy_ends(matrix))[0]

    @classmethod
    def _without_loops(cls, ends: conversions.Ends) -> Graph:
        graph, loops, _ = build(*ends)
        if loops:
            warnings.warn(f"dropped {loops} loops", InputWarning, stacklevel=3)
        return graph

    # -------------------------------------------------------------------------------- conversion

    def to_networkx(self) -> networkx.Graph:
        """A NetworkX graph on the nodes ``0 .. n - 1``."""
        return conversions.to_networkx(self)

    def to_igraph(self) -> igraph.Graph:
        """An undirected igraph graph with the same vertices."""
        return conversions.to_igraph(self)

    def to_graph_tool(self) -> graph_tool.Graph:
        """An undirected graph of graph-tool with the same vertices."""
        return conversions.to_graph_tool(self)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """Adjacency as a SciPy ``csr_array`` of int8 ones; shares the indices."""
        return conversions.to_scipy(self)

    def edges(self) -> NDArray[np.int32]:
        """Edges as int32[m, 2], the smaller end first, in lexicographic order."""
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
        """Number of neighbors of each vertex, int64[n]."""
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
        """Neighbors of ``v``, increasing; a view."""
        return self.indices[self.indptr[v] : self.indptr[v + 1]]

    def subgraph(self, vertices: ArrayLike) -> Graph:
        """Induced subgraph; its vertex ``i`` is ``vertices[i]``."""
        chosen = np.asarray(vertices, np.int64)
        if len(np.unique(chosen)) != len(chosen):
            raise InputError("vertices: each may stand only once")
        if len(chosen) and (chosen.min() < 0 or chosen.max() >= self.n):
            raise InputError(f"vertices must lie in [0, {self.n})")
        position = np.full(self.n, -1, np.int32)
        position[chosen] = np.arange(len(chosen), dtype=np.int32)
        u, v = position[self.edges()].T
        inside = (u >= 0) & (v >= 0)
        return build(len(chosen), u[inside], v[inside])[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return np.array_equal(self.indptr, other.indptr) and np.array_equal(self.indices, other.indices)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Graph(n={self.n}, m={self.m})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.indptr, self.indices)


def _restore(indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> Graph:
    graph = Graph.__new__(Graph)
    graph._set(indptr, indices)
    return graph


def build(n: int, u: ArrayLike, v: ArrayLike) -> tuple[Graph, int, int]:
    """
    Build a graph and count what was dropped: ``(graph, loops, repeated edges)``.

    Readers use it to say what they repaired; everyone else wants :meth:`Graph.from_arrays`.
    """
    if not 0 <= n <= MAX_VERTICES:
        raise InputError(f"n = {n}, expected 0 <= n <= {MAX_VERTICES}")
    heads, tails = _integers("u", u), _integers("v", v)
    if len(heads) != len(tails):
        raise InputError(f"u and v differ in length: {len(heads)} and {len(tails)}")
    below_starts = np.zeros(n + 1, np.int64)
    loops = 0
    for a, b in _chunks(heads, tails, n):
        loops += int(csr.count_below(a, b, below_starts))
    np.cumsum(below_starts, out=below_starts)
    below = np.empty(below_starts[-1], np.int32)
    cursor = below_starts[:-1].copy()
    for a, b in _chunks(heads, tails, n):
        csr.scatter_below(a, b, cursor, below)
    above, above_starts, repeated, degrees = _above(below_starts, below)
    del below
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(degrees, out=indptr[1:])
    indices = np.empty(indptr[-1], np.int32)
    csr.complete(above_starts, above, indptr[:-1].copy(), indices)
    return _restore(indptr, indices), loops, repeated


def _above(
    below_starts: NDArray[np.int64], below: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int64], int, NDArray[np.int64]]:
    """Sorted rows of higher neighbors, how many repeats were dropped, and the degrees."""
    starts = np.zeros(len(below_starts), np.int64)
    csr.count_above(below, starts)
    np.cumsum(starts, out=starts)
    above = np.empty_like(below)
    csr.transpose(below_starts, below, starts[:-1].copy(), above)
    degrees = np.zeros(len(starts) - 1, np.int64)
    kept = int(csr.drop_repeats(starts, above, degrees))
    return above, starts, len(above) - kept, degrees


def _integers(name: str, values: ArrayLike) -> NDArray[np.integer]:
    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(f"{name}: shape {array.shape}, expected one dimension")
    if len(array) and array.dtype.kind not in "iu":
        raise InputError(f"{name}: dtype {array.dtype}, expected integers")
    return array


def _chunks(
    heads: NDArray[np.integer], tails: NDArray[np.integer], n: int
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Both ends as int32, checked; converted part by part, so that no copy of the whole is made."""
    for first in range(0, len(heads), CHUNK):
        part = slice(first, first + CHUNK)
        yield _checked("u", heads[part], n), _checked("v", tails[part], n)


def _checked(name: str, array: NDArray[np.integer], n: int) -> NDArray[np.int32]:
    if (low := int(array.min())) < 0 or (high := int(array.max())) >= n:
        bad = low if low < 0 else high
        raise InputError(f"{name}: vertex {bad}, expected 0 <= vertex < {n}")
    return np.ascontiguousarray(array, np.int32)
