"""
Branch and bound on DSATUR: branch on the vertex with the fewest free colors, over these and a new one.

Brélaz (1979), doi:10.1145/359094.359101. Among tied vertices, PASS (San Segundo 2012,
doi:10.1016/j.cor.2011.10.008) chooses the one that shares the most free colors with tied neighbors; far
from the leaves, where many vertices are tied and the choice matters little, the first one is chosen,
which has the largest degree if vertices are numbered by decreasing degree.

The stack is explicit, so that a search can be divided into slices. Each vertex stores, for each color,
the number of its neighbors of that color, and a bit that is set if the color is not free.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import inlined, kernel
from ..vectors.simd import at, lowest_bit, popcount, put

ONE = np.int64(1)
DEPTH, COLORS, NODES, TICKS, DONE = range(5)  # fields of `progress`

#: Largest number of free colors at which PASS breaks ties (3 in the paper).
PRESSED = 3


class State(NamedTuple):
    """
    State of a search; a set of vertices has ``words`` words, a set of colors ``palette`` words.

    ``rows`` int64[n * words], adjacency; ``color`` int32[n], -1 if none; ``taken`` int32[n], number of
    colors of the neighbors; ``counts`` int32[n * stride], neighbors of each color; ``blocked``
    int64[n * palette], the same as bits; ``vertex``, ``before`` int32[n], vertex at each depth and
    number of colors in use there; ``tied`` int64[words]; ``best`` int32[n]; ``progress`` int64[5].
    """

    rows: np.ndarray
    words: int
    stride: int
    palette: int
    color: np.ndarray
    taken: np.ndarray
    counts: np.ndarray
    blocked: np.ndarray
    vertex: np.ndarray
    before: np.ndarray
    tied: np.ndarray
    best: np.ndarray
    progress: np.ndarray


@inlined
def assign(indptr, indices, s, v, c):
    """
    Color a vertex and update its neighbors.

    Mutates: s.color, s.counts, s.blocked, s.taken.
    """
    put(s.color, v, c)
    word = c >> 6
    bit = ONE << np.int64(c & 63)
    for p in range(at(indptr, v), at(indptr, v + 1)):
        u = at(indices, p)
        before = at(s.counts, u * s.stride + c)
        put(s.counts, u * s.stride + c, before + 1)
        if before == 0:
            put(s.taken, u, at(s.taken, u) + 1)
            put(s.blocked, u * s.palette + word, at(s.blocked, u * s.palette + word) | bit)


@inlined
def take_back(indptr, indices, s, v):
    """
    Undo ``assign``.

    Mutates: s.color, s.counts, s.blocked, s.taken.
    """
    c = at(s.color, v)
    put(s.color, v, -1)
    word = c >> 6
    bit = ONE << np.int64(c & 63)
    for p in range(at(indptr, v), at(indptr, v + 1)):
        u = at(indices, p)
        after = at(s.counts, u * s.stride + c) - 1
        put(s.counts, u * s.stride + c, after)
        if after == 0:
            put(s.taken, u, at(s.taken, u) - 1)
            put(s.blocked, u * s.palette + word, at(s.blocked, u * s.palette + word) & ~bit)


@inlined
def next_color(s, v, c, limit):
    """Return the first color in [c, limit) that no neighbor has, or -1 if there is none."""
    while c < limit:
        free = ~at(s.blocked, v * s.palette + (c >> 6)) & (-ONE << np.int64(c & 63))
        if free != 0:
            c = (c & ~63) | lowest_bit(free)
            return c if c < limit else -1
        c = (c & ~63) + 64
    return -1


@inlined
def choose(s, colors):
    """
    Return the vertex to branch on and the ticks used.

    Mutates: s.tied.
    """
    n = len(s.color)
    most = -1
    first = -1
    ties = 0
    for v in range(n):
        if at(s.color, v) < 0 and at(s.taken, v) >= most:
            if at(s.taken, v) > most:
                most = at(s.taken, v)
                first = v
                ties = 0
            ties += 1
    used = n >> 3
    if ties == 1 or most >= colors or colors - most > PRESSED:
        return first, used
    for w in range(s.words):
        s.tied[w] = 0
    for v in range(first, n):
        if at(s.color, v) < 0 and at(s.taken, v) == most:
            s.tied[v >> 6] |= ONE << np.int64(v & 63)
    best = first
    highest = -1
    for v in range(first, n):
        if at(s.color, v) >= 0 or at(s.taken, v) != most:
            continue
        score = 0
        for w in range(s.words):
            bits = at(s.rows, v * s.words + w) & at(s.tied, w)
            while bits != 0:
                u = w << 6 | lowest_bit(bits)
                bits &= bits - ONE
                used += 1
                score += shared(s, v, u, colors)
        if score > highest:
            highest = score
            best = v
    return best, used


@inlined
def shared(s, u, v, colors):
    """Return the number of colors that are free for both vertices."""
    total = 0
    for w in range(s.palette):
        free = ~(at(s.blocked, u * s.palette + w) | at(s.blocked, v * s.palette + w))
        if colors < 64 * (w + 1):
            free &= (ONE << np.int64(colors & 63)) - ONE if colors > 64 * w else np.int64(0)
        total += popcount(free)
    return total


@kernel
def start(indptr, indices, s, clique):
    """
    Color a clique, which must not be the whole graph, and choose the first vertex to branch on.

    Mutates: s.
    """
    depth = len(clique)
    for c in range(depth):
        put(s.vertex, c, clique[c])
        put(s.before, c, c)
        assign(indptr, indices, s, clique[c], c)
    v, used = choose(s, s.progress[COLORS] - 1)
    put(s.vertex, depth, v)
    put(s.before, depth, depth)
    s.progress[DEPTH] = depth
    s.progress[TICKS] += used


@inlined
def retreat(indptr, indices, s, depth, colors):
    """
    Backtrack to the depth where color number ``colors`` + 1 was introduced; no deeper node can improve.

    The vertex there has that color, and the search continues with its next color. Return the depth.

    Mutates: s.color, s.counts, s.blocked, s.taken.
    """
    while at(s.before, depth) > colors:
        v = at(s.vertex, depth)
        if at(s.color, v) >= 0:
            take_back(indptr, indices, s, v)
        depth -= 1
    return depth


@kernel
def tighten(indptr, indices, s, base, colors):
    """
    Restrict the search to colorings with fewer than ``colors`` colors.

    Mutates: s.
    """
    s.progress[COLORS] = colors
    if colors <= base:
        s.progress[DONE] = 1
    elif s.progress[DONE] == 0:
        s.progress[DEPTH] = retreat(indptr, indices, s, s.progress[DEPTH], colors - 1)


@kernel
def search(indptr, indices, s, base, target, ticks):
    """
    Search for successively better colorings until ``target``, exhaustion or the work limit.

    The first ``base`` vertices of the stack keep their colors. ``progress[DONE]`` becomes 1 when no
    coloring with fewer than ``progress[COLORS]`` colors is left, or ``target`` is reached.

    Mutates: s.
    """
    n = len(s.color)
    depth = s.progress[DEPTH]
    colors = s.progress[COLORS] - 1
    nodes = s.progress[NODES]
    used = 0
    while used < ticks and s.progress[DONE] == 0:
        v = at(s.vertex, depth)
        last = at(s.color, v)
        if last >= 0:
            take_back(indptr, indices, s, v)
            used += (at(indptr, v + 1) - at(indptr, v)) >> 1
        before = at(s.before, depth)
        c = next_color(s, v, last + 1, min(before + 1, colors))
        if c < 0:
            depth -= 1
            if depth < base:
                s.progress[DONE] = 1
            continue
        assign(indptr, indices, s, v, c)
        nodes += 1
        used += 1 + ((at(indptr, v + 1) - at(indptr, v)) >> 1)
        in_use = max(before, c + 1)
        if depth + 1 < n:
            u, looked = choose(s, colors)
            used += looked
            depth += 1
            put(s.vertex, depth, u)
            put(s.before, depth, in_use)
            continue
        for u in range(n):
            s.best[u] = s.color[u]
        s.progress[COLORS] = in_use
        colors = in_use - 1
        if in_use <= target:
            s.progress[DONE] = 1
            break
        depth = retreat(indptr, indices, s, depth, colors)
    s.progress[DEPTH] = depth
    s.progress[NODES] = nodes
    s.progress[TICKS] += used
