"""
DSATUR: next the vertex that sees the most colors, with ties the one of largest degree, then the first.

Brélaz (1979), doi:10.1145/359094.359101; ties as in NetworkX, by degree in the whole graph. Vertices
come numbered by falling degree, so that the tie rule is the order of numbers and the saturation queue is
a :mod:`level_queue <solver._kernels.queues.level_queue>`.

Which colors a vertex sees is kept in one of two forms. Those of large degree have a row of bits, one a
color; the others, whose bits would outweigh their adjacency, list the colors, at most one a neighbor.
Either way the memory is bounded by that of the adjacency. The width of the rows is a guess; a run that
needs a color past it is begun again with rows twice as wide, which is cheap since the dense part of a
graph, where the high colors are, comes first.
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
    """The colors that each vertex sees; the first ``len(bits) // width`` vertices have rows of bits."""

    width: int  #: words in a row
    bits: Any  #: int64, rows, initially zero
    lists: Any  #: int32, lists of the other vertices, laid out as their neighbors
    saturation: Any  #: int32[n], how many there are, initially zero
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
