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


# -------------------------------------------------------------------------- sequential coloring


def first_fit(n, edges, order):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    for v in order:
        taken = {colors[u] for u in neighbors[v]}
        colors[v] = next(c for c in range(n) if c not in taken)
    return colors


def smallest_last(n, edges):
    neighbors = adjacency(n, edges)
    left = set(range(n))
    removed = []
    while left:
        v = min(left, key=lambda v: (len(neighbors[v] & left), len(neighbors[v]), -v))
        left.remove(v)
        removed.append(v)
    return first_fit(n, edges, removed[::-1])


def incidence_degree(n, edges):
    neighbors = adjacency(n, edges)
    order = []
    while len(order) < n:
        left = set(range(n)) - set(order)
        order.append(max(left, key=lambda v: (len(neighbors[v] & set(order)), len(neighbors[v]), -v)))
    return first_fit(n, edges, order)


def dsatur(n, edges):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    for _ in range(n):
        seen = [{colors[u] for u in neighbors[v]} - {-1} for v in range(n)]
        left = [v for v in range(n) if colors[v] < 0]
        v = max(left, key=lambda v: (len(seen[v]), len(neighbors[v]), -v))
        colors[v] = next(c for c in range(n) if c not in seen[v])
    return colors


def independent_sets(n, edges):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    color = 0
    while -1 in colors:
        free = {v for v in range(n) if colors[v] < 0}
        while free:
            v = min(free, key=lambda v: (len(neighbors[v] & free), v))
            colors[v] = color
            free -= neighbors[v] | {v}
        color += 1
    return colors


def rlf(n, edges):
    neighbors = adjacency(n, edges)
    colors = [-1] * n
    color = 0
    while -1 in colors:
        free = {v for v in range(n) if colors[v] < 0}
        barred = set()
        v = max(free, key=lambda v: (len(neighbors[v] & free), -v))
        while free:
            colors[v] = color
            barred |= neighbors[v] & free
            free -= neighbors[v] | {v}
            v = max(
                free,
                key=lambda v: (len(neighbors[v] & barred), -len(neighbors[v] & free), -v),
                default=None,
            )
        color += 1
    return colors
