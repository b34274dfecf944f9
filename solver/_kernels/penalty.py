"""
Penalties of many colorings at once: one vector instruction compares both ends of an edge in a block.

A block holds as many colorings as a vector has lanes, node-major: the colors of one node are one vector,
and an edge costs two loads, a comparison and an addition to lane counters of the same width, which are
flushed before they can overflow. Uncolored is the largest value of the lane type at the tail of an edge
and the value below it at the head, so that it equals nothing.

Edges come grouped by weight, so that a weight is met once per group and not once per edge. ``heads`` and
``tails`` are int32[m]; group ``g`` has the edges from ``starts[g]`` on, all of weight ``weights[g]``.
Totals are int64 or float64, as the weights are.
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel
from .simd import at, count_equal, load, minimum, splat, store


@kernel
def evaluate(colors, heads, tails, starts, weights, choosers, wishes):
    """
    Penalty of one coloring, int32[n], in the unit of the weights; -1 is uncolored.

    ``wishes[i, c]`` is the preference of node ``choosers[i]`` for color ``c``.
    """
    total = 0 * weights[0]
    for g in range(len(weights)):
        count = 0
        for e in range(starts[g], starts[g + 1]):
            color = colors[heads[e]]
            count += color == colors[tails[e]] and color >= 0
        total += count * weights[g]
    for i in range(len(choosers)):
        color = colors[choosers[i]]
        if color >= 0:
            total -= wishes[i, color]
    return total


@kernel
def evaluate_blocks(colorings, heads, tails, starts, weights, choosers, wishes, block, totals):
    """
    Penalties of colorings [b, n] of any signed integer type, one per total.

    Returns the least and the greatest color met; the totals are void if one does not fit the lanes.

    Mutates: block, [(n + 1) * lanes] of the lane type, scratch; totals, [b].
    """
    lanes = 64 // block.itemsize
    lowest = np.int64(0)
    highest = np.int64(-1)
    sums = np.zeros(lanes, totals.dtype)
    for first in range(0, len(totals), lanes):
        low, high = pack_block(colorings, first, block)
        lowest = min(lowest, low)
        highest = max(highest, high)
        sums[:] = 0
        add_conflicts(block, heads, tails, starts, weights, sums)
        subtract_wishes(block, choosers, wishes, sums)
        last = min(lanes, len(totals) - first)
        totals[first : first + last] = sums[:last]
    return lowest, highest


@kernel
def uncolored_lane(block):
    """The largest value of the lane type, which stands for uncolored."""
    return (1 << 8 * block.itemsize) - 1 if block.itemsize < 4 else (1 << 31) - 1


@kernel
def pack_block(colorings, first, block):
    """
    Transpose the colorings from ``first`` on into one node-major block; see :func:`evaluate_blocks`.

    Lanes past the last coloring repeat it.

    Mutates: block.
    """
    total, n = colorings.shape
    lanes = 64 // block.itemsize
    uncolored = uncolored_lane(block)
    low = np.int64(0)
    high = np.int64(-1)
    for tile in range(0, n, 64):
        for lane in range(lanes):
            row = min(first + lane, total - 1)
            for v in range(tile, min(n, tile + 64)):
                color = np.int64(colorings[row, v])
                low = min(low, color)
                high = max(high, color)
                block[v * lanes + lane] = color if color >= 0 else uncolored
    return low, high


@kernel
def add_conflicts(block, heads, tails, starts, weights, sums):
    """
    Add to each lane the weight of its edges with equal ends, group after group.

    Mutates: block, its last vector; sums, [lanes].
    """
    lanes = len(sums)
    scratch = len(block) - lanes
    uncolored = uncolored_lane(block)
    last_color = splat(block, uncolored - 1)
    zero = splat(block, 0)
    for g in range(len(weights)):
        e = at(starts, g)
        end = at(starts, g + 1)
        while e < end:
            stop = min(end, e + uncolored)
            count = zero
            while e < stop:
                x = minimum(load(block, at(heads, e) * lanes), last_color)
                count = count_equal(count, x, load(block, at(tails, e) * lanes))
                e += 1
            store(block, scratch, count)
            for lane in range(lanes):
                sums[lane] += block[scratch + lane] * weights[g]


@kernel
def subtract_wishes(block, choosers, wishes, sums):
    """
    Subtract from each lane the preference for the color it has, node after node.

    Mutates: sums, [lanes].
    """
    lanes = len(sums)
    k = wishes.shape[1]
    for i in range(len(choosers)):
        row = choosers[i] * lanes
        for lane in range(lanes):
            color = np.int64(block[row + lane])
            if color < k:
                sums[lane] -= wishes[i, color]


@kernel
def fill_gamma(colors, ends, weights, table):
    """
    Add each edge's weight to what either end would pay for the color of the other.

    Mutates: table, int64 or float64 [n, k].
    """
    for e in range(len(ends)):
        u = ends[e, 0]
        v = ends[e, 1]
        if colors[v] >= 0:
            table[u, colors[v]] += weights[e]
        if colors[u] >= 0:
            table[v, colors[u]] += weights[e]
