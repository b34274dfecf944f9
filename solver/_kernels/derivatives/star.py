"""
Star coloring: proper, and every path on four vertices has three colors.

So any two classes induce stars, and only the hub of the star of each edge must be stored: a bit for each
direction of an edge. A vertex may not take the color of the hub of a star in which one of its neighbors
is a leaf; nor, if two of its neighbors share a color, any color around these.

Gebremedhin, Tarafdar, Manne and Pothen (2007), doi:10.1137/050639879, Algorithm 4.1, where stars are
sets with an identity. Takes time proportional to the sum of the squared degrees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, put
from .palette import Palette, lowest_allowed


class StarState(NamedTuple):
    """Stars so far, and scratch."""

    is_hub: np.ndarray  # uint8[2m], zero on entry: whether the tail of an entry is the hub of its star
    hubs: np.ndarray  # int32[n], zero on entry: number of hubs around each vertex
    treated: np.ndarray  # int32[n], -1 on entry
    seen_at: np.ndarray  # int64[colors], entry at which a color was seen
    palette: Palette


@kernel
def color_star(starts, ends, mirror, order, state, colors):
    """
    Color a graph without loops by first fit along the order.

    Mutates: state; colors, int32[n], -1 on entry.
    """
    is_hub, hubs, treated, seen_at, palette = state
    seen, forbidden = palette
    for i in range(len(order)):
        v = at(order, i)
        begin = at(starts, v)
        end = at(starts, v + 1)
        for p in range(begin, end):
            w = at(ends, p)
            c = at(colors, w)
            if c < 0:
                continue
            put(forbidden, c, v)
            if at(seen, c) != v:
                put(seen, c, v)
                put(seen_at, c, p)
                # There are few in most cases, and none around the hub of a large star.
                left = at(hubs, w)
                q = at(starts, w)
                while left > 0:
                    if at(is_hub, q):
                        put(forbidden, at(colors, at(ends, q)), v)
                        left -= 1
                    q += 1
            else:
                first = at(ends, at(seen_at, c))
                if at(treated, first) != v:
                    put(treated, first, v)
                    _forbid_around(starts, ends, first, v, forbidden, colors)
                _forbid_around(starts, ends, w, v, forbidden, colors)
        color = lowest_allowed(forbidden, v)
        for p in range(begin, end):
            w = at(ends, p)
            c = at(colors, w)
            if c < 0:
                continue
            q = at(starts, w)
            last = at(starts, w + 1)
            while q < last and at(colors, at(ends, q)) != color:
                q += 1
            if q < last:
                _lead(is_hub, hubs, p, v)
                _lead(is_hub, hubs, at(mirror, q), at(ends, q))
            elif at(seen_at, c) != p:
                first = at(seen_at, c)
                _lead(is_hub, hubs, at(mirror, p), w)
                _lead(is_hub, hubs, at(mirror, first), at(ends, first))
        put(colors, v, color)


@helper
def _lead(is_hub, hubs, p, leaf):
    """Make the tail of entry ``p``, in the row of ``leaf``, the hub. Mutates: is_hub, hubs."""
    if not at(is_hub, p):
        put(is_hub, p, 1)
        put(hubs, leaf, at(hubs, leaf) + 1)


@helper
def _forbid_around(starts, ends, w, v, forbidden, colors):
    """Forbid ``v`` the colors of the neighbors of ``w``. Mutates: forbidden."""
    for q in range(at(starts, w), at(starts, w + 1)):
        c = at(colors, at(ends, q))
        if c >= 0:
            put(forbidden, c, v)
