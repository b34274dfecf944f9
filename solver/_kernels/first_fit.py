"""
Sequential coloring: vertex after vertex, the lowest color that no neighbor has.

A stamp for each color says which vertex last saw it in its neighborhood, so nothing is cleared between
vertices, and no branch asks whether a neighbor is colored yet: the uncolored all stamp slot 0.
"""

from __future__ import annotations

from .._jit import kernel
from .simd import at, put


@kernel
def first_fit(indptr, indices, order, numbers, stamps):
    """
    Color greedily in the given order; returns the number of colors.

    Mutates: numbers, int32[n], zero on entry; on return the color plus one. stamps, int32[max degree
    + 3], -1 on entry.
    """
    highest = 0
    for i in range(len(order)):
        v = at(order, i)
        for p in range(at(indptr, v), at(indptr, v + 1)):
            put(stamps, at(numbers, at(indices, p)), v)
        c = 1
        while at(stamps, c) == v:
            c += 1
        put(numbers, v, c)
        highest = max(highest, c)
    return highest
