"""Recombining colorings: the greedy partition crossover, and how alike two colorings are."""

from __future__ import annotations

from .._jit import kernel
from .rng import random_below


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
    Vertices that two colorings place alike, under a greedy matching of their classes.

    A lower bound on n minus the partition distance; an exact matching is needed nowhere, since only
    near-equality is asked for.

    Mutates: overlap, int32[k, k], a workspace.
    """
    overlap[:] = 0
    for v in range(len(first)):
        overlap[first[v], second[v]] += 1
    shared = 0
    for _ in range(k):
        best = -1
        row = 0
        column = 0
        for i in range(k):
            for j in range(k):
                if overlap[i, j] > best:
                    best = overlap[i, j]
                    row = i
                    column = j
        if best <= 0:
            break
        shared += best
        for c in range(k):
            overlap[row, c] = -1
            overlap[c, column] = -1
    return shared
