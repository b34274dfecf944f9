"""
A large clique, quickly. Its size is a lower bound on the number of colors.

There are three steps, each near-linear or bounded by a work limit: compute the degeneracy order; search
the neighborhoods along it greedily, densest first (``_kernels/cliques/clique.py``); then run a tabu
search on the part of the graph that may contain a larger clique, or on the densest part of it
(``_kernels/cliques/clique_tabu.py``). The search ends early when the degeneracy, or the reduction of all
neighborhoods, shows that no clique is larger.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._kernels.cliques import clique as kernels
from .._kernels.cliques import clique_tabu, peel
from .._kernels.vectors.rng import rng_state
from ..arguments import fraction, integer
from ..arguments import seed as check_seed
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import is_clique

SLICE_TICKS = 1 << 20  # work between two checks for Ctrl-C


@dataclass(frozen=True)
class CliqueParams:
    """
    Division of the work between the steps.

    Attributes
    ----------
    sweep_share
        Share of the work limit for the greedy sweep, 0 to 1; the tabu search has the rest.
    dense_vertices
        Largest number of vertices, from the end of the degeneracy order, that the tabu search works on,
        1 to 16,000. Its bit matrix takes the square of this in bits.
    depth
        Number of moves without a larger clique before the tabu search restarts, at most 20 per vertex.
    starts
        Number of restarts without a larger clique before the tabu search ends.
    """

    sweep_share: float = 0.5
    dense_vertices: int = 4096
    depth: int = 2000
    starts: int = 100

    def __post_init__(self) -> None:
        fraction("sweep_share", self.sweep_share)
        integer("dense_vertices", self.dense_vertices, 1, 16_000)  # counts are held in 16 bits
        integer("depth", self.depth, 1)
        integer("starts", self.starts, 1)


def clique(
    graph: Graph,
    *,
    seed: int = 0,
    max_ticks: int = 1 << 24,
    params: CliqueParams = CliqueParams(),
) -> NDArray[np.int32]:
    """
    Find a large clique, not necessarily a largest one.

    Its size is a lower bound on the number of colors, with the clique as certificate. Takes O(n + m) and
    at most ``max_ticks`` of further work.

    Parameters
    ----------
    graph
        The graph.
    seed
        Seed of the random number generator of the tabu search; the other steps use none.
    max_ticks
        Work limit in ticks; the default takes about 0.1 s.
    params
        Division of the work between the steps.

    Returns
    -------
    NDArray[np.int32]
        Pairwise adjacent vertices, increasing; empty only if the graph has no vertices.

    References
    ----------
    .. [1] Pattabiraman, B., M. A. Patwary, A. H. Gebremedhin, W. Liao, and A. Choudhary (2015). Fast
       algorithms for the maximum clique problem on massive graphs with applications to overlapping
       community detection. *Internet Mathematics* 11: 421-448. doi:10.1080/15427951.2014.986778
    .. [2] Wu, Q., J.-K. Hao, and F. Glover (2012). Multi-neighborhood tabu search for the maximum weight
       clique problem. *Annals of Operations Research* 196: 611-634. doi:10.1007/s10479-012-1124-3
    """
    graph = as_graph(graph)
    max_ticks = integer("max_ticks", max_ticks, 0)
    seed = check_seed(seed)
    if graph.m == 0:
        return np.arange(min(graph.n, 1), dtype=np.int32)
    order, cores, starts, later = directed(graph)
    bound = int(cores.max()) + 1
    local = np.full(graph.n, -1, np.int32)
    places, bound, ticks = _sweep(starts, later, local, bound, int(params.sweep_share * max_ticks))
    if len(places) < bound and ticks < max_ticks:
        dense = np.flatnonzero(cores[order] >= len(places))[-params.dense_vertices :].astype(np.int32)
        budget = max_ticks - ticks
        larger = _tabu(starts, later, local, dense, bound, seed, params, budget)
        if len(larger) > len(places):
            places = larger
    vertices: NDArray[np.int32] = np.sort(order[places])
    if not is_clique(graph, vertices):
        raise AssertionError(f"clique({graph!r}, seed={seed}) is not a clique: please report this")
    return vertices


def peeled(graph: Graph) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the degeneracy order, least degree first, and the core numbers; both int32[n]."""
    cores = graph.degrees.astype(np.int32)
    order, position = np.empty((2, graph.n), np.int32)
    firsts = np.zeros(graph.max_degree + 2, np.int64)
    peel.peel(graph.indptr, graph.indices, cores, firsts, order, position)
    return order, cores


