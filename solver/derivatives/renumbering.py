"""
Renumbering of matrices whose numbers are scattered, as those of many mesh generators are.

The colorings look at the neighbors of neighbors. If neighbors have distant numbers, each look is a cache
miss, and first fits need more colors, because the vertices come in a random order. Numbering breadth
first, from the vertex that another such traversal reaches last, puts neighbors close to each other, as
Cuthill and McKee (1969) do; their sorting by degree is left out.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.graphs import renumber
from .._kernels.sequential import orders
from ..graphs.graph import Graph, unchecked
from .attempts import Attempt, Colors
from .pattern import Pattern

#: Fewest rows and columns together; smaller matrices remain in the cache.
FEWEST = 1 << 14
#: Median difference between middle columns of consecutive rows, as a part of all columns, from which
#: numbers count as scattered.
SCATTERED = 0.01
#: Mean distance between row and column after the first traversal, as a part of all, up to which there is
#: another: graphs without structure have no better numbering. Measured on a sample of rows.
CLOSE, SAMPLE = 0.15, 1 << 12
#: Vertices, or a quarter of all, and levels after which a traversal is looked at, and the part of these
#: vertices in the last level above which it is left. In random graphs it was 0.62 with 3 neighbors each
#: and up to 0.98 with 30, in lattices of 26^3 vertices 0.34 with 124 neighbors each and 0.26 with 26. Of
#: a random graph with a million vertices and 6 neighbors each, this takes 0.03 s and a traversal 0.3 s.
FIRST, LEVELS, LAST_LEVEL = 1 << 15, 400, 0.55


def is_scattered(pattern: Pattern) -> bool:
    """Return whether a matrix is large and columns of consecutive rows are far from each other."""
    m, n = pattern.shape
    filled = np.flatnonzero(pattern.lengths)
    if m + n < FEWEST or len(filled) < 2:
        return False
    # The median ignores a few jumps, which matrices of blocks have.
    middles = pattern.indices[(pattern.indptr[filled] + pattern.indptr[filled + 1]) // 2]
    return float(np.median(np.abs(np.diff(middles)))) > SCATTERED * n


def renumbered_graph(pattern: Pattern) -> tuple[Graph, NDArray[np.int32]] | None:
    """
    Return a graph with close neighbors, and the row that each of its vertices is; None if no use.

    ``pattern`` is the adjacency pattern of a graph.
    """
    if not is_scattered(pattern):
        return None
    vertices = _traverse(pattern)
    if vertices is None:
        return None
    # The transpose of a symmetric pattern is the same, with sorted rows.
    near = permuted(pattern, vertices, vertices).transposed
    return unchecked(near.indptr, near.indices), vertices


def renumbered_pattern(pattern: Pattern) -> tuple[Pattern, NDArray[np.int32]] | None:
    """Return a copy with other numbers of rows and columns, and its columns; None if it is of no use."""
    if not is_scattered(pattern):
        return None
    m, n = pattern.shape
    columns = pattern.transposed
    # The graph of rows and columns: columns come after the rows.
    starts = np.concatenate([pattern.indptr, pattern.nnz + columns.indptr[1:]])
    ends = np.concatenate([pattern.indices + np.int32(m), columns.indices])
    vertices = _traverse(Pattern((m + n, m + n), starts, ends))
    if vertices is None:
        return None
    chosen = vertices[vertices >= m] - np.int32(m)
    turned = permuted(pattern, vertices[vertices < m], chosen).transposed
    return Pattern(turned.shape, turned.indptr, turned.indices).transposed, chosen


def with_near_numbers(
    color: Callable[[Graph, Pattern, str | ArrayLike, int], Attempt],
    graph: Graph,
    pattern: Pattern,
    order: str | ArrayLike,
    fewest: int,
) -> Attempt:
    """
    Color a graph, or its renumbered copy where its numbers are scattered.

    Parameters
    ----------
    color
        Function of a graph, its pattern, an order and the fewest colors.
    graph
        Graph.
    pattern
        Its adjacency pattern.
    order
        Name of an order, or a permutation. A permutation and ``"natural"`` need the given numbers.
    fewest
        Number of colors at which to stop.
    """
    copy = renumbered_graph(pattern) if isinstance(order, str) and order != "natural" else None
    if copy is None:
        return color(graph, pattern, order, fewest)
    near, vertices = copy
    method, colors = color(near, Pattern.of_graph(near), order, fewest)
    return ("breadth_first" if method == "natural" else method), placed(colors, vertices)


def placed(colors: Colors, vertices: NDArray[np.int32]) -> Colors:
    """Return the colors of the vertices by their numbers in the graph that was renumbered."""
    of_vertex = np.empty_like(colors)
    of_vertex[vertices] = colors
    return of_vertex


def permuted(pattern: Pattern, rows: NDArray[np.int32], columns: NDArray[np.int32]) -> Pattern:
    """Return the pattern with rows and columns in a given order; its rows are not sorted."""
    rank = np.empty(pattern.shape[1], np.int32)
    renumber.invert(columns, rank)
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(pattern.lengths[rows], out=starts[1:])
    ends = np.empty_like(pattern.indices)
    renumber.renumber(pattern.indptr, pattern.indices, rows, rank, starts[0], ends)
    return Pattern(pattern.shape, starts, ends)


def _traverse(pattern: Pattern) -> NDArray[np.int32] | None:
    """Return the vertices breadth first, from the last of another traversal; None if it is of no use."""
    if _expands(pattern):
        return None
    backwards = _breadth_first(pattern)[::-1].copy()
    if not _is_close(pattern, backwards):
        return None
    return backwards[_breadth_first(permuted(pattern, backwards, backwards))]


def _breadth_first(pattern: Pattern) -> NDArray[np.int32]:
    order = np.empty(pattern.shape[0], np.int32)
    orders.breadth_first(pattern.indptr, pattern.indices, np.zeros(len(order), np.uint8), order)
    return order


def _expands(pattern: Pattern) -> bool:
    """Return whether most vertices are in the last level, in the first levels of a traversal."""
    n = pattern.shape[0]
    seen, lengths = np.zeros(n, bool), pattern.lengths
    level = np.zeros(1, np.int64)
    seen[0] = True
    count = 1
    for _ in range(LEVELS):
        if count >= min(n // 4, FIRST):
            return len(level) > LAST_LEVEL * count
        each = lengths[level]
        shifts = np.repeat(pattern.indptr[level] - np.cumsum(each) + each, each)
        ends = pattern.indices[shifts + np.arange(len(shifts))]
        level = np.unique(ends[~seen[ends]])
        if len(level) == 0:  # another component
            level = np.array([np.argmin(seen)])
        seen[level] = True
        count += len(level)
    return False


def _is_close(pattern: Pattern, order: NDArray[np.int32]) -> bool:
    n = len(order)
    rank = np.empty(n, np.int32)
    renumber.invert(order, rank)
    starts, ends = pattern.indptr, pattern.indices
    rows = range(0, n, 1 + n // SAMPLE)
    distances = [np.abs(rank[ends[starts[v] : starts[v + 1]]] - rank[v]) for v in rows]
    return float(np.concatenate(distances).mean()) <= CLOSE * n
