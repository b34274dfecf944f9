"""
Precolored and list coloring as plain coloring, so that every method supports both.

A palette is added to the graph: one vertex per color, all adjacent to each other. A vertex for which a
color is forbidden is joined to that color's vertex, and vertices with a fixed color are merged with its
vertex. The result has a k-coloring if and only if the graph has one that respects the lists; the palette
shows which color is which.

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
from ..graphs.graph import Graph, as_graph, build
from ..graphs.verify import as_colors, conflicts

#: A palette of k colors has k (k - 1) / 2 edges, at most 8 million.
MAX_COLORS = 4096


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
    free
        Vertices without a fixed color.
    fixed
        int32[n], the fixed colors, -1 where there is none.
    allowed
        bool[n, k], whether a color is allowed for a vertex.
    """

    graph: Graph
    k: int
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
        return np.concatenate([given[self.free], np.arange(self.k)]).astype(np.int32)

    def decode(self, colors: ArrayLike) -> NDArray[np.int32]:
        """
        Return a coloring of the original graph from one of ``graph``.

        An improper coloring may violate lists. Each such vertex, in turn, gets the color on its list
        that the fewest of its neighbors have. Colors that are not in the palette get the numbers after
        it.

        Raises
        ------
        InputError
            If a vertex has no color.
        """
        given = as_colors(self.graph, colors)
        if given.min(initial=0) < 0:
            raise InputError(f"vertex {int(given.argmin())} has no color: expected a color for each")
        palette_colors = given[self.palette]
        name = np.full(max(int(given.max(initial=-1)) + 1, self.k), -1, np.int32)
        name[palette_colors] = np.arange(self.k, dtype=np.int32)
        beyond = np.flatnonzero(name < 0)
        name[beyond] = self.k + np.arange(len(beyond), dtype=np.int32)
        # If two palette vertices share a color, no color beyond the palette is counted.
        end = self.k + len(beyond) if len(np.unique(palette_colors)) == self.k else self.k
        whole = np.concatenate([name[given[: len(self.free)]], np.arange(self.k, dtype=np.int32)])
        # The palette's rows alone have the forbidden colors; all edges would take seconds on large
        # graphs.
        rows = self.graph.indptr[len(self.free) :]
        colors_of_rows = np.repeat(np.arange(self.k), np.diff(rows))
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
        The graph with at most ``k (k - 1) / 2`` further edges, and one for each forbidden color of a
        free vertex.

    Raises
    ------
    InputError
        If a vertex has no allowed color, two neighbors have the same fixed color, a shape or a color is
        illegal, or there are more than 4096 colors.
    """
    graph = as_graph(graph)
    k = integer("k", k, min(graph.n, 1), MAX_COLORS)
    colors = np.full(graph.n, -1, np.int32) if fixed is None else as_colors(graph, fixed).copy()
    lists = np.broadcast_to(np.True_, (graph.n, k)) if allowed is None else np.asarray(allowed)
    _check_fixed(graph, k, colors)
    _check_allowed(graph, k, colors, lists)
    free = np.flatnonzero(colors < 0).astype(np.int32)
    place = np.where(colors < 0, 0, len(free) + colors).astype(np.int32)
    place[free] = np.arange(len(free), dtype=np.int32)
    u, v = place[graph.edges()].T
    rows, forbidden = np.nonzero(~lists[free] if allowed is not None else np.empty((0, k), bool))
    first, second = np.triu_indices(k, 1)
    heads = np.concatenate([u, rows, len(free) + first])
    tails = np.concatenate([v, len(free) + forbidden, len(free) + second])
    return ListColoring(build(len(free) + k, heads, tails)[0], k, free, colors, lists)


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
