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

Measured on 1000 variables of three values and degree 3.5, one core, millions of messages a second (four
a pair and cycle): gathering a message wherever it is needed 253, once a cycle 481, with the number of
quads a constant to the compiler 690; with general tables 200, 174, 542. Eight values: 216, 186, 482. Not
to decode where the least beliefs stay in the same lanes gained nothing; as the closed form is hardly
faster than tables by now, what is left seems to be the gathering, two buffers being more than the
first-level cache holds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import kernel
from ..vectors.quads import (
    load_quads,
    spread_0,
    spread_1,
    spread_2,
    spread_3,
    swap_halves,
    swap_neighbors,
)
from ..vectors.simd import add, at, eq, load, lowest_bit, maximum, minimum, mul, put, splat, store, sub

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
def maxsum_cycles(
    layout, pricing, parity, damping, messages, belief, heard, values, best, costs, history
):
    """
    Run ``len(history)`` cycles of flooding; returns which of the two buffers holds the last messages.

    Mutates: messages, float32[2, 16 * quads * (slots + 1)], the last slot always 0; belief and heard,
    float32[16 * quads] and as much for each slot of a slice, scratch; values and best, int32[4 *
    slices], by position; costs, int64[2], present and best cost; history, int64, the best cost after
    each cycle.
    """
    keep = splat(belief, damping)
    take = splat(belief, np.float32(1) - damping)
    for cycle in range(len(history)):
        old = messages[parity]
        new = messages[1 - parity]
        parity = 1 - parity
        # One function, compiled for messages of one quad, of two, and of any number.
        if layout.quads == 1:
            changes = _flood(layout, 1, old, belief, heard, keep, take, values, new)
        elif layout.quads == 2:
            changes = _flood(layout, 2, old, belief, heard, keep, take, values, new)
        else:
            changes = _flood(layout, layout.quads, old, belief, heard, keep, take, values, new)
        if changes:
            costs[0] = _price(pricing, values)
            if costs[0] < costs[1]:
                costs[1] = costs[0]
                best[:] = values
        history[cycle] = costs[1]
    return parity


@kernel
def _flood(layout, quads, old, belief, heard, keep, take, values, new):
    """
    All messages once, and all values; returns how many of these change.

    Mutates: new, values; belief, heard.
    """
    costs_equal_alone = len(layout.weights) > 0
    changes = 0
    for s in range(len(layout.slots) - 1):
        _believe(layout, quads, s, old, belief, heard)
        changes += _decode(quads, s, belief, values)
        first = at(layout.slots, s)
        for slot in range(first, at(layout.slots, s + 1)):
            if costs_equal_alone:
                _tell_equal(layout, quads, slot, slot - first, old, belief, heard, keep, take, new)
            else:
                _tell_table(layout, quads, slot, slot - first, old, belief, heard, keep, take, new)
    return changes


@kernel
def _believe(layout, quads, s, old, belief, heard):
    """
    Gather the messages to the variables of a slice, and sum what they know of their values.

    Mutates: belief; heard, the messages, slot after slot.
    """
    first = at(layout.slots, s)
    last = at(layout.slots, s + 1)
    for c in range(quads):
        total = load(layout.unary, (s * quads + c) * 16)
        for slot in range(first, last):
            told = load_quads(
                old,
                at(layout.sources, 4 * slot) + 16 * c,
                at(layout.sources, 4 * slot + 1) + 16 * c,
                at(layout.sources, 4 * slot + 2) + 16 * c,
                at(layout.sources, 4 * slot + 3) + 16 * c,
            )
            store(heard, ((slot - first) * quads + c) * 16, told)
            total = add(total, told)
        store(belief, c * 16, total)


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
def _tell_equal(layout, quads, slot, rank, old, belief, heard, keep, take, new):
    """
    The same for any number of values.

    Mutates: new.
    """
    heard_from = rank * quads
    low = splat(belief, np.float32(FAR))
    second = low
    for c in range(quads):
        q = sub(load(belief, c * 16), load(heard, (heard_from + c) * 16))
        second = minimum(second, maximum(low, q))
        low = minimum(low, q)
    other = swap_neighbors(low)
    second = minimum(maximum(low, other), minimum(second, swap_neighbors(second)))
    low = minimum(low, other)
    second = minimum(maximum(low, swap_halves(low)), minimum(second, swap_halves(second)))
    weight = load(layout.weights, slot * layout.weight_step)
    nothing = splat(belief, np.float32(0))
    for c in range(quads):
        q = sub(load(belief, c * 16), load(heard, (heard_from + c) * 16))
        fresh = maximum(minimum(sub(second, q), weight), nothing)
        place = (slot * quads + c) * 16
        store(new, place, add(mul(keep, load(old, place)), mul(take, fresh)))


@kernel
def _tell_table(layout, quads, slot, rank, old, belief, heard, keep, take, new):
    """
    Messages of four variables, each to one neighbor, through any tables.

    Mutates: new.
    """
    low = splat(belief, np.float32(FAR))
    for c in range(quads):
        told = splat(belief, np.float32(FAR))
        for d in range(quads):
            q = sub(load(belief, d * 16), load(heard, (rank * quads + d) * 16))
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
