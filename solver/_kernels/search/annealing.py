"""
Simulated annealing over all assignments of k colors, 64 trials at a time.

A trial asks whether vertex v may take color c: the number of conflicts would change by d =
``gamma[c, v] - own[v]``, and the answer is yes with probability q^d, or 1 where d is not positive
(Metropolis). As ``gamma`` lies color by color, the trials of one color for a block of vertices are one
vector comparison: d against a threshold t that is at least d with probability q^d. Thresholds cost a
random number each, so they are drawn ahead into a pool and read from a random place in it.

The trials of a block count one after another, as if made singly: once a vertex has moved, the lanes
above it are compared anew. A move is one pass over n / 64 vectors, as in the dense tabu search, but
half as long, since nothing is kept about minima.

A block of trials takes some 6 ns; one trial at a time, with the counts vertex by vertex, takes as long
for a single one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ..vectors.rng import random_bits
from ..vectors.simd import (
    BYTES,
    add,
    add_saturating,
    at,
    bit,
    eq,
    lanes,
    le,
    load,
    lowest_bit,
    ne,
    pick,
    put,
    shift_right,
    splat,
    store,
    sub,
)

#: Thresholds in the pool, a power of two; some vectors more follow, so that a load may start anywhere.
POOL = 1 << 14

#: Of a block of trials, and of a move per block of vertices. A tick takes as long as in a tabu search.
TRIAL_TICKS = 3
MOVE_TICKS = 3

#: Why a run ended: no conflict, no ticks or no trials left; or a count about to overflow its lane.
DONE, TOO_NARROW = range(2)

#: ``FEWEST`` is of this anneal, ``BEST`` of all.
CONFLICTS, FEWEST, BEST, MOVES, TRIALS, TICKS, COUNTERS = range(7)


class Annealing(NamedTuple):
    """State of a search; ``width`` is n rounded up to whole vectors, a block is a vector of vertices."""

    adjacency: Any  #: bit rows [n * blocks], a word per block
    sizes: Any  #: int64[k], vertices of each color
    gamma: Any  #: lanes [k * width], neighbors by color; the largest value where there is no vertex
    color: Any  #: lanes [width]
    best: Any  #: lanes [width], the colors that attained the fewest conflicts
    own: Any  #: lanes [width], conflicts of each vertex
    pool: Any  #: lanes [POOL + a vector], thresholds
    room: int  #: more vertices than a class may have, lest a count overflow


@kernel
def load_colors(s, colors, counters, k):
    """
    Start from a coloring.

    Mutates: all of s but the adjacency and the pool; counters.
    """
    n = len(colors)
    width = len(s.color)
    step = lanes(s.gamma)
    blocks = width // step
    top = (1 << (8 * BYTES // step)) - 1
    s.gamma[:] = 0
    s.sizes[:] = 0
    ones = splat(s.gamma, 1)
    for v in range(n):
        c = at(colors, v)
        put(s.color, v, c)
        s.sizes[c] += 1
        for q in range(blocks):
            x = load(s.gamma, c * width + q * step)
            raised = add_saturating(x, ones)
            store(s.gamma, c * width + q * step, pick(at(s.adjacency, v * blocks + q), raised, x))
    for c in range(k):
        if s.sizes[c] + 1 >= s.room:
            return TOO_NARROW
    conflicts = 0
    for v in range(n):
        own = at(s.gamma, at(s.color, v) * width + v)
        put(s.own, v, own)
        conflicts += own
    for c in range(k):
        for v in range(n, width):
            put(s.gamma, c * width + v, top)
    counters[CONFLICTS] = conflicts // 2
    return DONE


@kernel
def keep_best(s, counters):
    """
    Take the current coloring for the best.

    Mutates: s.best, counters.
    """
    counters[BEST] = counters[CONFLICTS]
    for p in range(0, len(s.color), lanes(s.color)):
        store(s.best, p, load(s.color, p))


@kernel
def fill_pool(s, powers, random):
    """
    Draw thresholds: at least d with probability ``powers[d - 1]`` / 2^32, for d = 1, 2 ...

    ``powers`` falls, and ends with a 0.

    Mutates: s.pool, random.
    """
    for i in range(len(s.pool)):
        x = shift_right(random_bits(random), 32)
        t = 0
        while x < at(powers, t):
            t += 1
        put(s.pool, i, t)


@inlined
def move_vertex(s, v, i, j):
    """
    Recolor ``v`` from i to j.

    Mutates: s.gamma, s.color, s.own, s.sizes.
    """
    step = lanes(s.gamma)
    width = len(s.color)
    blocks = width // step
    ones = splat(s.gamma, 1)
    color_i = splat(s.gamma, i)
    color_j = splat(s.gamma, j)
    put(s.own, v, at(s.gamma, j * width + v))
    put(s.color, v, j)
    s.sizes[i] -= 1
    s.sizes[j] += 1
    for q in range(blocks):
        neighbors = at(s.adjacency, v * blocks + q)
        if neighbors == 0:
            continue
        p = q * step
        less = load(s.gamma, i * width + p)
        store(s.gamma, i * width + p, pick(neighbors, sub(less, ones), less))
        more = load(s.gamma, j * width + p)
        store(s.gamma, j * width + p, pick(neighbors, add(more, ones), more))
        color = load(s.color, p)
        own = load(s.own, p)
        own = pick(eq(color, color_i) & neighbors, sub(own, ones), own)
        own = pick(eq(color, color_j) & neighbors, add(own, ones), own)
        store(s.own, p, own)


@kernel
def run(s, random, counters, k, ticks, trials):
    """
    Make blocks of trials until there is no conflict, or so many ticks or blocks are used.

    Mutates: s, random, counters.
    """
    step = lanes(s.gamma)
    width = len(s.color)
    blocks = width // step
    end = counters[TICKS] + ticks
    last = counters[TRIALS] + trials
    while counters[CONFLICTS] > 0 and counters[TICKS] < end and counters[TRIALS] < last:
        bits = random_bits(random)
        q = (shift_right(bits, 40) * blocks) >> 24
        c = ((shift_right(bits, 16) & 0xFFFFFF) * k) >> 24
        p = q * step
        thresholds = load(s.pool, bits & (POOL - 1))
        wanted = splat(s.gamma, c)
        movable = le(load(s.gamma, c * width + p), add_saturating(load(s.own, p), thresholds))
        movable &= ne(load(s.color, p), wanted)
        counters[TRIALS] += 1
        counters[TICKS] += TRIAL_TICKS
        while movable != 0:
            lane = lowest_bit(movable)
            v = p + lane
            if s.sizes[c] + 1 >= s.room:
                return TOO_NARROW
            counters[CONFLICTS] += at(s.gamma, c * width + v) - at(s.own, v)
            move_vertex(s, v, at(s.color, v), c)
            counters[MOVES] += 1
            counters[TICKS] += MOVE_TICKS * blocks
            if counters[CONFLICTS] < counters[FEWEST]:
                counters[FEWEST] = counters[CONFLICTS]
                if counters[CONFLICTS] < counters[BEST]:
                    keep_best(s, counters)
                if counters[CONFLICTS] == 0:
                    break
            movable = le(load(s.gamma, c * width + p), add_saturating(load(s.own, p), thresholds))
            movable &= ne(load(s.color, p), wanted) & -bit(lane) & ~bit(lane)
    return DONE
