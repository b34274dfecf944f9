"""
Penalties of many colorings at once: one vector instruction compares both ends of an edge in a block.

See :mod:`solver._kernels.problems.blocks` for the blocks: the colors of one node in 64 colorings are
one vector.
An edge costs the load of its tail, a comparison and an addition to lane counters of the same width,
which are flushed before they can overflow. Uncolored is the greatest value of the lane type at the tail
of an edge and the value below it at the head, so that it equals nothing.

Edges come in the order of :mod:`solver.problems.terms`: grouped by weight, so that a weight is met
once per group
and not once per edge, and in each group first octets, eight edges that share a head, then the others.
Totals are int64 or float64, as the weights are.

A plain list of edges in lexicographic order, counted in one vector, reached two thirds of the speed, on
1000 nodes and 250,000 edges as on 100,000 nodes and a million.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ..vectors.simd import add, at, count_equal, lanes, load, minimum, splat, store
from .blocks import pack_block


@kernel
def evaluate(
    colors, octet_heads, octet_tails, octet_starts, heads, tails, starts, weights, choosers, wishes
):
    """
    Penalty of one coloring, int32[n], in the unit of the weights; -1 is uncolored.

    ``wishes[i, c]`` is the preference of node ``choosers[i]`` for color ``c``.
    """
    total = 0 * weights[0]
    for g in range(len(weights)):
        count = 0
        for o in range(octet_starts[g], octet_starts[g + 1]):
            color = colors[octet_heads[o]]
            for e in range(8 * o, 8 * o + 8):
                count += color == colors[octet_tails[e]] and color >= 0
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
def evaluate_blocks(
    flat,
    n,
    octet_heads,
    octet_tails,
    octet_starts,
    heads,
    tails,
    starts,
    weights,
    choosers,
    wishes,
    block,
    rows,
    tile,
    counters,
    sums,
    totals,
):
    """
    Penalties of colorings that lie one after another in ``flat``, of any signed type.

    Returns the least and the greatest color met; the totals are void if one does not fit the lanes.

    Mutates: totals, one a coloring; block, rows and tile as in :func:`pack_block`; counters, scratch of
    one vector; sums, scratch of one total a lane.
    """
    width = lanes(block)
    lowest = np.int64(0)
    highest = np.int64(-1)
    for first in range(0, len(totals), width):
        count = min(width, len(totals) - first)
        low, high = pack_block(flat, n, first, count, block, rows, tile)
        lowest = min(lowest, low)
        highest = max(highest, high)
        sums[:] = 0
        for g in range(len(weights)):
            add_octets(
                block,
                octet_heads,
                octet_tails,
                octet_starts[g],
                octet_starts[g + 1],
                weights[g],
                counters,
                sums,
            )
            add_edges(block, heads, tails, starts[g], starts[g + 1], weights[g], counters, sums)
        for i in range(len(choosers)):
            subtract_wish(block, choosers[i], wishes[i], sums)
        for lane in range(count):
            totals[first + lane] = sums[lane]
    return lowest, highest


@kernel
def add_octets(block, heads, tails, start, end, weight, counters, sums):
    """
    Add to each lane the weight of its conflicts among the octets ``[start, end)``.

    Mutates: counters; sums.
    """
    width = lanes(block)
    uncolored = (1 << 8 * block.itemsize) - 1
    last_color = splat(block, uncolored - 1)
    zero = splat(block, 0)
    o = start
    while o < end:
        stop = min(end, o + (uncolored >> 1))
        a = zero
        b = zero
        c = zero
        d = zero
        while o < stop:
            x = minimum(load(block, at(heads, o) * width), last_color)
            e = 8 * o
            a = count_equal(a, x, load(block, at(tails, e) * width))
            b = count_equal(b, x, load(block, at(tails, e + 1) * width))
            c = count_equal(c, x, load(block, at(tails, e + 2) * width))
            d = count_equal(d, x, load(block, at(tails, e + 3) * width))
            a = count_equal(a, x, load(block, at(tails, e + 4) * width))
            b = count_equal(b, x, load(block, at(tails, e + 5) * width))
            c = count_equal(c, x, load(block, at(tails, e + 6) * width))
            d = count_equal(d, x, load(block, at(tails, e + 7) * width))
            o += 1
        flush(a, weight, counters, sums)
        flush(b, weight, counters, sums)
        flush(c, weight, counters, sums)
        flush(d, weight, counters, sums)


@kernel
def add_edges(block, heads, tails, start, end, weight, counters, sums):
    """
    Add to each lane the weight of its conflicts among the edges ``[start, end)``.

    Mutates: counters; sums.
    """
    width = lanes(block)
    uncolored = (1 << 8 * block.itemsize) - 1
    last_color = splat(block, uncolored - 1)
    zero = splat(block, 0)
    e = start
    while e < end:
        stop = min(end, e + uncolored)
        a = zero
        b = zero
        while e + 2 <= stop:
            x = minimum(load(block, at(heads, e) * width), last_color)
            y = minimum(load(block, at(heads, e + 1) * width), last_color)
            a = count_equal(a, x, load(block, at(tails, e) * width))
            b = count_equal(b, y, load(block, at(tails, e + 1) * width))
            e += 2
        if e < stop:
            x = minimum(load(block, at(heads, e) * width), last_color)
            a = count_equal(a, x, load(block, at(tails, e) * width))
            e += 1
        flush(add(a, b), weight, counters, sums)


@kernel
def flush(count, weight, counters, sums):
    """
    Add the weight times the count to each lane.

    Mutates: counters; sums.
    """
    store(counters, 0, count)
    for lane in range(len(counters)):
        sums[lane] += np.int64(counters[lane]) * weight


@kernel
def subtract_wish(block, i, wishes, sums):
    """
    Subtract from each lane the wish of the node in row ``i`` of a block for the color it has.

    Mutates: sums.
    """
    for lane in range(len(sums)):
        color = np.int64(block[i * len(sums) + lane])
        if color < len(wishes):
            sums[lane] -= wishes[color]


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
