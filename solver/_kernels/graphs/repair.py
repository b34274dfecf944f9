"""Repair of an assignment: make it complete, or make it proper."""

from __future__ import annotations

from ..._jit import kernel


@kernel
def complete(indptr, indices, colors, counts):
    """
    Give each uncolored vertex, in order, the color fewest of its neighbors have; ties go to the lowest.

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
    Uncolor every vertex with an earlier neighbor of its color, then color all uncolored ones first-fit.

    Mutates: colors, int32[n]; taken, int32[max(colors, max degree) + 2], -1 on entry: for each color,
    the last vertex that had a neighbor of it.
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
