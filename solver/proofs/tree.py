"""
Proofs from a search tree: every decision that failed, as a clause.

The tree branches on the colors of the vertex with the fewest free ones (Brélaz 1979), after the first
vertices are restricted to the first colors. A vertex with one free color is colored without a decision,
as unit propagation does; so the clause "one of the decisions is wrong" of a failed node follows from
those of its children. ``exact/dsatur.py`` is faster since it branches on one unused color for all, which
clauses over the colors cannot say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..graphs.graph import Graph
from .formula import Formula
from .log import ProofLog

#: What is expected of a bound; that of a coloring with fixed colors may be higher than the graph's.
HOLDS = "expected a lower bound that holds without fixed or allowed colors, which a proof does not know"

Decisions = tuple[tuple[int, int], ...]


def failed_decisions(
    graph: Graph, allowed: NDArray[np.bool_], most_nodes: int
) -> list[Decisions] | None:
    """
    Search for a coloring with allowed colors, and return the decisions that failed, children first.

    Parameters
    ----------
    graph
        The graph.
    allowed
        Colors that each vertex may have, bool[n, k].
    most_nodes
        Largest number of failed decisions.

    Returns
    -------
    list or None
        For each failed node the decisions on the way to it, ``(vertex, color)``; the last one has none.
        None if there are more than ``most_nodes``.

    Raises
    ------
    InputError
        If there is a coloring.
    """
    near = [graph.neighbors(v).tolist() for v in range(graph.n)]
    free = [sum(1 << int(c) for c in np.flatnonzero(row)) for row in allowed]
    uncolored = set(range(graph.n))
    trail: list[tuple[int, int]] = []  # a vertex and the color it lost; a vertex and -1 when colored
    failed: list[Decisions] = []

    def color(v: int, bit: int) -> None:
        uncolored.remove(v)
        trail.append((v, -1))
        for u in near[v]:
            if u in uncolored and free[u] & bit:
                free[u] ^= bit
                trail.append((u, bit))

    def most_restricted() -> int:
        """Color vertices with one free color; return the next to branch on, with none if it fails."""
        while uncolored:
            v = min(uncolored, key=lambda u: (free[u].bit_count(), -len(near[u]), u))
            if free[v].bit_count() != 1:
                return v
            color(v, free[v])
        raise InputError(f"{allowed.shape[1]} colors suffice: {HOLDS}")

    def undo(length: int) -> None:
        while len(trail) > length:
            u, bit = trail.pop()
            if bit < 0:
                uncolored.add(u)
            else:
                free[u] |= bit

    v = most_restricted()
    path: list[tuple[int, int]] = []
    stack = [(v, free[v], len(trail))]  # of each node, the vertex, its colors not tried, the trail
    while stack:
        v, left, length = stack.pop()
        undo(length)
        if not left:
            failed.append(tuple(path))
            if len(failed) > most_nodes:
                return None
            del path[-1:]
            continue
        bit = left & -left
        stack.append((v, left ^ bit, length))
        path.append((v, bit.bit_length() - 1))
        color(v, bit)
        v = most_restricted()
        stack.append((v, free[v], len(trail)))
    return failed


def refute_tree(
    log: ProofLog, formula: Formula, vertices: Sequence[int], failed: Sequence[Decisions]
) -> int:
    """Derive a contradiction from failed decisions on a subgraph; return its number."""
    last = 0
    open_nodes: list[tuple[int, int]] = []  # depth and number of clauses that a parent still needs
    for decisions in failed:
        last = log.implied([-formula.variable(vertices[v], c) for v, c in decisions])
        children = []
        while open_nodes and open_nodes[-1][0] > len(decisions):
            children.append(open_nodes.pop()[1])
        log.delete(children)
        open_nodes.append((len(decisions), last))
    return last
