"""
Weighted vertex coloring: a class costs what its heaviest vertex weighs, the coloring the sum of that.

Jobs that run side by side take as long as the longest of them: scheduling in batches, and buffers shared
in turn, cost so. Begins with first-fit by falling weight, and improves it by annealing over Kempe
chains, an empty class more than needed at hand. The bound is the weight of a heavy clique, no two
vertices of which share a class.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import balance as kernels
from .._kernels.vectors.rng import rng_state
from ..cliques.clique import clique
from ..cliques.independent_set import as_weights
from ..clock import Clock
from ..errors import InputError, KempeError
from ..graphs.graph import Graph
from ..graphs.verify import is_proper
from ..search.base import SLICE_TICKS
from ..sequential.greedy import greedy

#: Where the rounds of cooling begin, in mean weights, in turn: no one of them serves all graphs
#: (DSJC125.9 wants 0.3, le450_15c 0.03), and from 1.0 all structure is lost.
HEATS = (0.3, 0.1, 0.03)
#: Temperatures of a round.
STAGES = 32


@dataclass(frozen=True, eq=False)
class WeightedResult:
    """
    A proper coloring, and what it costs.

    Attributes
    ----------
    colors
        int32[n]; classes are numbered by falling weight of their heaviest vertex.
    cost
        Sum over the classes of the weight of the heaviest vertex.
    lower_bound
        No proper coloring costs less.
    clique
        What shows the bound: pairwise adjacent vertices that weigh as much together.
    proven
        Whether ``cost == lower_bound``.
    k
        Number of classes; fewer classes may cost more.
    seconds, ticks
        Wall time and work.
    """

    colors: NDArray[np.int32]
    cost: int
    lower_bound: int
    clique: NDArray[np.int32]
    proven: bool
    k: int
    seconds: float
    ticks: int


def coloring_cost(colors: ArrayLike, weights: ArrayLike) -> int:
    """Sum over the color classes of the weight of the heaviest vertex."""
    heaviest: dict[int, int] = {}
    for c, w in zip(np.asarray(colors).tolist(), np.asarray(weights).tolist(), strict=True):
        heaviest[c] = max(heaviest.get(c, 0), w)
    return sum(heaviest.values())


def weighted_color(
    graph: Graph,
    weights: ArrayLike,
    *,
    time_limit: float = 10.0,
    max_ticks: int | None = None,
    seed: int = 0,
) -> WeightedResult:
    """
    Color a graph so that the heaviest vertices of the classes weigh little in all.

    Parameters
    ----------
    graph
        The graph.
    weights
        Integers (n,), positive.
    time_limit
        Seconds of wall time.
    max_ticks
        Work limit instead of the time limit: the result is then the same on every machine.
    seed
        Of the annealing.

    Returns
    -------
    WeightedResult
        The coloring, verified, with a lower bound.

    Raises
    ------
    InputError
        If a weight is not a positive integer, or a limit is not positive.

    References
    ----------
    .. [1] Malaguti, E., M. Monaci, and P. Toth (2009). Models and heuristic algorithms for a weighted
       vertex coloring problem. *Journal of Heuristics* 15: 503-526. doi:10.1007/s10732-008-9075-1
    """
    clock = Clock()
    heft = as_weights(graph, weights)
    for name, limit in (("time_limit", time_limit), ("max_ticks", max_ticks)):
        if limit is not None and not limit > 0:
            raise InputError(f"{name} = {limit}, expected a positive number")
    bound = _heavy_clique(graph, heft, seed)
    lower = int(heft[bound].sum())
    best = min(
        (_by_weight(graph, heft), greedy(graph, "DSATUR")),
        key=lambda colors: coloring_cost(colors, heft),
    )
    cost, ticks, number = coloring_cost(best, heft), 0, 0
    while graph.n > 1 and cost > lower:
        allowed = SLICE_TICKS if max_ticks is None else min(SLICE_TICKS, max_ticks - ticks)
        if allowed <= 0 or (max_ticks is None and clock.seconds() >= time_limit):
            break
        found, used = _anneal(graph, heft, best, HEATS[number % len(HEATS)], (seed, number), allowed)
        ticks += used
        number += 1
        if (found_cost := coloring_cost(found, heft)) <= cost:
            best, cost = found, found_cost
    if not is_proper(graph, best):
        raise KempeError("weighted_color found a coloring with conflicts; please report this")
    colors = _ranked(best, heft)
    return WeightedResult(
        colors=colors,
        cost=cost,
        lower_bound=lower,
        clique=bound,
        proven=cost == lower,
        k=int(colors.max(initial=-1)) + 1,
        seconds=clock.seconds(),
        ticks=ticks,
    )


def _heavy_clique(graph: Graph, weights: NDArray[np.int64], seed: int) -> NDArray[np.int32]:
    """The heaviest of a large clique and of greedy cliques around the heaviest vertices."""
    best = clique(graph, seed=seed)
    for v in np.argsort(-weights, kind="stable")[:64].tolist():
        chosen, common = [v], graph.neighbors(v)
        while len(common):
            u = int(common[np.argmax(weights[common])])
            chosen.append(u)
            common = np.intersect1d(common, graph.neighbors(u), assume_unique=True)
        if weights[chosen].sum() > weights[best].sum():
            best = np.sort(np.array(chosen, np.int32))
    return best


def _by_weight(graph: Graph, weights: NDArray[np.int64]) -> NDArray[np.int32]:
    """First-fit, heavy vertices first, with equal weights those of many neighbors."""
    order = np.lexsort((-graph.degrees, -weights))
    return greedy(graph, order)


def _ranked(colors: NDArray[np.int32], weights: NDArray[np.int64]) -> NDArray[np.int32]:
    heaviest = np.zeros(int(colors.max(initial=-1)) + 1, np.int64)
    np.maximum.at(heaviest, colors, weights)
    order = np.argsort(-heaviest, kind="stable")
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank[colors]


def _anneal(
    graph: Graph,
    weights: NDArray[np.int64],
    start: NDArray[np.int32],
    heat: float,
    seed: tuple[int, ...],
    ticks: int,
) -> tuple[NDArray[np.int32], int]:
    """One cooling of a coloring, from ``heat`` to a tenth; the best met, and the work it took."""
    colors = _ranked(start, weights)
    k = int(colors.max()) + 2
    heaviest = np.zeros(k, np.int64)
    np.maximum.at(heaviest, colors, weights)
    best = colors.copy()
    progress = np.zeros(4, np.int64)
    progress[kernels.COST] = progress[kernels.BEST] = heaviest.sum()
    chain, seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
    unit = max(1, int(weights.mean()))
    state = rng_state(seed)
    for stage in range(STAGES):
        temperature = heat * 0.1 ** (stage / (STAGES - 1))
        chances = [round(2**31 * math.exp(-x / 8 / temperature)) for x in range(64)]
        kernels.lighten_classes(
            state,
            graph.indptr,
            graph.indices,
            weights,
            k,
            unit,
            np.array(chances, np.int64),
            colors,
            heaviest,
            chain,
            seen,
            best,
            progress,
            (stage + 1) * ticks // STAGES - int(progress[kernels.TICKS]),
        )
    return best, int(progress[kernels.TICKS])
