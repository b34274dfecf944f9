"""
Vertices with the same neighbors, found by a sum of random words over each neighborhood.

Equal sums say where to look; rows are compared before anything is merged.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def hash_rows(indptr, indices, words, sums):
    """
    Add up the words of the neighbors of each vertex.

    Mutates: sums, int64[n].
    """
    for v in range(len(sums)):
        total = 0
        for p in range(at(indptr, v), at(indptr, v + 1)):
            total += at(words, at(indices, p))
        put(sums, v, total)


@kernel
def merge(indptr, indices, by_sum, sums, owner, order):
    """
    Give each vertex the first one with an equal row for an owner; return how many have one.

    ``by_sum`` is sorted by sum, then by vertex. Rows with equal sums that differ are compared with the
    first of their sum only, so a twin is missed where sums collide, and never a wrong one merged.

    Mutates: owner, int32[n]; order, int32[n], the vertices with an owner.
    """
    found = 0
    first = 0
    for i in range(1, len(by_sum)):
        v = by_sum[i]
        u = by_sum[first]
        if sums[u] != sums[v]:
            first = i
            continue
        length = at(indptr, v + 1) - at(indptr, v)
        if at(indptr, u + 1) - at(indptr, u) != length:
            continue
        p = at(indptr, u)
        q = at(indptr, v)
        same = 0
        while same < length and at(indices, p + same) == at(indices, q + same):
            same += 1
        if same == length:
            put(owner, v, u)
            put(order, found, v)
            found += 1
    return found
