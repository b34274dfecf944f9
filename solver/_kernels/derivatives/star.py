"""
Star coloring: proper, and every path on four vertices has three colors.

So any two classes induce stars, and who is the hub of each edge's star is all that has to be kept: a
bit for each direction of an edge. A vertex may not take the color of the hub of a star that one of its
neighbors is a leaf of; nor, if two of its neighbors have one color, any color around these.

Gebremedhin, Tarafdar, Manne and Pothen (2007), doi:10.1137/050639879, Algorithm 4.1, where stars are
sets with an identity. Time sum of squared degrees.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def color_star(starts, ends, mirror, order, is_hub, hubs, seen, seen_at, treated, forbidden, colors):
    """
    First fit along the order; a graph without loops.

    Mutates: is_hub, uint8[2m], zero on entry, on return whether the tail of an entry is the hub of the
    star; hubs, int32[n], zero on entry, the hubs around each vertex; seen, forbidden, int32[colors + 1],
    and treated, int32[n], -1 on entry; seen_at, int64[colors]; colors, int32[n], -1 on entry.
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
                # Mostly few, and none around the hub of a large star.
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
                _lead(is_hub, hubs, p, v)
                _lead(is_hub, hubs, at(mirror, q), at(ends, q))
            elif at(seen_at, c) != p:
                first = at(seen_at, c)
                _lead(is_hub, hubs, at(mirror, p), w)
                _lead(is_hub, hubs, at(mirror, first), at(ends, first))
        put(colors, v, color)


@kernel
def _lead(is_hub, hubs, p, leaf):
    """Make the tail of entry ``p``, in the row of ``leaf``, the hub. Mutates: is_hub, hubs."""
    if not at(is_hub, p):
        put(is_hub, p, 1)
        put(hubs, leaf, at(hubs, leaf) + 1)


@kernel
def _forbid_around(starts, ends, w, v, forbidden, colors):
    """Forbid ``v`` the colors of the neighbors of ``w``. Mutates: forbidden."""
    for q in range(at(starts, w), at(starts, w + 1)):
        c = at(colors, at(ends, q))
        if c >= 0:
            put(forbidden, c, v)
