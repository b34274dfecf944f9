"""
Acyclic coloring: what tells a symmetric matrix from its products by substitution.

Proper, and no cycle has only two colors: then any two classes induce a forest, whose leaves show their
only nonzero, which their neighbors subtract, and so on inwards.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.derivatives import acyclic
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, is_proper
from .partial_distance2 import Colors, count_colors, fewest_colors, improve
from .pattern import Pattern
from .vertex_orders import ORDERS, checked_name, given

#: Rounds of iterated greedy without a color less. Class by class may well take more colors here, but
#: banded plus random came from 12 to 10 in two rounds; stencils never gained.
PATIENCE = 2


def acyclic_color(graph: Graph, order: str | ArrayLike = "auto") -> NDArray[np.int32]:
    """
    Color a graph so that no cycle has only two colors [1]_.

    Parameters
    ----------
    graph
        The graph.
    order
        In which the vertices get their colors, each the lowest that leaves forests: ``"natural"``,
        ``"largest_first"``, ``"smallest_last"``, ``"incidence_degree"`` (as in :func:`solver.greedy`),
        or a permutation (n,). ``"auto"`` takes each in turn, and the best of them through some
        rounds of iterated greedy. Time of each about the sum of the squared degrees.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,), from 0 without gaps; the same on any machine.

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
    """The same with what gave it; stops at ``fewest`` colors."""
    fit = functools.partial(acyclic_first_fit, graph, Pattern.of_graph(graph))
    method, colors = fewest_colors(_attempts(graph, fit, order), fewest)
    if isinstance(order, str) and order == "auto":
        colors = improve(fit, colors, fewest, PATIENCE)
    if not is_acyclic_coloring(graph, colors):
        raise AssertionError(f"acyclic coloring of {graph} is wrong: please report this")
    return method, colors


def _attempts(
    graph: Graph, fit: Callable[[NDArray[np.int32]], Colors], order: str | ArrayLike
) -> Iterator[tuple[str, Colors]]:
    if not isinstance(order, str):
        yield "given", fit(given(order, graph.n))
    elif checked_name(order) != "auto":
        yield order, fit(ORDERS[order](graph))
    else:
        # Each is the best somewhere: as numbered, a geometric graph took 15 colors, else 16 or 17.
        for name, make in ORDERS.items():
            yield name, fit(make(graph))


def acyclic_first_fit(graph: Graph, pattern: Pattern, order: NDArray[np.int32]) -> Colors:
    """Give each vertex of the order the lowest color that leaves forests; ``pattern`` is the graph's."""
    edges = np.empty(2 * graph.m, np.int32)
    acyclic.number_edges(graph.indptr, graph.indices, pattern.mirror, edges)
    colors = np.full(graph.n, -1, np.int32)
    acyclic.color_acyclic(
        graph.indptr,
        graph.indices,
        edges,
        order,
        np.arange(graph.m, dtype=np.int32),
        np.full(graph.m, -1, np.int32),
        np.empty(graph.m, np.int32),
        np.full(graph.n + 1, -1, np.int32),
        np.empty(graph.n, np.int32),
        np.full(graph.n + 1, -1, np.int32),
        colors,
    )
    return colors


def is_acyclic_coloring(graph: Graph, colors: ArrayLike) -> bool:
    """Whether it is proper and complete, and every cycle has three colors."""
    array = as_colors(graph, colors)
    return is_proper(graph, array) and len(leaves(Pattern.of_graph(graph), array)) == graph.m


def leaves(pattern: Pattern, colors: Colors) -> NDArray[np.int64]:
    """
    Entries from leaf to parent in an order of substitution, one an edge; fewer if there is a cycle.

    ``pattern`` is symmetric, its diagonal does not matter; ``colors`` is proper.
    """
    k = count_colors(colors)
    found = np.empty(pattern.nnz // 2, np.int64)
    taken = acyclic.take_apart(
        pattern.indptr,
        pattern.indices,
        pattern.mirror,
        colors,
        np.full(k, -1, np.int32),
        np.empty(k, np.int64),
        np.empty(pattern.nnz, np.int64),
        np.zeros(pattern.nnz, np.int32),
        np.empty(pattern.nnz, np.int64),
        found,
    )
    return found[:taken].copy()
