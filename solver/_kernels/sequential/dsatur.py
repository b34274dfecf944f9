"""
DSATUR: color the vertex of largest saturation degree; ties go to the largest degree, then to the first.

Brélaz (1979), doi:10.1145/359094.359101; ties as in NetworkX, by degree in the whole graph. Vertices
are numbered by decreasing degree, so that the tie rule is the order of numbers and the saturation queue
is a :mod:`level_queue <solver._kernels.queues.level_queue>`.

The neighbors' colors are stored in one of two forms. Vertices of large degree have a row with one bit
per color; the others, whose bits would be larger than their adjacency, list at most one color per
neighbor. In both cases the memory is bounded by that of the adjacency. The width of the rows is a guess;
a run that needs a higher color starts again with rows twice as wide, which is cheap since the dense part
of a graph, which has the high colors, is colored first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import kernel
from ..queues.level_queue import insert, remove, take_lowest
from ..vectors.simd import at, lowest_bit, put

#: Returned by ``dsatur`` when a color does not fit the rows.
TOO_NARROW = -1


class Seen(NamedTuple):
    """Colors of the neighbors; the first ``len(bits) // width`` vertices have rows of bits."""

    width: int  #: number of words in a row
    bits: Any  #: int64, rows, initially zero
    lists: Any  #: int32, lists of the other vertices, with the layout of the adjacency
    saturation: Any  #: int32[n], number of colors of the neighbors, initially zero
    stamps: Any  #: int32[64 * width + 1], work space, initially -1


@kernel
def dsatur(starts, ends, seen, bits, levels, numbers):
    """
    Color by saturation; return the number of colors, or TOO_NARROW.

    Mutates: seen; bits, empty on entry; numbers, int32[n], on return the colors.
    """
    width, seen_bits, seen_lists, saturation, stamps = seen
    n = len(saturation)
    with_bits = len(seen_bits) // width
    offset = starts[with_bits]
    colors = 64 * width
    for v in range(n):
        insert(bits, levels, 0, v)
    level = 0
    highest = -1
    for _ in range(n):
        v = take_lowest(bits, levels, level)
        while v < 0:
            level -= 1
            v = take_lowest(bits, levels, level)
        c = 0
        if v < with_bits:
            word = v * width
            end = word + width
            while word < end and at(seen_bits, word) == -1:
                word += 1
            if word == end:
                return TOO_NARROW
            c = (word - v * width) << 6 | lowest_bit(~at(seen_bits, word))
        else:
            first = at(starts, v) - offset
            for p in range(first, first + level):
                put(stamps, at(seen_lists, p), v)
            while at(stamps, c) == v:
                c += 1
            if c >= colors:
                return TOO_NARROW
        put(saturation, v, -1)
        put(numbers, v, c)
        highest = max(highest, c)
        word_of_c = c >> 6
        bit_of_c = np.int64(1) << np.int64(c & 63)
        for p in range(at(starts, v), at(starts, v + 1)):
            u = at(ends, p)
            s = at(saturation, u)
            if s < 0:
                continue
            if u < with_bits:
                word = u * width + word_of_c
                row = at(seen_bits, word)
                if row & bit_of_c != 0:
                    continue
                put(seen_bits, word, row | bit_of_c)
            else:
                first = at(starts, u) - offset
                q = first
                while q < first + s and at(seen_lists, q) != c:
                    q += 1
                if q < first + s:
                    continue
                put(seen_lists, q, c)
            remove(bits, levels, s, u)
            insert(bits, levels, s + 1, u)
            put(saturation, u, s + 1)
            level = max(level, s + 1)
    return highest + 1
