"""
First-fit for bandwidth coloring, repeated.

Vertices in order get the lowest color far enough from those of their neighbors. In the order of the
colors of any coloring, first-fit uses no more colors; so the next order is that of the best coloring
with some vertices moved. Sets of forbidden colors are the bits of an integer. On G(300, 1/2) a
compiled kernel took a third of the time, and after 1 s had one color less or one more.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from ..graphs.graph import Graph
from ..sequential.greedy import greedy

Near = list[list[tuple[int, int]]]

#: Largest distance, so that sets of colors stay small.
MOST_DISTANCE = 1 << 16
#: Strategies whose colorings, at the largest distance, bound the first coloring.
STRATEGIES = ("DSATUR", "RLF")


def first_fit(near: Near, order: Iterable[int]) -> list[int]:
    """Return the first-fit coloring of an order; ``near`` lists neighbors with their distances."""
    colors = [-1] * len(near)
    for v in order:
        taken = 0
        for u, distance in near[v]:
            c = colors[u]
            if c >= 0:
                low = c - distance + 1
                window = (1 << 2 * distance - 1) - 1
                taken |= window << low if low >= 0 else window >> -low
        colors[v] = (~taken & taken + 1).bit_length() - 1
    return colors


def first_coloring(graph: Graph, near: Near) -> list[int]:
    """
    Return the best coloring of first-fit in a few orders.

    The orders are by decreasing sums of distances, and by the colors of sequential colorings. These,
    multiplied by the largest distance, keep all distances; first-fit in their order needs no more.
    """
    sums = [sum(distance for _, distance in row) for row in near]
    orders = [np.argsort(-np.array(sums, np.int64), kind="stable")]
    orders += [np.argsort(greedy(graph, strategy), kind="stable") for strategy in STRATEGIES]
    colorings = (first_fit(near, order.tolist()) for order in orders)
    return min(colorings, key=lambda colors: max(colors, default=0))


def improved(near: Near, colors: list[int], rng: random.Random) -> list[int]:
    """Return a coloring with no more colors, by first-fit in a changed order."""
    # A vertex moves by a few colors; the order of the others stays.
    spread = rng.choice((0.5, 2.0, 8.0))
    order = sorted(range(len(near)), key=lambda v: colors[v] + spread * rng.random())
    changed = first_fit(near, order)
    return changed if max(changed, default=0) <= max(colors, default=0) else colors
