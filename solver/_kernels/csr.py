"""
Compressed sparse rows from edge arrays, in linear time.

A counting sort by row leaves each row unsorted; transposing the result visits rows in order and so
writes every row sorted. The graph is symmetric, hence its own transpose.
"""

from __future__ import annotations

from .._jit import kernel


@kernel
def count_ends(u, v, starts):
    """
    Count the edge ends at each vertex into ``starts[vertex + 1]``; loops are left out and counted.

    Mutates: starts, int64[n + 1], zero on entry; on return the row offsets.
    """
    loops = 0
    for e in range(len(u)):
        if u[e] == v[e]:
            loops += 1
        else:
            starts[u[e] + 1] += 1
            starts[v[e] + 1] += 1
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    return loops


@kernel
def scatter_ends(u, v, cursor, ends):
    """
    Write both directions of each edge into its row, in input order.

    Mutates: cursor, int64[n + 1], row offsets on entry; ends, int32[2m].
    """
    for e in range(len(u)):
        a = u[e]
        b = v[e]
        if a != b:
            ends[cursor[a]] = b
            cursor[a] += 1
            ends[cursor[b]] = a
            cursor[b] += 1


@kernel
def transpose(starts, ends, cursor, indices):
    """
    Transpose a symmetric structure, which sorts its rows.

    Mutates: cursor, int64[n + 1], row offsets on entry; indices, int32[2m].
    """
    for a in range(len(starts) - 1):
        for p in range(starts[a], starts[a + 1]):
            b = ends[p]
            indices[cursor[b]] = a
            cursor[b] += 1


@kernel
def mirror(starts, ends, cursor, places):
    """
    For each entry of a symmetric pattern with sorted rows, where its other direction stands.

    Mutates: cursor, int64[n], row offsets on entry; places, int64[entries].
    """
    for a in range(len(cursor)):
        for p in range(starts[a], starts[a + 1]):
            b = ends[p]
            places[p] = cursor[b]
            cursor[b] += 1


@kernel
def drop_repeats(starts, indices):
    """
    Squeeze repeated entries out of sorted rows; returns how many entries are left.

    Mutates: starts, indices.
    """
    kept = 0
    begin = starts[0]
    for a in range(len(starts) - 1):
        end = starts[a + 1]
        starts[a] = kept
        last = -1
        for p in range(begin, end):
            b = indices[p]
            if b != last:
                indices[kept] = b
                kept += 1
                last = b
        begin = end
    starts[len(starts) - 1] = kept
    return kept


@kernel
def is_sorted_symmetric(starts, indices):
    """
    Whether rows are strictly increasing, free of loops, and each edge stands in both rows.

    Returns 0 if so, else 1 (order or repeats), 2 (loop), 3 (one direction is missing).
    """
    n = len(starts) - 1
    for a in range(n):
        last = -1
        for p in range(starts[a], starts[a + 1]):
            b = indices[p]
            if b <= last:
                return 1
            if b == a:
                return 2
            last = b
            low = starts[b]
            high = starts[b + 1]
            while low < high:
                middle = (low + high) >> 1
                if indices[middle] < a:
                    low = middle + 1
                else:
                    high = middle
            if low == starts[b + 1] or indices[low] != a:
                return 3
    return 0
