"""
Walk of uncolored vertices: assign a free color, free one by Kempe exchanges, or uncolor neighbors.

After Morgenstern and Shapiro (1991), doi:10.1007/BF01759077: a vertex that cannot be colored takes the
color of a neighbor, which becomes uncolored, until exchanges free a color. Exchanges next to the vertex
that free no color are also made at random, because they change the outcome of the next attempt.
"""

from __future__ import annotations

from typing import NamedTuple

from ..._jit import inlined, kernel
from ..vectors.rng import random_below
from ..vectors.simd import at, put

UNCOLORED, TICKS, ITERATIONS, STAMP, SCALARS = range(5)  # fields of `scalars`, and their number

#: Denominator of probabilities.
CERTAIN = 1 << 30
#: Penalty that exceeds any number of neighbors.
BANNED = 1 << 40
#: Inverse of the probability that the length limit of chains doubles; applied repeatedly.
LONGER = 4


class State(NamedTuple):
    """Arrays of one walk."""

    indptr: object  # int64[n + 1]
    indices: object  # int32[2m]
    rng: object  # uint64[4]
    scalars: object  # int64[SCALARS]
    colors: object  # int32[n], -1 = uncolored
    uncolored: object  # int32[n], the first scalars[UNCOLORED] entries are valid
    counts: object  # int32[k]
    chain: object  # int32[n]
    seen: object  # int64[n], stamps
    lost: object  # int32[n], the color that each vertex lost last
    until: object  # int64[n], iteration before which the vertex takes it from no neighbor


@kernel
def walk(state, k, length, attempts, exchange, worsen, tenure, ticks):
    """
    Make steps until every vertex is colored or about ``ticks`` more ticks are used.

    ``length`` is the smallest length limit of a chain, ``attempts`` the limit of exchanges tried at a
    vertex; ``exchange`` is the probability of a random exchange and ``worsen`` that of leaving one more
    vertex uncolored, both in units of 1 / ``CERTAIN``.

    Mutates: state.
    """
    indptr, indices, rng, colors = state.indptr, state.indices, state.rng, state.colors
    scalars, uncolored = state.scalars, state.uncolored
    left = scalars[UNCOLORED]
    limit = scalars[TICKS] + ticks
    while left > 0 and scalars[TICKS] < limit:
        scalars[ITERATIONS] += 1
        i = random_below(rng, left)
        v = at(uncolored, i)
        least, fewest = look(state, k, v)
        longest = length
        while longest < len(colors) and random_below(rng, LONGER) == 0:
            longest *= 2
        if fewest > 0:
            least = free_color(state, k, v, fewest, longest, attempts)
        if least >= 0:
            put(colors, v, least)
            left -= 1
            put(uncolored, i, at(uncolored, left))
            continue
        if random_below(rng, CERTAIN) < exchange:
            exchange_beside(state, k, v, longest)
            continue
        c, taken = choose(state, k, v)
        for _ in range(1, taken):
            if random_below(rng, CERTAIN) >= worsen:
                c = -1
                break
        if c < 0:
            continue
        left -= 1
        put(uncolored, i, at(uncolored, left))
        for p in range(at(indptr, v), at(indptr, v + 1)):
            u = at(indices, p)
            if at(colors, u) == c:
                put(colors, u, -1)
                put(state.lost, u, c)
                put(state.until, u, scalars[ITERATIONS] + tenure + (left >> 1))
                put(uncolored, left, u)
                left += 1
        put(colors, v, c)
        scalars[UNCOLORED] = left
    scalars[UNCOLORED] = left


@inlined
def look(state, k, v):
    """
    Count the colors of the neighbors of ``v``; return the rarest, ties at random, and its count.

    Mutates: state.counts; the random state and the tick count.
    """
    indptr, indices, counts = state.indptr, state.indices, state.counts
    for c in range(k):
        put(counts, c, 0)
    begin, end = at(indptr, v), at(indptr, v + 1)
    for p in range(begin, end):
        c = at(state.colors, at(indices, p))
        if c >= 0:
            put(counts, c, at(counts, c) + 1)
    state.scalars[TICKS] += 4 + (k >> 3) + (end - begin)
    fewest = end - begin + 1
    rarest, ties = -1, 0
    for c in range(k):
        count = at(counts, c)
        if count < fewest:
            fewest, rarest, ties = count, c, 1
        elif count == fewest:
            ties += 1
            if random_below(state.rng, ties) == 0:
                rarest = c
    return rarest, fewest


