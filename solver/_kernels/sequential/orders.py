"""Vertex orders that need no priority queue: random, breadth-first and depth-first."""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.rng import random_below


@kernel
def shuffle(order, state):
    """
    Permute ``order`` at random (Fisher and Yates).

    Mutates: order, int32[n]; state.
    """
    for i in range(len(order) - 1, 0, -1):
        j = random_below(state, i + 1)
        order[i], order[j] = order[j], order[i]


@kernel
def breadth_first(indptr, indices, reached, order):
    """
    Fill ``order`` breadth-first from the lowest vertex of each component, reading rows in their order.

    Mutates: reached, uint8[n], zero on entry; order, int32[n], which is also the queue.
    """
    n = len(order)
    length = 0
    head = 0
    for source in range(n):
        if reached[source]:
            continue
        reached[source] = 1
        order[length] = source
        length += 1
        while head < length:
            v = order[head]
            head += 1
            for p in range(indptr[v], indptr[v + 1]):
                u = indices[p]
                if not reached[u]:
                    reached[u] = 1
                    order[length] = u
                    length += 1


@kernel
def depth_first(indptr, indices, cursor, stack, order):
    """
    Fill ``order`` in depth-first preorder from the lowest vertex of each component, rows in their order.

    Mutates: cursor, int64[n], -1 on entry; stack, int32[n]; order, int32[n].
    """
    n = len(order)
    length = 0
    for source in range(n):
        if cursor[source] >= 0:
            continue
        cursor[source] = indptr[source]
        order[length] = source
        length += 1
        stack[0] = source
        height = 1
        while height:
            v = stack[height - 1]
            p = cursor[v]
            end = indptr[v + 1]
            while p < end and cursor[indices[p]] >= 0:
                p += 1
            cursor[v] = p
            if p == end:
                height -= 1
                continue
            u = indices[p]
            cursor[u] = indptr[u]
            order[length] = u
            length += 1
            stack[height] = u
            height += 1
