"""
A large or heavy independent set: greedy by degree, then local search.

On small graphs branch and bound comes first and mostly proves an optimum (``independent_set_exact.py``).
The set is always maximal: no vertex can be added. It is not always maximum; on dense graphs
:func:`solver.clique` of the complement searches more thoroughly. The kernel is
``_kernels/cliques/heavy_set.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cliques import heavy_set as kernels
from .._kernels.vectors.rng import rng_state
from ..arguments import array as as_array
from ..arguments import integer, positive
from ..arguments import seed as check_seed
from ..clock import Clock
from ..errors import InputError, expected
from ..graphs.graph import Graph, as_graph
from ..search.base import SLICE_TICKS
from .independent_set_exact import MOST_BRANCHES, MOST_VERTICES, TICKS, Enumeration

#: Upper bound on the sum of the weights, so that sums are exact in int64.
MAX_TOTAL = 2**62


def independent_set(
    graph: Graph,
    weights: ArrayLike | None = None,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    max_ticks: int = 1 << 25,
) -> NDArray[np.int32]:
    """
    Find a large maximal independent set, or a heavy one.

    Parameters
    ----------
    graph
        The graph.
    weights
        Positive integers (n,); all 1 if omitted.
    time_limit
        Seconds of wall time, besides the work limit; none by default, so that the result is the same on
        every machine.
    seed
        Seed of the random number generator.
    max_ticks
        Work limit in ticks; the default takes one or two seconds, 0 gives the greedy set. On graphs of
        at most 64 vertices the search mostly ends with a proven optimum: of gnp(64, p) with p from 0.05
        to 0.9 after 0.01 to 0.3 s, of ten vertices after less than a millisecond.

    Returns
    -------
    NDArray[np.int32]
        Pairwise non-adjacent vertices, increasing. Every other vertex has a neighbor among them.

    Raises
    ------
    InputError
        If a weight is not a positive integer, or the sum is 2^62 or more.

    References
    ----------
    .. [1] Wu, Q., J.-K. Hao, and F. Glover (2012). Multi-neighborhood tabu search for the maximum weight
       clique problem. *Annals of Operations Research* 196: 611-634. doi:10.1007/s10479-012-1124-3
    .. [2] Cai, S. (2015). Balance between complexity and quality: local search for minimum vertex cover
       in massive graphs. *IJCAI 2015*: 747-753.
    """
    graph = as_graph(graph)
    max_ticks = integer("max_ticks", max_ticks, 0)
    seed = check_seed(seed)
    heft = as_weights(graph, weights)
    clock = Clock(counts_compilation=True)
    seconds = math.inf if time_limit is None else positive("time_limit", time_limit)

    def is_late() -> bool:
        return clock.seconds() >= seconds

    n = graph.n
    inside, best = np.zeros((2, n), np.uint8)
    gains, until = heft.copy(), np.zeros(n, np.int64)
    candidates, place = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)
    log = np.empty(n, np.int32)
    progress = np.zeros(6, np.int64)
    progress[kernels.COUNT] = n
    # Vertices whose neighborhoods are small for their weight come first.
    order = np.argsort((graph.degrees + 1) / heft, kind="stable").astype(np.int32)
    search = kernels.HeavySet(
        graph.indptr, graph.indices, heft, inside, gains, candidates, place, until, log, best, progress
    )
    kernels.fill(search, order)
    best[:] = inside
    progress[kernels.BEST] = progress[kernels.WEIGHT]
    state = rng_state((seed, 11))
    spent = progress[kernels.TICKS] = 0
    most = min(MOST_BRANCHES, max_ticks // (2 * TICKS * max(n, 1)))
    if n <= MOST_VERTICES and most:
        exact = Enumeration(graph, heft, int(progress[kernels.BEST]))
        is_optimal = exact.run(most, is_late)
        if exact.vertices is not None:
            best[:] = 0
            best[exact.vertices] = 1
        if is_optimal:
            return _maximal(graph, best.astype(bool), heft)
        progress[kernels.BEST] = int(heft[best > 0].sum())
        progress[kernels.LOGGED] = n + 1  # the best set is no longer the set at work: copy all of it
        spent = progress[kernels.TICKS] = TICKS * n * exact.branches
    while n and spent < max_ticks and not is_late():
        kernels.search(search, state, min(SLICE_TICKS, max_ticks - spent))
        spent = int(progress[kernels.TICKS])
    return _maximal(graph, best.astype(bool), heft)


def as_weights(graph: Graph, weights: ArrayLike | None) -> NDArray[np.int64]:
    """Return ``weights`` as int64[n], all 1 if omitted; InputError on a wrong shape, dtype or value."""
    if weights is None:
        return np.ones(graph.n, np.int64)
    array = as_array("weights", weights, f"integers of shape ({graph.n},)")
    if array.shape != (graph.n,):
        raise InputError(f"weights have shape {array.shape}: expected ({graph.n},)")
    if array.dtype.kind not in "iu" and graph.n:
        raise InputError(f"weights have dtype {array.dtype}: expected integers")
    if graph.n and array.min() < 1:
        raise expected("weight", int(array.min()), "an integer >= 1")
    total = sum(array.tolist())
    if total >= MAX_TOTAL:
        raise expected("sum of the weights", total, "less than 2^62")
    return array.astype(np.int64)


def _maximal(graph: Graph, inside: NDArray[np.bool_], weights: NDArray[np.int64]) -> NDArray[np.int32]:
    """Verify the set and add the vertices that can be added, heaviest first."""
    rows = np.repeat(np.arange(graph.n), graph.degrees)
    blocked = np.bincount(rows[inside[graph.indices]], minlength=graph.n) > 0
    if (blocked & inside).any():
        raise AssertionError(f"independent_set({graph!r}) is not independent: please report this")
    free = np.flatnonzero(~blocked & ~inside)
    for v in free[np.argsort(-weights[free], kind="stable")].tolist():
        if not inside[graph.neighbors(v)].any():
            inside[v] = True
    return np.flatnonzero(inside).astype(np.int32)
