"""
Priority queue for vertices whose priority changes in steps of one: saturation, remaining degree.

Each level is a bit set of vertices with two summary layers: one bit for each word that may be nonzero,
and one bit for each word of those. Summary bits are cleared only when a search finds nothing below them.
A move thus accesses two words, rarely more, and ties are broken by vertex number, not by history.

Memory is small because vertices are numbered by decreasing degree (see ``renumber``) and no vertex is on
a level above its degree: level ``s`` needs bits only for the first ``#{v: degree(v) >= s}`` numbers.
Summed over all levels this is one bit per adjacency entry, 4 MB for 16 million edges.

Smallest-last order on an R-MAT graph of that size, same numbering: 0.30-0.42 s, doubly linked buckets
0.61-1.14 s. Holding the arrays in a NamedTuple took 1.08 s where passing them took 0.65 s: numba counts
references at each access to a field. Lazy deletion, which leaves vertices on their old levels to be
skipped later, gave no clear gain.
"""

from __future__ import annotations

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, highest_bit, lowest_bit, put


@kernel
def lay_out(reach, starts):
    """
    Compute the start of the parts of each level; return the number of words.

    The first ``reach[s]`` vertices may be on level ``s``. A level has one bit for each of them, then one
    for each word of these bits, then one for each word of that layer.

    Mutates: starts, int64[3 * len(reach) + 1 or more].
    """
    words = 0
    for level in range(len(reach)):
        size = reach[level]
        for part in range(3):
            starts[3 * level + part] = words
            size = (size + 63) >> 6
            words += size
    starts[3 * len(reach)] = words
    return words


def level_queue(degrees, levels):
    """
    Return the int64 arrays ``(bits, starts)`` of an empty queue; vertices have decreasing degrees.

    Not compiled: it runs once.

    Parameters
    ----------
    degrees
        Integers (n,), nonincreasing.
    levels
        Number of levels, 0 .. levels - 1; those above the largest degree stay empty.
    """
    reach = np.searchsorted(-degrees, -np.arange(levels), side="right")
    starts = np.empty(3 * levels + 1, np.int64)
    return np.zeros(lay_out(reach.astype(np.int64), starts), np.int64), starts


@helper
def insert(bits, starts, level, v):
    """
    Insert ``v`` on a level that is at most its degree.

    Mutates: bits.
    """
    i = v >> 6
    word = at(starts, 3 * level) + i
    old = at(bits, word)
    put(bits, word, old | np.int64(1) << np.int64(v & 63))
    if old == 0:
        j = i >> 6
        word = at(starts, 3 * level + 1) + j
        old = at(bits, word)
        put(bits, word, old | np.int64(1) << np.int64(i & 63))
        if old == 0:
            word = at(starts, 3 * level + 2) + (j >> 6)
            put(bits, word, at(bits, word) | np.int64(1) << np.int64(j & 63))


@helper
def remove(bits, starts, level, v):
    """
    Remove ``v`` from its level.

    Mutates: bits.
    """
    word = at(starts, 3 * level) + (v >> 6)
    put(bits, word, at(bits, word) & ~(np.int64(1) << np.int64(v & 63)))


@helper
def take_lowest(bits, starts, level):
    """
    Remove and return the lowest vertex on a level; -1 if there is none.

    Mutates: bits.
    """
    leaves = at(starts, 3 * level)
    middle = at(starts, 3 * level + 1)
    first = at(starts, 3 * level + 2)
    for top in range(first, at(starts, 3 * level + 3)):
        above = at(bits, top)
        while above != 0:
            j = (top - first) << 6 | lowest_bit(above)
            words = at(bits, middle + j)
            while words != 0:
                i = j << 6 | lowest_bit(words)
                word = at(bits, leaves + i)
                if word != 0:
                    bit = lowest_bit(word)
                    put(bits, leaves + i, word ^ np.int64(1) << np.int64(bit))
                    put(bits, middle + j, words)
                    put(bits, top, above)
                    return i << 6 | bit
                words ^= np.int64(1) << np.int64(i & 63)
            put(bits, middle + j, 0)
            above ^= np.int64(1) << np.int64(j & 63)
        put(bits, top, 0)
    return -1


@helper
def take_highest(bits, starts, level):
    """
    Remove and return the highest vertex on a level; -1 if there is none.

    Mutates: bits.
    """
    leaves = at(starts, 3 * level)
    middle = at(starts, 3 * level + 1)
    first = at(starts, 3 * level + 2)
    for top in range(at(starts, 3 * level + 3) - 1, first - 1, -1):
        above = at(bits, top)
        while above != 0:
            j = (top - first) << 6 | highest_bit(above)
            words = at(bits, middle + j)
            while words != 0:
                i = j << 6 | highest_bit(words)
                word = at(bits, leaves + i)
                if word != 0:
                    bit = highest_bit(word)
                    put(bits, leaves + i, word ^ np.int64(1) << np.int64(bit))
                    put(bits, middle + j, words)
                    put(bits, top, above)
                    return i << 6 | bit
                words ^= np.int64(1) << np.int64(i & 63)
            put(bits, middle + j, 0)
            above ^= np.int64(1) << np.int64(j & 63)
        put(bits, top, 0)
    return -1
