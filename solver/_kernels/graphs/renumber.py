"""
Renumbering of the vertices of a graph.

Heuristics that use degrees run on a copy numbered by decreasing degree: the hubs, to which most edges
lead, are then contiguous in the cache, and ties by degree become ties by number. Rows of the copy are
not sorted.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def order_by_degree(degrees, sequence, cursor, order):
    """
    Sort ``sequence`` by decreasing degree with a stable counting sort.

    Mutates: cursor, int64[max degree + 2], zero on entry; order, int32[len(sequence)].
    """
    top = len(cursor) - 2
    for i in range(len(sequence)):
        cursor[top - degrees[sequence[i]] + 1] += 1
    for d in range(1, len(cursor)):
        cursor[d] += cursor[d - 1]
    for i in range(len(sequence)):
        v = sequence[i]
        d = top - degrees[v]
        order[cursor[d]] = v
        cursor[d] += 1


@kernel
def invert(order, rank):
    """
    Store in ``rank`` the position of each vertex of ``order``.

    Mutates: rank, int32[n].
    """
    for i in range(len(order)):
        rank[order[i]] = i


@kernel
def renumber(indptr, indices, order, rank, p, ends):
    """
    Copy the rows of ``order`` one after the other to ``ends[p:]``, with ranks as vertex numbers.

    Mutates: ends.
    """
    for i in range(len(order)):
        v = at(order, i)
        for q in range(at(indptr, v), at(indptr, v + 1)):
            put(ends, p, at(rank, at(indices, q)))
            p += 1
