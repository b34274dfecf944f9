"""
Many colorings as blocks for vector instructions: transposed, narrowed, and checked on the way.

A block is node-major: one vector holds the colors of one node in as many colorings as the vector has
lanes. Uncolored is the greatest value of the lane type, all ones.

The transposition works on square tiles of lanes x lanes, in log2(lanes) rounds of the perfect shuffle:
interleaving row ``i`` with row ``i + lanes / 2`` into rows ``2 i`` and ``2 i + 1`` moves the bits of the
lane number, one a round, from the row number into the column number. Copying element by element, tile by
tile, took 2.5 to 5 times as long.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper
from ..vectors.simd import (
    at,
    interleave_high,
    interleave_low,
    lane_max,
    lane_min,
    lanes,
    load,
    maximum,
    minimum,
    put,
    splat,
    store,
    store_narrow,
)

#: Tiles in a strip, the nodes that are transposed together: long enough for the hardware to prefetch.
STRIP = 8


class Packing(NamedTuple):
    """Workspace of :func:`pack_block`."""

    block: np.ndarray  # one vector for each node, at least a tile
    rows: np.ndarray  # [STRIP lanes^2], scratch
    tile: np.ndarray  # [2 lanes^2], scratch


@helper
def pack_block(flat, n, first, count, packing):
    """
    Transpose ``count`` colorings, from number ``first`` on, into a block.

    ``flat`` has n colors for each coloring, of any signed type. Lanes past ``count`` are undefined.
    Returns the least and the greatest color; colors that do not fit the lane type are truncated.

    Mutates: packing.
    """
    width = lanes(packing.block)
    low = np.int64(0)
    high = np.int64(-1)
    strip = min(n, STRIP * width)
    v = 0
    while v < n:
        # The last strip may overlap the one before, so that none is cut short.
        v = min(v, n - strip)
        least, greatest = pack_strip(flat, n, first, count, v, strip, packing, v * width)
        low = min(low, least)
        high = max(high, greatest)
        v += strip
    return low, high


@helper
def pack_strip(flat, n, first, count, v, strip, packing, to):
    """
    Transpose the nodes ``[v, v + strip)`` to ``packing.block[to:]``, otherwise as :func:`pack_block`.

    A strip has at least a tile, or all nodes.

    Mutates: packing.
    """
    block, rows, tile = packing.block, packing.rows, packing.tile
    width = lanes(block)
    if n < width:
        low, high = narrow(flat, first * n, count * n, rows, 0)
        shuffle_tile(rows, 0, n, tile, block, to)
        return low, high
    low = np.int64(0)
    high = np.int64(-1)
    for lane in range(count):
        least, greatest = narrow(flat, (first + lane) * n + v, strip, rows, lane * strip)
        low = min(low, least)
        high = max(high, greatest)
    t = 0
    while t < strip:
        t = min(t, strip - width)
        shuffle_tile(rows, t, strip, tile, block, to + t * width)
        t += width
    return low, high


@helper
def narrow(source, start, count, target, to):
    """
    Copy ``count`` elements, truncated to the target's type; returns the least and the greatest.

    Mutates: target.
    """
    step = lanes(source)
    low = splat(source, 0)
    high = splat(source, -1)
    i = 0
    while i + step <= count:
        x = load(source, start + i)
        low = minimum(low, x)
        high = maximum(high, x)
        store_narrow(target, to + i, x)
        i += step
    least = lane_min(low)
    greatest = lane_max(high)
    while i < count:
        color = at(source, start + i)
        least = min(least, color)
        greatest = max(greatest, color)
        put(target, to + i, color)
        i += 1
    return least, greatest


@helper
def shuffle_tile(rows, start, stride, tile, block, to):
    """
    Transpose lanes x lanes elements, of which row ``i`` starts at ``rows[start + i * stride]``.

    Mutates: tile, scratch; block, lanes^2 elements from ``to`` on.
    """
    width = lanes(block)
    shuffle(rows, start, stride, tile, 0)
    here = 0
    there = width * width
    rounds = width >> 2
    while rounds > 1:
        shuffle(tile, here, width, tile, there)
        here, there = there, here
        rounds >>= 1
    shuffle(tile, here, width, block, to)


@helper
def shuffle(source, start, stride, target, to):
    """
    One round: interleave the rows of the upper half with those of the lower.

    Mutates: target.
    """
    width = lanes(target)
    half = width >> 1
    for i in range(half):
        x = load(source, start + i * stride)
        y = load(source, start + (i + half) * stride)
        store(target, to + 2 * i * width, interleave_low(x, y))
        store(target, to + (2 * i + 1) * width, interleave_high(x, y))
