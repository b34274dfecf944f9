"""
Smallest-last order and core numbers: repeatedly remove a vertex of least remaining degree.

Matula and Beck (1983), doi:10.1145/2402.322385. First-fit in the reverse order of the removals needs at
most degeneracy + 1 colors.

Ties go to the vertex of least degree in the whole graph, then to the last, so that tied vertices are
colored in largest-first order. Total colors over 22 graphs: 1753; with ties to the largest degree, 1765;
to the vertex that reached its degree last, 1780 (first, 1749: one Latin square makes the difference).
Most edges of a skewed graph lead to hubs far above the least degree, and updating these in the queue
would be wasted work: they enter the queue only when the least degree comes near.
"""

from __future__ import annotations

from ..._jit import kernel
from ..queues.level_queue import insert, remove, take_highest
from ..vectors.simd import at, put

#: Maximum difference from the least degree at which vertices enter the queue.
WINDOW = 64


@kernel
def smallest_last(starts, ends, degrees, bits, levels, order, cores):
    """
    Fill ``order`` from its end with vertices of least remaining degree; ties go to the last vertex.

    Vertices are numbered by falling degree. Return the degeneracy.

    Mutates: degrees, int32[n], on return -1; bits, empty on entry; order, int32[n]; cores, int32[n],
    the core numbers.
    """
    n = len(degrees)
    queued = 0
    level = 0
    core = 0
    waiting = n
    for i in range(n - 1, -1, -1):
        while True:
            if level == queued:
                queued = level + WINDOW
                while waiting > 0 and at(starts, waiting) - at(starts, waiting - 1) < level:
                    waiting -= 1
                for v in range(waiting):
                    d = at(degrees, v)
                    if level <= d < queued:
                        insert(bits, levels, d, v)
            v = take_highest(bits, levels, level)
            if v >= 0:
                break
            level += 1
        core = max(core, level)
        put(degrees, v, -1)
        put(order, i, v)
        put(cores, v, core)
        for p in range(at(starts, v), at(starts, v + 1)):
            u = at(ends, p)
            d = at(degrees, u) - 1
            if d >= 0:
                put(degrees, u, d)
                if d < queued:
                    if d + 1 < queued:
                        remove(bits, levels, d + 1, u)
                    insert(bits, levels, d, u)
        level = max(level - 1, 0)
    return core
