"""
Cliques of a given number of vertices, as many as cover the edges.

Where the number of colors is that of a clique, every color occurs in every clique of so many vertices:
in each row, column and long diagonal of a queen graph. A formula with these clauses is solved much
faster.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..arguments import integer
from ..graphs.graph import Graph


def cliques_of_size(graph: Graph, k: int, *, max_work: int = 1 << 18) -> NDArray[np.int64]:
    """
    Return cliques of exactly ``k`` vertices, by greedy extension of edges that none covers yet.

    Parameters
    ----------
    graph
        Graph. Its adjacency matrix takes n^2 / 8 bytes.
    k
        Number of vertices of each clique, at least 2.
    max_work
        Largest number of candidates that are examined; the default takes about 0.2 s.

    Returns
    -------
    NDArray[np.int64]
        int64[cliques, k], the vertices of each clique in increasing order; each clique has an edge that
        the ones before do not have.
    """
    k = integer("k", k, 2)
    adjacent = [0] * graph.n
    edges = graph.edges().tolist()
    for u, v in edges:
        adjacent[u] |= 1 << v
        adjacent[v] |= 1 << u
    covered = [0] * graph.n
    cliques: list[list[int]] = []
    for u, v in edges:
        if covered[u] >> v & 1:
            continue
        members, candidates = [u, v], adjacent[u] & adjacent[v]
        while len(members) < k <= len(members) + candidates.bit_count():
            max_work -= candidates.bit_count()
            best = max(vertices_of(candidates), key=lambda w: (adjacent[w] & candidates).bit_count())
            members.append(best)
            candidates &= adjacent[best]
        if len(members) == k:
            cliques.append(sorted(members))
            mask = sum(1 << w for w in members)
            for w in members:
                covered[w] |= mask
        if max_work <= 0:
            break
    return np.array(cliques, np.int64).reshape(-1, k)


def vertices_of(mask: int) -> list[int]:
    """Return the vertices of a set of bits, increasing."""
    vertices = []
    while mask:
        low = mask & -mask
        vertices.append(low.bit_length() - 1)
        mask ^= low
    return vertices
