"""
Coloring by maximal independent sets, each grown from vertices of least degree.

Kosowski and Manuszewski (2004), doi:10.1090/conm/352/06369. The degree counts the vertices that may
still join the class; ties go to the first vertex. A class costs one sweep over the remaining edges,
which are compacted in place after each class. Dense graphs are colored by ``dense_classes``.
"""

from __future__ import annotations

from ..._jit import kernel
from ..graphs.remainder import drop_colored
from ..queues.indexed_heap import place, sift_down, sift_up, take_out
from ..vectors.simd import at, put

#: Values of ``degrees`` for vertices that cannot join the class.
EXCLUDED = -1
LEAVING = -2


@kernel
def color_by_independent_sets(rest, degrees, heap, position, colors):
    """
    Color class by class; return the number of colors.

    Mutates: rest, with rest.vertices increasing on entry; degrees, int32[n]; heap, int64[n]; position,
    int32[n]; colors, int32[n], -1 on entry.
    """
    starts, row_ends, ends, vertices = rest
    count = len(vertices)
    color = 0
    while count:
        for i in range(count):
            v = at(vertices, i)
            d = at(row_ends, v) - at(starts, v)
            put(degrees, v, d)
            place(heap, position, i, d << 32 | v)
        for i in range((count >> 1) - 1, -1, -1):
            sift_down(heap, position, count, i, at(heap, i))
        size = count
        while size:
            x = at(heap, 0) & 0xFFFFFFFF
            size = take_out(heap, position, size, 0)
            put(degrees, x, EXCLUDED)
            put(colors, x, color)
            for p in range(at(starts, x), at(row_ends, x)):
                w = at(ends, p)
                if at(degrees, w) >= 0:
                    size = take_out(heap, position, size, at(position, w))
                    put(degrees, w, LEAVING)
            for p in range(at(starts, x), at(row_ends, x)):
                w = at(ends, p)
                if at(degrees, w) != LEAVING:
                    continue
                put(degrees, w, EXCLUDED)
                for q in range(at(starts, w), at(row_ends, w)):
                    y = at(ends, q)
                    d = at(degrees, y) - 1
                    if d >= 0:
                        put(degrees, y, d)
                        sift_up(heap, position, at(position, y), d << 32 | y)
        count = drop_colored(rest, count, colors)
        color += 1
    return color
