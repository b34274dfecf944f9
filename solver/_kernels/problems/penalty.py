"""
Penalties of many colorings at once: one vector instruction compares both ends of an edge in a block.

A block (:mod:`solver._kernels.problems.blocks`) has the colors of one node in 64 colorings in one
vector. An edge costs the load of its tail, a comparison, and an addition to lane counters of the same
width, which are flushed before they can overflow. Uncolored is the greatest value of the lane type at
the tail of an edge and the value below it at the head, so that it equals nothing.

Edges come in the order of :mod:`solver.problems.terms`: grouped by weight, so that a weight is used once
for each group, and in each group first octets, eight edges that share a head, then the others.
Totals are int64 or float64, as the weights are.

A plain list of edges in lexicographic order, counted in one vector, reached two thirds of the speed, on
1000 nodes and 250,000 edges as on 100,000 nodes and a million.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import add, at, count_equal, lanes, load, minimum, splat, store
from .blocks import pack_block


class Terms(NamedTuple):
    """Terms of a penalty; see :mod:`solver.problems.terms` for their order."""

    octet_heads: np.ndarray  # int32[o]
    octet_tails: np.ndarray  # int32[8 o]
    octet_starts: np.ndarray  # int64[groups + 1], the octets of each group
    heads: np.ndarray  # int32[l], edges in no octet
    tails: np.ndarray  # int32[l]
    starts: np.ndarray  # int64[groups + 1], the edges of each group
    weights: np.ndarray  # int64 or float64 [groups]; there is at least one
    choosers: np.ndarray  # int32[c], nodes with preferences, increasing
    preferences: np.ndarray  # [c, k], of the same type as the weights

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.octet_tails) + len(self.tails)


class LaneSums(NamedTuple):
    """Scratch for the sums of one block."""

    counters: np.ndarray  # one vector of the lane type
    totals: np.ndarray  # one total for each lane


@kernel
def evaluate(colors, terms):
    """Return the penalty of one coloring, int32[n], in the unit of the weights; -1 is uncolored."""
    octet_heads, octet_tails = terms.octet_heads, terms.octet_tails
    heads, tails = terms.heads, terms.tails
    octet_starts, starts, weights = terms.octet_starts, terms.starts, terms.weights
    choosers, preferences = terms.choosers, terms.preferences
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
            total -= preferences[i, color]
    return total


@kernel
def evaluate_blocks(flat, n, terms, packing, sums, totals):
    """
    Compute the penalties of colorings that lie one after another in ``flat``, of any signed type.

    Returns the least and the greatest color; the totals are void if one does not fit the lanes.

    Mutates: totals, one for each coloring; packing; sums.
    """
    width = lanes(packing.block)
    lowest = np.int64(0)
    highest = np.int64(-1)
    choosers, preferences = terms.choosers, terms.preferences
    for first in range(0, len(totals), width):
        count = min(width, len(totals) - first)
        low, high = pack_block(flat, n, first, count, packing)
        lowest = min(lowest, low)
        highest = max(highest, high)
        sums.totals[:] = 0
        for g in range(len(terms.weights)):
            add_octets(packing.block, terms, g, sums)
            add_edges(packing.block, terms, g, sums)
        for i in range(len(choosers)):
            subtract_preference(packing.block, choosers[i], preferences[i], sums.totals)
        for lane in range(count):
            totals[first + lane] = sums.totals[lane]
    return lowest, highest


@helper
def add_octets(block, terms, g, sums):
    """
    Add to each lane the weight of its conflicts among the octets of group ``g``.

    Mutates: sums.
    """
    heads, tails = terms.octet_heads, terms.octet_tails
    start, end, weight = terms.octet_starts[g], terms.octet_starts[g + 1], terms.weights[g]
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
        flush(a, weight, sums)
        flush(b, weight, sums)
        flush(c, weight, sums)
        flush(d, weight, sums)


@helper
def add_edges(block, terms, g, sums):
    """
    Add to each lane the weight of its conflicts among the single edges of group ``g``.

    Mutates: sums.
    """
    heads, tails = terms.heads, terms.tails
    start, end, weight = terms.starts[g], terms.starts[g + 1], terms.weights[g]
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
        flush(add(a, b), weight, sums)


@helper
def flush(count, weight, sums):
    """
    Add the weight times the count to each lane.

    Mutates: sums.
    """
    counters, totals = sums.counters, sums.totals
    store(counters, 0, count)
    for lane in range(len(counters)):
        totals[lane] += np.int64(counters[lane]) * weight


@helper
def subtract_preference(block, i, preferences, totals):
    """
    Subtract from each lane the preference of the node in row ``i`` of a block for its color.

    Mutates: totals, one for each lane.
    """
    for lane in range(len(totals)):
        color = np.int64(block[i * len(totals) + lane])
        if color < len(preferences):
            totals[lane] -= preferences[color]


@kernel
def fill_gamma(colors, ends, weights, table):
    """
    Add the weight of each edge to the cost of either end in the color of the other.

    Mutates: table, int64 or float64 [n, k].
    """
    for e in range(len(ends)):
        u = ends[e, 0]
        v = ends[e, 1]
        if colors[v] >= 0:
            table[u, colors[v]] += weights[e]
        if colors[u] >= 0:
            table[v, colors[u]] += weights[e]
