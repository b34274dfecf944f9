"""
A good assignment before the search: tabu search over changes of one node.

With the cost of a good assignment, the bound at the root rules out most colors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from ..vectors.simd import at, put
from .tree import BIG, COST, UNIT, keep_if_best, strides


class Tabu(NamedTuple):
    """State of a tabu search."""

    local: np.ndarray  # int64[m k], cost of each node in each color, given the others
    until: np.ndarray  # int64[m k], step until which a color is tabu
    rng: np.ndarray  # uint64[4]


@helper
def _fill(tree, k, tabu):
    """Compute the local costs; nodes of color -1 cost nothing. Mutates: tabu."""
    for i in range(len(tabu.local)):
        put(tabu.local, i, at(tree.own_unary, i))
        put(tabu.until, i, 0)
    for v in range(len(tree.colors)):
        if at(tree.colors, v) >= 0:
            _apply(tree, k, tabu, v, at(tree.colors, v), 1)


@helper
def _apply(tree, k, tabu, v, color, sign):
    """Add or subtract what a color of ``v`` costs its neighbors. Mutates: tabu."""
    for p in range(at(tree.starts, v), at(tree.starts, v + 1)):
        u = at(tree.own_neighbors, p)
        own, other = strides(v, u, k)
        first = at(tree.own_edges, p) * k * k + color * own
        for c in range(k):
            cost = at(tabu.local, u * k + c) + sign * at(tree.own_tables, first + c * other)
            put(tabu.local, u * k + c, cost)


@kernel
def greedy(tree, k, tabu):
    """
    Color each node cheaply in turn, then improve until no node wants to change; keep the result.

    Mutates: tree; tabu.
    """
    colors = tree.colors
    for v in range(len(colors)):
        put(colors, v, -1)
    _fill(tree, k, tabu)
    changed = True
    while changed:
        changed = False
        for v in range(len(colors)):
            color = at(colors, v)
            cheapest = max(color, 0)
            for c in range(k):
                if at(tabu.local, v * k + c) < at(tabu.local, v * k + cheapest):
                    cheapest = c
            if cheapest != color:
                if color >= 0:
                    _apply(tree, k, tabu, v, color, -1)
                _apply(tree, k, tabu, v, cheapest, 1)
                put(colors, v, cheapest)
                changed = True
    keep_if_best(tree, k)


@helper
def _improve(tree, k, tabu, steps):
    """
    Improve the best assignment by tabu search.

    Mutates: tree, its colors, best and cost; tabu.
    """
    m = len(tree.colors)
    for v in range(m):
        put(tree.colors, v, at(tree.best, v))
    _fill(tree, k, tabu)
    cost = tree.state[COST] + tree.state[UNIT] - 1
    for step in range(steps):
        chosen = -1
        color = 0
        lowest = BIG
        ties = 0
        for v in range(m):
            present = at(tabu.local, v * k + at(tree.colors, v))
            for c in range(k):
                if c == at(tree.colors, v):
                    continue
                change = at(tabu.local, v * k + c) - present
                if change > lowest:
                    continue
                if at(tabu.until, v * k + c) > step and cost + change >= tree.state[COST]:
                    continue
                ties = ties + 1 if change == lowest else 1
                if ties == 1 or random_below(tabu.rng, ties) == 0:
                    lowest = change
                    chosen = v
                    color = c
        if chosen < 0:
            continue
        before = at(tree.colors, chosen)
        _apply(tree, k, tabu, chosen, before, -1)
        _apply(tree, k, tabu, chosen, color, 1)
        put(tree.colors, chosen, color)
        put(tabu.until, chosen * k + before, step + 8 + random_below(tabu.rng, 10))
        cost += lowest
        if cost < tree.state[COST]:
            keep_if_best(tree, k)


@kernel
def improve(tree, k, tabu, steps, rounds):
    """
    Improve the best assignment, again as long as it becomes better, up to ``rounds`` times.

    Mutates: tree, its colors, best and cost; tabu.
    """
    for _ in range(rounds):
        before = tree.state[COST]
        _improve(tree, k, tabu, steps)
        if tree.state[COST] == before:
            return
