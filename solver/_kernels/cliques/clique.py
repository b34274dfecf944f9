"""
Greedy cliques in the neighborhoods of a graph directed along its degeneracy order.

A clique consists of a vertex and some of its later neighbors, whose number is at most the degeneracy.
Each such neighborhood that could still contain a larger clique is copied to a bit matrix, reduced by
degree, and searched greedily. Pattabiraman et al. (2015), doi:10.1080/15427951.2014.986778, do the same
on lists for every vertex; Rossi et al. (2015), doi:10.1137/14100018X, use the degeneracy order.

A matrix is int64[size * words] in row-major order; bit ``j & 63`` of word ``j >> 6`` is set if the row's
vertex is adjacent to ``j``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit, popcount, put

ONE = np.int64(1)
FOUND, NEXT, TICKS, BOUND = range(4)  # fields of `progress`


class Sweep(NamedTuple):
    """State of a sweep; ``rows``, ``left`` and ``chosen`` are sized for the largest neighborhood."""

    starts: Any  #: int64[n + 1], start of the neighborhood of each vertex
    later: Any  #: int32[m], neighborhoods, along the degeneracy order
    local: Any  #: int32[n], -1 between calls; position of each vertex in the current neighborhood
    rows: Any  #: int64, bit matrix of the current neighborhood
    left: Any  #: int64, candidates as bits
    chosen: Any  #: int32, work space: a clique of candidates
    clique: Any  #: int32, the largest clique so far
    progress: Any
    """
    int64[4]: size of the clique; the vertex to go on with, -1 at the end; ticks used; and the size that
    no clique in the neighborhoods visited exceeds, except the one found.
    """


@kernel
def fill_matrix(starts, later, vertices, local, words, rows):
    """
    Write the subgraph on ``vertices`` as bits; return the number of directed edges read.

    Mutates: local, int32[n], -1 on entry and on return; rows, int64[len(vertices) * words].
    """
    size = len(vertices)
    rows[: size * words] = 0
    seen = 0
    for i in range(size):
        put(local, vertices[i], i)
    for i in range(size):
        v = at(vertices, i)
        seen += at(starts, v + 1) - at(starts, v)
        for p in range(at(starts, v), at(starts, v + 1)):
            j = at(local, at(later, p))
            if j >= 0:
                word = i * words + (j >> 6)
                put(rows, word, at(rows, word) | ONE << np.int64(j & 63))
                word = j * words + (i >> 6)
                put(rows, word, at(rows, word) | ONE << np.int64(i & 63))
    for i in range(size):
        put(local, vertices[i], -1)
    return seen


@helper
def thin(size, words, rows, left, degree):
    """
    Remove vertices with fewer than ``degree`` remaining neighbors until there are none.

    Mutates: left, int64[words], on return the remaining vertices. Return their number and the number of
    rows read.
    """
    for w in range(words):
        left[w] = 0
    for i in range(size):
        left[i >> 6] |= ONE << np.int64(i & 63)
    stay = size
    before = size + 1
    looked = 0
    while stay < before:
        before = stay
        looked += stay
        for w in range(words):
            bits = left[w]
            while bits != 0:
                i = w << 6 | lowest_bit(bits)
                bits &= bits - ONE
                if common(rows, i * words, left, words) < degree:
                    left[w] &= ~(ONE << np.int64(i & 63))
                    stay -= 1
    return stay, looked


@helper
def common(rows, begin, left, words):
    """Return the number of vertices in both a row and a set."""
    total = 0
    for w in range(words):
        total += popcount(at(rows, begin + w) & at(left, w))
    return total


@helper
def grow(words, rows, left, target, chosen):
    """
    Grow a clique by the candidate with the most candidate neighbors; stop if ``target`` is out of reach.

    Mutates: left; chosen, int32[64 * words]. Return the size reached and the number of rows read.
    """
    size = 0
    looked = 0
    while True:
        best = -1
        most = -1
        fewest = 64 * words
        stay = 0
        for w in range(words):
            bits = left[w]
            stay += popcount(bits)
            while bits != 0:
                i = w << 6 | lowest_bit(bits)
                bits &= bits - ONE
                degree = common(rows, i * words, left, words)
                looked += 1
                fewest = min(fewest, degree)
                if degree > most:
                    most = degree
                    best = i
        if best < 0 or size + 1 + most < target:
            return size, looked
        if fewest == stay - 1:  # the remaining vertices form a clique
            for w in range(words):
                bits = left[w]
                while bits != 0:
                    chosen[size] = w << 6 | lowest_bit(bits)
                    bits &= bits - ONE
                    size += 1
            return size, looked
        chosen[size] = best
        size += 1
        for w in range(words):
            left[w] &= at(rows, best * words + w)


@kernel
def sweep(s, ticks):
    """
    Search the neighborhoods from the last vertex of the order to the first, within a work limit.

    Mutates: all of s except s.starts and s.later.
    """
    starts, later, rows, left, progress = s.starts, s.later, s.rows, s.left, s.progress
    size = progress[FOUND]
    i = progress[NEXT]
    bound = progress[BOUND]
    used = 0
    while i >= 0 and used < ticks:
        begin = starts[i]
        degree = starts[i + 1] - begin
        if degree >= size:
            vertices = later[begin : begin + degree]
            words = (degree + 63) >> 6
            used += fill_matrix(starts, later, vertices, s.local, words, rows) >> 1
            stay, looked = thin(degree, words, rows, left, size - 1)
            if stay >= size:
                grown, more = grow(words, rows, left, size, s.chosen)
                looked += more
                if grown >= size:
                    for j in range(grown):
                        s.clique[j] = vertices[s.chosen[j]]
                    s.clique[grown] = i
                    size = grown + 1
                stay, more = thin(degree, words, rows, left, size - 1)
                looked += more
                if stay >= size:
                    bound = max(bound, stay + 1)
            used += looked * ((words + 7) >> 3)
        i -= 1
    progress[FOUND] = size
    progress[NEXT] = i
    progress[BOUND] = bound
    progress[TICKS] += used + 1
