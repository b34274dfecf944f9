"""
The uncolored part of a graph, squeezed together in place while classes are taken out of it.

Rows keep where they start and lose entries at their end, so that each later sweep costs only the edges
that are left.
"""

from __future__ import annotations

from ..._jit import helper
from ..vectors.simd import at, put


@helper
def drop_colored(starts, row_ends, ends, vertices, count, colors):
    """
    Squeeze colored vertices out of the list and of the rows; returns how many are left.

    Mutates: row_ends, ends, vertices.
    """
    kept = 0
    for i in range(count):
        v = at(vertices, i)
        if at(colors, v) >= 0:
            continue
        put(vertices, kept, v)
        kept += 1
        q = at(starts, v)
        for p in range(at(starts, v), at(row_ends, v)):
            u = at(ends, p)
            put(ends, q, u)
            q += at(colors, u) < 0
        put(row_ends, v, q)
    return kept
