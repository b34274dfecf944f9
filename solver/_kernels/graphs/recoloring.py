"""
Recoloring after a change: which vertices lose their color, and which get their previous one back.

Both kernels take the vertices in the order of a heap, whose ties are in order of vertex number, and look
at a row of the graph once for each vertex that changes. Loops in Python took 1.4 to 2.5 CPU s for the
first and 0.5 to 0.6 for the second on a random graph of 200,000 vertices and 2 million edges with 4 or 8
colors at random; the kernels take 0.04 to 0.06 and 0.005.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ..queues.indexed_heap import place, sift_down, sift_up, take_out
from ..vectors.simd import at, put


@kernel
def uncolor_cover(indptr, indices, colors, counts, heap, position):
    """
    Uncolor vertices until no edge has two ends of one color, each time one with most conflicts.

    Ties: lowest number.

    Mutates: colors; counts, int32[n], the conflicts of each vertex on entry; heap, int64[n]; position,
    int32[n].
    """
    size = 0
    for v in range(len(colors)):
        conflicts = np.int64(at(counts, v))
        if conflicts > 0:
            place(heap, position, size, -conflicts << 32 | v)
            size += 1
    for i in range((size >> 1) - 1, -1, -1):
        sift_down(heap, position, size, i, at(heap, i))
    while size and at(heap, 0) < 0:  # an entry without conflicts is its vertex
        v = at(heap, 0) & 0xFFFFFFFF
        size = take_out(heap, position, size, 0)
        color = at(colors, v)
        put(colors, v, -1)
        for p in range(at(indptr, v), at(indptr, v + 1)):
            u = at(indices, p)
            if at(colors, u) == color:
                conflicts = np.int64(at(counts, u)) - 1
                put(counts, u, conflicts)
                sift_down(heap, position, size, at(position, u), -conflicts << 32 | u)


@kernel
def restore(indptr, indices, before, colors, blockers, heap, position):
    """
    Give changed vertices their previous color back where no neighbor has it, until none can.

    In rounds: a vertex that others free takes its color in the round after, in order of number. A vertex
    waits once at most, since a neighbor that has its previous color back keeps it.

    Mutates: colors, int32[n], all >= 0; blockers, int32[n], work space: neighbors with the previous
    color of a vertex; heap, int64[n]; position, int32[n].
    """
    size = 0
    for v in range(len(colors)):
        previous = at(before, v)
        if previous < 0 or at(colors, v) == previous:
            continue
        count = 0
        for p in range(at(indptr, v), at(indptr, v + 1)):
            count += at(colors, at(indices, p)) == previous
        put(blockers, v, count)
        if count == 0:
            place(heap, position, size, v)  # increasing, so that this is a heap
            size += 1
    while size:
        entry = at(heap, 0)
        size = take_out(heap, position, size, 0)
        v = entry & 0xFFFFFFFF
        if at(blockers, v):
            continue
        following = (entry >> 32) + 1
        previous, left = at(before, v), at(colors, v)
        put(colors, v, previous)
        for p in range(at(indptr, v), at(indptr, v + 1)):
            u = at(indices, p)
            wanted = at(before, u)
            if at(colors, u) == wanted:
                continue
            if wanted == previous:
                put(blockers, u, at(blockers, u) + 1)
            elif wanted == left:
                put(blockers, u, at(blockers, u) - 1)
                if at(blockers, u) == 0:
                    sift_up(heap, position, size, following << 32 | u)
                    size += 1
