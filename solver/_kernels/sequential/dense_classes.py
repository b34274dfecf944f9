"""
RLF and independent sets on dense graphs, with whole rows of a bit matrix.

Both grow a color class by the best vertex that can still join, and compare vertices by two numbers: the
degree in the uncolored part, and the number of neighbors there that can no longer join. When the latter
set grows, each candidate counts its neighbors among the new vertices, one word of 64 vertices at a time;
as candidates at least halve with each addition on a graph of density 1/2, a class costs about one pass
over the matrix. Results equal those of ``rlf`` and ``independent_set``, which count along edges.

Adding rows of a byte matrix to the counts instead took 1.42 s for RLF on G(4000, 0.5).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, popcount, put


@kernel
def fill_bits(indptr, indices, rows):
    """
    Write the adjacency as a bit matrix, row by row.

    Mutates: rows, int64[n * ceil(n / 64)], zero on entry.
    """
    n = len(indptr) - 1
    words = (n + 63) >> 6
    for v in range(n):
        for p in range(at(indptr, v), at(indptr, v + 1)):
            u = at(indices, p)
            word = v * words + (u >> 6)
            put(rows, word, at(rows, word) | np.int64(1) << np.int64(u & 63))


@helper
def _count_common(rows, first, other):
    """Return the number of ones that the row beginning at ``first`` has in common with a set."""
    common = 0
    for j in range(len(other)):
        common += popcount(at(rows, first + j) & at(other, j))
    return common


class Candidates(NamedTuple):
    """Work space: the vertices that can join a class."""

    degrees: Any  #: int32[n], degrees in the uncolored part, initially those in the graph
    counts: Any  #: int32[n], neighbors in the uncolored part that cannot join
    candidates: Any  #: int32[n], list of the vertices that can join
    free: Any  #: int64[ceil(n / 64)], the same vertices as bits
    added: Any  #: int64[ceil(n / 64)], vertices that the last addition made unable to join, as bits


@kernel
def color_by_classes(rows, weight, largest_first, state, colors):
    """
    Color class by class; return the number of colors.

    The candidate of largest ``weight * count - degree`` joins; ties go to the first. Weight 1 excludes
    the fewest other candidates; a weight above all degrees decides by count, then by degree. With
    ``largest_first``, classes begin with the vertex of largest degree instead.

    Mutates: state; colors, int32[n], -1 on entry.
    """
    degrees, counts, candidates, free, added = state
    n = len(colors)
    words = len(free)
    color = 0
    while True:
        size = 0
        x = -1
        best = 0
        free[:] = 0
        for v in range(n):
            if at(colors, v) < 0:
                put(candidates, size, v)
                size += 1
                put(counts, v, 0)
                put(free, v >> 6, at(free, v >> 6) | np.int64(1) << np.int64(v & 63))
                score = at(degrees, v) if largest_first else -at(degrees, v)
                if x < 0 or score > best:
                    x = v
                    best = score
        if size == 0:
            return color
        while x >= 0:
            put(colors, x, color)
            put(free, x >> 6, at(free, x >> 6) & ~(np.int64(1) << np.int64(x & 63)))
            for j in range(words):
                word = at(free, j)
                row = at(rows, x * words + j)
                put(added, j, word & row)
                put(free, j, word & ~row)
            x = -1
            kept = 0
            for i in range(size):
                v = at(candidates, i)
                if (at(free, v >> 6) >> np.int64(v & 63)) & 1 == 0:
                    continue
                put(candidates, kept, v)
                kept += 1
                count = at(counts, v) + _count_common(rows, v * words, added)
                put(counts, v, count)
                score = weight * count - at(degrees, v)
                if x < 0 or score > best:
                    x = v
                    best = score
            size = kept
        added[:] = 0
        for v in range(n):
            if at(colors, v) == color:
                put(added, v >> 6, at(added, v >> 6) | np.int64(1) << np.int64(v & 63))
        for v in range(n):
            if at(colors, v) < 0:
                put(degrees, v, at(degrees, v) - _count_common(rows, v * words, added))
        color += 1
