"""
Removal of vertices to which any coloring of the others extends: those of low degree and dominated ones.

A vertex with fewer neighbors than there are colors has a free color. A vertex whose neighbors are all
neighbors of another vertex can take the color of that one (Cheeseman, Kanefsky and Taylor 1991). Whether
``u`` is dominated can change only when it loses a neighbor, so a queue of such vertices reaches the
fixpoint of both rules exactly.

A vertex that dominates ``u`` is adjacent to each neighbor of ``u``, in particular to the one of least
degree, whose row contains all candidates; most of them fail the first adjacency test.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper, kernel
from ..vectors.simd import at, put

LOW, HEAD, QUEUED, REMOVED, TICKS = range(5)  # fields of `progress`

LOW_DEGREE = -1  # value in `owner`; other values are dominating vertices


class Removals(NamedTuple):
    """State of the removal of vertices."""

    degrees: Any  #: int32[n], degrees among the remaining vertices, -1 for the others
    low: Any  #: int32[n], a list of ``progress[LOW]`` vertices of low degree
    queue: Any  #: int32[n], a ring buffer of ``progress[QUEUED]`` vertices that may be dominated
    waits: Any  #: uint8[n], 1 while a vertex is in the list or in the queue
    marks: Any  #: int32[n], work space, initially -1; empty if no vertex is tested for domination
    owner: Any  #: int32[n], dominator of each removed vertex, or LOW_DEGREE
    order: Any  #: int32[n], vertices in the order of removal
    progress: Any  #: int64[5]


@kernel
def start(s, floor, dominate):
    """
    List the vertices of low degree and, if ``dominate``, queue the others.

    Mutates: s.low, s.queue, s.waits, s.progress.
    """
    degrees, low, queue, waits, progress = s.degrees, s.low, s.queue, s.waits, s.progress
    for v in range(len(degrees)):
        if at(degrees, v) < floor:
            put(low, progress[LOW], v)
            progress[LOW] += 1
            put(waits, v, 1)
        elif dominate:
            put(queue, progress[QUEUED], v)
            progress[QUEUED] += 1
            put(waits, v, 1)


@kernel
def remove(indptr, indices, s, floor, dominate, ticks):
    """
    Remove vertices until no rule applies or the work limit is reached; resumable.

    Mutates: s.
    """
    degrees, low, queue, waits, marks, owner, order, progress = s
    n = len(degrees)
    used = 0
    while used < ticks:
        if progress[LOW] > 0:
            progress[LOW] -= 1
            v = at(low, progress[LOW])
            put(owner, v, LOW_DEGREE)
        elif progress[QUEUED] > 0:
            v = at(queue, progress[HEAD])
            progress[HEAD] = (progress[HEAD] + 1) % n
            progress[QUEUED] -= 1
            put(waits, v, 0)
            if at(degrees, v) < 0:
                continue
            dominator, looked = find_dominator(indptr, indices, degrees, marks, v)
            used += looked
            if dominator < 0:
                continue
            put(owner, v, dominator)
        else:
            break
        put(degrees, v, -1)
        put(order, progress[REMOVED], v)
        progress[REMOVED] += 1
        used += 1 + at(indptr, v + 1) - at(indptr, v)
        for p in range(at(indptr, v), at(indptr, v + 1)):
            u = at(indices, p)
            d = at(degrees, u) - 1
            if d < 0:
                continue
            put(degrees, u, d)
            if d == floor - 1:
                # It may also be in the queue, where its degree will show that it was removed.
                put(low, progress[LOW], u)
                progress[LOW] += 1
            elif dominate and d >= floor and at(waits, u) == 0:
                put(waits, u, 1)
                put(queue, (progress[HEAD] + progress[QUEUED]) % n, u)
                progress[QUEUED] += 1
    progress[TICKS] += used


@helper
def find_dominator(indptr, indices, degrees, marks, u):
    """
    Return the first vertex adjacent to all remaining neighbors of ``u``, or -1, and the ticks used.

    Mutates: marks, int32[n], set to ``u`` at the neighbors of ``u``.
    """
    begin = at(indptr, u)
    end = at(indptr, u + 1)
    used = (end - begin) >> 2
    fewest = len(degrees)
    x = -1
    for p in range(begin, end):
        y = at(indices, p)
        d = at(degrees, y)
        put(marks, y, u)
        if 0 < d < fewest:
            fewest = d
            x = y
    degree = at(degrees, u)
    for q in range(at(indptr, x), at(indptr, x + 1)):
        w = at(indices, q)
        if at(degrees, w) < degree or w == u or at(marks, w) == u:
            continue
        covers = True
        for p in range(begin, end):
            y = at(indices, p)
            if at(degrees, y) >= 0 and y != x:
                used += 2
                if not is_neighbor(indptr, indices, w, y):
                    covers = False
                    break
        if covers:
            return w, used
    return -1, used + ((at(indptr, x + 1) - at(indptr, x)) >> 2)


@helper
def is_neighbor(indptr, indices, w, y):
    """Return whether ``y`` is in the sorted row of ``w``."""
    low = at(indptr, w)
    high = at(indptr, w + 1)
    while low < high:
        middle = (low + high) >> 1
        if at(indices, middle) < y:
            low = middle + 1
        else:
            high = middle
    return low < at(indptr, w + 1) and at(indices, low) == y


@kernel
def restore(indptr, indices, order, owner, seen, colors):
    """
    Color the removed vertices in reverse order, like the dominator or with the lowest free color.

    Mutates: seen, int32[largest degree + 2], -1 on entry; colors, int32[n], -1 at removed vertices.
    """
    for i in range(len(order) - 1, -1, -1):
        v = at(order, i)
        if at(owner, v) != LOW_DEGREE:
            put(colors, v, at(colors, at(owner, v)))
            continue
        for p in range(at(indptr, v), at(indptr, v + 1)):
            c = at(colors, at(indices, p))
            if 0 <= c < len(seen):
                put(seen, c, v)
        c = 0
        while at(seen, c) == v:
            c += 1
        put(colors, v, c)
