"""
Star coloring: proper, and every path on four vertices has three colors.

So any two classes induce stars, and who is the hub of each edge's star is all that has to be kept: a
bit for each direction of an edge. A vertex may not take the color of the hub of a star that one of its
neighbors is a leaf of; nor, if two of its neighbors have one color, any color around these.

Gebremedhin, Tarafdar, Manne and Pothen (2007), doi:10.1137/050639879, Algorithm 4.1, where stars are
sets with an identity. Time sum of squared degrees.
"""

from __future__ import annotations

from .._jit import kernel
from .simd import at, put


@kernel
def color_star(starts, ends, mirror, order, is_hub, seen, seen_at, treated, forbidden, colors):
    """
    First fit along the order; a graph without loops.

    Mutates: is_hub, uint8[2m], zero on entry, on return whether the tail of an entry is the hub of the
    star; seen, forbidden, int32[colors + 1], and treated, int32[n], -1 on entry; seen_at, int64[colors];
    colors, int32[n], -1 on entry.
    """
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
                for q in range(at(starts, w), at(starts, w + 1)):
                    if at(is_hub, q):
                        put(forbidden, at(colors, at(ends, q)), v)
            else:
                first = at(ends, at(seen_at, c))
                if at(treated, first) != v:
                    put(treated, first, v)
                    _forbid_around(starts, ends, first, v, forbidden, colors)
                _forbid_around(starts, ends, w, v, forbidden, colors)
        color = 0
        while at(forbidden, color) == v:
            color += 1
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
                put(is_hub, p, 1)
                put(is_hub, at(mirror, q), 1)
            elif at(seen_at, c) != p:
                put(is_hub, at(mirror, p), 1)
                put(is_hub, at(mirror, at(seen_at, c)), 1)
        put(colors, v, color)


@kernel
def _forbid_around(starts, ends, w, v, forbidden, colors):
    """Forbid ``v`` the colors of the neighbors of ``w``. Mutates: forbidden."""
    for q in range(at(starts, w), at(starts, w + 1)):
        c = at(colors, at(ends, q))
        if c >= 0:
            put(forbidden, c, v)
