"""Slow, obvious oracles: each says what a kernel must compute, in the plainest Python there is."""

from __future__ import annotations

from fractions import Fraction


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


def penalty(edges, weights, preferences, assignment, seen_by=None):
    """Weight of the conflicts minus the preferences, as exact fractions; names throughout."""
    total = Fraction(0)
    for (a, b), weight in zip(edges, weights, strict=True):
        if seen_by is not None and a not in seen_by and b not in seen_by:
            continue
        if assignment.get(a) is not None and assignment.get(a) == assignment.get(b):
            total += Fraction(weight)
    for node, color in assignment.items():
        if color is not None:
            total -= Fraction(preferences.get(node, {}).get(color, 0))
    return total


def gamma(problem_edges, weights, preferences, nodes, domain, assignment):
    """What each node would pay for each color, by pricing every single choice."""
    table = []
    for node in nodes:
        others = {other: color for other, color in assignment.items() if other != node}
        base = penalty(problem_edges, weights, preferences, others)
        price = [
            penalty(problem_edges, weights, preferences, {**others, node: color}) - base
            for color in domain
        ]
        table.append(price)
    return table
