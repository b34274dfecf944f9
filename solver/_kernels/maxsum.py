"""
Damped min-sum on a cost network, all messages of a cycle at once (Max-Sum; Farinelli et al. 2008).

State is what pairs tell variables: for each variable and neighbor, what each value would cost at least
on the neighbor's side of that pair. A cycle sums them to beliefs, takes the neighbor's own word out
again, minimizes over the pair's table, shifts the least entry to 0, and mixes with the message before.

Layout. Variables are sorted by degree and taken four at a time (a *slice*); the j-th message of each of
the four stand side by side, four values of each in a quad, so that one vector holds sixteen numbers of
the same step (:mod:`.quads`). A message stands where its sender writes it, one whole vector a store; who
reads gathers four quads by address. Slices are padded to their largest degree by messages nobody reads.

Where the pair costs ``w`` for equal values and nothing else, the message has a closed form: with ``s``
the second smallest of ``q``, value ``x`` gets ``s - q[x]``, clipped to [0, w]. That is O(k) and no table
is read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._jit import kernel
from .quads import load_quads, spread_0, spread_1, spread_2, spread_3, swap_halves, swap_neighbors
from .simd import add, at, eq, load, lowest_bit, maximum, minimum, mul, put, splat, store, sub

#: Above every sum of costs; what values beyond a domain cost.
FAR = 1e30


class Layout(NamedTuple):
    """A cost network in slices of four; a *position* is the place of a variable in the slices."""

    quads: int  # vectors to a message: a quarter of the largest domain, rounded up
    slots: np.ndarray  # int64[slices + 1], the messages of slice s are those of slots[s]:slots[s + 1]
    sources: np.ndarray  # int64[4 * slots], where the message to each position in each slot begins
    unary: np.ndarray  # float32[slices * quads * 16]
    tables: np.ndarray  # float32; per slot and own value, a row over the neighbor's values in quads
    weights: np.ndarray  # float32; per slot a vector, or one for all; empty if there are tables
    weight_step: int  # 16, or 0 if all weights are equal


class Pricing(NamedTuple):
    """The same network by positions, on the grid, to price an assignment."""

    low: np.ndarray  # int32[m]
    high: np.ndarray  # int32[m]
    high_size: np.ndarray  # int32[m]
    table_start: np.ndarray  # int64[m]
    tables: np.ndarray  # int64
    unary_start: np.ndarray  # int64[n]
    unary: np.ndarray  # int64


@kernel
def maxsum_cycles(layout, pricing, parity, damping, messages, belief, values, best, costs, history):
    """
    Run ``len(history)`` cycles of flooding; returns which of the two buffers holds the last messages.

    Mutates: messages, float32[2, slots * quads * 16 + 16 * quads], the last slot always 0; belief,
    float32[quads * 32], scratch; values and best, int32[4 * slices], by position; costs, int64[2],
    present and best cost; history, int64, the best cost after each cycle.
    """
    keep = splat(belief, damping)
    take = splat(belief, np.float32(1) - damping)
    for cycle in range(len(history)):
        old = messages[parity]
        new = messages[1 - parity]
        parity = 1 - parity
        changes = 0
        for s in range(len(layout.slots) - 1):
            _believe(layout, s, old, belief)
            changes += _decode(layout.quads, s, belief, values)
            for slot in range(layout.slots[s], layout.slots[s + 1]):
                if len(layout.weights):
                    _tell_equal(layout, slot, old, belief, keep, take, new)
                else:
                    _tell_table(layout, slot, old, belief, keep, take, new)
        if changes:
            costs[0] = _price(pricing, values)
            if costs[0] < costs[1]:
                costs[1] = costs[0]
                best[:] = values
        history[cycle] = costs[1]
    return parity


@kernel
def _believe(layout, s, old, belief):
    """
    Sum what the variables of a slice know of their values.

    Mutates: belief.
    """
    for c in range(layout.quads):
        total = load(layout.unary, (s * layout.quads + c) * 16)
        for slot in range(at(layout.slots, s), at(layout.slots, s + 1)):
            total = add(total, _incoming(layout, slot, c, old))
        store(belief, c * 16, total)


@kernel
def _incoming(layout, slot, c, old):
    """Quad ``c`` of the messages to the four variables of a slot."""
    return load_quads(
        old,
        at(layout.sources, 4 * slot) + 16 * c,
        at(layout.sources, 4 * slot + 1) + 16 * c,
        at(layout.sources, 4 * slot + 2) + 16 * c,
        at(layout.sources, 4 * slot + 3) + 16 * c,
    )


@kernel
def _least(x):
    """The least of each quad, in all its places."""
    x = minimum(x, swap_neighbors(x))
    return minimum(x, swap_halves(x))


@kernel
def _decode(quads, s, belief, values):
    """
    Give the four variables of a slice their best values, the first of those that tie; how many change.

    Mutates: values.
    """
    low = load(belief, 0)
    for c in range(1, quads):
        low = minimum(low, load(belief, c * 16))
    low = _least(low)
    changes = 0
    undecided = 0xF
    for c in range(quads):
        mask = eq(load(belief, c * 16), low)
        for lane in range(4):
            hits = (mask >> (4 * lane)) & 0xF
            if hits and undecided >> lane & 1:
                undecided &= ~(1 << lane)
                value = 4 * c + lowest_bit(hits)
                changes += value != at(values, 4 * s + lane)
                put(values, 4 * s + lane, value)
    return changes


@kernel
def _tell_equal(layout, slot, old, belief, keep, take, new):
    """
    Messages of four variables, each to one neighbor, where equal values cost a weight.

    Mutates: new.
    """
    low = splat(belief, np.float32(FAR))
    second = low
    for c in range(layout.quads):
        q = sub(load(belief, c * 16), _incoming(layout, slot, c, old))
        second = minimum(second, maximum(low, q))
        low = minimum(low, q)
    other_low = swap_neighbors(low)
    second = minimum(maximum(low, other_low), minimum(second, swap_neighbors(second)))
    low = minimum(low, other_low)
    second = minimum(maximum(low, swap_halves(low)), minimum(second, swap_halves(second)))
    weight = load(layout.weights, slot * layout.weight_step)
    nothing = splat(belief, np.float32(0))
    for c in range(layout.quads):
        q = sub(load(belief, c * 16), _incoming(layout, slot, c, old))
        fresh = maximum(minimum(sub(second, q), weight), nothing)
        place = (slot * layout.quads + c) * 16
        store(new, place, add(mul(keep, load(old, place)), mul(take, fresh)))


@kernel
def _tell_table(layout, slot, old, belief, keep, take, new):
    """
    Messages of four variables, each to one neighbor, through any tables.

    Mutates: new; the second half of belief.
    """
    quads = layout.quads
    far = splat(belief, np.float32(FAR))
    for c in range(quads):
        q = sub(load(belief, c * 16), _incoming(layout, slot, c, old))
        store(belief, (quads + c) * 16, q)
    low = far
    for c in range(quads):
        told = far
        for d in range(quads):
            q = load(belief, (quads + d) * 16)
            row = (slot * 4 * quads + 4 * d) * quads + c
            told = minimum(told, add(load(layout.tables, row * 16), spread_0(q)))
            told = minimum(told, add(load(layout.tables, (row + quads) * 16), spread_1(q)))
            told = minimum(told, add(load(layout.tables, (row + 2 * quads) * 16), spread_2(q)))
            told = minimum(told, add(load(layout.tables, (row + 3 * quads) * 16), spread_3(q)))
        low = minimum(low, told)
        store(new, (slot * quads + c) * 16, told)
    low = _least(low)
    for c in range(quads):
        place = (slot * quads + c) * 16
        fresh = sub(load(new, place), low)
        store(new, place, add(mul(keep, load(old, place)), mul(take, fresh)))


@kernel
def _price(pricing, values):
    """Cost of an assignment by positions, without the constant."""
    cost = 0
    for v in range(len(pricing.unary_start)):
        cost += at(pricing.unary, at(pricing.unary_start, v) + at(values, v))
    for e in range(len(pricing.low)):
        row = at(values, at(pricing.low, e)) * at(pricing.high_size, e)
        cell = at(pricing.table_start, e) + row + at(values, at(pricing.high, e))
        cost += at(pricing.tables, cell)
    return cost
