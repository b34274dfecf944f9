"""
Verification of a tree of cases: two vertices have the same color, or different ones.

In the first case the two become one vertex, with the sum of their weights; in the second an edge joins
them. A case is refuted by weights with which no independent set of its graph is as heavy as the average
color class of a coloring. Plain Python like ``certificate.py``, which reads the certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..graphs.graph import Graph
from .heavier_set import heavier_set


class Step(NamedTuple):
    """A step in preorder: two vertices to decide on, or else the weights that refute the case."""

    pair: tuple[int, int] | None
    weights: Sequence[int] = ()
    largest: int = 1


def refute_cases(
    graph: Graph, colors: int, steps: Sequence[Step], max_steps: int
) -> tuple[bool | None, str]:
    """
    Verify that no case has a coloring with ``colors`` colors.

    Parameters
    ----------
    graph
        The graph.
    colors
        Number of colors.
    steps
        For each pair of vertices the case in which they have the same color comes first.
    max_steps
        Budget of all searches for independent sets together, in visits of a vertex.

    Returns
    -------
    bool or None, str
        Whether all cases are refuted, None if the budget was too small; and the first error.
    """
    # Open cases, the next one last: of each the edges that it has more, and the vertices that are one.
    waiting: list[tuple[list[tuple[int, int]], list[int]]] = [([], list(range(graph.n)))]
    for number, step in enumerate(steps, start=1):
        if not waiting:
            return False, f"step {number}: expected the end, since no case is left"
        joined, name = waiting.pop()
        if step.pair is not None:
            u, v = (name[x] for x in step.pair)
            merged = [u if x == v else x for x in name]
            waiting += [([*joined, (u, v)], name), (joined, merged)]
            continue
        remaining, weights = case(graph, joined, name, step.weights)
        if remaining is None:
            continue  # the same vertex with two colors
        if sum(weights) <= colors * step.largest:
            return False, f"step {number}: a total weight of {sum(weights)} refutes no {colors} colors"
        heavier, used = heavier_set(remaining, weights, step.largest, max_steps)
        max_steps -= used
        if heavier:
            total = sum(weights[v] for v in heavier)
            return False, f"step {number}: an independent set weighs {total} > {step.largest}"
        if max_steps < 0:
            return None, f"undecided at step {number} of {len(steps)}"
    if waiting:
        return False, f"{len(waiting)} cases are left at the end"
    return True, ""


def case(
    graph: Graph, joined: Sequence[tuple[int, int]], name: Sequence[int], weights: Sequence[int]
) -> tuple[Graph | None, list[int]]:
    """
    Return the graph of a case and its weights; no graph if a vertex is adjacent to itself.

    Parameters
    ----------
    graph
        The whole graph.
    joined
        Pairs of vertices with different colors.
    name
        Of each vertex the one that stands for it and those with the same color.
    weights
        Integers (n,).
    """
    total = [0] * graph.n
    for v, weight in enumerate(weights):
        total[name[v]] += weight
    edges = {(name[u], name[v]) for u, v in graph.edges().tolist()}
    edges |= {(name[u], name[v]) for u, v in joined}
    if any(u == v for u, v in edges):
        return None, total
    edges = {(min(edge), max(edge)) for edge in edges}
    return Graph.from_edges(graph.n, sorted(edges)), total
