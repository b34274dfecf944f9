"""
Tabu search for a large clique: add a vertex if possible, else swap two, else drop one.

Moves and tenures are those of Wu, Hao and Glover (2012), doi:10.1007/s10479-012-1124-3, without weights.
For each vertex, the search counts the members of the clique it is *not* adjacent to: a vertex with count
0 may be added, one with count 1 swapped in. Counting and the search for candidates use vectors of 32
vertices, so that a move on 1000 vertices reads about 100 cache lines instead of 1000 list entries.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from ..vectors.simd import add, at, eq, load, lowest_bit, pick, put, shift_right, splat, store

ONE = np.int64(1)
SIZE, BEST, MOVES, STALLED, VAIN, TICKS = range(6)  # fields of `progress`
TENURE = 7
NEVER = 1 << 14  # count for lanes past the last vertex; no clique can reduce it to 1


class CliqueTabu(NamedTuple):
    """State of a search among ``n`` vertices; ``words`` is n / 64, rounded up."""

    rows: Any  #: int64[n * words], bit matrix as in ``clique.py``, with ones on its diagonal
    missing: Any  #: uint16[64 * words], initially 0, and NEVER from position n on
    members: Any  #: int64[words], the clique as bits, initially empty
    until: Any  #: int64[n], the move until which each vertex is tabu
    candidates: Any  #: int32[64 * words], work space of a move
    best: Any  #: int32[n], the largest clique so far
    progress: Any  #: int64[6]


@helper
def count_missing(rows, words, v, change, missing):
    """
    Add ``change`` (1 or -1, on every lane) to the counts of the vertices not adjacent to ``v``.

    Mutates: missing.
    """
    zero = splat(missing, 0)
    step = splat(missing, change)
    for w in range(words):
        bits = at(rows, v * words + w)
        low = load(missing, w << 6)
        store(missing, w << 6, add(low, pick(bits, zero, step)))
        high = load(missing, (w << 6) + 32)
        store(missing, (w << 6) + 32, add(high, pick(shift_right(bits, 32), zero, step)))


@helper
def list_candidates(words, missing, members, until, move, candidates):
    """
    List the vertices that may be added, from the front, or those that may be swapped in, from the back.

    Mutates: candidates, int32[64 * words]. Return the two numbers; swaps are listed only if no vertex
    can be added.
    """
    zero = splat(missing, 0)
    one = splat(missing, 1)
    adds = 0
    swaps = 0
    for w in range(words):
        low = load(missing, w << 6)
        high = load(missing, (w << 6) + 32)
        bits = (eq(low, zero) | np.int64(eq(high, zero)) << np.int64(32)) & ~members[w]
        while bits != 0:
            v = w << 6 | lowest_bit(bits)
            bits &= bits - ONE
            if at(until, v) <= move:
                candidates[adds] = v
                adds += 1
        if adds == 0:
            bits = eq(low, one) | np.int64(eq(high, one)) << np.int64(32)
            while bits != 0:
                v = w << 6 | lowest_bit(bits)
                bits &= bits - ONE
                if at(until, v) <= move:
                    swaps += 1
                    candidates[len(candidates) - swaps] = v
    return adds, swaps


@kernel
def search(s, random, depth, starts, target, ticks):
    """
    Search until a clique of ``target`` vertices is found or the work limit is reached; resumable.

    The search restarts from a random vertex after ``depth`` moves without a larger clique, and ends
    after ``starts`` restarts without a larger clique.

    Mutates: all of s except s.rows; random.
    """
    rows, missing, members, until, candidates = s.rows, s.missing, s.members, s.until, s.candidates
    best, progress = s.best, s.progress
    n = len(until)
    words = len(members)
    size = progress[SIZE]
    largest = progress[BEST]
    move = progress[MOVES]
    stalled = progress[STALLED]
    vain = progress[VAIN]
    limit = progress[TICKS] + ticks
    while largest < target and vain < starts and progress[TICKS] < limit:
        progress[TICKS] += 4 * words + 4
        move += 1
        stalled += 1
        adds, swaps = list_candidates(words, missing, members, until, move, candidates)
        if stalled > depth:
            for w in range(words):
                members[w] = 0
            missing[:n] = 0
            missing[n:] = NEVER  # these lanes were counted too
            size = 1
            v = random_below(random, n)
            members[v >> 6] = ONE << np.int64(v & 63)
            count_missing(rows, words, v, 1, missing)
            stalled = 0
            vain += 1
        elif adds > 0:
            v = at(candidates, random_below(random, adds))
            members[v >> 6] |= ONE << np.int64(v & 63)
            count_missing(rows, words, v, 1, missing)
            size += 1
        elif swaps > 0:
            v = at(candidates, len(candidates) - 1 - random_below(random, swaps))
            u = -1
            for w in range(words):
                bits = members[w] & ~at(rows, v * words + w)
                if bits != 0:
                    u = w << 6 | lowest_bit(bits)
            members[u >> 6] &= ~(ONE << np.int64(u & 63))
            members[v >> 6] |= ONE << np.int64(v & 63)
            count_missing(rows, words, u, -1, missing)
            count_missing(rows, words, v, 1, missing)
            put(until, u, move + TENURE + random_below(random, swaps))
        elif size > 0:
            u = nth_member(words, members, random_below(random, size))
            members[u >> 6] &= ~(ONE << np.int64(u & 63))
            count_missing(rows, words, u, -1, missing)
            put(until, u, move + TENURE)
            size -= 1
        if size > largest:
            largest = size
            stalled = 0
            vain = 0
            for i in range(size):
                best[i] = nth_member(words, members, i)
    progress[SIZE] = size
    progress[BEST] = largest
    progress[MOVES] = move
    progress[STALLED] = stalled
    progress[VAIN] = vain


@helper
def nth_member(words, members, i):
    """Return the ``i``-th vertex of a set of more than ``i`` vertices."""
    for w in range(words):
        bits = members[w]
        while bits != 0:
            if i == 0:
                return w << 6 | lowest_bit(bits)
            bits &= bits - ONE
            i -= 1
    return -1
