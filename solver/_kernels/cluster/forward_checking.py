"""
Depth-first search of a small dense problem: no bound but what each node would pay at once.

Where most nodes are adjacent, shifting costs along edges finds little, and it is the number of nodes of
the tree visited in a second that counts. So each level is one row, the costs of all nodes in all colors
given those already colored, and a color's effect on all others is another row to add. The next node is
the one whose second-best color costs most, plus what its edges weigh: without the latter, two to four
times as many nodes of the tree with 24 nodes, half of them adjacent, and 4 colors. (Forward checking,
with costs: Freuder and Wallace 1992, doi:10.1016/0004-3702(92)90004-H.)

Twelve nodes, all adjacent, and 4 colors: 0.1 of the time that sweeps at every level take.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, inlined, kernel
from ..vectors.simd import add, at, lanes, load, put, store

#: Nodes times colors, at most.
WIDTH = 128

# Places in `state`.
DEPTH, SIZE, VISITED = 0, 1, 2

# How a call ended.
DONE, PAUSED, FOUND = 0, 1, 2


class Dense(NamedTuple):
    """A search between two calls; place ``i k + c`` of a row is color ``c`` of node ``i``."""

    nodes: np.ndarray  # int32[WIDTH], what the caller calls node i
    pairs: np.ndarray  # int64[WIDTH^2]: row p is what all places pay when place p is taken
    rows: np.ndarray  # int64[WIDTH^2], a row for each depth
    pulls: np.ndarray  # int64[WIDTH], how much a node is to be preferred for branching
    bases: np.ndarray  # int64[WIDTH + 1], cost of the nodes colored
    rests: np.ndarray  # int64[WIDTH + 1], least cost of the others but the branching node
    branches: np.ndarray  # int64[WIDTH + 1]
    orders: np.ndarray  # int64[2 WIDTH], colors of the branching nodes, cheapest first; k for each depth
    positions: np.ndarray  # int64[WIDTH + 1], how many of them were tried
    is_colored: np.ndarray  # int8[WIDTH]
    state: np.ndarray  # int64[3]: depth, nodes, nodes of the tree visited in the last call


@inlined
def _choose(dense, depth, k, upper):
    """Bound the state at a depth and choose where to branch; returns whether it may beat ``upper``."""
    first_place = depth * WIDTH
    total = at(dense.bases, depth)
    chosen, saved, widest = 0, np.int64(0), np.int64(-1)
    for i in range(at(dense.state, SIZE)):
        if at(dense.is_colored, i) == 0:
            x = at(dense.rows, first_place + i * k)
            y = at(dense.rows, first_place + i * k + 1)
            first, second = min(x, y), max(x, y)
            for c in range(2, k):
                x = at(dense.rows, first_place + i * k + c)
                second = min(second, max(first, x))
                first = min(first, x)
            total += first
            if second - first + at(dense.pulls, i) > widest:
                widest = second - first + at(dense.pulls, i)
                chosen = i
                saved = first
    if total >= upper:
        return False
    put(dense.branches, depth, chosen)
    put(dense.rests, depth, total - saved)
    put(dense.positions, depth, 0)
    for c in range(k):
        cost = at(dense.rows, first_place + chosen * k + c)
        p = depth * k + c
        while (
            p > depth * k and at(dense.rows, first_place + chosen * k + at(dense.orders, p - 1)) > cost
        ):
            put(dense.orders, p, at(dense.orders, p - 1))
            p -= 1
        put(dense.orders, p, c)
    return True


@helper
def begin(dense, k, upper):
    """Start a search of the problem in the first row and the pairs; there is a node, and ``k > 1``."""
    for i in range(dense.state[SIZE]):
        dense.is_colored[i] = 0
    dense.state[DEPTH] = 0 if _choose(dense, 0, k, upper) else -1


@kernel
def search(dense, k, upper, budget, colors):
    """
    Visit up to ``budget`` more nodes of the tree.

    Mutates: dense; colors, at ``dense.nodes``, if an assignment that costs less than ``upper`` is FOUND.
    The next call, with a lower ``upper``, goes on from there.
    """
    size = dense.state[SIZE]
    depth = dense.state[DEPTH]
    visited = 0
    status = DONE
    while depth >= 0:
        if visited >= budget:
            status = PAUSED
            break
        i = at(dense.branches, depth)
        position = at(dense.positions, depth)
        color = at(dense.orders, depth * k + min(position, k - 1))
        cost = at(dense.rows, depth * WIDTH + i * k + color)
        if position == k or at(dense.rests, depth) + cost >= upper:
            put(dense.is_colored, i, 0)
            depth -= 1
            continue
        put(dense.positions, depth, position + 1)
        put(dense.is_colored, i, 1)
        visited += 1
        if depth == size - 1:
            for d in range(size):
                color = at(dense.orders, d * k + at(dense.positions, d) - 1)
                put(colors, at(dense.nodes, at(dense.branches, d)), color)
            status = FOUND
            break
        row, pair = depth * WIDTH, (i * k + color) * WIDTH
        for p in range(0, size * k, lanes(dense.rows)):
            store(
                dense.rows, row + WIDTH + p, add(load(dense.rows, row + p), load(dense.pairs, pair + p))
            )
        put(dense.bases, depth + 1, at(dense.bases, depth) + cost)
        if _choose(dense, depth + 1, k, upper):
            depth += 1
    dense.state[DEPTH] = depth
    dense.state[VISITED] = visited
    return status
