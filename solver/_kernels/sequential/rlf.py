"""
RLF, recursive largest first: build one color class at a time, each covering as many edges as it can.

Leighton (1979), doi:10.6028/jres.084.024. A class begins with the uncolored vertex that has the most
uncolored neighbors. The next vertex is the candidate with the most neighbors among the vertices that can
no longer join; ties go to the fewest neighbors among the candidates, then to the first.

Neighbors are counted along edges, and candidates are kept in a level queue. At equal counts, the fewest
other neighbors means the smallest degree in the uncolored part: ranking that part by degree once per
class makes the tie rule an order of ranks. Dense graphs are colored by ``dense_classes``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import kernel
from ..graphs.remainder import drop_colored
from ..graphs.renumber import order_by_degree
from ..queues.level_queue import insert, lay_out, remove, take_highest
from ..vectors.simd import at, put

#: Values of ``counts``, which is indexed by rank, for vertices that cannot join the class.
EXCLUDED = -1
LEAVING = -2


class Ranks(NamedTuple):
    """Work space: the uncolored vertices, ranked by degree again for each class."""

    degrees: Any  #: int32[n], by vertex
    counts: Any  #: int32[n], by rank
    rank: Any  #: int32[n], by vertex
    order: Any  #: int32[n], vertices by rank
    cursor: Any  #: int64[max degree + 2]


@kernel
def color_by_rlf(rest, ranks, bits, levels, colors):
    """
    Color class by class, counting along edges; return the number of colors.

    Mutates: rest, with rest.vertices decreasing on entry; ranks; bits and levels, a level queue for the
    whole graph; colors, int32[n], -1 on entry.
    """
    starts, row_ends, ends, vertices = rest
    degrees, counts, rank, order, cursor = ranks
    count = len(vertices)
    color = 0
    while count:
        largest = 0
        for i in range(count):
            v = vertices[i]
            degrees[v] = row_ends[v] - starts[v]
            largest = max(largest, degrees[v])
        cursor[: largest + 2] = 0
        order_by_degree(degrees, vertices[:count], cursor[: largest + 2], order)
        # After the sort, cursor[largest - s] vertices have degree s or more.
        bits[: lay_out(cursor[: largest + 1][::-1], levels)] = 0
        for i in range(count):
            put(rank, at(order, i), i)
            put(counts, i, 0)
            insert(bits, levels, 0, i)
        # Equal degrees are ranked by decreasing number: the first vertex is the last of its degree.
        r = cursor[0] - 1
        remove(bits, levels, 0, r)
        level = 0
        while r >= 0:
            x = at(order, r)
            put(counts, r, EXCLUDED)
            put(colors, x, color)
            for p in range(at(starts, x), at(row_ends, x)):
                r = at(rank, at(ends, p))
                c = at(counts, r)
                if c >= 0:
                    remove(bits, levels, c, r)
                    put(counts, r, LEAVING)
            for p in range(at(starts, x), at(row_ends, x)):
                w = at(ends, p)
                r = at(rank, w)
                if at(counts, r) != LEAVING:
                    continue
                put(counts, r, EXCLUDED)
                for q in range(at(starts, w), at(row_ends, w)):
                    r = at(rank, at(ends, q))
                    c = at(counts, r) + 1
                    if c > 0:
                        put(counts, r, c)
                        remove(bits, levels, c - 1, r)
                        insert(bits, levels, c, r)
                        level = max(level, c)
            r = take_highest(bits, levels, level)
            while r < 0 and level > 0:
                level -= 1
                r = take_highest(bits, levels, level)
        count = drop_colored(rest, count, colors)
        color += 1
    return color
