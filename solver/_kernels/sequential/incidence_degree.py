"""
Incidence-degree order: the next vertex has the most neighbors already in the order.

Coleman and Moré (1983), doi:10.1137/0720013. Ties go to the largest degree, then to the first vertex.
"""

from __future__ import annotations

from ..._jit import kernel
from ..queues.level_queue import insert, remove, take_lowest
from ..vectors.simd import at, put


@kernel
def incidence_degree(starts, ends, incidence, bits, levels, order):
    """
    Fill ``order``; vertices are numbered by decreasing degree.

    Mutates: incidence, int32[n], zero on entry, -1 on return; bits, empty on entry;
    order, int32[n].
    """
    n = len(order)
    for v in range(n):
        insert(bits, levels, 0, v)
    level = 0
    for i in range(n):
        v = take_lowest(bits, levels, level)
        while v < 0:
            level -= 1
            v = take_lowest(bits, levels, level)
        put(incidence, v, -1)
        order[i] = v
        for p in range(at(starts, v), at(starts, v + 1)):
            u = at(ends, p)
            s = at(incidence, u)
            if s >= 0:
                remove(bits, levels, s, u)
                insert(bits, levels, s + 1, u)
                put(incidence, u, s + 1)
                level = max(level, s + 1)
