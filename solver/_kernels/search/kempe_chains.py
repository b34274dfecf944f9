"""
Kempe chains: connected components of the subgraph induced by two color classes.

Exchanging the two colors on a chain keeps a coloring proper, which makes it the natural move between
proper colorings. Kempe (1879), doi:10.2307/2369235.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper, kernel


class Chains(NamedTuple):
    """A colored graph, and work space for chains."""

    indptr: Any  #: int64[n + 1]
    indices: Any  #: int32[2m]
    colors: Any  #: int32[n]
    chain: Any  #: int32[n], the vertices of a chain
    seen: Any  #: int64[n], stamp of the last chain that contains a vertex; stamps increase


@kernel
def collect_chain(s, v, color, stamp, first):
    """
    List the vertices connected to ``v`` through vertices of its color and of ``color``.

    The list starts at ``s.chain[first]``. Return its end.

    Mutates: s.chain; s.seen, ``stamp`` at the vertices of the chain.
    """
    indptr, indices, colors, chain, seen = s
    own = colors[v]
    chain[first] = v
    seen[v] = stamp
    size = first + 1
    i = first
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
    Exchange the two colors on a chain; ``total`` is the sum of the two colors.

    Mutates: colors, int32[n].
    """
    for i in range(size):
        colors[chain[i]] = total - colors[chain[i]]


@kernel
def free_by_chains(s, v, k, stamp, ticks, best):
    """
    Find the fewest exchanges that free a color for the uncolored vertex ``v``.

    For colors a and b: exchange the chains of all neighbors of v that have a; if none of these chains
    contains a neighbor that has b, then a is free. The search ends early when a single exchange
    suffices, or after about ``ticks``; another call goes on with the next pair. Return the last stamp
    used and the work done.

    Mutates: s.chain, s.seen; best, int64[4]: vertices to exchange, a, b, and the next pair, ``a k + b``,
    which is ``k k`` at the end.
    """
    indptr, indices, colors, _, seen = s
    work = 0
    for pair in range(best[3], k * k):
        a, b = pair // k, pair % k
        if a == b:
            continue
        if best[0] == 1:
            break
        if work >= ticks:
            best[3] = pair
            return stamp, work
        stamp += 1
        size = 0
        possible = True
        for p in range(indptr[v], indptr[v + 1]):
            u = indices[p]
            if colors[u] != a or seen[u] == stamp:
                continue
            size = collect_chain(s, u, b, stamp, size)
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
    best[3] = k * k
    return stamp, work


@kernel
def exchange_around(s, v, a, b, stamp):
    """
    Exchange the (a, b) chains of all neighbors of ``v`` that have ``a``, and give ``v`` that color.

    Mutates: s.colors, s.chain, s.seen.
    """
    indptr, indices, colors, chain, seen = s
    size = 0
    for p in range(indptr[v], indptr[v + 1]):
        u = indices[p]
        if colors[u] == a and seen[u] < stamp:
            size = collect_chain(s, u, b, stamp, size)
    exchange(colors, chain, size, a + b)
    colors[v] = a
