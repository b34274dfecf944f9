"""
Lower bounds for bandwidth coloring from cliques.

The colors of a clique are all different. In increasing order, each two consecutive ones differ by at
least the distance of their vertices; so the largest and the smallest differ by at least the length of a
shortest Hamiltonian path. Cliques are sought among the edges of at least each distance, since few
vertices far apart may need more colors than many close ones, and extended. Dynamic programming finds the
path of up to 12 vertices; a minimum spanning tree is a lower bound for more.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import minimum_spanning_tree

from ..cliques.clique import clique
from ..graphs.graph import Graph

#: Vertices up to which the shortest path is found; 12 take 0.1 s.
MOST_VERTICES = 12
#: Work limit of the search for each clique, in ticks.
CLIQUE_TICKS = 1 << 18


def clique_bound(
    graph: Graph,
    edges: NDArray[np.int32],
    distances: NDArray[np.int64],
    seed: int,
    is_over: Callable[[], bool],
) -> tuple[int, NDArray[np.int32]]:
    """
    Return a lower bound on the number of colors, and the clique that needs so many.

    The best so far is returned when ``is_over()`` is true.
    """
    best, members = min(graph.n, 1), np.arange(min(graph.n, 1), dtype=np.int32)
    length = dict(zip(map(tuple, edges.tolist()), distances.tolist(), strict=True))
    for least in sorted(set(distances.tolist()), reverse=True):
        if is_over():
            break
        far = Graph.from_edges(graph.n, edges[distances >= least])
        core = clique(far, seed=seed, max_ticks=CLIQUE_TICKS)
        extended = _extended(graph, core, length)
        for vertices in (core, extended) if len(extended) > len(core) else (core,):
            bound = 1 + shortest_path(_matrix(vertices, length))
            if bound > best:
                best, members = bound, np.sort(vertices)
    return best, members


def shortest_path(matrix: NDArray[np.int64]) -> int:
    """Return a lower bound on the length of a Hamiltonian path, exact for few vertices."""
    n = len(matrix)
    if n > MOST_VERTICES:
        return int(minimum_spanning_tree(matrix).sum())
    rows = matrix.tolist()
    shortest = {(1 << v, v): 0 for v in range(n)}
    for _ in range(n - 1):
        longer: dict[tuple[int, int], int] = {}
        for (visited, v), length in shortest.items():
            for u in range(n):
                if not visited >> u & 1:
                    key = visited | 1 << u, u
                    longer[key] = min(longer.get(key, length + rows[v][u]), length + rows[v][u])
        shortest = longer
    return min(shortest.values(), default=0)


def _matrix(vertices: NDArray[np.int32], length: dict[tuple[int, int], int]) -> NDArray[np.int64]:
    own = np.sort(vertices).tolist()
    pairs = [[length[min(u, v), max(u, v)] if u != v else 0 for v in own] for u in own]
    return np.array(pairs, np.int64).reshape(len(own), len(own))


def _extended(
    graph: Graph, vertices: NDArray[np.int32], length: dict[tuple[int, int], int]
) -> NDArray[np.int32]:
    """Extend a clique by vertices at the largest distance from it, as long as there are any."""
    chosen = vertices.tolist()
    common = [v for v in range(graph.n) if all((min(u, v), max(u, v)) in length for u in chosen)]
    while common:
        best = max(common, key=lambda v: min(length[min(u, v), max(u, v)] for u in chosen))
        chosen.append(best)
        common = [v for v in common if (min(v, best), max(v, best)) in length]
    return np.array(chosen, np.int32)
