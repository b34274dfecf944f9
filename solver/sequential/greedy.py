"""
Sequential coloring: one pass, near-linear time, no search.

The strategies bear NetworkX's names and, where its rules leave no freedom, give its colors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.graphs import renumber
from .._kernels.queues.level_queue import level_queue
from .._kernels.sequential import dense_classes, orders
from .._kernels.sequential import dsatur as _dsatur
from .._kernels.sequential.incidence_degree import incidence_degree
from .._kernels.sequential.independent_set import color_by_independent_sets
from .._kernels.sequential.rlf import color_by_rlf
from .._kernels.sequential.smallest_last import smallest_last
from .._kernels.vectors.rng import rng_state
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import is_proper
from ..threads import row_ranges, side_by_side, worthwhile
from .first_fit import in_natural_order, in_order

#: Density from which a bit matrix, at most twice the size of the adjacency, pays for color classes.
DENSE = 1 / 128


def greedy(
    graph: Graph, strategy: str | ArrayLike = "smallest_last", *, seed: int = 0, threads: int = 1
) -> NDArray[np.int32]:
    """
    Color a graph sequentially, each vertex with the lowest color its neighbors leave.

    Parameters
    ----------
    graph
        The graph.
    strategy
        Which vertex comes next; among equals the lowest-numbered one, unless said otherwise.

        ``"smallest_last"``
            Reverse of taking away a vertex of least remaining degree [1]_, with ties one of least
            degree, then the last. Uses at most degeneracy + 1 colors; few on sparse graphs.
        ``"DSATUR"``, ``"saturation_largest_first"``
            The vertex that sees the most colors, with ties the one of largest degree [2]_. Exact on
            bipartite graphs, usually the fewest colors of the vertex-by-vertex strategies.
        ``"RLF"``
            Class after class, each to take as many edges along as it can [3]_. Few colors on dense
            graphs, and fast there; on sparse ones a sweep over the uncolored part for each color, 10 s
            for the 172 of an R-MAT graph of 15.7 million edges.
        ``"largest_first"``
            By falling degree [4]_.
        ``"incidence_degree"``
            The vertex with the most colored neighbors, with ties the one of largest degree [5]_.
        ``"independent_set"``
            Class after class, each grown from vertices of least remaining degree.
        ``"connected_sequential"``, ``"connected_sequential_bfs"``, ``"connected_sequential_dfs"``
            Along a breadth-first (the first two) or depth-first traversal from the lowest vertex of
            each component.
        ``"natural"``
            As numbered.
        ``"random_sequential"``
            Shuffled.

        Or a permutation of the vertices, integers (n,).
    seed
        Of the shuffle, 0 or more; other strategies use none.
    threads
        Threads that may work side by side. They verify the coloring, number the copies that
        ``"smallest_last"``, ``"DSATUR"`` and ``"incidence_degree"`` run on, and color by ``"natural"``;
        the other orders leave little to do at the same time.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,), from 0 without gaps; the same on any machine, for any number of threads.

    Raises
    ------
    InputError
        If the strategy is unknown or no permutation of the vertices, the seed negative, or ``threads``
        less than 1.

    References
    ----------
    .. [1] Matula and Beck (1983). doi:10.1145/2402.322385
    .. [2] Brélaz (1979). doi:10.1145/359094.359101
    .. [3] Leighton (1979). doi:10.6028/jres.084.024
    .. [4] Welsh and Powell (1967). doi:10.1093/comjnl/10.1.85
    .. [5] Coleman and Moré (1983). doi:10.1137/0720013
    """
    if seed < 0:
        raise InputError(f"seed = {seed}, expected 0 or more")
    threads = worthwhile(threads, len(graph.indices))
    if isinstance(strategy, str):
        color = STRATEGIES.get(strategy)
        if color is None:
            legal = ", ".join(repr(name) for name in STRATEGIES)
            raise InputError(
                f"strategy = {strategy!r}, expected {legal}, or a permutation of the vertices"
            )
        colors = color(graph, seed, threads)
    else:
        colors = _first_fit(graph, _permutation(graph, strategy))
    if not is_proper(graph, colors, threads=threads):
        raise AssertionError(f"greedy({graph!r}, {strategy!r}) is not proper: please report this")
    return colors


def core_numbers(graph: Graph) -> NDArray[np.int32]:
    """
    Core number of each vertex, int32 (n,), in linear time.

    The largest ``c`` such that the vertex lies in a subgraph whose degrees are all ``c`` or more. The
    maximum is the degeneracy; degeneracy + 1 colors suffice, and a clique of ``c + 1`` vertices has core
    numbers of ``c`` or more.

    References
    ----------
    .. [1] Matula and Beck (1983). doi:10.1145/2402.322385
    """
    ranked = _by_degree(graph)
    return _smallest_last(ranked)[1][ranked.rank]


def _permutation(graph: Graph, order: ArrayLike) -> NDArray[np.int32]:
    array = np.asarray(order)
    if array.shape != (graph.n,):
        raise InputError(f"strategy: shape {array.shape}, expected a name or a permutation ({graph.n},)")
    if array.dtype.kind not in "iu" and graph.n:
        raise InputError(f"strategy: dtype {array.dtype}, expected a name or integers")
    if graph.n and (array.min() < 0 or array.max() >= graph.n):
        bad = array.min() if array.min() < 0 else array.max()
        raise InputError(f"strategy: vertex {bad}, expected 0 <= vertex < {graph.n}")
    times = np.bincount(array, minlength=graph.n) if graph.n else array
    if np.any(times != 1):
        v = int(np.argmax(times != 1))
        raise InputError(f"strategy: vertex {v} stands there {times[v]} times, expected a permutation")
    return np.ascontiguousarray(array, np.int32)


# ------------------------------------------------------------------------------- vertex by vertex


class _Ranked(NamedTuple):
    """A copy of a graph, numbered by falling degree; ``order`` and ``rank`` lead back and forth."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int32]
    degrees: NDArray[np.int32]
    order: NDArray[np.int32]
    rank: NDArray[np.int32]


