"""
Classes of more equal size, by moves that each make two classes more equal.

A move takes vertices from a class to one that stays smaller. So the sum of the squared sizes falls with
every move, the largest class never grows and the smallest never shrinks: the moves end, and no state
occurs twice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper, kernel
from ..vectors.simd import at, put

#: Largest Kempe chain that is exchanged; larger ones rarely differ in their two colors.
LONGEST = 64
#: Indices into ``progress``.
STAMP, TICKS, MOVES, MOST, LEAST = range(5)


class Sizes(NamedTuple):
    """The graph, sizes of the classes, and work space."""

    indptr: Any  #: int64[n + 1]
    indices: Any  #: int32[2m]

    sizes: Any  #: int64[k]
    seen: Any  #: int64[k], stamp of the last vertex with a neighbor in the class
    stamps: Any  #: int64[n], stamp of the last chain with the vertex
    chain: Any  #: int32[LONGEST]


@helper
def _extent(sizes, progress):
    """
    Find the sizes of the largest and the smallest class.

    Mutates: progress.
    """
    most = at(sizes, 0)
    least = most
    for c in range(len(sizes)):
        most = max(most, at(sizes, c))
        least = min(least, at(sizes, c))
    progress[MOST] = most
    progress[LEAST] = least


@helper
def _is_even(progress, ratio):
    """Return whether the classes are as equal as wanted, or as possible."""
    most = progress[MOST]
    least = progress[LEAST]
    return most - least <= 1 or most <= ratio * least


@helper
def _collect(state, colors, v, b, progress):
    """
    Collect the chain of ``v`` and color ``b``; return its length and surplus, or 0, 0 if it is too long.

    Mutates: state.stamps, state.chain, progress.
    """
    indptr, indices, stamps, chain = state.indptr, state.indices, state.stamps, state.chain
    progress[STAMP] += 1
    stamp = progress[STAMP]
    a = at(colors, v)
    chain[0] = v
    put(stamps, v, stamp)
    size = 1
    surplus = 1
    i = 0
    while i < size:
        u = at(chain, i)
        i += 1
        other = a + b - at(colors, u)
        progress[TICKS] += at(indptr, u + 1) - at(indptr, u)
        for p in range(at(indptr, u), at(indptr, u + 1)):
            w = at(indices, p)
            if at(colors, w) == other and at(stamps, w) != stamp:
                if size == len(chain):
                    return 0, 0
                put(stamps, w, stamp)
                put(chain, size, w)
                size += 1
                surplus += 1 if other == a else -1
    return size, surplus


@kernel
def move_vertices(state, colors, order, ratio, progress):
    """
    Move each vertex, in an order, to the smallest class that it fits, if that stays smaller.

    Mutates: colors, int32[n], proper; state.sizes, state.seen; progress, int64[5].
    """
    indptr, indices, sizes, seen = state.indptr, state.indices, state.sizes, state.seen
    k = len(sizes)
    _extent(sizes, progress)
    until_check = k
    for i in range(len(order)):
        v = at(order, i)
        a = at(colors, v)
        if at(sizes, a) < progress[LEAST] + 2:
            continue
        progress[STAMP] += 1
        stamp = progress[STAMP]
        for p in range(at(indptr, v), at(indptr, v + 1)):
            put(seen, at(colors, at(indices, p)), stamp)
        progress[TICKS] += at(indptr, v + 1) - at(indptr, v) + (k >> 3) + 1
        best = a
        for c in range(k):
            if at(seen, c) != stamp and at(sizes, c) < at(sizes, best):
                best = c
        if at(sizes, best) + 1 < at(sizes, a):
            put(colors, v, best)
            put(sizes, a, at(sizes, a) - 1)
            put(sizes, best, at(sizes, best) + 1)
            progress[MOVES] += 1
            until_check -= 1
            if until_check <= 0:
                until_check = k
                _extent(sizes, progress)
                if _is_even(progress, ratio):
                    return
    _extent(sizes, progress)


@kernel
def exchange_chains(state, colors, order, ratio, progress):
    """
    Exchange short Kempe chains between each vertex, in an order, and the smallest class.

    Mutates: colors, int32[n], proper; state.sizes, state.stamps, state.chain; progress, int64[5].
    """
    sizes = state.sizes
    k = len(sizes)
    for i in range(len(order)):
        v = at(order, i)
        a = at(colors, v)
        if at(sizes, a) < progress[LEAST] + 2:
            continue
        b = 0
        for c in range(k):
            if at(sizes, c) < at(sizes, b):
                b = c
        progress[TICKS] += (k >> 3) + 1
        size, surplus = _collect(state, colors, v, b, progress)
        if 0 < surplus < at(sizes, a) - at(sizes, b):
            for j in range(size):
                u = at(state.chain, j)
                put(colors, u, a + b - at(colors, u))
            put(sizes, a, at(sizes, a) - surplus)
            put(sizes, b, at(sizes, b) + surplus)
            progress[MOVES] += 1
            _extent(sizes, progress)
            if _is_even(progress, ratio):
                return
