"""
Checks of compressed derivatives: the nonzeros of a matrix that can be read off its products.

Deliberately plain and independent of the coloring code: for one row at a time, count its nonzeros of
each color.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def has_repeats(row_starts, columns, colors, last):
    """
    Return whether two nonzeros of a row have columns of one color; every column has a color.

    Mutates: last, int32[colors], -1 on entry, the last row that has the color.
    """
    for r in range(len(row_starts) - 1):
        for p in range(at(row_starts, r), at(row_starts, r + 1)):
            c = at(colors, at(columns, p))
            if at(last, c) == r:
                return True
            put(last, c, r)
    return False


@kernel
def count_alone(row_starts, columns, colors, seen, alone):
    """
    Mark the nonzeros whose column's color no other nonzero of the row has; return their number.

    Nonzeros of uncolored columns, -1, are not marked.

    Mutates: seen, int32[colors], zero on entry and on return; alone, uint8[nnz].
    """
    total = 0
    for r in range(len(row_starts) - 1):
        begin = at(row_starts, r)
        end = at(row_starts, r + 1)
        for p in range(begin, end):
            c = at(colors, at(columns, p))
            if c >= 0:
                put(seen, c, at(seen, c) + 1)
        for p in range(begin, end):
            c = at(colors, at(columns, p))
            is_alone = c >= 0 and at(seen, c) == 1
            put(alone, p, is_alone)
            total += is_alone
        for p in range(begin, end):
            c = at(colors, at(columns, p))
            if c >= 0:
                put(seen, c, 0)
    return total


@kernel
def count_hidden(row_starts, columns, mirror, colors, alone):
    """Count the places of a symmetric pattern that are hidden with their transposes, or in conflict."""
    hidden = 0
    for v in range(len(row_starts) - 1):
        for p in range(at(row_starts, v), at(row_starts, v + 1)):
            u = at(columns, p)
            if not (at(alone, p) or at(alone, at(mirror, p))) or (
                u != v and at(colors, u) == at(colors, v)
            ):
                hidden += 1
    return hidden
