"""Induced subgraphs, in time linear in the degrees of their vertices and without a list of edges."""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def induce(indptr, indices, vertices, local, starts, ends):
    """
    Write the rows of the subgraph on ``vertices``, whose increasing order keeps them sorted.

    Return the number of entries written.

    Mutates: local, int32[n], -1 on entry and on return; starts, int64[len(vertices) + 1]; ends, int32,
    at least as long as the sum of the degrees of the vertices.
    """
    for i in range(len(vertices)):
        put(local, vertices[i], i)
    p = 0
    for i in range(len(vertices)):
        put(starts, i, p)
        v = at(vertices, i)
        for q in range(at(indptr, v), at(indptr, v + 1)):
            j = at(local, at(indices, q))
            if j >= 0:
                put(ends, p, j)
                p += 1
    put(starts, len(vertices), p)
    for i in range(len(vertices)):
        put(local, vertices[i], -1)
    return p