def directed(
    graph: Graph,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Return the degeneracy order, the core numbers, and the later neighbors of each place."""
    order, cores = peeled(graph)
    position = np.empty(graph.n, np.int32)
    position[order] = np.arange(graph.n, dtype=np.int32)
    starts = np.empty(graph.n + 1, np.int64)
    later = np.empty(graph.m, np.int32)
    peel.orient(graph.indptr, graph.indices, order, position, starts, later)
    return order, cores, starts, later


def _sweep(
    starts: NDArray[np.int64],
    later: NDArray[np.int32],
    local: NDArray[np.int32],
    bound: int,
    max_ticks: int,
) -> tuple[NDArray[np.int32], int, int]:
    """Return the largest clique found greedily, as places in the order, an upper bound, and ticks."""
    n = len(starts) - 1
    largest = int(np.diff(starts).max())
    words = (largest + 63) >> 6
    rows, left = np.empty(largest * words, np.int64), np.empty(words, np.int64)
    chosen, best = np.empty(64 * words, np.int32), np.empty(largest + 1, np.int32)
    progress = np.array([1, n - 1, 0, 0], np.int64)
    best[0] = n - 1
    state = kernels.Sweep(starts, later, local, rows, left, chosen, best, progress)
    while progress[kernels.NEXT] >= 0 and progress[kernels.TICKS] < max_ticks:
        ticks = min(SLICE_TICKS, max_ticks - int(progress[kernels.TICKS]))
        kernels.sweep(state, ticks)
    size = int(progress[kernels.FOUND])
    if progress[kernels.NEXT] < 0:
        bound = min(bound, max(size, int(progress[kernels.BOUND])))
    return best[:size], bound, int(progress[kernels.TICKS])


def _tabu(
    starts: NDArray[np.int64],
    later: NDArray[np.int32],
    local: NDArray[np.int32],
    dense: NDArray[np.int32],
    target: int,
    seed: int,
    params: CliqueParams,
    max_ticks: int,
) -> NDArray[np.int32]:
    """Return the largest clique that the tabu search finds among the places ``dense``."""
    n = len(dense)
    words = (n + 63) >> 6
    rows = np.empty(n * words, np.int64)
    kernels.fill_matrix(starts, later, dense, local, words, rows)
    i = np.arange(n)
    rows[i * words + (i >> 6)] |= np.left_shift(np.int64(1), i & 63)
    missing = np.full(64 * words, clique_tabu.NEVER, np.uint16)
    missing[:n] = 0
    members, until = np.zeros(words, np.int64), np.zeros(n, np.int64)
    candidates, best = np.empty(64 * words, np.int32), np.empty(n, np.int32)
    progress = np.zeros(6, np.int64)
    state = rng_state((seed, 9))
    search = clique_tabu.CliqueTabu(rows, missing, members, until, candidates, best, progress)
    depth, used = min(params.depth, 20 * n), -1
    while used < progress[clique_tabu.TICKS] < max_ticks:
        used = int(progress[clique_tabu.TICKS])
        ticks = min(SLICE_TICKS, max_ticks - used)
        clique_tabu.search(search, state, depth, params.starts, target, ticks)
    return dense[best[: progress[clique_tabu.BEST]]]
