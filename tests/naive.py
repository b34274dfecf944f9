"""Slow, obvious oracles: each says what a kernel must compute, in the plainest Python there is."""

from __future__ import annotations


def adjacency(n, edges):
    """Sets of neighbors; loops left out."""
    neighbors = [set() for _ in range(n)]
    for a, b in edges:
        if a != b:
            neighbors[a].add(b)
            neighbors[b].add(a)
    return neighbors


def conflicts(n, edges, colors):
    return sum(
        1
        for a, row in enumerate(adjacency(n, edges))
        for b in row
        if a < b and colors[a] == colors[b] >= 0
    )


def completed(n, edges, colors, k):
    """Each uncolored vertex, in order, takes the color fewest of its neighbors have, the lowest such."""
    neighbors = adjacency(n, edges)
    whole = list(colors)
    for v in range(n):
        if whole[v] < 0:
            seen = [whole[u] for u in neighbors[v]]
            whole[v] = min(range(k), key=seen.count)
    return whole


def chromatic_number(n, edges):
    """Smallest k for which backtracking in vertex order finds a proper coloring."""
    neighbors = adjacency(n, edges)

    def extend(colors, k):
        v = len(colors)
        if v == n:
            return True
        free = {c for c in range(k)} - {colors[u] for u in neighbors[v] if u < v}
        return any(extend([*colors, c], k) for c in sorted(free))

    return next(k for k in range(n + 1) if extend([], k))
