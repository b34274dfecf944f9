"""
Choice of a move in TabuCol on dense graphs: uniform among all best moves.

A vertex is drawn uniformly among those with the smallest key and accepted with probability proportional
to its ties, else drawn again; then a color is drawn uniformly among its ties. Nonuniform draws are
faster but worse: in a prototype, weight 1 for vertices with unknown ties left 4.4 conflicts instead of
3.0 on DSJC500.5 with 49 colors. Recounting only blocks from which a vertex was drawn, as that prototype
did, is not uniform and was no faster.
"""

from __future__ import annotations

from ..._jit import inlined
from ..vectors.rng import random_below, random_bits
from ..vectors.simd import (
    add,
    at,
    eq,
    lane_max,
    lane_min,
    lanes,
    load,
    maximum,
    minimum,
    ne,
    nth_bit,
    pick,
    popcount,
    put,
    shift_right,
    splat,
    store,
    sub,
)
from .tabu_lanes import FIELDS, KEY, KNOWN, LOW, OWN, TIES, blocked_bit, field, recount_block


@inlined
def refresh_keys(s, blocks):
    """
    Recompute the key of each lane.

    Mutates: s.gamma.
    """
    step = lanes(s.gamma)
    none = splat(s.gamma, -1)
    bias = splat(s.gamma, blocked_bit(s.gamma) - 1)
    zero = splat(s.gamma, 0)
    for p in range(0, blocks * s.block, s.block):
        own = load(s.gamma, p + OWN * step)
        key = pick(ne(own, zero), sub(add(load(s.gamma, p + LOW * step), bias), own), none)
        store(s.gamma, p + KEY * step, key)


@inlined
def all_keys(s, blocks):
    """Return a vector whose smallest lane is the smallest key."""
    smallest = splat(s.gamma, -1)
    for p in range(0, blocks * s.block, s.block):
        smallest = minimum(smallest, load(s.gamma, p + KEY * lanes(s.gamma)))
    return smallest


@inlined
def mark_candidates(s, k, blocks, keys):
    """
    Mark the lanes that have a best move, and make their ties exact.

    ``keys`` is a vector with the smallest key in one of its lanes. Return the smallest key, which may
    have risen; the number of lanes that attain it; their most ties; and the ticks for recounting.

    Mutates: s.hits, s.totals, and s.gamma by recounting.
    """
    step = lanes(s.gamma)
    none = 2 * blocked_bit(s.gamma) - 1
    zero = splat(s.gamma, 0)
    ticks = 0
    total = 0
    most_ties = zero
    while True:
        smallest = lane_min(keys)
        wanted = splat(s.gamma, smallest)
        if smallest == none:
            break
        for q in range(blocks):
            p = q * s.block
            hit = eq(load(s.gamma, p + KEY * step), wanted)
            ties = load(s.gamma, p + TIES * step)
            if hit & eq(ties, zero):
                recount_block(s, k, q)
                ticks += k
                hit = eq(load(s.gamma, p + KEY * step), wanted)
                ties = load(s.gamma, p + TIES * step)
            most_ties = maximum(most_ties, pick(hit, ties, zero))
            total += popcount(hit)
            put(s.hits, q, hit)
            put(s.totals, q, total)
        if total:
            break
        keys = all_keys(s, blocks)
    return smallest, total, lane_max(most_ties), ticks


@inlined
def draw_vertex(s, random, blocks, total, most):
    """
    Draw a marked vertex with probability proportional to its ties; return it and its place.

    Mutates: random.
    """
    step = lanes(s.gamma)
    while True:
        bits = random_bits(random)
        x = (shift_right(bits, 32) * total) >> 32
        q = 0
        for b in range(blocks):
            q += at(s.totals, b) <= x
        hit = at(s.hits, q)
        lane = nth_bit(hit, x - at(s.totals, q) + popcount(hit))
        if ((bits & 0xFFFFFFFF) * most) >> 32 < field(s.gamma, q * s.block + lane, TIES):
            return at(s.vertex, q * step + lane), q * s.block + lane


@inlined
def draw_color(s, k, random, place):
    """
    Draw one of the colors that attain the minimum of a vertex, uniformly.

    Mutates: random.
    """
    ties = field(s.gamma, place, TIES)
    known = field(s.gamma, place, KNOWN)
    x = random_below(random, ties) if ties > 1 else 0
    if known < k:
        if x == 0:
            return known
        x -= 1
    low = field(s.gamma, place, LOW)
    for j in range(k):
        x -= (field(s.gamma, place, FIELDS + j) == low) & (j != known)
        if x < 0:
            break
    return j


@inlined
def aspire(s, tabu, random, oldest, t, bound):
    """
    Return a tabu move that changes the conflicts by less than ``bound``: (vertex or -1, color).

    It is drawn uniformly from the best such moves.

    Mutates: random.
    """
    last = len(tabu.vertex) - 1
    mask = blocked_bit(s.gamma) - 1
    best_v = -1
    best_j = -1
    ties = 0
    for p in range(oldest, t):
        e = p & last
        v = at(tabu.vertex, e)
        if v >= 0 and at(tabu.expiry, e) > t:
            place = at(s.lane, v)
            if place >= 0 and field(s.gamma, place, OWN) > 0:
                j = at(tabu.color, e)
                change = (field(s.gamma, place, FIELDS + j) & mask) - field(s.gamma, place, OWN)
                if change < bound:
                    bound = change
                    ties = 0
                elif ties == 0 or change > bound:
                    continue
                ties += 1
                if random_below(random, ties) == 0:
                    best_v = v
                    best_j = j
    return best_v, best_j
