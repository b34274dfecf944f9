"""
Connected components of the complement, in time linear in the graph.

Each visited vertex removes its non-neighbors from the list of unvisited vertices; the cost of reading a
vertex that stays is charged to its edge (Ito and Yokoyama 1998, doi:10.1016/S0020-0190(98)00071-4).
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def complement_components(indptr, indices, unvisited, queue, marks, label):
    """
    Number the components of the complement; return the number of components.

    ``unvisited`` lists all vertices; starting from a vertex of least degree is fastest.

    Mutates: unvisited, queue, int32[n]; marks, int32[n], -1 on entry; label, int32[n].
    """
    count = 0
    left = len(unvisited)
    while left > 0:
        left -= 1
        put(queue, 0, at(unvisited, left))
        put(label, at(queue, 0), count)
        head = 0
        tail = 1
        while head < tail and left > 0:
            v = at(queue, head)
            head += 1
            for p in range(at(indptr, v), at(indptr, v + 1)):
                put(marks, at(indices, p), v)
            stay = 0
            for i in range(left):
                u = at(unvisited, i)
                if at(marks, u) == v:
                    put(unvisited, stay, u)
                    stay += 1
                else:
                    put(label, u, count)
                    put(queue, tail, u)
                    tail += 1
            left = stay
        count += 1
    return count
