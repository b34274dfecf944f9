"""
A pool of vertex sets without duplicates: bits to compare them, members for the linear program.

A set is ``words`` words of bits, in the order of the vertices. Slots are a hash table with linear
probing; the caller keeps at least half of them free, and room for the sets that are added.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit, put

ONE = np.int64(1)
HALF = np.int64(0xFFFFFFFF)
#: An odd number below 2^30, so that no product below exceeds 62 bits.
FACTOR = np.int64(0x2545F491)


class Pool(NamedTuple):
    """Sets, and where each is found."""

    bits: Any  #: int64[capacity * words]
    indptr: Any  #: int64[capacity + 1]
    members: Any  #: int32[room], the vertices of each set, increasing
    slots: Any  #: int32[2^b], a set, or -1
    count: Any  #: int64[1], number of sets


@helper
def insert(pool, words, sets, first):
    """
    Add the set whose bits begin at ``sets[first]``; return whether it was new.

    Mutates: pool.
    """
    place = np.int64(0)
    for w in range(words):
        bits = at(sets, first + w)
        place = ((place ^ (bits & HALF)) * FACTOR >> 15) & HALF
        place = ((place ^ (bits >> 32 & HALF)) * FACTOR >> 15) & HALF
    mask = len(pool.slots) - 1
    place &= mask
    while at(pool.slots, place) >= 0:
        other = at(pool.slots, place) * words
        same = True
        for w in range(words):
            if at(pool.bits, other + w) != at(sets, first + w):
                same = False
                break
        if same:
            return False
        place = (place + 1) & mask
    s = at(pool.count, 0)
    put(pool.slots, place, s)
    end = at(pool.indptr, s)
    for w in range(words):
        bits = at(sets, first + w)
        pool.bits[s * words + w] = bits
        while bits != 0:
            put(pool.members, end, w << 6 | lowest_bit(bits))
            bits &= bits - ONE
            end += 1
    pool.indptr[s + 1] = end
    pool.count[0] = s + 1
    return True


@kernel
def insert_all(pool, words, sets):
    """
    Add sets, int64[sets * words]; return the number of new ones.

    Mutates: pool.
    """
    added = 0
    for first in range(0, len(sets), words):
        if insert(pool, words, sets, first):
            added += 1
    return added
