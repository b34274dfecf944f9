"""
A large clique, quickly: as many colors as it has vertices are needed.

Three steps, each near-linear or bounded by a work limit. Peel the graph to its degeneracy order; search
the neighborhoods along it greedily, densest first (``_kernels/clique.py``); then run a tabu search on
what could still hold a larger clique, or the densest part of that (``_kernels/clique_tabu.py``). It ends
early when the degeneracy, or the thinning of all neighborhoods, allows no larger one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._kernels.cliques import clique as kernels
from .._kernels.cliques import clique_tabu, peel
from .._kernels.vectors.rng import rng_state
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import is_clique

SLICE_TICKS = 1 << 20  # between two chances for Ctrl-C


@dataclass(frozen=True)
class CliqueParams:
    """
    How the work is divided.

    Attributes
    ----------
    sweep_share
        Part of the work that the greedy sweep may use, 0 to 1; the tabu search has the rest.
    dense_vertices
        Largest part of the graph, counted from the end of the degeneracy order, that the tabu search
        works on; its bit matrix takes the square of it in bits. From 1 to 16,000.
    depth
        Moves without a larger clique before the tabu search starts afresh, or 20 a vertex if that is
        less.
    starts
        Fresh starts in vain before it ends.
    """

    sweep_share: float = 0.5
    dense_vertices: int = 4096
    depth: int = 2000
    starts: int = 100

    def __post_init__(self) -> None:
        if not 0 <= self.sweep_share <= 1:
            raise InputError(f"sweep_share = {self.sweep_share}, expected 0 <= sweep_share <= 1")
        if not 1 <= self.dense_vertices <= 16_000:  # counts are held in 16 bits
            raise InputError(f"dense_vertices = {self.dense_vertices}, expected 1 to 16000")
        for name in ("depth", "starts"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} = {getattr(self, name)}, expected a positive number")


def clique(
    graph: Graph,
    *,
    seed: int = 0,
    max_ticks: int = 1 << 24,
    params: CliqueParams = CliqueParams(),
) -> NDArray[np.int32]:
    """
    Find a large clique, not always the largest.

    Its size is a lower bound on the number of colors, and the clique the certificate. O(n + m) and at
    most ``max_ticks`` more.

    Parameters
    ----------
    graph
        The graph.
    seed
        Of the tabu search; the other steps are deterministic.
    max_ticks
        Work limit in ticks, about one cache line each; the default takes about a tenth of a second.
    params
        How the work is divided.

    Returns
    -------
    NDArray[np.int32]
        Pairwise adjacent vertices, increasing; empty only if the graph is.

    References
    ----------
    .. [1] Pattabiraman, B., M. A. Patwary, A. H. Gebremedhin, W. Liao, and A. Choudhary (2015). Fast
       algorithms for the maximum clique problem on massive graphs with applications to overlapping
       community detection. *Internet Mathematics* 11: 421-448. doi:10.1080/15427951.2014.986778
    .. [2] Wu, Q., J.-K. Hao, and F. Glover (2012). Multi-neighborhood tabu search for the maximum weight
       clique problem. *Annals of Operations Research* 196: 611-634. doi:10.1007/s10479-012-1124-3
    """
    if max_ticks < 0:
        raise InputError(f"max_ticks = {max_ticks}, expected 0 or more")
    if graph.m == 0:
        return np.arange(min(graph.n, 1), dtype=np.int32)
    order, cores, starts, later = directed(graph)
    bound = int(cores.max()) + 1
    local = np.full(graph.n, -1, np.int32)
    places, bound, ticks = _sweep(starts, later, local, bound, int(params.sweep_share * max_ticks))
    if len(places) < bound and ticks < max_ticks:
        dense = np.flatnonzero(cores[order] >= len(places))[-params.dense_vertices :].astype(np.int32)
        budget = max_ticks - ticks
        found = _tabu(starts, later, local, dense, bound, seed, params, budget)
        if len(found) > len(places):
            places = found
    vertices: NDArray[np.int32] = np.sort(order[places])
    if not is_clique(graph, vertices):
        raise AssertionError(f"clique({graph!r}, seed={seed}) is none: please report this")
    return vertices


def peeled(graph: Graph) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Degeneracy order, vertices of least degree first, and core numbers; both int32[n]."""
    cores = graph.degrees.astype(np.int32)
    order, position = np.empty((2, graph.n), np.int32)
    firsts = np.zeros(graph.max_degree + 2, np.int64)
    peel.peel(graph.indptr, graph.indices, cores, firsts, order, position)
    return order, cores


def directed(
    graph: Graph,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Degeneracy order, core numbers, and for each place in the order the places it points at."""
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
    """Largest clique found greedily, as places in the order; a bound on all; the work it took."""
    n = len(starts) - 1
    largest = int(np.diff(starts).max())
    words = (largest + 63) >> 6
    rows, left = np.empty(largest * words, np.int64), np.empty(words, np.int64)
    chosen, found = np.empty(64 * words, np.int32), np.empty(largest + 1, np.int32)
    progress = np.array([1, n - 1, 0, 0], np.int64)
    found[0] = n - 1
    while progress[kernels.NEXT] >= 0 and progress[kernels.TICKS] < max_ticks:
        ticks = min(SLICE_TICKS, max_ticks - int(progress[kernels.TICKS]))
        kernels.sweep(starts, later, local, rows, left, chosen, found, progress, ticks)
    size = int(progress[kernels.FOUND])
    if progress[kernels.NEXT] < 0:
        bound = min(bound, max(size, int(progress[kernels.BOUND])))
    return found[:size], bound, int(progress[kernels.TICKS])


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
    """Largest clique that the tabu search finds among the places ``dense``."""
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
    depth, used = min(params.depth, 20 * n), -1
    while used < progress[clique_tabu.TICKS] < max_ticks:
        used = int(progress[clique_tabu.TICKS])
        clique_tabu.search(
            state,
            rows,
            words,
            n,
            depth,
            params.starts,
            target,
            missing,
            members,
            until,
            candidates,
            best,
            progress,
            min(SLICE_TICKS, max_ticks - used),
        )
    return dense[best[: progress[clique_tabu.BEST]]]
