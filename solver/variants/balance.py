"""
Balanced coloring: classes of similar size from a given coloring, for parallel simulation.

Moves of single vertices come first, since they are enough on most meshes; then exchanges of short Kempe
chains. Both make two classes more equal each time, so the work ends by itself; programs that move
vertices by the ratio alone can repeat a state for ever. :func:`solver.equitable_color` searches longer,
for classes that differ by one vertex at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import even_classes as kernels
from ..arguments import integer
from ..errors import InputError, KempeError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import as_colors, conflicts

#: Visits of the whole graph, its classes included, unless a work limit is given.
VISITS = 16


def balance(
    graph: Graph,
    colors: ArrayLike,
    max_ratio: float = 1.1,
    *,
    max_ticks: int | None = None,
) -> NDArray[np.int32]:
    """
    Make the color classes of a proper coloring similar in size, with the same number of colors [1]_.

    The largest class never grows and the smallest never shrinks. Each visit of the graph takes time
    O(m + n k), and there are at most 16 by default.

    Parameters
    ----------
    graph
        Graph.
    colors
        Proper coloring, integers (n,) from 0 to ``k - 1``, with k at most n. A number that no vertex
        has is an empty class, which gets vertices too.
    max_ratio
        Ratio of the largest to the smallest class at which the work ends, at least 1. It also ends when
        the sizes differ by one, and when no move helps, so that the ratio may not be reached.
    max_ticks
        Work limit; by default that of 16 visits.

    Returns
    -------
    NDArray[np.int32]
        Proper coloring (n,), the same on every machine.

    Raises
    ------
    InputError
        If an argument is out of range, or the coloring is not proper or not complete.

    References
    ----------
    .. [1] Lu, Halappanavar, Chavarria-Miranda, Gebremedhin, Panyala and Kalyanaraman (2017). Algorithms
       for balanced graph colorings with applications in parallel computing. *IEEE Transactions on
       Parallel and Distributed Systems* 28: 1240-1256. doi:10.1109/TPDS.2016.2620142

    Examples
    --------
    >>> import numpy as np, solver
    >>> star = solver.Graph.from_edges(7, [(0, v) for v in range(1, 7)])
    >>> colors = solver.balance(star, [0, 1, 1, 1, 1, 1, 1], max_ratio=2)
    >>> np.bincount(colors).tolist()  # all other vertices are neighbors of the first
    [1, 6]
    >>> np.bincount(solver.balance(star, [0, 1, 1, 1, 1, 1, 2], max_ratio=2)).tolist()
    [1, 3, 3]
    """
    graph = as_graph(graph)
    if isinstance(max_ratio, bool) or not isinstance(max_ratio, int | float | np.number):
        raise expected("max_ratio", max_ratio, "a number >= 1")
    ratio = float(max_ratio)
    if not ratio >= 1:
        raise expected("max_ratio", max_ratio, "a number >= 1")
    result = as_colors(graph, colors).copy()
    if np.any(result < 0):
        raise InputError(f"colors: vertex {int(np.argmin(result))} is uncolored: expected all colored")
    if count := conflicts(graph, result):
        edges = f"{count} edge{'s' * (count > 1)}"
        raise InputError(f"colors: {edges} in conflict: expected a proper coloring")
    k = int(result.max(initial=-1)) + 1
    if k > max(graph.n, 1):
        raise expected("colors: color", k - 1, f"a color < {graph.n}")
    if max_ticks is None:
        limit = VISITS * (2 * graph.m + graph.n * (2 + k // 8))
    else:
        limit = integer("max_ticks", max_ticks, 1)
    if k > 1:
        _even_out(graph, result, k, ratio, limit)
    if conflicts(graph, result):
        raise KempeError("the balanced coloring is not proper; please report this")
    return result


def _even_out(graph: Graph, colors: NDArray[np.int32], k: int, ratio: float, limit: int) -> None:
    """Change the colors until the classes are similar, no move helps, or the limit is reached."""
    state = kernels.Sizes(
        indptr=graph.indptr,
        indices=graph.indices,
        sizes=np.bincount(colors, minlength=k),
        seen=np.full(k, -1, np.int64),
        stamps=np.full(graph.n, -1, np.int64),
        chain=np.empty(kernels.LONGEST, np.int32),
    )
    progress = np.zeros(5, np.int64)
    step: Callable[..., None] = kernels.move_vertices
    while _ratio(state.sizes) > ratio and progress[kernels.TICKS] < limit:
        before = int(progress[kernels.MOVES])
        # Vertices of large classes first, since those have most to give away.
        order = np.argsort(-state.sizes[colors], kind="stable").astype(np.int32)
        step(state, colors, order, ratio, progress)
        if progress[kernels.MOVES] > before:
            step = kernels.move_vertices
        elif step is kernels.move_vertices:
            step = kernels.exchange_chains
        else:
            return


def _ratio(sizes: NDArray[np.int64]) -> float:
    """Return the ratio of the largest to the smallest class; 1 if they differ by one at most."""
    most, least = int(sizes.max()), int(sizes.min())
    if most - least <= 1:
        return 1.0
    return most / least if least else math.inf
