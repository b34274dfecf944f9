"""Positions of 64-bit numbers in a list of numbers, by a hash table with linear probing."""

from __future__ import annotations

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, put, shift_right

#: Fibonacci hashing: 2^64 over the golden ratio, as a signed number.
FACTOR = np.int64(-7046029254386353131)


@helper
def _place(number, bits):
    """Return the first slot of a number in a table of ``2 ** bits`` slots."""
    return shift_right(number * FACTOR, np.int64(64) - bits)


@kernel
def find_positions(numbers, wanted, bits, table, positions):
    """
    Find each wanted number in ``numbers``, which are different; -1 for those that are absent.

    Mutates: table, int32[2 ** bits], -1 on entry, larger than ``numbers``; positions, int32[wanted].
    """
    mask = len(table) - 1
    for i in range(len(numbers)):
        slot = _place(at(numbers, i), bits)
        while at(table, slot) >= 0:
            slot = (slot + 1) & mask
        put(table, slot, i)
    for j in range(len(wanted)):
        number = at(wanted, j)
        slot = _place(number, bits)
        i = at(table, slot)
        while i >= 0 and at(numbers, i) != number:
            slot = (slot + 1) & mask
            i = at(table, slot)
        put(positions, j, i)
