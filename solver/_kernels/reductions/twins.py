"""
Vertices with the same neighbors, found by the sum of random words over each neighborhood.

Equal sums give candidate pairs; their rows are compared before they are merged.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def hash_rows(indptr, indices, words, sums):
    """
    Sum the words of the neighbors of each vertex.

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
    Set the owner of each vertex to the first vertex with an equal row; return how many have an owner.

    ``by_sum`` is sorted by sum, then by vertex. A row is compared only with the first row of the same
    sum, so a collision of sums can hide twins but never merges vertices that are not twins.

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
