"""
Kempe chains: the part of two color classes that hangs together around a vertex.

Exchanging the two colors on a chain keeps a coloring proper, which makes it the natural move between
proper colorings. Kempe (1879), doi:10.2307/2369235.
"""

from __future__ import annotations

from ..._jit import helper, kernel


@kernel
def collect_chain(indptr, indices, colors, v, color, chain, seen, stamp):
    """
    List what is connected to ``v`` through vertices of its own color and of ``color``; returns how many.

    Mutates: chain, int32[n]; seen, int64[n], below ``stamp`` on entry, ``stamp`` where the chain runs.
    """
    own = colors[v]
    chain[0] = v
    seen[v] = stamp
    size = 1
    i = 0
    while i < size:
        u = chain[i]
        i += 1
        other = own + color - colors[u]
        for p in range(indptr[u], indptr[u + 1]):
            w = indices[p]
            if colors[w] == other and seen[w] < stamp:
                seen[w] = stamp
                chain[size] = w
                size += 1
    return size


@helper
def exchange(colors, chain, size, total):
    """
    Give each vertex of a chain the other color; ``total`` is the sum of the two.

    Mutates: colors, int32[n].
    """
    for i in range(size):
        colors[chain[i]] = total - colors[chain[i]]


@kernel
def free_by_chains(indptr, indices, colors, v, k, chain, seen, stamp, ticks, best):
    """
    Find the fewest exchanges that leave a color to the uncolored vertex ``v``.

    For colors a and b: exchange the chains of all neighbors of v that have a; if none of these chains
    meets a neighbor that has b, then a is free. Ends early at a single exchange, or after about
    ``ticks``. Returns the last stamp used, and the work done.

    Mutates: chain, int32[n]; seen, int64[n]; best, int64[3]: vertices to exchange, a, b.
    """
    work = 0
    for a in range(k):
        for b in range(k):
            if a == b:
                continue
            if best[0] == 1 or work >= ticks:
                return stamp, work
            stamp += 1
            size = 0
            possible = True
            for p in range(indptr[v], indptr[v + 1]):
                u = indices[p]
                if colors[u] != a or seen[u] == stamp:
                    continue
                size += collect_chain(indptr, indices, colors, u, b, chain[size:], seen, stamp)
                if size >= best[0]:
                    possible = False
                    break
            work += size + 1
            if possible:
                for p in range(indptr[v], indptr[v + 1]):
                    u = indices[p]
                    if colors[u] == b and seen[u] == stamp:
                        possible = False
                        break
            if possible and size < best[0]:
                best[0], best[1], best[2] = size, a, b
    return stamp, work


@kernel
def exchange_around(indptr, indices, colors, v, a, b, chain, seen, stamp):
    """
    Exchange the (a, b) chains of all neighbors of ``v`` that have ``a``, and give ``v`` that color.

    Mutates: colors, int32[n]; chain, int32[n]; seen, int64[n].
    """
    size = 0
    for p in range(indptr[v], indptr[v + 1]):
        u = indices[p]
        if colors[u] == a and seen[u] < stamp:
            size += collect_chain(indptr, indices, colors, u, b, chain[size:], seen, stamp)
    exchange(colors, chain, size, a + b)
    colors[v] = a
