"""
Precolored and list coloring as plain coloring, so that every method supports both.

A palette is added to the graph: one vertex for each color that is fixed or forbidden somewhere, all
adjacent to each other. A vertex for which a color is forbidden is joined to that color's vertex, and
vertices with a fixed color are merged with its vertex. The result has a k-coloring if and only if the
graph has one that respects the lists; the palette shows which color is which. Colors outside the palette
are interchangeable, so that they need no vertex.

The cost is small: with a fifth of all colors forbidden, TabuCol and PartialCol made as many moves per
second on DSJC500.5, DSJC1000.1 and le450_25c as without, within the measurement noise of 7%; encoding
took 1 to 3 ms.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..errors import InputError, expected
from ..graphs.graph import Graph, as_graph, unchecked
from ..graphs.verify import as_colors, conflicts

#: A palette of c colors has c (c - 1) / 2 edges, at most 8 million.
MAX_PALETTE = 4096
#: Repairing an improper coloring counts colors in a table of this length.
MAX_COLORS = 1 << 20


@dataclass(frozen=True, eq=False)
class ListColoring:
    """
    A graph with its palette, and the translation of colorings.

    Attributes
    ----------
    graph
        Graph on the free vertices, in their order, followed by the palette in the order of colors.
    k
        Number of colors.
    named
        Colors of the palette, ascending: those that are fixed or forbidden for some vertex.
    free
        Vertices without a fixed color.
    fixed
        int32[n], the fixed colors, -1 where there is none.
    allowed
        bool[n, k], whether a color is allowed for a vertex.
    """

    graph: Graph
    k: int
    named: NDArray[np.int32]
    free: NDArray[np.int32]
    fixed: NDArray[np.int32]
    allowed: NDArray[np.bool_]

    @property
    def palette(self) -> NDArray[np.int32]:
        """Vertices that represent the colors, a clique."""
        return np.arange(len(self.free), self.graph.n, dtype=np.int32)

    def encode(self, colors: ArrayLike) -> NDArray[np.int32]:
        """Return a coloring of ``graph`` from one of the original graph; fixed colors prevail."""
        given = np.asarray(colors)
        if given.shape != self.fixed.shape:
            raise InputError(f"colors have shape {given.shape}: expected {self.fixed.shape}")
        return np.concatenate([given[self.free], self.named]).astype(np.int32)

    def decode(self, colors: ArrayLike) -> NDArray[np.int32]:
        """
        Return a coloring of the original graph from one of ``graph``.

        Colors outside the palette get the lowest numbers that are left. An improper coloring may violate
        lists. Each such vertex, in turn, gets the color on its list that the fewest of its neighbors
        have.

        Raises
        ------
        InputError
            If a vertex has no color.
        """
        given = as_colors(self.graph, colors)
        if given.min(initial=0) < 0:
            raise InputError(f"vertex {int(given.argmin())} has no color: expected a color for each")
        name, end = self._names(given)
        whole = np.concatenate([name[given[: len(self.free)]], self.named])
        # The palette's rows alone have the forbidden colors; all edges would take seconds on large
        # graphs.
        rows = self.graph.indptr[len(self.free) :]
        colors_of_rows = np.repeat(self.named, np.diff(rows))
        near = self.graph.indices[rows[0] :]
        broken = whole[: len(self.free)] >= end
        is_free = near < len(self.free)
        broken[near[is_free][whole[near[is_free]] == colors_of_rows[is_free]]] = True
        for u in np.flatnonzero(broken).tolist():
            near = self.graph.neighbors(u)
            counts = np.bincount(whole[near], minlength=self.k)[: self.k]
            counts[~self.allowed[self.free[u]]] = self.graph.n  # worse than any conflict
            whole[u] = counts.argmin()
        decoded = self.fixed.copy()
        decoded[self.free] = whole[: len(self.free)]
        return decoded

    def _names(self, given: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
        """Return the number of each color of ``given``, and the first number that is not to be used."""
        palette_colors = given[self.palette]
        is_used = np.bincount(given) > 0
        name = np.full(len(is_used), -1, np.int32)
        name[palette_colors] = self.named
        beyond = np.flatnonzero((name < 0) & is_used)
        unnamed = np.setdiff1d(np.arange(len(self.named) + len(beyond)), self.named)
        name[beyond] = unnamed[: len(beyond)]
        # If two palette vertices share a color, no color beyond k is counted.
        is_whole = len(np.unique(palette_colors)) == len(self.named)
        return name, MAX_COLORS + self.graph.n if is_whole else self.k


def list_coloring(
    graph: Graph, k: int, *, fixed: ArrayLike | None = None, allowed: ArrayLike | None = None
) -> ListColoring:
    """
    Encode fixed and allowed colors in a graph of free vertices and a palette.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors.
    fixed
        Integers (n,), the color of each vertex, or -1 if it is free.
    allowed
        Booleans (n, k), whether a color is allowed for a vertex.

    Returns
    -------
    ListColoring
        The graph with a clique of the colors that are fixed or forbidden somewhere, and an edge for each
        forbidden color of a free vertex.

    Raises
    ------
    InputError
        If a vertex has no allowed color, two neighbors have the same fixed color, a shape or a color is
        illegal, or more than 4096 colors are fixed or forbidden.
    """
    graph = as_graph(graph)
    k = integer("k", k, min(graph.n, 1), MAX_COLORS)
    colors = np.full(graph.n, -1, np.int32)
    if fixed is not None:
        colors = as_colors(graph, fixed, "fixed colors").copy()
    lists = np.broadcast_to(np.True_, (graph.n, k)) if allowed is None else np.asarray(allowed)
    _check_fixed(graph, k, colors)
    _check_allowed(graph, k, colors, lists)
    free = np.flatnonzero(colors < 0).astype(np.int32)
    forbids = ~lists[free] if allowed is not None else np.empty((0, k), bool)
    named = np.union1d(colors[colors >= 0], np.flatnonzero(forbids.any(axis=0))).astype(np.int32)
    if len(named) > MAX_PALETTE:
        raise expected("fixed and forbidden colors", len(named), f"at most {MAX_PALETTE}")
    rows, forbidden = np.nonzero(forbids)
    near_fixed, fixed_neighbor = _edges_to_fixed(graph, colors)
    place = np.cumsum(colors < 0) - 1
    u = np.concatenate([rows, place[near_fixed]])
    c = np.searchsorted(named, np.concatenate([forbidden, colors[fixed_neighbor]]))
    encoded = _with_clique(graph.subgraph(free), len(named), np.unique(u * len(named) + c))
    return ListColoring(encoded, k, named, free, colors, lists)


def _edges_to_fixed(
    graph: Graph, colors: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the edges between free and fixed vertices as two arrays of their ends."""
    fixed = np.flatnonzero(colors >= 0).astype(np.int32)
    near = np.concatenate([graph.neighbors(v) for v in fixed.tolist()] or [fixed])
    ends = np.repeat(fixed, graph.degrees[fixed])
    is_free = colors[near] < 0
    return near[is_free], ends[is_free]


