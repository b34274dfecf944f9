"""
Weights of the neighbors of each color, updated as a legal partial coloring changes.

A *count* is ``gamma[v, c]``, the weight of the neighbors of ``v`` that have color ``c``, plus the amount
by which ``v`` is lighter than the heaviest vertex: the least count is the move that leaves the least
weight uncolored. With all weights 1 it is the number of these neighbors. The highest bit of the counter
(``flag``) is set while color ``c`` is tabu for ``v``: a tabu color then loses every comparison, and no
table of expiry times is read. Counters are bytes, or wider if the weight of a class requires it.

``rows`` is vertex-major, ``stride`` counters per vertex (``k`` and padding that compares as tabu). The
search reads only the rows of uncolored vertices, of which there are few.

*Sparse* layout: ``rows`` holds the counts of all vertices, and a move adds to one counter of each
neighbor.

*Dense* layout: the counts are stored color-major in ``table``, ``width`` per color. Since a move changes
the counts of one color only, it is one vector pass over one row of the table, with bit rows of the
adjacency as masks. ``rows`` is then a copy for uncolored vertices only: a move updates one counter of
each, and a vertex that loses its color gathers all ``k``.
"""

from __future__ import annotations

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import (
    add,
    at,
    bit_and,
    bit_or,
    load,
    lowest_bit,
    pick,
    put,
    shift_right,
    splat,
    store,
    sub,
)

WORD = 64  # vertices in a word of a bit row


@kernel
def fill_rows(indptr, indices, colors, weights, rows, stride):
    """
    Add the weights of neighbors by color, vertex-major.

    Mutates: rows.
    """
    for v in range(len(colors)):
        for p in range(indptr[v], indptr[v + 1]):
            u = at(indices, p)
            color = at(colors, u)
            if color >= 0:
                i = v * stride + color
                put(rows, i, at(rows, i) + at(weights, u))


@kernel
def fill_table(indptr, indices, colors, weights, table, width):
    """
    Add the weights of neighbors by color, color-major.

    Mutates: table.
    """
    for v in range(len(colors)):
        color = at(colors, v)
        if color >= 0:
            for p in range(indptr[v], indptr[v + 1]):
                u = at(indices, p)
                put(table, color * width + u, at(table, color * width + u) + at(weights, v))


@kernel
def fill_adjacency(indptr, indices, bits, words):
    """
    Write the adjacency as bit rows of ``words`` int64.

    Mutates: bits (all 0 on entry).
    """
    for v in range(len(indptr) - 1):
        for p in range(indptr[v], indptr[v + 1]):
            set_bit(bits, v * words, at(indices, p))


@kernel
def fill_members(colors, members, words):
    """
    Write the color classes as bit rows of ``words`` int64.

    Mutates: members (all 0 on entry).
    """
    for v in range(len(colors)):
        if colors[v] >= 0:
            set_bit(members, at(colors, v) * words, v)


@helper
def set_bit(bits, row, i):
    """
    Set bit ``i`` of the bit row that starts at word ``row``.

    Mutates: bits.
    """
    word = row + i // WORD
    put(bits, word, at(bits, word) | (np.int64(1) << (i % WORD)))


@helper
def clear_bit(bits, row, i):
    """
    Clear bit ``i`` of the bit row that starts at word ``row``.

    Mutates: bits.
    """
    word = row + i // WORD
    put(bits, word, at(bits, word) & ~(np.int64(1) << (i % WORD)))


@kernel
def gather_row(table, width, v, k, rows, stride):
    """
    Copy the counts of vertex ``v`` from the table to its row.

    Mutates: rows.
    """
    for color in range(k):
        put(rows, v * stride + color, at(table, color * width + v))


@helper
def copy_counts(table, row, listed, length, rows, stride, color):
    """
    Copy the counts of one color, stored at ``row`` of the table, to the rows of listed vertices.

    Mutates: rows.
    """
    for i in range(length):
        v = at(listed, i)
        put(rows, v * stride + color, at(table, row + v))


@helper
def mark_neighbors_sparse(indptr, indices, rows, stride, v, color, keep, mark):
    """
    Keep the bits ``keep`` of the counts of ``color`` at the neighbors of ``v``, and set ``mark``.

    Mutates: rows.
    """
    for p in range(at(indptr, v), at(indptr, v + 1)):
        i = at(indices, p) * stride + color
        put(rows, i, at(rows, i) & keep | mark)


@helper
def mark_neighbors_dense(bits, words, table, width, v, color, keep, mark):
    """
    Do the same as ``mark_neighbors_sparse`` in the color-major table.

    Mutates: table.
    """
    lanes = 64 // table.itemsize
    kept = splat(table, keep)
    marks = splat(table, mark)
    row = color * width
    for i in range(0, words * WORD, lanes):
        neighbors = shift_right(at(bits, v * words + i // WORD), i % WORD)
        x = load(table, row + i)
        store(table, row + i, pick(neighbors, bit_or(bit_and(x, kept), marks), x))


@helper
def add_sparse(indptr, indices, colors, weights, rows, stride, v, color, mark, displaced):
    """
    Count ``v`` as a vertex of ``color``; list its neighbors there and count them as uncolored.

    ``mark`` is set in the counts of ``color`` at the neighbors of ``v``.

    Mutates: rows, displaced. Return the number of displaced vertices.
    """
    found = 0
    weight = at(weights, v)
    for p in range(at(indptr, v), at(indptr, v + 1)):
        u = at(indices, p)
        i = u * stride + color
        put(rows, i, at(rows, i) + weight | mark)
        if at(colors, u) == color:
            put(displaced, found, u)
            found += 1
    for d in range(found):
        w = at(displaced, d)
        weight = at(weights, w)
        for p in range(at(indptr, w), at(indptr, w + 1)):
            i = at(indices, p) * stride + color
            put(rows, i, at(rows, i) - weight)
    return found


@helper
def add_dense(bits, words, members, weights, table, width, v, color, mark, is_free, displaced):
    """
    Do the same as ``add_sparse`` in the color-major table.

    The last row of ``bits`` belongs to no vertex and is empty: it replaces the first displaced vertex
    if there is none (``is_free``), so that one loop handles both cases.

    Mutates: members, table, displaced. Return the number of displaced vertices.
    """
    found = 0
    own = color * words
    if not is_free:
        for q in range(words):
            common = at(bits, v * words + q) & at(members, own + q)
            put(members, own + q, at(members, own + q) ^ common)
            while common != 0:
                put(displaced, found, q * WORD + lowest_bit(common))
                found += 1
                common &= common - 1
    set_bit(members, own, v)

    lanes = 64 // table.itemsize
    weight = splat(table, at(weights, v))
    less = splat(table, 0)
    marks = splat(table, mark)
    row = color * width
    plus = v * words
    minus = len(bits) - words
    if found > 0:
        minus = at(displaced, 0) * words
        less = splat(table, at(weights, at(displaced, 0)))
    for i in range(0, words * WORD, lanes):
        q = i // WORD
        shift = i % WORD
        x = load(table, row + i)
        x = pick(shift_right(at(bits, plus + q), shift), bit_or(add(x, weight), marks), x)
        x = pick(shift_right(at(bits, minus + q), shift), sub(x, less), x)
        store(table, row + i, x)
    for d in range(1, found):
        minus = at(displaced, d) * words
        less = splat(table, at(weights, at(displaced, d)))
        for i in range(0, words * WORD, lanes):
            x = load(table, row + i)
            x = pick(shift_right(at(bits, minus + i // WORD), i % WORD), sub(x, less), x)
            store(table, row + i, x)
    return found
