"""
Heuristic for many heavy independent sets: greedy growth from each vertex, then improving swaps.

This is the heuristic part of pricing. A set is grown from each vertex by repeatedly adding the heaviest
candidate, and improved by swapping in vertices that outweigh their neighbors in the set. Rows and the
order of vertices are those of ``heaviest_set.py``.
"""

from __future__ import annotations

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit
from .clique import ONE

ROUNDS = 8  # sweeps over the vertices in search of improving swaps


@kernel
def complete(rows, words, members, free):
    """
    Add the heaviest free vertex until none is left.

    Mutates: members, free: int64[words]; free vertices are those not adjacent to any member.
    """
    for w in range(words):
        while free[w] != 0:
            v = w << 6 | lowest_bit(free[w])
            members[w] |= ONE << np.int64(v & 63)
            free[w] &= ~(ONE << np.int64(v & 63))
            for x in range(w, words):
                free[x] &= ~at(rows, v * words + x)


@kernel
def set_free(rows, words, n, members, free):
    """
    Find the vertices that are neither members nor adjacent to one.

    Mutates: free.
    """
    for w in range(words):
        free[w] = ~members[w]
    if n & 63:
        free[words - 1] &= (ONE << np.int64(n & 63)) - ONE
    for w in range(words):
        bits = members[w]
        while bits != 0:
            v = w << 6 | lowest_bit(bits)
            bits &= bits - ONE
            for x in range(words):
                free[x] &= ~at(rows, v * words + x)


@helper
def improve(rows, words, weights, members, free):
    """
    Swap in vertices that weigh more than the members adjacent to them until there are none.

    Mutates: members, free. Return the number of rows read.
    """
    n = len(weights)
    looked = 0
    for _ in range(ROUNDS):
        gained = False
        for v in range(n):
            weight = at(weights, v)
            if weight == 0:
                break
            looked += 1
            for w in range(words):
                bits = at(rows, v * words + w) & members[w]
                while bits != 0 and weight > 0:
                    weight -= at(weights, w << 6 | lowest_bit(bits))
                    bits &= bits - ONE
                if weight <= 0:
                    break
            if weight > 0 and not members[v >> 6] >> np.int64(v & 63) & ONE:
                for w in range(words):
                    members[w] &= ~at(rows, v * words + w)
                members[v >> 6] |= ONE << np.int64(v & 63)
                set_free(rows, words, n, members, free)
                complete(rows, words, members, free)
                gained = True
        if not gained:
            break
    return looked


@kernel
def grow(rows, words, weights, members, free, found, totals):
    """
    Grow a set from each vertex.

    Mutates: members, free; found, int64[n * words], the sets; totals, int64[n], their weights. Return
    the number of rows read.
    """
    looked = 0
    n = len(weights)
    for start in range(n):
        members[:] = 0
        members[start >> 6] = ONE << np.int64(start & 63)
        set_free(rows, words, n, members, free)
        complete(rows, words, members, free)
        looked += improve(rows, words, weights, members, free)
        total = np.int64(0)
        for w in range(words):
            bits = members[w]
            found[start * words + w] = bits
            while bits != 0:
                total += at(weights, w << 6 | lowest_bit(bits))
                bits &= bits - ONE
                looked += 2
        totals[start] = total
    return looked
