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


def parse_pairs(text, tag, comments, low):
    """Pairs of integers on lines that may open with ``tag``, less ``low``; comments left out."""
    pairs = []
    for line in text.split("\n"):
        words = line.replace(",", " ").split()
        if not words or words[0][0] in comments:
            continue
        numbers = words[1:] if tag else words
        pairs.append((int(numbers[0]) - low, int(numbers[1]) - low))
    return pairs