def largest_first_order(graph: Graph) -> NDArray[np.int32]:
    """The order that ``"largest_first"`` colors in."""
    order = np.empty(graph.n, np.int32)
    cursor = np.zeros(graph.max_degree + 2, np.int64)
    renumber.order_by_degree(graph.degrees.astype(np.int32), _natural(graph), cursor, order)
    return order


def _by_degree(graph: Graph, threads: int = 1) -> _Ranked:
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
    return _Ranked(starts, ends, degrees.astype(np.int32), order, rank)


def _natural(graph: Graph) -> NDArray[np.int32]:
    return np.arange(graph.n, dtype=np.int32)


def _first_fit(graph: Graph | _Ranked, order: NDArray[np.int32]) -> NDArray[np.int32]:
    indptr, indices = (graph.indptr, graph.indices) if isinstance(graph, Graph) else graph[:2]
    return in_order(indptr, indices, order)


def _first_fit_natural(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    return in_natural_order(graph.indptr, graph.indices, threads)


def _shuffled(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    order = _natural(graph)
    orders.shuffle(order, rng_state(seed))
    return _first_fit(graph, order)


def _largest_first(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    return _first_fit(graph, largest_first_order(graph))


def _breadth_first(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    order = np.empty(graph.n, np.int32)
    orders.breadth_first(graph.indptr, graph.indices, np.zeros(graph.n, np.uint8), order)
    return _first_fit(graph, order)


def _depth_first(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    order = np.empty(graph.n, np.int32)
    cursor = np.full(graph.n, -1, np.int64)
    orders.depth_first(graph.indptr, graph.indices, cursor, np.empty(graph.n, np.int32), order)
    return _first_fit(graph, order)


def _smallest_last(ranked: _Ranked) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Order and core numbers, both in ranks."""
    order = np.empty_like(ranked.order)
    cores = np.empty_like(ranked.order)
    bits, levels = level_queue(ranked.degrees, int(ranked.degrees.max(initial=0)) + 1)
    smallest_last(ranked.starts, ranked.ends, ranked.degrees.copy(), bits, levels, order, cores)
    return order, cores


def smallest_last_order(graph: Graph) -> NDArray[np.int32]:
    """The order that ``"smallest_last"`` colors in."""
    ranked = _by_degree(graph)
    return ranked.order[_smallest_last(ranked)[0]]


def _color_smallest_last(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    ranked = _by_degree(graph, threads)
    return _first_fit(ranked, _smallest_last(ranked)[0])[ranked.rank]


def _by_incidence(ranked: _Ranked) -> NDArray[np.int32]:
    order = np.empty_like(ranked.order)
    bits, levels = level_queue(ranked.degrees, int(ranked.degrees.max(initial=0)) + 1)
    incidence = np.zeros(len(order), np.int32)
    incidence_degree(ranked.starts, ranked.ends, incidence, bits, levels, order)
    return order


def incidence_degree_order(graph: Graph) -> NDArray[np.int32]:
    """The order that ``"incidence_degree"`` colors in."""
    ranked = _by_degree(graph)
    return ranked.order[_by_incidence(ranked)]


def _color_by_incidence(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    ranked = _by_degree(graph, threads)
    return _first_fit(ranked, _by_incidence(ranked))[ranked.rank]


def _color_by_saturation(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    ranked = _by_degree(graph, threads)
    colors = np.empty(graph.n, np.int32)
    width = 1
    while True:
        # Bits where they take no more memory than a list of int32, one a neighbor.
        with_bits = int(np.count_nonzero(ranked.degrees >= 2 * width))
        listed = len(ranked.ends) - int(ranked.starts[with_bits])
        bits, levels = level_queue(ranked.degrees, min(graph.max_degree, 64 * width) + 1)
        used = _dsatur.dsatur(
            ranked.starts,
            ranked.ends,
            width,
            np.zeros(with_bits * width, np.int64),
            np.empty(listed, np.int32),
            np.zeros(graph.n, np.int32),
            bits,
            levels,
            colors,
            np.full(64 * width + 1, -1, np.int32),
        )
        if used != _dsatur.TOO_NARROW:
            return colors[ranked.rank]
        width *= 2


# --------------------------------------------------------------------------------- class by class


def _color_by_independent_sets(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    if graph.density >= DENSE:
        return _color_dense(graph, weight=1, largest_first=False)
    return _independent_sets_sparse(graph)


def _color_by_rlf(graph: Graph, seed: int, threads: int) -> NDArray[np.int32]:
    if graph.density >= DENSE:
        return _color_dense(graph, weight=graph.n, largest_first=True)
    return _rlf_sparse(graph)


def _color_dense(graph: Graph, weight: int, largest_first: bool) -> NDArray[np.int32]:
    n = graph.n
    words = (n + 63) // 64
    rows = np.zeros(n * words, np.int64)
    dense_classes.fill_bits(graph.indptr, graph.indices, rows)
    colors = np.full(n, -1, np.int32)
    dense_classes.color_by_classes(
        rows,
        weight,
        largest_first,
        graph.degrees.astype(np.int32),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(words, np.int64),
        np.empty(words, np.int64),
        colors,
    )
    return colors


def _independent_sets_sparse(graph: Graph) -> NDArray[np.int32]:
    colors = np.full(graph.n, -1, np.int32)
    color_by_independent_sets(
        graph.indptr,
        graph.indptr[1:].copy(),
        graph.indices.copy(),
        _natural(graph),
        np.empty(graph.n, np.int32),
        np.empty(graph.n, np.int64),
        np.empty(graph.n, np.int32),
        colors,
    )
    return colors


def _rlf_sparse(graph: Graph) -> NDArray[np.int32]:
    n = graph.n
    colors = np.full(n, -1, np.int32)
    degrees = graph.degrees.astype(np.int32)
    bits, levels = level_queue(-np.sort(-degrees), graph.max_degree + 1)
    color_by_rlf(
        graph.indptr,
        graph.indptr[1:].copy(),
        graph.indices.copy(),
        _natural(graph)[::-1].copy(),
        degrees,
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(graph.max_degree + 2, np.int64),
        bits,
        levels,
        colors,
    )
    return colors


#: Name of each strategy, and what colors by it.
STRATEGIES: dict[str, Callable[[Graph, int, int], NDArray[np.int32]]] = {
    "smallest_last": _color_smallest_last,
    "DSATUR": _color_by_saturation,
    "saturation_largest_first": _color_by_saturation,
    "RLF": _color_by_rlf,
    "largest_first": _largest_first,
    "incidence_degree": _color_by_incidence,
    "independent_set": _color_by_independent_sets,
    "connected_sequential": _breadth_first,
    "connected_sequential_bfs": _breadth_first,
    "connected_sequential_dfs": _depth_first,
    "natural": _first_fit_natural,
    "random_sequential": _shuffled,
}
