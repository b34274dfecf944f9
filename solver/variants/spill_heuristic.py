"""
The heuristic of spilling: a heavy part of a graph that k colors suffice for.

A k-colorable part is an independent set in the product of the graph with a clique of k vertices. Where
that product is too large, the color classes are heavy independent sets, found one after the other.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs import partial_colorings
from ..cliques.independent_set import independent_set
from ..graphs.graph import Graph, build

#: Largest product graph, vertices and edges, whatever the time allows.
LARGEST_PRODUCT = 20_000_000


def uncolored(n: int, palette: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return colors (n,) of the palette, where the color of each is its place; -1 for other vertices."""
    colors = np.full(n, -1, np.int32)
    colors[palette] = np.arange(len(palette))
    return colors


def heavy_part(
    graph: Graph,
    weights: NDArray[np.int64],
    k: int,
    palette: NDArray[np.int64],
    seed: int,
    ticks: int,
    largest_product: int,
    is_late: Callable[[], bool],
) -> NDArray[np.int32]:
    """
    Find a heavy part that is k-colorable.

    Parameters
    ----------
    graph
        Graph.
    weights
        Positive integers (n,).
    k
        Number of colors, at least 1.
    palette
        Vertices of the part in any case, a clique; the color of each is its place.
    seed
        Seed of the random number generator.
    ticks
        Work limit.
    largest_product
        Size of the product graph, vertices and edges, above which classes are filled one after the
        other.
    is_late
        Whether to leave out the classes that are left, called before each if they are filled one after
        the other; the first of them is always filled.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,) of the part, a proper coloring; -1 outside it.
    """
    n = graph.n
    colors = uncolored(n, palette)
    may = np.ones((k, n), bool)
    may[:, palette] = False
    for c, v in enumerate(palette.tolist()):
        may[c, graph.neighbors(v)] = False
    if k * (graph.m + n * k) <= largest_product:
        # Vertex v + c n of the product means: vertex v has color c.
        u, w = graph.edges().T.astype(np.int64)
        shifts = n * np.arange(k)[:, None]
        a, b = np.triu_indices(k, 1)
        every = np.arange(n)[:, None]
        heads = np.concatenate([(u + shifts).ravel(), (every + n * a).ravel()])
        tails = np.concatenate([(w + shifts).ravel(), (every + n * b).ravel()])
        product = build(n * k, heads, tails)[0]
        costs = np.tile(weights, k)
        pairs = np.flatnonzero(may.ravel())
        if len(pairs) < n * k:
            product, costs = product.subgraph(pairs), costs[pairs]
        places = pairs[independent_set(product, costs, seed=seed, max_ticks=ticks)]
        colors[places % n] = places // n
        return colors
    for c in range(k):
        if c and is_late():
            break
        free = np.flatnonzero((colors < 0) & may[c])
        if len(free):
            part = graph.subgraph(free)
            chosen = independent_set(part, weights[free], seed=seed, max_ticks=ticks // k)
            colors[free[chosen]] = c
    return colors


def fill(graph: Graph, weights: NDArray[np.int64], k: int, colors: NDArray[np.int32]) -> None:
    """Color the vertices that still may have one of k colors, heaviest first; changes ``colors``."""
    color_first_fit(graph, np.argsort(-weights, kind="stable"), k, colors)


def color_first_fit(graph: Graph, order: NDArray[np.integer], k: int, colors: NDArray[np.int32]) -> None:
    """Give uncolored vertices, in ``order``, the first of k colors that no neighbor has, if any."""
    # Neighbors have no more colors than these, so that k may be large.
    most = min(k, max(graph.max_degree, int(colors.max(initial=-1))) + 1)
    seen = np.full(most + 1, -1, np.int32)
    partial_colorings.first_fit(graph.indptr, graph.indices, order.astype(np.int32), most, colors, seen)
