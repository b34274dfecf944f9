"""
Branch and bound for a largest clique, on bit sets, with bounds from coloring.

A graph directed along its degeneracy order falls into one small search for each vertex: a clique among
the vertices it points at (``clique.py`` writes them out as a bit matrix). Within one, the candidates are
colored greedily; those that fit in as many colors as would not lead to a larger clique need no branch
(Tomita and Seki 2003; on bit sets San Segundo et al. 2011, doi:10.1016/j.cor.2010.07.019). A candidate
that does not fit gets two more chances: to take the place of its one neighbor in a class, which moves to
another (Tomita et al. 2010, doi:10.1007/978-3-642-11440-3_18); or to show, with two of the classes, that
the three of them hold no triangle and so add 2 to a clique, not 3 (San Segundo et al. 2015, the
infra-chromatic bound, doi:10.1016/j.cor.2015.06.009).
"""

from __future__ import annotations

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit, popcount, put
from .clique import ONE, fill_matrix, thin

SIZE, NEXT, DEPTH, WORDS, LOCAL, TICKS = range(6)  # fields of `progress`
NONE = -1  # DEPTH when no search among the neighbors of one vertex is under way


@helper
def absorb(rows, words, v, free, classes, spent):
    """
    Make ``v`` need no color past the first ``free``, by moving a vertex or by an infra-chromatic bound.

    Mutates: classes, spent: int64[...], 1 for a class that a bound already counts on. Returns whether
    it could, and the rows looked at.
    """
    row = v * words
    bit = ONE << np.int64(v & 63)
    looked = 0
    for i in range(free):
        if spent[i]:
            continue
        looked += 1
        met = 0
        only = -1
        for w in range(words):
            bits = at(rows, row + w) & at(classes, i * words + w)
            if bits != 0:
                met += popcount(bits)
                only = w << 6 | lowest_bit(bits)
                if met > 1:
                    break
        if met == 0:
            classes[i * words + (v >> 6)] |= bit
            return True, looked
        if met > 1:
            continue
        for j in range(free):
            if j == i or spent[j]:
                continue
            looked += 1
            touches = False
            triangle = False
            for w in range(words):
                bits = at(rows, only * words + w) & at(classes, j * words + w)
                if bits != 0:
                    touches = True
                    if bits & at(rows, row + w) != 0:
                        triangle = True
                        break
            if not touches:
                classes[i * words + (only >> 6)] &= ~(ONE << np.int64(only & 63))
                classes[i * words + (v >> 6)] |= bit
                classes[j * words + (only >> 6)] |= ONE << np.int64(only & 63)
                return True, looked
            if not triangle:
                spent[i] = 1
                spent[j] = 1
                return True, looked
    return False, looked


@helper
def color(rows, words, begin, sets, free, left, stable, classes, spent, order, bounds, first):
    """
    Color the set of candidates at ``sets[begin]``; list those that need more than ``free`` colors.

    Mutates: left, stable, int64[words]; classes, int64[free * words at least]; spent; from ``first``
    on order, the vertices in the order of their colors, and bounds, int32: no clique among a vertex,
    those listed before it and those not listed is larger. Returns how many, and the rows looked at.
    """
    for w in range(words):
        left[w] = sets[begin + w]
    color = 0
    listed = 0
    looked = 0
    low = 0
    while True:
        while low < words and left[low] == 0:
            low += 1
        if low == words:
            return listed, looked
        color += 1
        before = listed
        if color <= free:
            spent[color - 1] = 0
            for w in range(low):
                classes[(color - 1) * words + w] = 0
        for w in range(low, words):
            stable[w] = left[w]
        for w in range(low, words):
            taken = np.int64(0)
            while stable[w] != 0:
                bit = stable[w] & -stable[w]
                v = w << 6 | lowest_bit(bit)
                taken |= bit
                looked += 1
                stable[w] &= ~bit
                for x in range(w, words):
                    stable[x] &= ~at(rows, v * words + x)
                if color > free:
                    absorbed = False
                    if free > 0:
                        absorbed, more = absorb(rows, words, v, free, classes, spent)
                        looked += more
                    if not absorbed:
                        put(order, first + listed, v)
                        put(bounds, first + listed, color)
                        listed += 1
            left[w] &= ~taken
            if color <= free:
                classes[(color - 1) * words + w] = taken
        if color > free and listed == before:
            color -= 1


