"""All proper colorings, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..arguments import integer
from ..errors import expected
from ..graphs.graph import Graph, as_graph
from ..graphs.repair import without_gaps


def colorings(graph: Graph, k: int, *, distinct: bool = False) -> Iterator[NDArray[np.int32]]:
    """
    Iterate over the proper colorings with the colors ``0 .. k - 1``.

    Backtracking: the next vertex is the one with the most colored neighbors, so that dead ends show
    early. O(n k) memory; the time between two colorings has no useful bound.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, >= 0; not all of them need be used.
    distinct
        Whether colorings that differ only in the names of the colors count as one.

    Yields
    ------
    NDArray[np.int32]
        Colors (n,), a new array each time. If ``distinct``, colors are numbered by their first vertex.

    Raises
    ------
    InputError
        If an argument is out of range.

    Examples
    --------
    >>> import solver
    >>> path = solver.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> [c.tolist() for c in solver.colorings(path, 2)]
    [[0, 1, 0], [1, 0, 1]]
    >>> [c.tolist() for c in solver.colorings(path, 3, distinct=True)]
    [[0, 1, 0], [0, 1, 2]]
    """
    graph = as_graph(graph)
    k = integer("k", k, 0)
    if not isinstance(distinct, bool):
        raise expected("distinct", distinct, "True or False")
    return _colorings(graph, k, distinct)


def _colorings(graph: Graph, k: int, distinct: bool) -> Iterator[NDArray[np.int32]]:
    order = _order(graph)
    place = {v: i for i, v in enumerate(order)}
    before = [
        [place[u] for u in graph.neighbors(v).tolist() if place[u] < i] for i, v in enumerate(order)
    ]
    colors = [-1] * graph.n  # by place
    used = [0] * (graph.n + 1)  # colors among the first i places
    i = 0
    while i >= 0:
        if i == graph.n:
            coloring = np.empty(graph.n, np.int32)
            coloring[order] = colors
            yield _by_first_vertex(coloring) if distinct else coloring
            i -= 1
            continue
        taken = {colors[j] for j in before[i]}
        most = min(used[i] + 1, k) if distinct else k
        c = next((c for c in range(colors[i] + 1, most) if c not in taken), None)
        if c is None:
            colors[i] = -1
            i -= 1
            continue
        colors[i] = c
        used[i + 1] = max(used[i], c + 1)
        i += 1


def _order(graph: Graph) -> list[int]:
    """Return the vertices, each the one with the most neighbors before it; ties: degree, number."""
    count = np.zeros(graph.n, np.int64)
    order = []
    for _ in range(graph.n):
        v = int(np.argmax(count * (graph.n + 1) + graph.degrees * (count >= 0)))
        order.append(v)
        count[graph.neighbors(v)] += 1
        count[v] = -graph.n - 1
    return order


def _by_first_vertex(coloring: NDArray[np.int32]) -> NDArray[np.int32]:
    """Number the colors by their first vertex."""
    compact, k = without_gaps(coloring)
    first = np.full(k, len(coloring), np.int64)
    np.minimum.at(first, compact, np.arange(len(coloring)))
    rank = np.empty(k, np.int32)
    rank[np.argsort(first)] = np.arange(k, dtype=np.int32)
    return rank[compact]
