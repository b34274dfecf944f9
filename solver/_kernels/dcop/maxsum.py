"""
Damped min-sum on a cost network, all messages of a cycle at once (Max-Sum; Farinelli et al. 2008).

The state consists of messages from pairs to variables: for each variable and neighbor, the least cost of
each value on the neighbor's side of that pair. A cycle sums them to beliefs, subtracts the neighbor's
own message again, minimizes over the table of the pair, shifts the least entry to 0, and mixes with the
previous message.

Layout. Variables are sorted by degree and taken four at a time (a *slice*); the j-th message of each of
the four are adjacent, four values of each in a quad, so that one vector holds sixteen numbers of the
same step (:mod:`solver._kernels.vectors.quads`). A message is stored where its sender writes it, one
whole vector a store; the receiver gathers four quads by address. Slices are padded to their largest
degree by messages that nobody reads.

Where the pair costs ``w`` for equal values and nothing else, the message has a closed form: with ``s``
the second smallest of ``q``, value ``x`` gets ``s - q[x]``, clipped to [0, w]. That is O(k) and no table
is read.

Measured on 1000 variables of three values and degree 3.5, one core, millions of messages a second (four
for each pair and cycle): gathering a message wherever it is needed 253, once a cycle 481, with the
number of quads a constant for the compiler 690; with general tables 200, 174, 542. Eight values: 216,
186, 482. Skipping the decoding where the least beliefs stay in the same lanes gained nothing; the closed
form is hardly faster than tables now, so the rest is probably the gathering, because two buffers exceed
the first-level cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.arrays import copy
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

#: Cost of values beyond a domain, above every sum of costs.
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


class Messages(NamedTuple):
    """Messages of two cycles, and scratch."""

    buffers: np.ndarray  # float32[2, 16 * quads * (slots + 1)], the last slot always 0
    belief: np.ndarray  # float32[16 * quads]
    received: np.ndarray  # float32, 16 * quads for each slot of a slice


class Choice(NamedTuple):
    """Assignments by position; costs do not include the constant."""

    values: np.ndarray  # int32[4 * slices]
    best: np.ndarray  # int32[4 * slices]
    costs: np.ndarray  # int64[2], cost of the present and of the best assignment


@kernel
def maxsum_cycles(layout, pricing, parity, damping, messages, choice, history):
    """
    Run ``len(history)`` cycles of flooding; return which of the two buffers holds the last messages.

    Mutates: messages; choice; history, int64, the best cost after each cycle.
    """
    belief, received = messages.belief, messages.received
    values, best, costs = choice
    keep = splat(belief, damping)
    take = splat(belief, np.float32(1) - damping)
    for cycle in range(len(history)):
        before = messages.buffers[parity]
        after = messages.buffers[1 - parity]
        parity = 1 - parity
        # One function, compiled for messages of one quad, of two, and of any number.
        if layout.quads == 1:
            changes = _flood(layout, 1, before, belief, received, keep, take, values, after)
        elif layout.quads == 2:
            changes = _flood(layout, 2, before, belief, received, keep, take, values, after)
        else:
            changes = _flood(layout, layout.quads, before, belief, received, keep, take, values, after)
        if changes:
            costs[0] = _price(pricing, values)
            if costs[0] < costs[1]:
                costs[1] = costs[0]
                copy(values, best)
        history[cycle] = costs[1]
    return parity


# The helpers below take arrays one by one: in an inner loop, each access to a field of a NamedTuple
# would count a reference.


@helper
def _flood(layout, quads, before, belief, received, keep, take, values, after):
    """
    Compute all messages and all values once; return the number of changed values.

    Mutates: after, values; belief, received.
    """
    has_weights = len(layout.weights) > 0
    changes = 0
    for s in range(len(layout.slots) - 1):
        _believe(layout, quads, s, before, belief, received)
        changes += _decode(quads, s, belief, values)
        first = at(layout.slots, s)
        for slot in range(first, at(layout.slots, s + 1)):
            rank = slot - first
            if has_weights:
                _send_equal(layout, quads, slot, rank, before, belief, received, keep, take, after)
            else:
                _send_table(layout, quads, slot, rank, before, belief, received, keep, take, after)
    return changes


@helper
def _believe(layout, quads, s, before, belief, received):
    """
    Gather the messages to the variables of a slice, and sum them to beliefs.

    Mutates: belief; received, the messages, slot after slot.
    """
    first = at(layout.slots, s)
    last = at(layout.slots, s + 1)
    for c in range(quads):
        total = load(layout.unary, (s * quads + c) * 16)
        for slot in range(first, last):
            message = load_quads(
                before,
                at(layout.sources, 4 * slot) + 16 * c,
                at(layout.sources, 4 * slot + 1) + 16 * c,
                at(layout.sources, 4 * slot + 2) + 16 * c,
                at(layout.sources, 4 * slot + 3) + 16 * c,
            )
            store(received, ((slot - first) * quads + c) * 16, message)
            total = add(total, message)
        store(belief, c * 16, total)


@helper
def _least(x):
    """Return the least of each quad in all its places."""
    x = minimum(x, swap_neighbors(x))
    return minimum(x, swap_halves(x))


@helper
def _decode(quads, s, belief, values):
    """
    Give the four variables of a slice their best values, the first among equals; count the changes.

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


