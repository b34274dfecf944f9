"""
Effect of a move of TabuCol on dense graphs: two rows of counts, and the minima derived from them.

A move changes each count by at most one, so minimum, ties and a known color are updated by comparisons,
one vector of vertices at a time. When the count of the last color at the minimum rises, the minimum
rises by one and color j attains it, but the number of other colors that do is unknown (ties 0) until
the vertex is considered for a move.
"""

from __future__ import annotations

from ..._jit import inlined
from ..vectors.simd import (
    add,
    at,
    bit,
    bit_and,
    bit_or,
    eq,
    lane_max,
    lanes,
    le,
    load,
    look_up,
    lt,
    maximum,
    minimum,
    ne,
    pick,
    popcount,
    put,
    splat,
    store,
    sub,
    sub_saturating,
)
from .tabu_lanes import (
    CHUNK,
    FIELDS,
    HUE,
    INDEX,
    KEY,
    KNOWN,
    LOW,
    MARK,
    OWN,
    TIES,
    blocked_bit,
    field,
    patch,
)


@inlined
def release(s, v, color):
    """
    Free a color that was tabu.

    Mutates: the entries of v in s.table and s.gamma.
    """
    cell = color * s.pitch + v
    count = at(s.table, cell) & (blocked_bit(s.gamma) - 1)
    put(s.table, cell, count)
    place = at(s.lane, v)
    if place >= 0:
        put(s.gamma, place + (FIELDS + color) * lanes(s.gamma), count)
        low = field(s.gamma, place, LOW)
        if count <= low:
            ties = field(s.gamma, place, TIES)
            patch(s.gamma, s.single, place, TIES, 1 if count < low else ties + (ties > 0))
            patch(s.gamma, s.single, place, LOW, count)
            patch(s.gamma, s.single, place, KNOWN, color)


@inlined
def update_lanes(s, blocks, v, place, i, j):
    """
    Update the lanes for a move of ``v``, which has a lane, from color i to color j.

    Return vectors that contain the smallest key and the most conflicts of a vertex, and the number of
    vertices in conflict.

    Mutates: s.gamma.
    """
    step = lanes(s.gamma)
    row_lanes = s.reach
    ones = splat(s.gamma, 1)
    zero = splat(s.gamma, 0)
    none = splat(s.gamma, -1)
    blocked = splat(s.gamma, blocked_bit(s.gamma))
    bias = splat(s.gamma, blocked_bit(s.gamma) - 1)
    color_i = splat(s.gamma, i)
    color_j = splat(s.gamma, j)
    first = v * row_lanes
    second = first + (step if row_lanes > step else 0)
    smallest = none
    largest = zero
    conflicting = 0
    for q in range(blocks):
        p = q * s.block
        base = p + FIELDS * step
        index = load(s.gamma, p + INDEX * step)
        looked = look_up(s.rows, first, second, index)
        for chunk in range(2 * step, row_lanes, 2 * step):
            here = v * row_lanes + chunk
            there = here + (step if chunk + step < row_lanes else 0)
            mine = eq(load(s.gamma, p + CHUNK * step), splat(s.gamma, chunk // (2 * step)))
            looked = pick(mine, look_up(s.rows, here, there, index), looked)
        neighbors = ne(bit_and(looked, load(s.gamma, p + MARK * step)), zero)
        mover = bit(place & (step - 1)) if place - (place & (step - 1)) == p else 0

        less = load(s.gamma, base + i * step)
        less = pick(neighbors, sub(less, ones), less)
        store(s.gamma, base + i * step, less)
        before = load(s.gamma, base + j * step)
        after = pick(neighbors, add(before, ones), before)
        store(s.gamma, base + j * step, pick(mover, bit_or(before, blocked), after))
        low = load(s.gamma, p + LOW * step)
        ties = load(s.gamma, p + TIES * step)
        known = load(s.gamma, p + KNOWN * step)

        # The count of color j rises; j is blocked for the moving vertex.
        touched = neighbors | mover
        known = pick(eq(known, pick(touched, color_j, none)), none, known)
        worse = eq(low, pick(touched, before, none))
        last = eq(ones, pick(worse, ties, zero))
        ties = pick(worse, sub_saturating(ties, ones), ties)
        low = pick(last, add(low, ones), low)
        known = pick(last, pick(mover, none, color_j), known)

        # The count of color i falls.
        better = eq(low, pick(neighbors, less, none))
        ties = pick(better, add(ties, minimum(ties, ones)), ties)
        ties = pick(lt(less, low), ones, ties)
        known = pick(le(less, low), color_i, known)
        low = minimum(low, less)
        store(s.gamma, p + LOW * step, low)
        store(s.gamma, p + TIES * step, ties)
        store(s.gamma, p + KNOWN * step, known)

        hue = load(s.gamma, p + HUE * step)
        near = pick(neighbors, hue, none)
        store(s.gamma, p + HUE * step, pick(mover, color_j, hue))
        own = load(s.gamma, p + OWN * step)
        own = pick(eq(near, color_i), sub(own, ones), own)
        own = pick(eq(near, color_j), add(own, ones), own)
        own = pick(mover, bit_and(before, bias), own)
        store(s.gamma, p + OWN * step, own)
        in_conflict = ne(own, zero)
        key = pick(in_conflict, sub(add(low, bias), own), none)
        store(s.gamma, p + KEY * step, key)
        smallest = minimum(smallest, key)
        largest = maximum(largest, own)
        conflicting += popcount(in_conflict)
    return smallest, largest, conflicting


@inlined
def update_table(s, v, i, j):
    """
    Update the table for a move of ``v`` from color i to color j.

    Mutates: s.table, s.color, s.sizes.
    """
    step = lanes(s.gamma)
    masks = s.words * 64 // step
    ones = splat(s.gamma, 1)
    fewer = i * s.pitch
    more = j * s.pitch
    for q in range(len(s.hits)):
        neighbors = at(s.masks, v * masks + q)
        x = load(s.table, fewer + q * step)
        store(s.table, fewer + q * step, pick(neighbors, sub(x, ones), x))
        x = load(s.table, more + q * step)
        store(s.table, more + q * step, pick(neighbors, add(x, ones), x))
    put(s.table, more + v, at(s.table, more + v) | blocked_bit(s.gamma))
    put(s.color, v, j)
    put(s.sizes, i, at(s.sizes, i) - 1)
    put(s.sizes, j, at(s.sizes, j) + 1)


@inlined
def row_is_full(s, j):
    """Return whether a count of color ``j`` has reached the largest that fits."""
    row = s.pitch
    blocked = splat(s.gamma, blocked_bit(s.gamma))
    most = blocked
    for p in range(0, len(s.color), lanes(s.gamma)):
        count = load(s.table, j * row + p)
        most = maximum(most, pick(lt(count, blocked), add(count, blocked), count))
    return lane_max(most) >= 2 * blocked_bit(s.gamma) - 1
