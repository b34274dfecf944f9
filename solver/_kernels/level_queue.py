"""
A priority queue for vertices whose priority moves by one at a time: saturation, remaining degree.

Each level is a set of vertices kept as bits, with a bit above each nonempty word and one above each
nonempty word of those. Insertion and removal touch one word, rarely three; the lowest vertex of a level
costs three steps. Nothing is linked or swapped, so ties are broken by number, not by history.

The trick that keeps it small: vertices are numbered by falling degree (see ``renumber``), and none ever
stands on a level above its degree, so level ``s`` only needs bits for the first ``#{v: degree(v) >= s}``
numbers. Summed over all levels that is one bit for each adjacency entry, 4 MB for 16 million edges,
where linked buckets would take 12 bytes a vertex and four cache misses a move.
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel
from .simd import at, highest_bit, lowest_bit, put


@kernel
def lay_out(reach, starts):
    """
    Where the parts of each level begin; returns the number of words.

    ``reach[s]`` vertices, the lowest in number, may stand on level ``s``. A level holds one bit for each
    of them, then one for each word of those, then one for each word of these.

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
    Empty queue for vertices numbered by falling degree: ``(bits, starts)``, two int64 arrays.

    Not compiled: it runs once.

    Parameters
    ----------
    degrees
        Integers (n,), not increasing.
    levels
        Levels are 0 .. levels - 1; those above the largest degree hold nothing.
    """
    reach = np.searchsorted(-degrees, -np.arange(levels), side="right")
    starts = np.empty(3 * levels + 1, np.int64)
    return np.zeros(lay_out(reach.astype(np.int64), starts), np.int64), starts


@kernel
def insert(bits, starts, level, v):
    """
    Put ``v`` on a level that is at most its degree.

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


@kernel
def remove(bits, starts, level, v):
    """
    Take ``v`` off the level it stands on.

    Mutates: bits.
    """
    i = v >> 6
    word = at(starts, 3 * level) + i
    rest = at(bits, word) & ~(np.int64(1) << np.int64(v & 63))
    put(bits, word, rest)
    if rest == 0:
        j = i >> 6
        word = at(starts, 3 * level + 1) + j
        rest = at(bits, word) & ~(np.int64(1) << np.int64(i & 63))
        put(bits, word, rest)
        if rest == 0:
            word = at(starts, 3 * level + 2) + (j >> 6)
            put(bits, word, at(bits, word) & ~(np.int64(1) << np.int64(j & 63)))


@kernel
def lowest(bits, starts, level):
    """Lowest vertex on a level, -1 if there is none."""
    first = at(starts, 3 * level + 2)
    for word in range(first, at(starts, 3 * level + 3)):
        found = at(bits, word)
        if found != 0:
            j = (word - first) << 6 | lowest_bit(found)
            i = j << 6 | lowest_bit(at(bits, at(starts, 3 * level + 1) + j))
            return i << 6 | lowest_bit(at(bits, at(starts, 3 * level) + i))
    return -1


@kernel
def highest(bits, starts, level):
    """Highest vertex on a level, -1 if there is none."""
    first = at(starts, 3 * level + 2)
    for word in range(at(starts, 3 * level + 3) - 1, first - 1, -1):
        found = at(bits, word)
        if found != 0:
            j = (word - first) << 6 | highest_bit(found)
            i = j << 6 | highest_bit(at(bits, at(starts, 3 * level + 1) + j))
            return i << 6 | highest_bit(at(bits, at(starts, 3 * level) + i))
    return -1
