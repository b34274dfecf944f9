"""
The orders in which sequential coloring takes the vertices, and core numbers.

The dynamic orders run on a copy of the graph that is numbered by decreasing degree, so that vertices
which are often visited lie close together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs import renumber
from .._kernels.queues.level_queue import level_queue
from .._kernels.sequential import incidence_degree, smallest_last
from ..graphs.graph import Graph, as_graph
from ..threads import row_ranges, side_by_side


class Ranked(NamedTuple):
    """
    A copy of a graph, numbered by decreasing degree.

    Attributes
    ----------
    starts, ends
        Its rows, as in :class:`solver.Graph`; the rows are not sorted.
    degrees
        int32[n], the degrees.
    order, rank
        int32[n]; vertex ``i`` of the copy is ``order[i]`` in the graph, and ``rank`` is the inverse.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int32]
    degrees: NDArray[np.int32]
    order: NDArray[np.int32]
    rank: NDArray[np.int32]


def ranked_by_degree(graph: Graph, threads: int = 1) -> Ranked:
    """Copy a graph, numbered by decreasing degree."""
    order = largest_first_order(graph)
    rank = np.empty(graph.n, np.int32)
    renumber.invert(order, rank)
    degrees = graph.degrees[order]
    starts = np.zeros(graph.n + 1, np.int64)
    np.cumsum(degrees, out=starts[1:])
    ends = np.empty_like(graph.indices)

    def copy(first: int, last: int) -> None:
        renumber.renumber(graph.indptr, graph.indices, order[first:last], rank, starts[first], ends)

    side_by_side(copy, row_ranges(starts, threads))
    return Ranked(starts, ends, degrees.astype(np.int32), order, rank)


def natural_order(graph: Graph) -> NDArray[np.int32]:
    """Return the vertices in the order of their numbers."""
    return np.arange(graph.n, dtype=np.int32)


def largest_first_order(graph: Graph) -> NDArray[np.int32]:
    """Return the order of the strategy ``"largest_first"``: by decreasing degree."""
    order = np.empty(graph.n, np.int32)
    cursor = np.zeros(graph.max_degree + 2, np.int64)
    renumber.order_by_degree(graph.degrees.astype(np.int32), natural_order(graph), cursor, order)
    return order


def smallest_last_order(graph: Graph) -> NDArray[np.int32]:
    """Return the order of the strategy ``"smallest_last"``."""
    ranked = ranked_by_degree(graph)
    return ranked.order[smallest_last_ranks(ranked)[0]]


def incidence_degree_order(graph: Graph) -> NDArray[np.int32]:
    """Return the order of the strategy ``"incidence_degree"``."""
    ranked = ranked_by_degree(graph)
    return ranked.order[incidence_degree_ranks(ranked)]


def core_numbers(graph: Graph) -> NDArray[np.int32]:
    """
    Return the core number of each vertex, int32 (n,), in linear time.

    The core number is the largest ``c`` such that the vertex lies in a subgraph with minimum degree
    ``c``. The largest core number is the degeneracy; degeneracy + 1 colors suffice, and the vertices of
    a clique of size ``c + 1`` have core numbers of at least ``c``.

    References
    ----------
    .. [1] Matula and Beck (1983). doi:10.1145/2402.322385
    """
    graph = as_graph(graph)
    ranked = ranked_by_degree(graph)
    return smallest_last_ranks(ranked)[1][ranked.rank]


def smallest_last_ranks(ranked: Ranked) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the smallest-last order and the core numbers, both in the numbers of the copy."""
    order = np.empty_like(ranked.order)
    cores = np.empty_like(ranked.order)
    bits, levels = level_queue(ranked.degrees, int(ranked.degrees.max(initial=0)) + 1)
    smallest_last.smallest_last(
        ranked.starts, ranked.ends, ranked.degrees.copy(), bits, levels, order, cores
    )
    return order, cores


def incidence_degree_ranks(ranked: Ranked) -> NDArray[np.int32]:
    """Return the incidence-degree order in the numbers of the copy."""
    order = np.empty_like(ranked.order)
    bits, levels = level_queue(ranked.degrees, int(ranked.degrees.max(initial=0)) + 1)
    incidence = np.zeros(len(order), np.int32)
    incidence_degree.incidence_degree(ranked.starts, ranked.ends, incidence, bits, levels, order)
    return order
