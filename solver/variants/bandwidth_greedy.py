"""
First-fit for bandwidth coloring, repeated.

Vertices in order get the lowest color far enough from those of their neighbors. In the order of the
colors of any coloring, first-fit uses no more colors; so the next order is that of the best coloring
with some vertices moved. Sets of forbidden colors are the bits of an integer.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

Near = list[list[tuple[int, int]]]


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


def improved(near: Near, colors: list[int], rng: random.Random, rounds: int) -> list[int]:
    """Return a coloring with no more colors, by ``rounds`` of first-fit in changed orders."""
    for _ in range(rounds):
        # A vertex moves by a few colors; the order of the others stays.
        spread = rng.choice((0.5, 2.0, 8.0))
        order = sorted(range(len(near)), key=lambda v: colors[v] + spread * rng.random())
        changed = first_fit(near, order)
        if max(changed, default=0) <= max(colors, default=0):
            colors = changed
    return colors