def _with_clique(graph: Graph, size: int, joined: NDArray[np.int64]) -> Graph:
    """
    Add a clique to a graph, in time linear in the result.

    Building the graph anew from its edges took five times as long on a million vertices.

    Parameters
    ----------
    graph
        Graph.
    size
        Vertices of the clique, which come after those of the graph.
    joined
        Edges between both, ``vertex * size + place in the clique``, ascending.
    """
    n, clique = graph.n, np.arange(size)
    vertices, places = np.divmod(joined, max(size, 1))
    more = np.bincount(vertices, minlength=n)
    clique_degrees = np.bincount(places, minlength=size) + size - 1
    degrees = np.concatenate([graph.degrees + more, clique_degrees])
    indptr = np.concatenate([[0], np.cumsum(degrees)])
    indices = np.empty(indptr[-1], np.int32)
    shift = np.repeat(np.cumsum(more) - more, graph.degrees)
    indices[np.arange(len(graph.indices)) + shift] = graph.indices
    indices[np.arange(len(joined)) + graph.indptr[vertices + 1]] = n + places
    by_place = vertices[np.argsort(places, kind="stable")]
    begins = np.cumsum(clique_degrees - (size - 1)) - (clique_degrees - (size - 1))
    for c in range(size):
        row = indices[indptr[n + c] : indptr[n + c + 1]]
        inside = len(row) - (size - 1)
        row[:inside] = by_place[begins[c] : begins[c] + inside]
        row[inside:] = n + np.delete(clique, c)
    return unchecked(indptr, indices)


def _check_fixed(graph: Graph, k: int, colors: NDArray[np.int32]) -> None:
    if graph.n and colors.max() >= k:
        v = int(np.argmax(colors))
        raise expected(f"fixed color of vertex {v}", int(colors[v]), f"-1 or a color below {k}")
    if conflicts(graph, colors):
        u, v = next((u, v) for u, v in graph.edges().tolist() if colors[u] == colors[v] >= 0)
        raise InputError(
            f"adjacent vertices {u} and {v} have the fixed color {colors[u]}: expected different colors"
        )


def _check_allowed(graph: Graph, k: int, colors: NDArray[np.int32], lists: NDArray[np.bool_]) -> None:
    if lists.shape != (graph.n, k) or lists.dtype != bool:
        raise InputError(
            f"allowed has dtype {lists.dtype} and shape {lists.shape}:"
            f" expected bool of shape ({graph.n}, {k})"
        )
    fixed = np.flatnonzero(colors >= 0)
    if len(bad := fixed[~lists[fixed, colors[fixed]]]):
        raise expected(f"fixed color of vertex {bad[0]}", int(colors[bad[0]]), "one of those allowed")
    if len(bad := np.flatnonzero(~lists.any(axis=1))):
        raise InputError(f"vertex {bad[0]} has no allowed color: expected at least one")
