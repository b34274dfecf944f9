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


def admissible_partial_moves(neighbors, k, colors, tabu, best):
    """
    PartialCol's best admissible moves ``(v, color)``; all moves if none is admissible.

    ``tabu`` holds pairs ``(v, color)``; ``best`` is the fewest vertices ever uncolored.
    """
    uncolored = [v for v, color in enumerate(colors) if color < 0]
    cost = {
        (v, color): sum(colors[u] == color for u in neighbors[v])
        for v in uncolored
        for color in range(k)
    }
    allowed = {
        move: count
        for move, count in cost.items()
        if move not in tabu or len(uncolored) - 1 + count < best
    }
    if not allowed:
        return set(cost)
    return {move for move, count in allowed.items() if count == min(allowed.values())}


def fluctuation_tenure(costs, window, increment, threshold):
    """FOO's tenure after each of ``costs``, with one window length and increment throughout."""
    tenure, since, best, tenures = increment, 0, costs[0], []
    for i, cost in enumerate(costs[1:], start=1):
        if i - since == window:
            seen = costs[since + 1 : i + 1]
            calm = max(seen) - min(seen) < threshold
            tenure += increment if calm or tenure == 0 else -1
            since = i
        if cost < best:
            best, since = cost, i
        tenures.append(tenure)
    return tenures
