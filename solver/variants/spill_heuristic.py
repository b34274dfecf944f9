"""
The heuristic of spilling: a heavy part of a graph that k colors suffice for.

A k-colorable part is an independent set in the product of the graph with a clique of k vertices. Where
that product is too large, the color classes are heavy independent sets, found one after the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..cliques.independent_set import independent_set
from ..graphs.graph import Graph, build
from ..sequential.orders import smallest_last_order

#: Size of the product graph, vertices and edges, above which classes are filled one after the other.
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
    if k * (graph.m + n * k) <= LARGEST_PRODUCT:
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
        free = np.flatnonzero((colors < 0) & may[c])
        if len(free):
            part = graph.subgraph(free)
            chosen = independent_set(part, weights[free], seed=seed, max_ticks=ticks // k)
            colors[free[chosen]] = c
    return colors


def fill(graph: Graph, weights: NDArray[np.int64], k: int, colors: NDArray[np.int32]) -> None:
    """Color the vertices that still may have one of k colors, heaviest first; changes ``colors``."""
    order = np.argsort(-weights, kind="stable")
    for v in order[colors[order] < 0].tolist():
        free = np.ones(k + 1, bool)
        free[colors[graph.neighbors(v)]] = False  # -1 is the last entry, no color
        if free[:k].any():
            colors[v] = int(free.argmax())


def color_rest(graph: Graph, colors: NDArray[np.int32], core: NDArray[np.int64]) -> None:
    """Color the vertices outside the core, each with the first color that its neighbors do not have."""
    is_inside = np.zeros(graph.n, bool)
    is_inside[core] = True
    for v in smallest_last_order(graph).tolist():
        if not is_inside[v]:
            seen = set(colors[graph.neighbors(v)].tolist())
            colors[v] = next(c for c in range(len(seen) + 1) if c not in seen)