@inlined
def free_color(state, k, v, fewest, longest, attempts):
    """
    Free a color at ``v`` by exchanging the chains of all neighbors that have it; return it, or -1.

    Only colors that ``fewest`` neighbors have are tried.

    Mutates: state.colors, and the workspaces.
    """
    indptr, indices, rng, scalars = state.indptr, state.indices, state.rng, state.scalars
    colors, chain, seen = state.colors, state.chain, state.seen
    left = attempts
    first_a = random_below(rng, k)
    for i in range(k):
        a = first_a + i
        if a >= k:
            a -= k
        if at(state.counts, a) > fewest:
            continue
        first_b = random_below(rng, k)
        for j in range(k):
            b = first_b + j
            if b >= k:
                b -= k
            if b == a:
                continue
            if left == 0:
                return -1
            left -= 1
            scalars[STAMP] += 1
            size = 0
            for p in range(at(indptr, v), at(indptr, v + 1)):
                u = at(indices, p)
                if at(colors, u) == a:
                    put(chain, size, u)
                    put(seen, u, scalars[STAMP])
                    size += 1
            size = grow(state, a, b, v, size, longest)
            if size >= 0:
                for q in range(size):
                    u = at(chain, q)
                    put(colors, u, a + b - at(colors, u))
                return a
    return -1


@inlined
def exchange_beside(state, k, v, longest):
    """
    Exchange a chain that starts at a random neighbor of ``v`` if it has at most ``longest`` vertices.

    Mutates: state.colors, and the workspaces.
    """
    begin = at(state.indptr, v)
    u = at(state.indices, begin + random_below(state.rng, at(state.indptr, v + 1) - begin))
    a, b = at(state.colors, u), random_below(state.rng, k)
    if a < 0 or a == b:
        return
    state.scalars[STAMP] += 1
    put(state.chain, 0, u)
    put(state.seen, u, state.scalars[STAMP])
    size = grow(state, a, b, -1, 1, longest)
    for q in range(size):
        w = at(state.chain, q)
        put(state.colors, w, a + b - at(state.colors, w))


@inlined
def grow(state, a, b, barrier, size, longest):
    """
    Extend chains of two colors from the first ``size`` vertices; return the number of vertices.

    Return -1 if it exceeds ``longest``, or if a chain contains a neighbor of ``barrier`` that has ``b``.

    Mutates: state.chain, state.seen; the tick count.
    """
    indptr, indices, scalars = state.indptr, state.indices, state.scalars
    colors, chain, seen = state.colors, state.chain, state.seen
    stamp = scalars[STAMP]
    i, work = 0, 4
    while 0 <= i < size:
        u = at(chain, i)
        i += 1
        other = a + b - at(colors, u)
        begin, end = at(indptr, u), at(indptr, u + 1)
        work += end - begin
        for p in range(begin, end):
            w = at(indices, p)
            if w == barrier:
                if other == a:
                    i = -1
                    break
            elif at(colors, w) == other and at(seen, w) != stamp:
                if size >= longest:
                    i = -1
                    break
                put(seen, w, stamp)
                put(chain, size, w)
                size += 1
    scalars[TICKS] += work
    return -1 if i < 0 else size


@inlined
def choose(state, k, v):
    """
    Return the color that the fewest neighbors of ``v`` would lose, ties at random, and their number.

    A color that ``v`` itself lost recently is chosen only if there is no other.
    """
    banned = at(state.lost, v) if at(state.until, v) > state.scalars[ITERATIONS] else -1
    fewest, color, ties = BANNED + BANNED, -1, 0
    for c in range(k):
        count = at(state.counts, c) + (BANNED if c == banned else 0)
        if count < fewest:
            fewest, color, ties = count, c, 1
        elif count == fewest:
            ties += 1
            if random_below(state.rng, ties) == 0:
                color = c
    return color, fewest & (BANNED - 1)
