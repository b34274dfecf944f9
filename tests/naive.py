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
