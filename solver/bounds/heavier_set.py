"""
The search behind fractional certificates: is there an independent set heavier than a given weight?

Branch and bound, depth first, in plain Python integers; sets of vertices are the bits of integers. A
cover by cliques bounds the weight that a set of candidates can add: an independent set has at most one
vertex of each clique. Each clique is charged the least uncovered weight among its vertices, until all
weight is covered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..graphs.graph import Graph


def heavier_set(
    graph: Graph, weights: Sequence[int], largest: int, max_steps: int
) -> tuple[list[int], int]:
    """
    Find an independent set that weighs more than ``largest``.

    Parameters
    ----------
    graph
        The graph.
    weights
        Integers (n,), >= 0.
    largest
        Weight to exceed, >= 0.
    max_steps
        Largest number of visits of a vertex.

    Returns
    -------
    list, int
        The vertices, increasing, and the number of steps. Without vertices there is no such set, or,
        after more than ``max_steps`` steps, the search was not finished.
    """
    order = sorted((v for v in range(graph.n) if weights[v]), key=lambda v: (-weights[v], v))
    place = {v: i for i, v in enumerate(order)}
    weight = [weights[v] for v in order]
    adjacent = [sum(1 << place[u] for u in graph.neighbors(v).tolist() if u in place) for v in order]
    candidates = (1 << len(order)) - 1
    branches, steps = _uncovered(adjacent, weight, candidates, largest)
    # One entry for each vertex chosen so far: the candidates, those yet to branch on, the weight left.
    stack = [(candidates, branches, largest)]
    chosen: list[int] = []
    while stack and steps <= max_steps:
        candidates, branches, left = stack.pop()
        if not branches:
            del chosen[-1:]
            continue
        v = branches.pop()
        stack.append((candidates & ~(1 << v), branches, left))
        chosen.append(v)
        left -= weight[v]
        if left < 0:
            return sorted(order[i] for i in chosen), steps
        candidates &= ~(adjacent[v] | 1 << v)
        branches, more = _uncovered(adjacent, weight, candidates, left)
        steps += more
        stack.append((candidates, branches, left))
    return [], steps


def _uncovered(
    adjacent: Sequence[int], weight: Sequence[int], candidates: int, budget: int
) -> tuple[list[int], int]:
    """Return the candidates that cliques of total charge ``budget`` do not cover, and the steps."""
    uncovered = {v: weight[v] for v in _bits(candidates)}
    steps = len(uncovered)
    while candidates:
        clique = []
        common = candidates
        while common:
            v = (common & -common).bit_length() - 1
            clique.append(v)
            common &= adjacent[v]
        steps += len(clique)
        charge = min(uncovered[v] for v in clique)
        if charge > budget:
            break
        budget -= charge
        for v in clique:
            uncovered[v] -= charge
            if not uncovered[v]:
                candidates &= ~(1 << v)
    # The lightest come last, so that they are branched on first and leave fewer to the heavy ones.
    return sorted(_bits(candidates)), steps


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
