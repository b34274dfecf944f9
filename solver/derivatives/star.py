"""
Star coloring: what reads a symmetric matrix directly off its products.

Proper, and no path on four vertices has only two colors: then of the two ends of each edge one sees the
color of the other just once, and shows the nonzero by itself.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.derivatives import recoverable, star
from ..graphs.graph import Graph
from ..graphs.verify import as_colors
from .partial_distance2 import Colors, alone, color_columns, fewest_colors
from .pattern import Pattern
from .vertex_orders import ORDERS, checked_name, given

#: On six meshes and random patterns the other two orders never took fewer colors than both of these.
TRIED = ("largest_first", "smallest_last")


def star_color(graph: Graph, order: str | ArrayLike = "auto") -> NDArray[np.int32]:
    """
    Color a graph so that no path on four vertices has only two colors [1]_.

    Parameters
    ----------
    graph
        The graph.
    order
        In which the vertices get their colors, each the lowest that leaves stars: ``"natural"``,
        ``"largest_first"``, ``"smallest_last"``, ``"incidence_degree"`` (as in :func:`solver.greedy`),
        or a permutation (n,). ``"auto"`` colors at distance 2, which on meshes often takes fewer, and
        in the second and third of these orders, and keeps the best. Time of each the sum of the squared
        degrees.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,), from 0 without gaps; the same on any machine.

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
    """The same with what gave it; stops at ``fewest`` colors."""
    pattern = Pattern.of_graph(graph)
    method, colors = fewest_colors(_attempts(graph, pattern, order), fewest)
    if not is_star_coloring_of(pattern, colors):
        raise AssertionError(f"star coloring of {graph} is wrong: please report this")
    return method, colors


def _attempts(graph: Graph, pattern: Pattern, order: str | ArrayLike) -> Iterator[tuple[str, Colors]]:
    fit = functools.partial(star_first_fit, graph, pattern)
    if not isinstance(order, str):
        yield "given", fit(given(order, graph.n))
    elif checked_name(order) != "auto":
        yield order, fit(ORDERS[order](graph))
    else:
        yield "distance_2", color_columns(pattern.closed, "auto")[1]
        for name in TRIED:
            yield name, fit(ORDERS[name](graph))


def star_first_fit(graph: Graph, pattern: Pattern, order: NDArray[np.int32]) -> Colors:
    """Give each vertex of the order the lowest color that leaves stars; ``pattern`` is the graph's."""
    colors = np.full(graph.n, -1, np.int32)
    star.color_star(
        graph.indptr,
        graph.indices,
        pattern.mirror,
        order,
        np.zeros(2 * graph.m, np.uint8),
        np.zeros(graph.n, np.int32),
        np.full(graph.n + 1, -1, np.int32),
        np.empty(graph.n, np.int64),
        np.full(graph.n, -1, np.int32),
        np.full(graph.n + 1, -1, np.int32),
        colors,
    )
    return colors


def is_star_coloring(graph: Graph, colors: ArrayLike) -> bool:
    """Whether it is proper and complete, and every path on four vertices has three colors."""
    return is_star_coloring_of(Pattern.of_graph(graph), as_colors(graph, colors))


def is_star_coloring_of(pattern: Pattern, colors: Colors) -> bool:
    """The same for the pattern of a graph, and colors that are int32[n]."""
    if np.any(colors < 0):
        return False
    # A path of two colors shows neither direction of its middle edge alone.
    hidden = recoverable.count_hidden(
        pattern.indptr, pattern.indices, pattern.mirror, colors, alone(pattern, colors)
    )
    return int(hidden) == 0