@helper
def sort_descending(values, count):
    """
    Sort the first ``count`` values: heapsort, since NumPy's sort takes 3 s to compile.

    Mutates: values.
    """
    for size in range(count // 2 - 1, -1, -1):
        sift_down(values, size, count)
    for last in range(count - 1, 0, -1):
        values[0], values[last] = values[last], values[0]
        sift_down(values, 0, last)


@helper
def sift_down(values, hole, count):
    """
    Restore a heap, the least value first, from ``hole`` on.

    Mutates: values.
    """
    value = values[hole]
    while True:
        child = 2 * hole + 1
        if child >= count:
            break
        if child + 1 < count and values[child + 1] < values[child]:
            child += 1
        if values[child] >= value:
            break
        values[hole] = values[child]
        hole = child
    values[hole] = value


@helper
def open_neighborhood(starts, later, local, i, size, vertices, rows, left):
    """
    Write out those vertices that ``i`` points at which could be in a clique larger than ``size``.

    Mutates: local, -1 on entry and on return; vertices, int32, rows and left: room for the largest
    neighborhood. Returns how many they are, and the rows looked at.
    """
    begin = starts[i]
    degree = starts[i + 1] - begin
    looked = 1
    if degree < size:
        return 0, looked
    for j in range(degree):
        vertices[j] = later[begin + j]
    while True:
        words = (degree + 63) >> 6
        looked += fill_matrix(starts, later, vertices[:degree], local, words, rows) >> 3
        stay, more = thin(degree, words, rows, left, size - 1)
        looked += more * ((words + 7) >> 3)
        if stay < size or stay == degree:
            break
        kept = 0
        for j in range(degree):
            if left[j >> 6] >> np.int64(j & 63) & ONE:
                vertices[kept] = vertices[j]
                kept += 1
        degree = kept
    if stay < size:
        return 0, looked
    # Those that the peeling took last have most neighbors here: color them first, branch on them last.
    sort_descending(vertices, degree)
    looked += fill_matrix(starts, later, vertices[:degree], local, words, rows) >> 3
    return degree, looked


@kernel
def search(
    starts,
    later,
    local,
    vertices,
    rows,
    sets,
    left,
    stable,
    classes,
    spent,
    order,
    bounds,
    listed,
    chosen,
    clique,
    progress,
    ticks,
):
    """
    Search vertex after vertex, from the last of the order to the first, within a work limit; resumable.

    Mutates: all but the first two. clique, int32: the largest so far, ``progress[SIZE]`` of it;
    ``progress[NEXT]`` is the vertex under way, -1 at the end.
    """
    size = progress[SIZE]
    i = progress[NEXT]
    depth = progress[DEPTH]
    words = progress[WORDS]
    n = progress[LOCAL]
    used = np.int64(0)
    while i >= 0 and used < ticks:
        if depth == NONE:
            n, looked = open_neighborhood(starts, later, local, i, size, vertices, rows, left)
            used += looked
            if n == 0:
                i -= 1
                continue
            words = (n + 63) >> 6
            for w in range(words):
                sets[w] = 0
            for j in range(n):
                sets[j >> 6] |= ONE << np.int64(j & 63)
            depth = 0
            listed[0], looked = color(
                rows, words, 0, sets, size - 1, left, stable, classes, spent, order, bounds, 0
            )
            used += looked * ((words + 7) >> 3)
        top = depth * n + listed[depth] - 1
        # With the vertex itself and `depth` more chosen, a clique of so many more is no larger.
        if listed[depth] == 0 or at(bounds, top) + depth + 1 <= size:
            depth -= 1
            if depth == NONE:
                i -= 1
            continue
        listed[depth] -= 1
        v = at(order, top)
        chosen[depth] = v
        here = depth * words
        sets[here + (v >> 6)] &= ~(ONE << np.int64(v & 63))
        some = np.int64(0)
        for w in range(words):
            bits = at(sets, here + w) & at(rows, v * words + w)
            put(sets, here + words + w, bits)
            some |= bits
        used += 1
        if some != 0:
            depth += 1
            listed[depth], looked = color(
                rows,
                words,
                depth * words,
                sets,
                size - 1 - depth,
                left,
                stable,
                classes,
                spent,
                order,
                bounds,
                depth * n,
            )
            used += looked * ((words + 7) >> 3)
        elif depth + 2 > size:
            size = depth + 2
            clique[0] = i
            for d in range(depth + 1):
                clique[d + 1] = vertices[chosen[d]]
    progress[SIZE] = size
    progress[NEXT] = i
    progress[DEPTH] = depth
    progress[WORDS] = words
    progress[LOCAL] = n
    progress[TICKS] += used
