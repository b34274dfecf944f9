"""
Acyclic coloring, for recovery of a symmetric matrix from its products by substitution.

An acyclic coloring is proper, and no cycle has only two colors. Then any two classes induce a forest: a
leaf shows its only nonzero, which its neighbor subtracts, and so on inwards.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.derivatives import acyclic
from .._kernels.derivatives.palette import Palette
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, is_proper
from .attempts import Attempt, Colors, attempts, best_of, count_colors
from .partial_distance2 import improve
from .pattern import Pattern
from .renumbering import with_near_numbers
from .vertex_orders import ORDERS

#: Rounds of iterated greedy without improvement. Going class by class may need more colors here, but
#: banded plus random improved from 12 to 10 in two rounds; stencils never improved.
PATIENCE = 2


def acyclic_color(graph: Graph, order: str | ArrayLike = "auto") -> NDArray[np.int32]:
    """
    Color a graph so that no cycle has only two colors [1]_.

    Parameters
    ----------
    graph
        The graph.
    order
        Order in which vertices get the lowest color that leaves forests: ``"natural"``,
        ``"largest_first"``, ``"smallest_last"``, ``"incidence_degree"`` (as in :func:`solver.greedy`),
        or a permutation (n,). ``"auto"`` tries each and improves the best by iterated greedy. Each takes
        time roughly proportional to the sum of the squared degrees. Names other than ``"natural"``
        follow a breadth-first numbering where that of a large graph is scattered.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,), from 0 without gaps; the same on every machine.

    References
    ----------
    .. [1] Gebremedhin, Tarafdar, Manne and Pothen (2007). New acyclic and star coloring algorithms with
       application to computing Hessians. *SIAM Journal on Scientific Computing* 29: 1042-1072.
       doi:10.1137/050639879

    Examples
    --------
    >>> import solver
    >>> solver.derivatives.acyclic_color(solver.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]))
    array([0, 1, 0, 2], dtype=int32)
    """
    return acyclic_coloring(graph, order, 1)[1]


def acyclic_coloring(graph: Graph, order: str | ArrayLike, fewest: int) -> tuple[str, Colors]:
    """Return an acyclic coloring and the name of what gave it; stop at ``fewest`` colors."""
    method, colors = with_near_numbers(_color, graph, Pattern.of_graph(graph), order, fewest)
    if not is_acyclic_coloring(graph, colors):
        raise AssertionError(f"acyclic coloring of {graph} is wrong: please report this")
    return method, colors


def _color(graph: Graph, pattern: Pattern, order: str | ArrayLike, fewest: int) -> Attempt:
    fit = functools.partial(acyclic_first_fit, graph, pattern)

    def automatic() -> Iterable[Attempt]:
        # Each order is best somewhere: natural gave a geometric graph 15 colors, the others 16 or 17.
        for name, make in ORDERS.items():
            yield name, fit(make(graph))

    method, colors = best_of(attempts(graph, graph.n, fit, order, ORDERS, automatic), fewest)
    if isinstance(order, str) and order == "auto":
        colors = improve(fit, colors, fewest, PATIENCE)
    return method, colors


def acyclic_first_fit(graph: Graph, pattern: Pattern, order: NDArray[np.int32]) -> Colors:
    """Give each vertex the lowest color that leaves forests; ``pattern`` is that of the graph."""
    edges = np.empty(2 * graph.m, np.int32)
    acyclic.number_edges(graph.indptr, graph.indices, pattern.mirror, edges)
    state = acyclic.ForestState(
        parents=np.arange(graph.m, dtype=np.int32),
        visitor=np.full(graph.m, -1, np.int32),
        through=np.empty(graph.m, np.int32),
        seen_at=np.empty(graph.n, np.int32),
        palette=Palette.of(graph.n),
    )
    colors = np.full(graph.n, -1, np.int32)
    acyclic.color_acyclic(graph.indptr, graph.indices, edges, order, state, colors)
    return colors


def is_acyclic_coloring(graph: Graph, colors: ArrayLike) -> bool:
    """Return whether a coloring is complete and proper, and every cycle has three colors."""
    array = as_colors(graph, colors)
    return is_proper(graph, array) and len(leaves(Pattern.of_graph(graph), array)) == graph.m


def leaves(pattern: Pattern, colors: Colors) -> NDArray[np.int64]:
    """
    Return the entries from leaf to parent in an order of substitution, one for each edge.

    Fewer entries mean that there is a cycle of two colors. ``pattern`` is symmetric, its diagonal is
    ignored; ``colors`` is proper.
    """
    k = count_colors(colors)
    forest = acyclic.Forest(
        seen=np.full(k, -1, np.int32),
        slot_of=np.empty(k, np.int64),
        slots=np.empty(pattern.nnz, np.int64),
        counts=np.zeros(pattern.nnz, np.int32),
        places=np.empty(pattern.nnz, np.int64),
        leaves=np.empty(pattern.nnz // 2, np.int64),
    )
    taken = acyclic.take_apart(pattern.indptr, pattern.indices, pattern.mirror, colors, forest)
    return forest.leaves[:taken].copy()
