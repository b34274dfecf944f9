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


def near_pairs(xy, radius):
    """Pairs of points at distance at most ``radius``."""
    return {
        (i, j)
        for j, (x, y) in enumerate(xy)
        for i, (a, b) in enumerate(xy[:j])
        if (x - a) * (x - a) + (y - b) * (y - b) <= radius * radius
    }


def queen_moves(rows, columns):
    """Pairs of squares on one row, column or diagonal."""
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    return {
        (i, j)
        for j, (r, c) in enumerate(squares)
        for i, (a, b) in enumerate(squares[:j])
        if r == a or c == b or abs(r - a) == abs(c - b)
    }


def clique_number(n, edges):
    """Size of a largest clique, by trying every set of vertices."""
    neighbors = adjacency(n, edges)

    def largest(candidates):
        return max((1 + largest(candidates & neighbors[v]) for v in candidates), default=0)

    return largest(set(range(n)))


def core_numbers(n, edges):
    """For each vertex the largest c such that a subgraph with it has all degrees c or more."""
    neighbors = adjacency(n, edges)
    cores = [0] * n
    for c in range(1, n):
        left = set(range(n))
        while low := {v for v in left if len(neighbors[v] & left) < c}:
            left -= low
        for v in left:
            cores[v] = c
    return cores
