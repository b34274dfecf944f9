"""Turning any assignment into a complete one, or into a proper one."""

from __future__ import annotations

from ..._jit import kernel


@kernel
def complete(indptr, indices, colors, counts):
    """
    Give each uncolored vertex, in order, the color that fewest of its neighbors have; ties low.

    Mutates: colors, int32[n], -1 = uncolored on entry; counts, int32[k], a workspace.
    """
    for v in range(len(colors)):
        if colors[v] < 0:
            counts[:] = 0
            for p in range(indptr[v], indptr[v + 1]):
                c = colors[indices[p]]
                if c >= 0:
                    counts[c] += 1
            best = 0
            for c in range(1, len(counts)):
                if counts[c] < counts[best]:
                    best = c
            colors[v] = best


@kernel
def make_proper(indptr, indices, colors, taken):
    """
    Uncolor every vertex that has an earlier neighbor of its color; then first-fit all uncolored ones.

    Mutates: colors, int32[n]; taken, int32[max(colors, max degree) + 2], -1 on entry: the last vertex
    that saw a color at a neighbor.
    """
    for v in range(len(colors)):
        for p in range(indptr[v], indptr[v + 1]):
            u = indices[p]
            if u < v and colors[u] == colors[v]:
                colors[v] = -1
                break
    for v in range(len(colors)):
        if colors[v] < 0:
            for p in range(indptr[v], indptr[v + 1]):
                c = colors[indices[p]]
                if c >= 0:
                    taken[c] = v
            c = 0
            while taken[c] == v:
                c += 1
            colors[v] = c
