"""
Uncolored part of a graph, compacted in place as color classes are removed.

The start of each row is fixed and its end moves forward, so that each later sweep costs only the
remaining edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper
from ..vectors.simd import at, put


class Remainder(NamedTuple):
    """Uncolored part of a graph, with rows compacted in place."""

    starts: Any  #: int64[n + 1], start of the row of each vertex
    row_ends: Any  #: int64[n], end of the row of each vertex
    ends: Any  #: int32[2m], neighbors, initially a copy of the adjacency
    vertices: Any  #: int32[n], initially all vertices


@helper
def drop_colored(rest, count, colors):
    """
    Remove colored vertices from the list and from the rows; return the number of uncolored ones.

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
