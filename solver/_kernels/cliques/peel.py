"""
Degeneracy order, and the graph directed along it: out-degrees are at most the core numbers.

Batagelj and Zaversnik (2011), doi:10.1007/s11634-010-0079-y: the vertices are kept sorted by remaining
degree, and each neighbor of a removed vertex is swapped with the first vertex of its degree.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def peel(indptr, indices, cores, firsts, order, position):
    """
    Fill ``order`` by repeatedly removing a vertex of least degree, and ``cores`` with the core numbers.

    Mutates: cores, int32[n], degrees on entry; firsts, int64[max degree + 2], zero on entry; order,
    position, int32[n], inverse to each other on return.
    """
    n = len(order)
    for v in range(n):
        firsts[cores[v] + 1] += 1
    for d in range(1, len(firsts)):
        firsts[d] += firsts[d - 1]
    for v in range(n):
        position[v] = firsts[cores[v]]
        order[position[v]] = v
        firsts[cores[v]] += 1
    for d in range(len(firsts) - 1, 0, -1):
        firsts[d] = firsts[d - 1]
    firsts[0] = 0
    for i in range(n):
        v = order[i]
        d = at(cores, v)
        for p in range(at(indptr, v), at(indptr, v + 1)):
            u = at(indices, p)
            e = at(cores, u)
            if e > d:
                place = at(position, u)
                first = at(firsts, e)
                w = at(order, first)
                put(order, first, u)
                put(position, u, first)
                put(order, place, w)
                put(position, w, place)
                put(firsts, e, first + 1)
                put(cores, u, e - 1)


@kernel
def orient(indptr, indices, order, position, starts, later):
    """
    List, for each vertex of the order, the positions of its later neighbors.

    Mutates: starts, int64[n + 1]; later, int32[m].
    """
    p = 0
    for i in range(len(order)):
        starts[i] = p
        v = at(order, i)
        for q in range(at(indptr, v), at(indptr, v + 1)):
            place = at(position, at(indices, q))
            if place > i:
                put(later, p, place)
                p += 1
    starts[len(order)] = p
