"""
Branch and bound for a heaviest independent set on bit sets, with bounds from weighted clique covers.

This is the pricing problem of column generation. A cover charges each clique of candidates the least
remaining weight of its vertices; a vertex whose weight is charged in full is covered. Vertices covered
before the charge would exceed the best set need no branch, as in Held, Cook and Sewell (2012,
doi:10.1007/s12532-012-0042-3). Weights are integers, so the proofs of the search are exact.

Rows are those of ``clique.py``: bit ``j`` of row ``i`` is set if the two are adjacent. Vertices are
sorted by decreasing weight.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit, put
from .clique import ONE

BEST, SIZE, DEPTH, WEIGHT, TICKS, ENOUGH = range(6)  # fields of `progress`
DONE = -1  # DEPTH at the end


@kernel
def fill_rows(indptr, indices, vertices, local, words, rows):
    """
    Write the subgraph on ``vertices`` as bits.

    Mutates: local, int32[n], -1 on entry and on return; rows, int64[len(vertices) * words].
    """
    size = len(vertices)
    rows[: size * words] = 0
    for i in range(size):
        put(local, vertices[i], i)
    for i in range(size):
        v = at(vertices, i)
        for p in range(at(indptr, v), at(indptr, v + 1)):
            j = at(local, at(indices, p))
            if j >= 0:
                rows[i * words + (j >> 6)] |= ONE << np.int64(j & 63)
    for i in range(size):
        put(local, vertices[i], -1)


class HeaviestSet(NamedTuple):
    """State of a search on ``n`` vertices; sets of vertices are bits in ``len(left)`` words."""

    rows: Any  #: int64[n * words], bit matrix
    weights: Any  #: int64[n], decreasing
    sets: Any  #: int64[(n + 1) * words], candidates at each depth; at first, all of them
    left: Any  #: int64[words], work space: candidates that no clique covers
    common: Any  #: int64[words], work space: their common neighbors
    rest: Any  #: int64[n], work space: uncharged weight of each vertex
    members: Any  #: int32[n], work space: a clique
    order: Any  #: int32[n * n], vertices to branch on at each depth
    bounds: Any  #: int64[n * n], upper bound on the weight for each entry of ``order``
    listed: Any  #: int64[n + 1], number of remaining branches at each depth, initially -1
    chosen: Any  #: int32[n + 1], the vertex taken at each depth
    best: Any  #: int32[n], the heaviest set so far, of ``progress[SIZE]`` vertices
    progress: Any  #: int64[6]; ``progress[DEPTH]`` is DONE at the end


@helper
def cover(s, begin, room, first):
    """
    Cover the candidates at ``s.sets[begin]`` by cliques; list those covered beyond a charge of ``room``.

    The list begins at ``first``: no independent set among a vertex, those listed before it and those
    not listed weighs more than its bound. Return the length of the list and the number of rows read.

    Mutates: s.left, s.common, s.rest, s.members, s.order, s.bounds.
    """
    rows, weights, sets, left, common = s.rows, s.weights, s.sets, s.left, s.common
    rest, members, order, bounds = s.rest, s.members, s.order, s.bounds
    words = len(left)
    low = words
    for w in range(words - 1, -1, -1):
        bits = at(sets, begin + w)
        left[w] = bits
        if bits != 0:
            low = w
        while bits != 0:
            v = w << 6 | lowest_bit(bits)
            bits &= bits - ONE
            put(rest, v, at(weights, v))
    charged = np.int64(0)
    listed = 0
    looked = 0
    while True:
        while low < words and left[low] == 0:
            low += 1
        if low == words:
            return listed, looked
        for w in range(low, words):
            common[w] = left[w]
        size = 0
        least = np.int64(1) << 62
        for w in range(low, words):
            while common[w] != 0:
                v = w << 6 | lowest_bit(common[w])
                put(members, size, v)
                size += 1
                least = min(least, at(rest, v))
                for x in range(w, words):
                    common[x] &= at(rows, v * words + x)
        looked += size
        charged += least
        for i in range(size):
            v = at(members, i)
            weight = at(rest, v) - least
            put(rest, v, weight)
            if weight == 0:
                left[v >> 6] &= ~(ONE << np.int64(v & 63))
                if charged > room:
                    put(order, first + listed, v)
                    bounds[first + listed] = charged
                    listed += 1


@kernel
def search(s, ticks):
    """
    Search for a set heavier than ``s.progress[BEST]`` within a work limit; resumable.

    The search ends at the first set that weighs at least ``s.progress[ENOUGH]``.

    Mutates: all of s except s.rows and s.weights.
    """
    rows, weights, sets, order, bounds = s.rows, s.weights, s.sets, s.order, s.bounds
    listed, chosen, progress = s.listed, s.chosen, s.progress
    words = len(s.left)
    n = len(weights)
    depth = progress[DEPTH]
    weight = progress[WEIGHT]  # total weight of the vertices chosen above `depth`
    most = progress[BEST]
    per_row = (words + 7) >> 3
    used = np.int64(0)
    while depth >= 0 and used < ticks:
        first = depth * n
        if listed[depth] < 0:
            listed[depth], looked = cover(s, depth * words, most - weight, first)
            used += looked * per_row
        top = first + listed[depth] - 1
        if listed[depth] == 0 or at(bounds, top) + weight <= most:
            depth -= 1
            if depth >= 0:
                weight -= at(weights, chosen[depth])
            continue
        listed[depth] -= 1
        v = at(order, top)
        chosen[depth] = v
        here = depth * words
        sets[here + (v >> 6)] &= ~(ONE << np.int64(v & 63))
        some = np.int64(0)
        for w in range(words):
            bits = at(sets, here + w) & ~at(rows, v * words + w)
            put(sets, here + words + w, bits)
            some |= bits
        used += 1
        if weight + at(weights, v) > most:
            most = weight + at(weights, v)
            progress[SIZE] = depth + 1
            for d in range(depth + 1):
                s.best[d] = chosen[d]
            if most >= progress[ENOUGH]:
                depth = DONE
                break
        if some != 0:
            weight += at(weights, v)
            depth += 1
            listed[depth] = -1
    progress[BEST] = most
    progress[DEPTH] = depth
    progress[WEIGHT] = weight
    progress[TICKS] += used
