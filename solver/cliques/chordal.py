"""
Chordal graphs: a perfect elimination order, and all maximal cliques.

A graph is chordal if each cycle of four or more vertices has a chord; interval graphs are, and the
interference graphs of programs in static single assignment form. Maximum cardinality search [1]_ finds
a perfect elimination order if there is one, in linear time.

References
----------
.. [1] Tarjan, R. E., and M. Yannakakis (1984). Simple linear-time algorithms to test chordality of
   graphs, test acyclicity of hypergraphs, and selectively reduce acyclic hypergraphs. *SIAM Journal on
   Computing* 13: 566-579. doi:10.1137/0213035
"""

from __future__ import annotations

from ..graphs.graph import Graph


def chordal_cliques(graph: Graph) -> list[list[int]] | None:
    """
    Return the maximal cliques of a chordal graph, or None if the graph is not chordal.

    Takes time in proportion to the sum of the sizes of the cliques, which is at most n + m; there are at
    most n cliques.

    Parameters
    ----------
    graph
        Graph.

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
    neighbors = [graph.neighbors(v).tolist() for v in range(graph.n)]
    order = _cardinality_order(neighbors)
    place = [0] * graph.n
    for i, v in enumerate(order):
        place[v] = i
    earlier = [sorted(u for u in row if place[u] < place[v]) for v, row in enumerate(neighbors)]
    is_maximal = [True] * graph.n
    for v in range(graph.n):
        if not earlier[v]:
            continue
        parent = max(earlier[v], key=place.__getitem__)
        if not set(earlier[parent]).issuperset(u for u in earlier[v] if u != parent):
            return None
        if len(earlier[v]) == len(earlier[parent]) + 1:
            is_maximal[parent] = False
    return sorted(sorted([*earlier[v], v]) for v in range(graph.n) if is_maximal[v])


def _cardinality_order(neighbors: list[list[int]]) -> list[int]:
    """Return an order in which each vertex has most neighbors among those before it."""
    n = len(neighbors)
    count = [0] * n
    waiting: list[list[int]] = [list(range(n - 1, -1, -1))]
    order: list[int] = []
    is_visited = [False] * n
    while len(order) < n:
        while not waiting[-1]:
            waiting.pop()
        v = waiting[-1].pop()
        if is_visited[v] or count[v] != len(waiting) - 1:
            continue  # the vertex has moved to another list
        is_visited[v] = True
        order.append(v)
        for u in neighbors[v]:
            if not is_visited[u]:
                count[u] += 1
                if count[u] == len(waiting):
                    waiting.append([])
                waiting[count[u]].append(u)
    return order
