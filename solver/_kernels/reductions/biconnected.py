"""
Blocks: maximal connected subgraphs that stay connected when any one vertex is removed.

Hopcroft and Tarjan (1973), doi:10.1145/362248.362272: a depth-first search, here without recursion.
Vertices stay on a stack until the cut vertex that separates them from the rest is known.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import kernel
from ..vectors.simd import at, put


class BlockSearch(NamedTuple):
    """State of a depth-first search, and the blocks it finds."""

    number: Any  #: int32[n], position of each vertex in the order of visits, initially -1
    low: Any  #: int32[n], lowest number that can be reached from the subtree of each vertex
    parent: Any  #: int32[n]
    cursor: Any  #: int64[n], next position in each row
    path: Any  #: int32[n], path from the root to the current vertex
    stack: Any  #: int32[n], vertices whose block is not known yet
    starts: Any  #: int64[n + 1], start of each block in ``members``
    members: Any  #: int32[2n]


@kernel
def find_blocks(indptr, indices, s):
    """
    List the vertices of each block, the one nearest to the root last; return the number of blocks.

    A block is listed after its children: in reverse order, the last vertex of each block, except for the
    first block of a component, belongs to an earlier block.

    Mutates: s.
    """
    number, low, parent, cursor, path, stack, starts, members = s
    n = len(number)
    visited = 0
    blocks = 0
    listed = 0
    starts[0] = 0
    for root in range(n):
        if at(number, root) >= 0:
            continue
        put(number, root, visited)
        put(low, root, visited)
        visited += 1
        put(cursor, root, at(indptr, root))
        if at(indptr, root) == at(indptr, root + 1):
            members[listed] = root
            listed += 1
            blocks += 1
            starts[blocks] = listed
            continue
        put(path, 0, root)
        depth = 1
        waiting = 0
        while depth > 0:
            v = at(path, depth - 1)
            p = at(cursor, v)
            if p < at(indptr, v + 1):
                put(cursor, v, p + 1)
                u = at(indices, p)
                if at(number, u) < 0:
                    put(number, u, visited)
                    put(low, u, visited)
                    visited += 1
                    put(parent, u, v)
                    put(cursor, u, at(indptr, u))
                    put(stack, waiting, u)
                    waiting += 1
                    put(path, depth, u)
                    depth += 1
                elif at(number, u) < at(low, v):
                    put(low, v, at(number, u))
                continue
            depth -= 1
            if depth == 0:
                break
            u = at(parent, v)
            if at(low, v) >= at(number, u):
                w = -1
                while w != v:
                    waiting -= 1
                    w = at(stack, waiting)
                    put(members, listed, w)
                    listed += 1
                put(members, listed, u)
                listed += 1
                blocks += 1
                put(starts, blocks, listed)
            elif at(low, v) < at(low, u):
                put(low, u, at(low, v))
    return blocks
