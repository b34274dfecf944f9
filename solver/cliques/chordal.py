"""
Chordal graphs: a perfect elimination order, and all maximal cliques.

A graph is chordal if each cycle of four or more vertices has a chord; interval graphs are, and the
interference graphs of programs in static single assignment form. Maximum cardinality search [1]_, which
is the order of incidence degree, finds a perfect elimination order if there is one, in linear time. The
rows of the graph show whether it is one; most graphs that are not chordal fail among the first pairs.

References
----------
.. [1] Tarjan, R. E., and M. Yannakakis (1984). Simple linear-time algorithms to test chordality of
   graphs, test acyclicity of hypergraphs, and selectively reduce acyclic hypergraphs. *SIAM Journal on
   Computing* 13: 566-579. doi:10.1137/0213035
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from ..sequential.orders import incidence_degree_order

#: Pairs of vertices that are looked up between two looks at the clock, which takes some milliseconds.
SLICE = 1 << 16


def chordal_cliques(graph: Graph, is_late: Callable[[], bool] = lambda: False) -> list[list[int]] | None:
    """
    Return the maximal cliques of a chordal graph, or None if the graph is not chordal.

    Takes time O(n + m log m), and as much memory as the cliques, whose sizes add up to at most n + m;
    there are at most n cliques.

    Parameters
    ----------
    graph
        Graph.
    is_late
        Whether to give up, which has the result None too; called after each part of the work.

    Returns
    -------
    list of list of int, or None
        Vertices of each clique, increasing.

    Examples
    --------
    >>> from solver import Graph
    >>> chordal_cliques(Graph.from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]))
    [[0, 1, 2], [2, 3]]
    >>> chordal_cliques(Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)])) is None
    True
    """
    order = incidence_degree_order(graph)
    place = np.empty(graph.n, np.int32)
    place[order] = np.arange(graph.n, dtype=np.int32)
    rows = np.repeat(np.arange(graph.n, dtype=np.int32), graph.degrees)
    is_earlier = place[graph.indices] < place[rows]
    rows, earlier = rows[is_earlier], graph.indices[is_earlier]
    counts = np.bincount(rows, minlength=graph.n)
    starts = np.zeros(graph.n + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    later = np.flatnonzero(counts)
    parent = np.full(graph.n, -1, np.int32)  # the last of the earlier neighbors
    if len(later):
        parent[later] = order[np.maximum.reduceat(place[earlier], starts[later])]
    if is_late() or not _are_adjacent(graph.n, rows, earlier, parent[rows], is_late):
        return None
    is_maximal = np.ones(graph.n, bool)
    is_maximal[parent[later][counts[later] == counts[parent[later]] + 1]] = False
    cliques: list[list[int]] = []
    members, ends = earlier.tolist(), starts.tolist()
    for number, v in enumerate(np.flatnonzero(is_maximal).tolist()):
        if number % SLICE == SLICE - 1 and is_late():
            return None
        cliques.append(sorted([*members[ends[v] : ends[v + 1]], v]))
    cliques.sort()
    return cliques


def _are_adjacent(
    n: int,
    rows: NDArray[np.int32],
    earlier: NDArray[np.int32],
    parents: NDArray[np.int32],
    is_late: Callable[[], bool],
) -> bool:
    """Return whether each entry of ``earlier`` is its parent or an earlier neighbor of that."""
    keys = rows.astype(np.int64) * n + earlier  # increasing, as rows and their entries are
    for start in range(0, len(keys), SLICE):
        part = slice(start, start + SLICE)
        others = earlier[part] != parents[part]
        wanted = parents[part][others].astype(np.int64) * n + earlier[part][others]
        places = np.searchsorted(keys, wanted)
        if is_late() or (keys[np.minimum(places, len(keys) - 1)] != wanted).any():
            return False
    return True
