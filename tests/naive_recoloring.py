"""The oracles of `naive.py` for recoloring, in a file of their own because that one is full."""

from __future__ import annotations

from tests.naive import adjacency


def uncolor_cover(n, edges, colors):
    """Uncolor the vertex with most neighbors of its color, the lowest such, until none has any."""
    neighbors, left = adjacency(n, edges), list(colors)
    while True:
        counts = [sum(left[u] == left[v] >= 0 for u in neighbors[v]) for v in range(n)]
        if not any(counts):
            return left
        left[counts.index(max(counts))] = -1


def restore(n, edges, before, colors):
    """Round after round, give previous colors back that no neighbor has, those free in its beginning."""
    neighbors, now = adjacency(n, edges), list(colors)

    def is_free(v):
        return all(now[u] != before[v] for u in neighbors[v])

    while free := [v for v in range(n) if now[v] != before[v] >= 0 and is_free(v)]:
        for v in free:
            if is_free(v):
                now[v] = before[v]
    return now
