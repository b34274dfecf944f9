"""
Smallest-last order and core numbers: take away a vertex of least remaining degree, again and again.

Matula and Beck (1983), doi:10.1145/2402.322385. Coloring first-fit in the reverse of the removals needs
at most degeneracy + 1 colors.
"""

from __future__ import annotations

from .._jit import kernel
from .level_queue import insert, lowest, remove
from .simd import at, put


@kernel
def smallest_last(starts, ends, degrees, bits, levels, order, cores):
    """
    Fill ``order`` from its end with vertices of least remaining degree, ties to the lowest number.

    Vertices are numbered by falling degree. Returns the degeneracy.

    Mutates: degrees, int32[n], on return -1; bits, empty on entry and on return; order, int32[n];
    cores, int32[n], the core numbers.
    """
    n = len(degrees)
    for v in range(n):
        insert(bits, levels, degrees[v], v)
    level = 0
    core = 0
    for i in range(n - 1, -1, -1):
        v = lowest(bits, levels, level)
        while v < 0:
            level += 1
            v = lowest(bits, levels, level)
        core = max(core, level)
        remove(bits, levels, level, v)
        put(degrees, v, -1)
        order[i] = v
        cores[v] = core
        for p in range(at(starts, v), at(starts, v + 1)):
            u = at(ends, p)
            d = at(degrees, u)
            if d >= 0:
                remove(bits, levels, d, u)
                insert(bits, levels, d - 1, u)
                put(degrees, u, d - 1)
        level = max(level - 1, 0)
    return core
