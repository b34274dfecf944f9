"""
A large independent set, or a heavy one: greedy by degree, then local search (``_kernels/heavy_set.py``).

Always maximal: no vertex could be added. Not always maximum; the largest clique of the complement would
be, and for dense graphs :func:`solver.clique` of the complement searches harder.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cliques import heavy_set as kernels
from .._kernels.vectors.rng import rng_state
from ..errors import InputError, KempeError
from ..graphs.graph import Graph
from ..search.base import SLICE_TICKS

#: Weights and their sums stay exact in int64 below this total.
MAX_TOTAL = 2**62


def independent_set(
    graph: Graph,
    weights: ArrayLike | None = None,
    *,
    seed: int = 0,
    max_ticks: int = 1 << 25,
) -> NDArray[np.int32]:
    """
    Find a maximal independent set that is large, or heavy.

    Parameters
    ----------
    graph
        The graph.
    weights
        Integers (n,), positive. All 1 if omitted.
    seed
        Of the search.
    max_ticks
        Work limit, a second or two by default; 0 for the greedy set alone.

    Returns
    -------
    NDArray[np.int32]
        Pairwise non-adjacent vertices, increasing. Every other vertex has a neighbor among them.

    Raises
    ------
    InputError
        If a weight is not a positive integer, or their sum is 2^62 or more.

    References
    ----------
    .. [1] Wu, Q., J.-K. Hao, and F. Glover (2012). Multi-neighborhood tabu search for the maximum weight
       clique problem. *Annals of Operations Research* 196: 611-634. doi:10.1007/s10479-012-1124-3
    .. [2] Cai, S. (2015). Balance between complexity and quality: local search for minimum vertex cover
       in massive graphs. *IJCAI 2015*: 747-753.
    """
    if max_ticks < 0:
        raise InputError(f"max_ticks = {max_ticks}, expected 0 or more")
    heft = as_weights(graph, weights)
    n = graph.n
    inside, best = np.zeros((2, n), np.uint8)
    gains, until = heft.copy(), np.zeros(n, np.int64)
    candidates, place = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)
    log = np.empty(n, np.int32)
    progress = np.zeros(6, np.int64)
    progress[kernels.COUNT] = n
    # Light neighborhoods first: what a vertex shuts out, a vertex of weight.
    order = np.argsort((graph.degrees + 1) / heft, kind="stable").astype(np.int32)
    kernels.fill(graph.indptr, graph.indices, heft, order, inside, gains, candidates, place, progress)
    best[:] = inside
    progress[kernels.BEST] = progress[kernels.WEIGHT]
    state = rng_state((seed, 11))
    spent = progress[kernels.TICKS] = 0
    while n and spent < max_ticks:
        kernels.search(
            state,
            graph.indptr,
            graph.indices,
            heft,
            inside,
            gains,
            candidates,
            place,
            until,
            log,
            best,
            progress,
            min(SLICE_TICKS, max_ticks - spent),
        )
        spent = int(progress[kernels.TICKS])
    return _maximal(graph, best.astype(bool), heft)


def as_weights(graph: Graph, weights: ArrayLike | None) -> NDArray[np.int64]:
    """``weights`` as int64[n], 1 if omitted; raises InputError on a wrong shape, dtype or value."""
    if weights is None:
        return np.ones(graph.n, np.int64)
    array = np.asarray(weights)
    if array.shape != (graph.n,):
        raise InputError(f"weights: shape {array.shape}, expected ({graph.n},)")
    if array.dtype.kind not in "iu" and graph.n:
        raise InputError(f"weights: dtype {array.dtype}, expected integers")
    if graph.n and array.min() < 1:
        raise InputError(f"weights: value {array.min()}, expected at least 1")
    total = sum(array.tolist())
    if total >= MAX_TOTAL:
        raise InputError(f"weights: sum {total}, expected less than 2^62")
    return array.astype(np.int64)


def _maximal(graph: Graph, inside: NDArray[np.bool_], weights: NDArray[np.int64]) -> NDArray[np.int32]:
    """Add what can be added, heaviest first, and check the set."""
    rows = np.repeat(np.arange(graph.n), graph.degrees)
    shut = np.bincount(rows[inside[graph.indices]], minlength=graph.n) > 0
    if (shut & inside).any():
        raise KempeError("the independent set found is none; please report this")
    free = np.flatnonzero(~shut & ~inside)
    for v in free[np.argsort(-weights[free], kind="stable")].tolist():
        if not inside[graph.neighbors(v)].any():
            inside[v] = True
    return np.flatnonzero(inside).astype(np.int32)
