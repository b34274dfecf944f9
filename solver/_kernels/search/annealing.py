"""
Simulated annealing over all assignments of k colors, 64 trials at a time.

A trial proposes color c for vertex v. The number of conflicts would change by d =
``gamma[c, v] - own[v]``; the proposal is accepted with probability q^d, or 1 if d <= 0 (Metropolis).
As ``gamma`` is stored color by color, the trials of one color for a block of vertices are one vector
comparison: d against a threshold t that is at least d with probability q^d. Each threshold costs a
random number, so thresholds are drawn in advance into a pool and read from a random offset.

The trials of a block are equivalent to sequential ones: after a vertex has moved, the lanes above it
are compared again. A move is one pass over n / 64 vectors, as in the dense tabu search, but takes half
as long, since no minima are maintained.

A block of trials takes about 6 ns; with counts stored vertex by vertex, a single trial takes as long.
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

#: Thresholds in the pool, a power of two; extra vectors follow, so that a load may start anywhere.
POOL = 1 << 14

#: Ticks of a block of trials, and of a move per block of vertices, scaled to those of a tabu search.
TRIAL_TICKS = 3
MOVE_TICKS = 3

#: Reason why a run ended: no conflicts, ticks or trials left; or a count about to overflow its lane.
DONE, TOO_NARROW = range(2)

#: ``FEWEST`` refers to this annealing run, ``BEST`` to all runs.
CONFLICTS, FEWEST, BEST, MOVES, TRIALS, TICKS, COUNTERS = range(7)


class Annealing(NamedTuple):
    """State of a search; ``width`` is n rounded up to whole vectors, a block is a vector of vertices."""

    adjacency: Any  #: bit rows [n * blocks], one word per block
    sizes: Any  #: int64[k], vertices of each color
    gamma: Any  #: lanes [k * width], neighbors by color; the largest value in padding
    color: Any  #: lanes [width]
    best: Any  #: lanes [width], the colors that attained the fewest conflicts
    own: Any  #: lanes [width], conflicts of each vertex
    pool: Any  #: lanes [POOL + one vector], thresholds
    room: int  #: exclusive limit of the class size, prevents overflow of counts


@kernel
def load_colors(s, colors, counters, k):
    """
    Initialize the state from a coloring.

    Mutates: all of s except the adjacency and the pool; counters.
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
    Record the current coloring as the best.

    Mutates: s.best, counters.
    """
    counters[BEST] = counters[CONFLICTS]
    for p in range(0, len(s.color), lanes(s.color)):
        store(s.best, p, load(s.color, p))


@kernel
def fill_pool(s, powers, random):
    """
    Draw thresholds that are at least d with probability ``powers[d - 1]`` / 2^32, d = 1, 2, ...

    ``powers`` is decreasing and ends with 0.

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
    Change the color of ``v`` from i to j.

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
    Run blocks of trials until no conflict is left or ``ticks`` or ``trials`` (blocks) more are used.

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
