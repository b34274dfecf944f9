"""
A walk of uncolored vertices: a free color, a Kempe exchange that makes one free, or the next vertex.

After Morgenstern and Shapiro (1991), doi:10.1007/BF01759077: what blocks a vertex wanders, by giving it
the color of a neighbor that loses it, until exchanges dissolve it. Exchanges beside it that free nothing
are made at random all the same: they change what the next attempt meets.
"""

from __future__ import annotations

from typing import NamedTuple

from ..._jit import inlined, kernel
from ..vectors.rng import random_below
from ..vectors.simd import at, put

UNCOLORED, TICKS, ITERATIONS, STAMP, SCALARS = range(5)  # fields of `scalars`, and how many

#: A chance of so much is certain.
CERTAIN = 1 << 30
#: Conflicts that outweigh any number of neighbors.
BANNED = 1 << 40
#: One chance in so many that chains may be twice as long, and again.
LONGER = 4


class State(NamedTuple):
    """Arrays of one walk."""

    indptr: object  # int64[n + 1]
    indices: object  # int32[2m]
    rng: object  # uint64[4]
    scalars: object  # int64[SCALARS]
    colors: object  # int32[n], -1 = uncolored
    uncolored: object  # int32[n], the first so many
    counts: object  # int32[k]
    chain: object  # int32[n]
    seen: object  # int64[n], stamps
    lost: object  # int32[n], the color that a vertex lost last
    until: object  # int64[n], iteration before which it does not take it from another


@kernel
def walk(state, k, length, attempts, exchange, worsen, tenure, ticks):
    """
    Take steps until every vertex has a color or about ``ticks`` more are used.

    ``length`` is that of a chain at least, ``attempts`` of exchanges at a vertex; ``exchange`` is the
    chance of a random one, and ``worsen`` that a step leaves one more vertex uncolored, both out of
    ``CERTAIN``.

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
    Count the colors around ``v``; return the rarest, ties at random, and how often it is there.

    Mutates: state.counts; the random state and the work done.
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
    Make a color free at ``v`` by exchanging the chains of all neighbors that have it; -1 if none can be.

    Tried are colors that ``fewest`` neighbors have.

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
    Exchange a chain that begins at a random neighbor of ``v``, if it is not too long.

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
    Follow chains of two colors from the first ``size`` vertices; return how many there are then.

    -1 if there are more than ``longest``, or if a neighbor of ``barrier`` that has ``b`` is among them.

    Mutates: state.chain, state.seen; the work done.
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
    The color that fewest neighbors of ``v`` would lose, ties at random; and how many would.

    Not the one that ``v`` has lost itself of late, unless there is no other.
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
