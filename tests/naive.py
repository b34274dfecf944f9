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


def color_counts(n, edges, k, colors):
    """How many neighbors of each vertex have each color, as n lists of k."""
    counts = [[0] * k for _ in range(n)]
    for a, row in enumerate(adjacency(n, edges)):
        for b in row:
            counts[a][colors[b]] += 1
    return counts


def best_moves(n, edges, k, colors, tabu, fewest):
    """
    The moves (vertex, color) that TabuCol may make next, all equally likely.

    The best of the moves of conflicting vertices that are not tabu; or, if they lead below ``fewest``
    conflicts and are better than those, the best tabu moves.
    """
    counts = color_counts(n, edges, k, colors)
    free, forbidden = {}, {}
    for v in range(n):
        if counts[v][colors[v]]:
            for c in range(k):
                if c != colors[v]:
                    moves = forbidden if (v, c) in tabu else free
                    moves[v, c] = counts[v][c] - counts[v][colors[v]]
    bound = fewest - conflicts(n, edges, colors)
    if free:
        bound = min(bound, *free.values())
    if forbidden and min(forbidden.values()) < bound:
        free = forbidden
    return {move for move, change in free.items() if change == min(free.values())}
