"""
Branch and bound for a maximum clique on bit sets, with bounds from coloring.

The degeneracy order divides the problem into one small search for each vertex: a clique among its later
neighbors (``clique.py`` writes them as a bit matrix). In each search, the candidates are colored
greedily; those that fit in as many colors as cannot give a larger clique need no branch (Tomita and
Seki 2003; on bit sets San Segundo et al. 2011, doi:10.1016/j.cor.2010.07.019). For a candidate that does
not fit, two more steps are tried: its only neighbor in a class moves to another class (Tomita et al.
2010, doi:10.1007/978-3-642-11440-3_18); or the candidate and two classes contain no triangle, so that
they add 2 to a clique, not 3 (the infra-chromatic bound of San Segundo et al. 2015,
doi:10.1016/j.cor.2015.06.009).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit, popcount, put
from .clique import ONE, fill_matrix, thin

SIZE, NEXT, DEPTH, WORDS, LOCAL, TICKS = range(6)  # fields of `progress`
NONE = -1  # DEPTH between the searches among the neighbors of single vertices


class CliqueState(NamedTuple):
    """State of a search; the arrays from ``vertices`` on are sized for the largest neighborhood."""

    starts: Any  #: int64[n + 1], start of the neighborhood of each vertex
    later: Any  #: int32[m], neighborhoods, along the degeneracy order
    local: Any  #: int32[n], -1 between calls; position of each vertex in the current neighborhood
    vertices: Any  #: int32, vertices of the current neighborhood
    rows: Any  #: int64, their bit matrix
    sets: Any  #: int64, candidates at each depth, as bits
    left: Any  #: int64, work space: vertices without a color, as bits
    stable: Any  #: int64, work space: vertices that fit in the current color, as bits
    classes: Any  #: int64, color classes, as bits
    spent: Any  #: int64, 1 for a class already used by an infra-chromatic bound
    order: Any  #: int32, vertices to branch on at each depth, in the order of their colors
    bounds: Any  #: int32, upper bound on the clique size for each entry of ``order``
    listed: Any  #: int32, number of remaining branches at each depth
    chosen: Any  #: int32, the vertex taken at each depth
    clique: Any  #: int32, the largest clique so far, of ``progress[SIZE]`` vertices
    progress: Any  #: int64[6]; ``progress[NEXT]`` is the current vertex, -1 at the end


@helper
def absorb(rows, words, v, free, classes, spent):
    """
    Avoid a color above the first ``free`` for ``v``, by moving a vertex or by an infra-chromatic bound.

    Return whether that is possible, and the number of rows read.

    Mutates: classes, spent.
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
def color(s, words, begin, free, first):
    """
    Color the candidates at ``s.sets[begin]``; list those that need more than ``free`` colors.

    The list begins at ``first``: no clique among a vertex, those listed before it and those not listed
    exceeds its bound. Return the length of the list and the number of rows read.

    Mutates: s.left, s.stable, s.classes, s.spent, s.order, s.bounds.
    """
    rows, sets, left, stable, classes, spent = s.rows, s.sets, s.left, s.stable, s.classes, s.spent
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
                        put(s.order, first + listed, v)
                        put(s.bounds, first + listed, color)
                        listed += 1
            left[w] &= ~taken
            if color <= free:
                classes[(color - 1) * words + w] = taken
        if color > free and listed == before:
            color -= 1


@helper
def sort_descending(values, count):
    """
    Sort the first ``count`` values by heapsort, since NumPy's sort takes 3 s to compile.

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
    Restore the min-heap property from ``hole`` on.

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
def open_neighborhood(s, i, size):
    """
    Write the bit matrix of the later neighbors of ``i`` that may be in a clique larger than ``size``.

    Return the number of these neighbors and the number of rows read.

    Mutates: s.vertices, s.rows, s.left; s.local, which is -1 on entry and on return.
    """
    starts, later, local, vertices, rows, left = s.starts, s.later, s.local, s.vertices, s.rows, s.left
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
    # Vertices late in the order have the most neighbors here: color them first, branch on them last.
    sort_descending(vertices, degree)
    looked += fill_matrix(starts, later, vertices[:degree], local, words, rows) >> 3
    return degree, looked


@kernel
def search(s, ticks):
    """
    Search each vertex from the last of the order to the first, within a work limit; resumable.

    Mutates: all of s except s.starts and s.later.
    """
    rows, sets, order, bounds = s.rows, s.sets, s.order, s.bounds
    listed, chosen, progress = s.listed, s.chosen, s.progress
    size = progress[SIZE]
    i = progress[NEXT]
    depth = progress[DEPTH]
    words = progress[WORDS]
    n = progress[LOCAL]
    used = np.int64(0)
    while i >= 0 and used < ticks:
        if depth == NONE:
            n, looked = open_neighborhood(s, i, size)
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
            listed[0], looked = color(s, words, 0, size - 1, 0)
            used += looked * ((words + 7) >> 3)
        top = depth * n + listed[depth] - 1
        # With the vertex itself and `depth` others chosen, a clique of so many more is no larger.
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
            listed[depth], looked = color(s, words, depth * words, size - 1 - depth, depth * n)
            used += looked * ((words + 7) >> 3)
        elif depth + 2 > size:
            size = depth + 2
            s.clique[0] = i
            for d in range(depth + 1):
                s.clique[d + 1] = s.vertices[chosen[d]]
    progress[SIZE] = size
    progress[NEXT] = i
    progress[DEPTH] = depth
    progress[WORDS] = words
    progress[LOCAL] = n
    progress[TICKS] += used
