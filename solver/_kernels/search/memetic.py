"""Recombining colorings: the greedy partition crossover, and how alike two colorings are."""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.rng import random_below


@kernel
def greedy_partition_crossover(first, second, child, sizes, k, state):
    """
    Give the child in turn the largest remaining class of one parent, then of the other.

    Vertices left over get random colors (Galinier and Hao 1999, section 3.4). Ties between classes are
    broken from a random starting point, since the first of equals would favor low colors for ever.

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
    Vertices that two colorings place alike, up to names of colors; an upper bound on it.

    Each class of one is matched with the class of the other that it shares most with, though two may
    choose the same; of both directions the lower sum. It is exact for nearly equal colorings, which is
    what is asked for. An exact matching, as the partition distance wants it, or a greedy one takes k^3
    steps: at k = 223 a quarter of the time of the tabu search.

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
