"""
Conflicts of 512 colorings at once: colors as bit planes, counted by a carry-save adder.

With few colors a byte wastes most of its bits. Here bit ``p`` of the colors of a node in 512 colorings
makes one vector, its plane ``p``; an edge is in conflict where no plane differs, and xor and or compare
512 colorings in two instructions a plane. The bits that mean "these ends differ" are added up without
unpacking: a full adder turns three vectors of weight w into one of weight w and one of weight 2 w, so
that each edge costs one full adder, and only the few vectors of the final count are unpacked. Counting
differences instead of conflicts saves a negation that LLVM does not fold.

The counter is that of Harley and Seal (Warren, Hacker's Delight, 2nd edition, section 5-1). The level to
which a carry goes depends on the number of edges so far, never on the data: rippling each carry until it
is empty, the obvious way, takes some ten steps with 512 lanes. Compared with a plain list of edges,
octets (eight edges that share a head, whose planes stay in registers) gave 1.7 times the speed on 1000
nodes and 250,000 edges.

Every node must have a color: no bit pattern differs from itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import (
    at,
    bit_and,
    bit_carry,
    bit_or,
    bit_sum,
    bit_xor,
    load,
    ne,
    pick,
    put,
    shift_right,
    splat,
    store,
    sub,
)
from .blocks import STRIP, Packing, pack_strip
from .penalty import subtract_preference

#: Colorings in a block, and words of 64 bits in one plane of a node.
LANES = 512
WORDS = 8
#: Sums and waiting carries from weight 8 on: enough for 2^31 edges; then one vector of scratch.
LEVELS = 28
COUNTER = (2 * LEVELS + 1) * WORDS


class PlaneScratch(NamedTuple):
    """Workspace of :func:`evaluate_planes`."""

    planes: np.ndarray  # int64[n * depth * WORDS]
    packing: Packing  # its block has one strip
    counter: np.ndarray  # int64[COUNTER]
    conflicts: np.ndarray  # int32[LANES]


@kernel
def evaluate_planes(flat, n, first, terms, depth, scratch, totals):
    """
    Compute the penalties of 512 complete colorings, from number ``first`` on.

    Colors have ``depth >= 2`` bits. Returns the least and the greatest color; unless all have ``depth``
    bits, the totals are void. Strips are the outer loop, so that the planes of a node are complete
    before they leave the cache.

    Mutates: totals, int64[512] or, without choosers, float64[512]; scratch.
    """
    totals[:] = 0
    lowest = np.int64(0)
    highest = np.int64(-1)
    choosers, preferences = terms.choosers, terms.preferences
    block, planes = scratch.packing.block, scratch.planes
    counter, conflicts = scratch.counter, scratch.conflicts
    chooser = 0
    strip = min(n, STRIP * 64)
    v = 0
    while v < n:
        v = min(v, n - strip)
        chosen = chooser
        while chosen < len(choosers) and choosers[chosen] < v + strip:
            chosen += 1
        for word in range(WORDS):
            low, high = pack_strip(flat, n, first + 64 * word, 64, v, strip, scratch.packing, 0)
            lowest = min(lowest, low)
            highest = max(highest, high)
            split_planes(block, v, strip, depth, word, planes)
            sums = totals[64 * word : 64 * word + 64]
            for i in range(chooser, chosen):
                subtract_preference(block, choosers[i] - v, preferences[i], sums)
        chooser = chosen
        v += strip
    for g in range(len(terms.weights)):
        conflicts[:] = 0
        weight = terms.weights[g]
        count_octets(planes, depth, terms, g, counter, conflicts)
        count_edges(planes, depth, terms, g, counter, conflicts)
        for lane in range(LANES):
            totals[lane] += np.int64(conflicts[lane]) * weight
    return lowest, highest


@helper
def split_planes(block, first, count, depth, word, planes):
    """
    Write a strip of 64 colorings as one word of the planes of ``count`` nodes from ``first`` on.

    Mutates: planes.
    """
    zero = splat(block, 0)
    for i in range(count):
        colors = load(block, i * 64)
        for p in range(depth):
            bits = ne(bit_and(colors, splat(block, 1 << p)), zero)
            put(planes, ((first + i) * depth + p) * WORDS + word, bits)


@helper
def differing(x0, x1, u, v, depth, planes):
    """Return a bit for each coloring in which ``u``, of planes ``x0`` and ``x1``, and ``v`` differ."""
    a = u * depth * WORDS
    b = v * depth * WORDS
    x = bit_xor(x0, load(planes, b))
    x = bit_or(x, bit_xor(x1, load(planes, b + WORDS)))
    for p in range(2, depth):
        x = bit_or(x, bit_xor(load(planes, a + p * WORDS), load(planes, b + p * WORDS)))
    return x


@helper
def count_octets(planes, depth, terms, g, counter, conflicts):
    """
    Add the conflicts among the octets of group ``g``.

    Mutates: counter; conflicts.
    """
    heads, tails = terms.octet_heads, terms.octet_tails
    start, end = terms.octet_starts[g], terms.octet_starts[g + 1]
    zero = splat(planes, 0)
    ones = zero
    twos = zero
    fours = zero
    for level in range(LEVELS):
        store(counter, 2 * level * WORDS, zero)
    for o in range(start, end):
        u = at(heads, o)
        x0 = load(planes, u * depth * WORDS)
        x1 = load(planes, u * depth * WORDS + WORDS)
        e = 8 * o
        x = differing(x0, x1, u, at(tails, e), depth, planes)
        y = differing(x0, x1, u, at(tails, e + 1), depth, planes)
        two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        x = differing(x0, x1, u, at(tails, e + 2), depth, planes)
        y = differing(x0, x1, u, at(tails, e + 3), depth, planes)
        other_two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        four = bit_carry(twos, two, other_two)
        twos = bit_sum(twos, two, other_two)
        x = differing(x0, x1, u, at(tails, e + 4), depth, planes)
        y = differing(x0, x1, u, at(tails, e + 5), depth, planes)
        two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        x = differing(x0, x1, u, at(tails, e + 6), depth, planes)
        y = differing(x0, x1, u, at(tails, e + 7), depth, planes)
        other_two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        other_four = bit_carry(twos, two, other_two)
        twos = bit_sum(twos, two, other_two)
        eight = bit_carry(fours, four, other_four)
        fours = bit_sum(fours, four, other_four)
        carry_on(counter, o - start + 1, eight)
    for lane in range(LANES):
        conflicts[lane] += 8 * (end - start)
    subtract_counter(conflicts, counter, end - start, ones, twos, fours)


@helper
def count_edges(planes, depth, terms, g, counter, conflicts):
    """
    Add the conflicts among the single edges of group ``g``.

    Mutates: counter; conflicts.
    """
    heads, tails = terms.heads, terms.tails
    start, end = terms.starts[g], terms.starts[g + 1]
    zero = splat(planes, 0)
    ones = zero
    twos = zero
    fours = zero
    for level in range(LEVELS):
        store(counter, 2 * level * WORDS, zero)
    groups = (end - start) >> 3
    for group in range(groups):
        e = start + 8 * group
        x = differing_ends(heads, tails, e, depth, planes)
        y = differing_ends(heads, tails, e + 1, depth, planes)
        two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        x = differing_ends(heads, tails, e + 2, depth, planes)
        y = differing_ends(heads, tails, e + 3, depth, planes)
        other_two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        four = bit_carry(twos, two, other_two)
        twos = bit_sum(twos, two, other_two)
        x = differing_ends(heads, tails, e + 4, depth, planes)
        y = differing_ends(heads, tails, e + 5, depth, planes)
        two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        x = differing_ends(heads, tails, e + 6, depth, planes)
        y = differing_ends(heads, tails, e + 7, depth, planes)
        other_two = bit_carry(ones, x, y)
        ones = bit_sum(ones, x, y)
        other_four = bit_carry(twos, two, other_two)
        twos = bit_sum(twos, two, other_two)
        eight = bit_carry(fours, four, other_four)
        fours = bit_sum(fours, four, other_four)
        carry_on(counter, group + 1, eight)
    for lane in range(LANES):
        conflicts[lane] += end - start
    subtract_counter(conflicts, counter, groups, ones, twos, fours)
    for e in range(start + 8 * groups, end):
        subtract_bits(conflicts, counter, differing_ends(heads, tails, e, depth, planes), 1)


@helper
def differing_ends(heads, tails, e, depth, planes):
    """Return a bit for each coloring in which the ends of edge ``e`` differ."""
    u = at(heads, e)
    a = u * depth * WORDS
    return differing(load(planes, a), load(planes, a + WORDS), u, at(tails, e), depth, planes)


@helper
def carry_on(counter, number, carry):
    """
    Add the carry of group ``number``, counted from 1.

    Of each two carries that arrive at a level, the first waits and the second is added with it. The
    level at which this one waits is the number of trailing zeros of ``number``.

    Mutates: counter.
    """
    level = 0
    while (number >> level) & 1 == 0:
        total = load(counter, 2 * level * WORDS)
        waiting = load(counter, (2 * level + 1) * WORDS)
        store(counter, 2 * level * WORDS, bit_sum(total, waiting, carry))
        carry = bit_carry(total, waiting, carry)
        level += 1
    store(counter, (2 * level + 1) * WORDS, carry)


@helper
def subtract_counter(conflicts, counter, groups, ones, twos, fours):
    """
    Subtract the contents of the adders after so many groups.

    Mutates: conflicts; counter, its last vector.
    """
    subtract_bits(conflicts, counter, ones, 1)
    subtract_bits(conflicts, counter, twos, 2)
    subtract_bits(conflicts, counter, fours, 4)
    level = 0
    while groups >> level:
        subtract_bits(conflicts, counter, load(counter, 2 * level * WORDS), 8 << level)
        if (groups >> level) & 1:
            waiting = load(counter, (2 * level + 1) * WORDS)
            subtract_bits(conflicts, counter, waiting, 8 << level)
        level += 1


@helper
def subtract_bits(conflicts, counter, bits, weight):
    """
    Subtract the weight in each lane whose bit is set.

    Mutates: conflicts; counter, its last vector.
    """
    scratch = 2 * LEVELS * WORDS
    store(counter, scratch, bits)
    amount = splat(conflicts, weight)
    zero = splat(conflicts, 0)
    for word in range(WORDS):
        mask = at(counter, scratch + word)
        for lane in range(64 * word, 64 * word + 64, 16):
            less = pick(mask & 0xFFFF, amount, zero)
            store(conflicts, lane, sub(load(conflicts, lane), less))
            mask = shift_right(mask, 16)