@helper
def _send_equal(layout, quads, slot, rank, before, belief, received, keep, take, after):
    """
    Send the messages of four variables, each to one neighbor, where pairs cost only equal values.

    Mutates: after.
    """
    received_at = rank * quads
    low = splat(belief, np.float32(FAR))
    second = low
    for c in range(quads):
        q = sub(load(belief, c * 16), load(received, (received_at + c) * 16))
        second = minimum(second, maximum(low, q))
        low = minimum(low, q)
    other = swap_neighbors(low)
    second = minimum(maximum(low, other), minimum(second, swap_neighbors(second)))
    low = minimum(low, other)
    second = minimum(maximum(low, swap_halves(low)), minimum(second, swap_halves(second)))
    weight = load(layout.weights, slot * layout.weight_step)
    nothing = splat(belief, np.float32(0))
    for c in range(quads):
        q = sub(load(belief, c * 16), load(received, (received_at + c) * 16))
        fresh = maximum(minimum(sub(second, q), weight), nothing)
        place = (slot * quads + c) * 16
        store(after, place, add(mul(keep, load(before, place)), mul(take, fresh)))


@helper
def _send_table(layout, quads, slot, rank, before, belief, received, keep, take, after):
    """
    Send the messages of four variables, each to one neighbor, through any tables.

    Mutates: after.
    """
    low = splat(belief, np.float32(FAR))
    for c in range(quads):
        message = splat(belief, np.float32(FAR))
        for d in range(quads):
            q = sub(load(belief, d * 16), load(received, (rank * quads + d) * 16))
            row = (slot * 4 * quads + 4 * d) * quads + c
            message = minimum(message, add(load(layout.tables, row * 16), spread_0(q)))
            message = minimum(message, add(load(layout.tables, (row + quads) * 16), spread_1(q)))
            message = minimum(message, add(load(layout.tables, (row + 2 * quads) * 16), spread_2(q)))
            message = minimum(message, add(load(layout.tables, (row + 3 * quads) * 16), spread_3(q)))
        low = minimum(low, message)
        store(after, (slot * quads + c) * 16, message)
    low = _least(low)
    for c in range(quads):
        place = (slot * quads + c) * 16
        fresh = sub(load(after, place), low)
        store(after, place, add(mul(keep, load(before, place)), mul(take, fresh)))


@helper
def _price(pricing, values):
    """Return the cost of an assignment by positions, without the constant."""
    cost = 0
    for v in range(len(pricing.unary_start)):
        cost += at(pricing.unary, at(pricing.unary_start, v) + at(values, v))
    for e in range(len(pricing.low)):
        row = at(values, at(pricing.low, e)) * at(pricing.high_size, e)
        cell = at(pricing.table_start, e) + row + at(values, at(pricing.high, e))
        cost += at(pricing.tables, cell)
    return cost
