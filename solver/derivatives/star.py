"""
Star coloring, for direct recovery of a symmetric matrix from its products.

A star coloring is proper, and no path on four vertices has only two colors. Then, for one end of each
edge, the color of the other end occurs once among its neighbors, and the product shows the nonzero
alone.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.derivatives import recoverable, star
from .._kernels.derivatives.palette import Palette
from ..graphs.graph import Graph
from ..graphs.verify import as_colors
from .attempts import Attempt, Colors, attempts, best_of
from .partial_distance2 import alone, color_columns
from .pattern import Pattern
from .renumbering import with_near_numbers
from .vertex_orders import ORDERS

#: On six meshes and random patterns the other two orders never needed fewer colors than both of these.
TRIED = ("largest_first", "smallest_last")


def star_color(graph: Graph, order: str | ArrayLike = "auto") -> NDArray[np.int32]:
    """
    Color a graph so that no path on four vertices has only two colors [1]_.

    Parameters
    ----------
    graph
        The graph.
    order
        Order in which vertices get the lowest color that leaves stars: ``"natural"``,
        ``"largest_first"``, ``"smallest_last"``, ``"incidence_degree"`` (as in :func:`solver.greedy`),
        or a permutation (n,). ``"auto"`` keeps the best of a distance-2 coloring, which often needs
        fewer colors on meshes, and the second and third of these orders. Each takes time proportional
        to the sum of the squared degrees. Names other than ``"natural"`` follow a breadth-first
        numbering where that of a large graph is scattered.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,), from 0 without gaps; the same on every machine.

    References
    ----------
    .. [1] Gebremedhin, Tarafdar, Manne and Pothen (2007). New acyclic and star coloring algorithms with
       application to computing Hessians. *SIAM Journal on Scientific Computing* 29: 1042-1072.
       doi:10.1137/050639879

    Examples
    --------
    >>> import solver
    >>> solver.derivatives.star_color(solver.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)]))
    array([0, 1, 2, 0, 1], dtype=int32)
    """
    return star_coloring(graph, order, 1)[1]


def star_coloring(graph: Graph, order: str | ArrayLike, fewest: int) -> tuple[str, Colors]:
    """Return a star coloring and the name of what gave it; stop at ``fewest`` colors."""
    pattern = Pattern.of_graph(graph)
    method, colors = with_near_numbers(_color, graph, pattern, order, fewest)
    if not is_star_coloring_of(pattern, colors):
        raise AssertionError(f"star coloring of {graph} is wrong: please report this")
    return method, colors


def _color(graph: Graph, pattern: Pattern, order: str | ArrayLike, fewest: int) -> Attempt:
    fit = functools.partial(star_first_fit, graph, pattern)

    def automatic() -> Iterable[Attempt]:
        yield "distance_2", color_columns(pattern.closed, "auto")[1]
        for name in TRIED:
            yield name, fit(ORDERS[name](graph))

    return best_of(attempts(graph, graph.n, fit, order, ORDERS, automatic), fewest)


def star_first_fit(graph: Graph, pattern: Pattern, order: NDArray[np.int32]) -> Colors:
    """Give each vertex the lowest color that leaves stars; ``pattern`` is that of the graph."""
    state = star.StarState(
        is_hub=np.zeros(2 * graph.m, np.uint8),
        hubs=np.zeros(graph.n, np.int32),
        treated=np.full(graph.n, -1, np.int32),
        seen_at=np.empty(graph.n, np.int64),
        palette=Palette.of(graph.n),
    )
    colors = np.full(graph.n, -1, np.int32)
    star.color_star(graph.indptr, graph.indices, pattern.mirror, order, state, colors)
    return colors


def is_star_coloring(graph: Graph, colors: ArrayLike) -> bool:
    """Return whether a coloring is complete, proper, and has no two-colored path on four vertices."""
    return is_star_coloring_of(Pattern.of_graph(graph), as_colors(graph, colors))


def is_star_coloring_of(pattern: Pattern, colors: Colors) -> bool:
    """Return the same, given the pattern of a graph and colors int32[n]."""
    if np.any(colors < 0):
        return False
    # In a path of two colors, neither direction of the middle edge is shown alone.
    hidden = recoverable.count_hidden(
        pattern.indptr, pattern.indices, pattern.mirror, colors, alone(pattern, colors)
    )
    return int(hidden) == 0
