"""
The uncolored part of a graph, squeezed together in place while classes are taken out of it.

Rows keep where they start and lose entries at their end, so that each later sweep costs only the edges
that are left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper
from ..vectors.simd import at, put


class Remainder(NamedTuple):
    """The uncolored part of a graph; its rows are squeezed in place."""

    starts: Any  #: int64[n + 1], where the row of each vertex begins
    row_ends: Any  #: int64[n], where it ends
    ends: Any  #: int32[2m], neighbors, initially a copy of the adjacency
    vertices: Any  #: int32[n], initially all


@helper
def drop_colored(rest, count, colors):
    """
    Squeeze colored vertices out of the list and of the rows; return how many are left.

    Mutates: rest.row_ends, rest.ends, rest.vertices.
    """
    starts, row_ends, ends, vertices = rest
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
