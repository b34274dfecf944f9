"""
Orders of the columns of a sparse pattern, which are neighbors if they share a row.

The graph of the columns is never formed: a pass over the entries of a column's rows, with a stamp on
each visited column, finds each neighbor once. Finished columns are swapped to the end of their rows,
which halves the work.

Coleman and Moré (1983), doi:10.1137/0720013.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import kernel
from ..queues.level_queue import insert, remove, take_highest, take_lowest
from ..vectors.simd import at, put


@kernel
def count_neighbors(starts, rows, row_starts, columns, stamps, degrees):
    """
    Count the other columns with which each column shares a row.

    Mutates: stamps, int32[columns], -1 on entry; degrees, int32[columns].
    """
    for v in range(len(degrees)):
        put(stamps, v, v)
        degree = 0
        for p in range(at(starts, v), at(starts, v + 1)):
            r = at(rows, p)
            for q in range(at(row_starts, r), at(row_starts, r + 1)):
                u = at(columns, q)
                if at(stamps, u) != v:
                    put(stamps, u, v)
                    degree += 1
        put(degrees, v, degree)


class OrderState(NamedTuple):
    """State of an order in the making; columns are numbered by falling degree."""

    columns: np.ndarray  # int32, entries of each row, which change their order
    lengths: np.ndarray  # int32[rows], entries of each row that are not finished
    stamps: np.ndarray  # int32[columns], -1 on entry
    keys: np.ndarray  # int32[columns]: remaining or ordered neighbors; -1 when finished
    bits: np.ndarray  # level queue, empty on entry
    levels: np.ndarray  # of the level queue


@kernel
def smallest_last(starts, rows, row_starts, state, order):
    """
    Fill ``order`` from its end with columns of fewest remaining neighbors, the last among equals.

    Mutates: state, its keys the degrees on entry; order, int32[columns].
    """
    columns, lengths, stamps, degrees, bits, levels = state
    n = len(order)
    for v in range(n):
        insert(bits, levels, at(degrees, v), v)
    level = 0
    for i in range(n - 1, -1, -1):
        v = take_highest(bits, levels, level)
        while v < 0:
            level += 1
            v = take_highest(bits, levels, level)
        put(degrees, v, -1)
        put(order, i, v)
        put(stamps, v, v)
        for p in range(at(starts, v), at(starts, v + 1)):
            r = at(rows, p)
            first = at(row_starts, r)
            last = first + at(lengths, r) - 1
            place = last
            for q in range(first, last + 1):
                u = at(columns, q)
                if u == v:
                    place = q
                elif at(stamps, u) != v:
                    put(stamps, u, v)
                    d = at(degrees, u)
                    remove(bits, levels, d, u)
                    insert(bits, levels, d - 1, u)
                    put(degrees, u, d - 1)
            put(columns, place, at(columns, last))
            put(lengths, r, last - first)
        level = max(level - 1, 0)


@kernel
def incidence_degree(starts, rows, row_starts, state, order):
    """
    Fill ``order`` with columns that have the most neighbors in it, the first among equals.

    Mutates: state, its keys zero on entry; order, int32[columns].
    """
    columns, lengths, stamps, incidence, bits, levels = state
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
        put(order, i, v)
        put(stamps, v, v)
        for p in range(at(starts, v), at(starts, v + 1)):
            r = at(rows, p)
            first = at(row_starts, r)
            last = first + at(lengths, r) - 1
            place = last
            for q in range(first, last + 1):
                u = at(columns, q)
                if u == v:
                    place = q
                elif at(stamps, u) != v:
                    put(stamps, u, v)
                    s = at(incidence, u)
                    remove(bits, levels, s, u)
                    insert(bits, levels, s + 1, u)
                    put(incidence, u, s + 1)
                    level = max(level, s + 1)
            put(columns, place, at(columns, last))
            put(lengths, r, last - first)
