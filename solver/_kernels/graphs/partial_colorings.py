"""
Legal partial colorings: construction from any assignment, and extension.

Both take linear time, so that restarting a search from the offspring of a crossover is cheap.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.rng import random_below


@kernel
def shuffle(rng, order):
    """
    Put ``order`` into random order (Fisher and Yates).

    Mutates: rng, order.
    """
    for i in range(len(order) - 1, 0, -1):
        j = random_below(rng, i + 1)
        order[i], order[j] = order[j], order[i]


@kernel
def conflict_counts(indptr, indices, colors, counts):
    """
    Count for each vertex the neighbors that share its color; return the largest count.

    Mutates: counts.
    """
    largest = 0
    for v in range(len(colors)):
        counts[v] = 0
        if colors[v] >= 0:
            for p in range(indptr[v], indptr[v + 1]):
                counts[v] += colors[indices[p]] == colors[v]
        largest = max(largest, counts[v])
    return largest


@kernel
def uncolor_conflicts(indptr, indices, order, colors, kept):
    """
    Uncolor, in ``order``, each vertex with a neighbor of the same color that was kept.

    Mutates: colors, kept (all False at first).
    """
    for v in order:
        if colors[v] < 0:
            continue
        legal = True
        for p in range(indptr[v], indptr[v + 1]):
            u = indices[p]
            if kept[u] and colors[u] == colors[v]:
                legal = False
        kept[v] = legal
        if not legal:
            colors[v] = -1


@kernel
def first_fit(indptr, indices, order, k, colors, seen):
    """
    Give uncolored vertices, in ``order``, the lowest color below ``k`` that no neighbor has, if any.

    Mutates: colors, seen (int32[k + 1], all -1 at first). Return the number of uncolored vertices.
    """
    left = 0
    for v in order:
        if colors[v] >= 0:
            continue
        for p in range(indptr[v], indptr[v + 1]):
            # Color -1 marks the last entry, which is not used for any color.
            seen[colors[indices[p]]] = v
        color = 0
        while color < k and seen[color] == v:
            color += 1
        if color < k:
            colors[v] = color
        else:
            left += 1
    return left
