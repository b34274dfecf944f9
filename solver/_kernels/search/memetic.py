"""Recombining colorings: the greedy partition crossover, and the similarity of two colorings."""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.rng import random_below


@kernel
def greedy_partition_crossover(first, second, child, sizes, k, state):
    """
    Copy to the child the largest remaining class of each parent in turn.

    Remaining vertices get random colors (Galinier and Hao 1999, section 3.4). Ties between classes are
    broken from a random starting point, since taking the first one would always favor low colors.

    Mutates: child, int32[n]; sizes, int64[2, k], a workspace; state.
    """
    n = len(child)
    sizes[:] = 0
    for v in range(n):
        sizes[0, first[v]] += 1
        sizes[1, second[v]] += 1
        child[v] = -1
    for color in range(k):
        turn = color & 1
        parent = second if turn else first
        start = random_below(state, k)
        largest = start
        for c in range(start + 1, start + k):
            wrapped = c - k if c >= k else c
            if sizes[turn, wrapped] > sizes[turn, largest]:
                largest = wrapped
        if sizes[turn, largest] == 0:
            continue
        for v in range(n):
            if child[v] < 0 and parent[v] == largest:
                child[v] = color
                sizes[0, first[v]] -= 1
                sizes[1, second[v]] -= 1
    for v in range(n):
        if child[v] < 0:
            child[v] = random_below(state, k)


@kernel
def count_shared(first, second, overlap, k):
    """
    Return an upper bound on the number of vertices that two colorings share, up to color names.

    Each class of one is matched with the class of the other with which it shares most vertices; two may
    have the same match. The lower sum of both directions is returned. It is exact for nearly equal
    colorings, the case of interest. An exact matching, which the partition distance requires, or a
    greedy one takes k^3 steps: a quarter of the time of the tabu search at k = 223.

    Mutates: overlap, int32[k, k], a workspace.
    """
    overlap[:] = 0
    for v in range(len(first)):
        overlap[first[v], second[v]] += 1
    forth = 0
    back = 0
    for i in range(k):
        row = 0
        column = 0
        for j in range(k):
            row = max(row, overlap[i, j])
            column = max(column, overlap[j, i])
        forth += row
        back += column
    return min(forth, back)
