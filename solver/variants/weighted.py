"""
Weighted vertex coloring: a color class costs the weight of its heaviest vertex.

Jobs that run side by side take as long as the longest of them: scheduling in batches and shared buffers
have this cost. The search starts from first-fit by decreasing weight. Graphs of some 30 vertices are
solved by enumeration. In larger ones a search for few colors comes first, which is nearly all if the
weights are equal; then the coloring is improved by annealing over Kempe chains with one empty class. The
lower bound is the weight of a heavy clique, whose vertices are all in different classes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import balance as kernels
from .._kernels.search.kempe_chains import Chains
from .._kernels.vectors.rng import rng_state
from ..arguments import DEFAULT_SECONDS, array
from ..cliques.clique import clique
from ..cliques.independent_set import as_weights
from ..clock import Clock
from ..errors import InputError, KempeError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import is_proper
from ..portfolio.color import color
from ..portfolio.request import Limits, checked_limits
from ..portfolio.worker import POLL_SECONDS, run_for
from ..result import PlainFields
from ..search.base import SLICE_TICKS
from ..sequential.greedy import greedy
from ..stop import Progress, interrupts_noted
from .weighted_exact import MOST_BRANCHES, MOST_VERTICES, TICKS, Enumeration

#: First temperatures of the anneals in turn, in mean weights: none is best for all graphs (0.3 for
#: DSJC125.9, 0.03 for le450_15c), and at 1.0 all structure is lost.
HEATS = (0.3, 0.1, 0.03)
#: Temperatures of an anneal.
STAGES = 32
#: Ticks of the first anneal; each next one has twice as many, up to a slice.
FIRST_TICKS = 1 << 18
#: Parts of the limits that the search for few colors has: if the weights differ, and if they are equal.
SHARE, EQUAL_SHARE = 0.25, 0.9


@dataclass(frozen=True, eq=False, repr=False)
class WeightedResult(PlainFields):
    """
    A proper coloring and its cost.

    Attributes
    ----------
    colors
        Colors, int32[n]; classes are numbered by decreasing weight of their heaviest vertex.
    cost
        Sum over the classes of the weight of the heaviest vertex.
    lower_bound
        Lower bound on the cost of a proper coloring.
    clique
        Pairwise adjacent vertices: their total weight is the lower bound, unless all colorings were
        enumerated and none costs less, or the weights are equal and fewer colors proven impossible.
    proven
        Whether ``cost == lower_bound``.
    k
        Number of classes; fewer classes may cost more.
    seconds, ticks
        Wall time, and ticks used.
    stop_reason
        ``"proven"``, ``"time_limit"``, ``"max_ticks"``, ``"interrupted"`` or ``"out_of_memory"``, as in
        :class:`solver.Result`.
    """

    colors: NDArray[np.int32]
    cost: int
    lower_bound: int
    clique: NDArray[np.int32]
    proven: bool
    k: int
    seconds: float
    ticks: int
    stop_reason: str = "done"


def coloring_cost(colors: ArrayLike, weights: ArrayLike) -> int:
    """
    Return the sum over the color classes of the weight of the heaviest vertex.

    Parameters
    ----------
    colors
        Colors, integers (n,) >= 0. The cost of a partial coloring is not defined, so that -1 is refused.
    weights
        Numbers (n,), not negative.

    Raises
    ------
    InputError
        If an array has another form, a vertex is uncolored, or a weight is negative.
    """
    classes = array("colors", colors, "integers of shape (n,)")
    masses = array("weights", weights, "numbers of shape (n,)")
    if classes.ndim != 1 or (classes.dtype.kind not in "iu" and len(classes)):
        legal = "integers of shape (n,)"
        raise InputError(f"colors: dtype {classes.dtype} and shape {classes.shape}: expected {legal}")
    if masses.shape != classes.shape or (masses.dtype.kind not in "iuf" and len(masses)):
        legal = f"numbers of shape {classes.shape}"
        raise InputError(f"weights: dtype {masses.dtype} and shape {masses.shape}: expected {legal}")
    if len(bad := np.flatnonzero(classes < 0)):
        raise expected(f"color of vertex {bad[0]}", int(classes[bad[0]]), "an integer >= 0")
    if len(bad := np.flatnonzero(~(masses >= 0))):
        raise expected(f"weight of vertex {bad[0]}", masses[bad[0]].item(), "a number >= 0")
    return _cost(classes, masses)


def _cost(colors: NDArray[Any], weights: NDArray[Any]) -> int:
    """Return the cost of a coloring that needs no check."""
    heaviest: dict[int, int] = {}
    for c, w in zip(colors.tolist(), weights.tolist(), strict=True):
        heaviest[c] = max(heaviest.get(c, 0), w)
    return sum(heaviest.values())


def weighted_color(
    graph: Graph,
    weights: ArrayLike,
    *,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
) -> WeightedResult:
    """
    Color a graph so that the total weight of the heaviest vertices of the classes is small.

    Parameters
    ----------
    graph
        Graph.
    weights
        Positive integers (n,).
    time_limit
        Seconds of wall time; 60 unless ``max_ticks`` is given.
    max_ticks
        Work limit instead of the time limit: the result is then the same on every machine.
    seed
        Seed of the annealing.

    Returns
    -------
    WeightedResult
        Verified coloring, with a lower bound. Ctrl-C ends the search, and so does a lack of memory; the
        best coloring so far is then returned.

    Raises
    ------
    InputError
        If a weight is not a positive integer, or a limit is not positive.

    References
    ----------
    .. [1] Malaguti, E., M. Monaci, and P. Toth (2009). Models and heuristic algorithms for a weighted
       vertex coloring problem. *Journal of Heuristics* 15: 503-526. doi:10.1007/s10732-008-9075-1
    """
    graph = as_graph(graph)
    clock = Clock(counts_compilation=True)
    mass = as_weights(graph, weights)
    limits = checked_limits(time_limit, max_ticks)
    search = _Search(graph, mass, limits, clock, seed)
    if limits.seconds is None:
        search.run()
        with interrupts_noted():
            return search.result()
    worker = run_for(limits.seconds, clock, search.run, interrupted=search.interrupt)
    with interrupts_noted() as came:
        while worker.is_running and not search.found and not came:  # it begins with first-fit
            worker.wait(POLL_SECONDS)
        worker.leave()
        return search.result()


class _Search:
    """
    A clique, first-fit colorings, and anneals until a limit.

    Parameters
    ----------
    graph
        Graph.
    weights
        Weights, int64[n].
    limits
        Limits of the call.
    clock
        Clock of the call.
    seed
        Seed of the annealing.
    """

    def __init__(
        self, graph: Graph, weights: NDArray[np.int64], limits: Limits, clock: Clock, seed: int
    ) -> None:
        self._graph, self._weights, self._limits = graph, weights, limits
        self._clock, self._seed = clock, seed
        self._clique: NDArray[np.int32] = np.empty(0, np.int32)
        self._best: NDArray[np.int32] | None = None
        self._optimum: int | None = None
        self._ticks = 0
        self._is_interrupted = self._lacks_memory = False

    @property
    def found(self) -> bool:
        """Whether there is a coloring."""
        return self._best is not None

    def interrupt(self) -> None:
        """End the search after the anneal at hand."""
        self._is_interrupted = True

    def run(self) -> None:
        """Search until a proof or a limit; Ctrl-C and a lack of memory keep the best coloring."""
        try:
            self._run()
        except (KeyboardInterrupt, MemoryError) as error:
            if not self.found:
                raise
            self._lacks_memory = isinstance(error, MemoryError)
            self._is_interrupted |= not self._lacks_memory

    def _run(self) -> None:
        graph, weights = self._graph, self._weights
        best = self._best = _by_weight(graph, weights)
        cost = _cost(best, weights)
        if not self._is_over():
            self._clique = _heavy_clique(graph, weights, self._seed)
        lower = int(weights[self._clique].sum())
        if not self._is_over():
            other = greedy(graph, "DSATUR")
            if _cost(other, weights) < cost:
                best, cost = other, _cost(other, weights)
        if cost > lower and graph.n <= MOST_VERTICES:
            best, cost = self._enumerated(best, cost)
        if graph.n > 1 and cost > lower and self._optimum is None and not self._is_over():
            best, cost = self._with_few_colors(best, cost)
        number = 0
        while graph.n > 1 and cost > lower and self._optimum is None and not self._is_over():
            self._best = best
            heat = HEATS[number % len(HEATS)]
            allowed = min(SLICE_TICKS, FIRST_TICKS << min(number, 8))
            if self._limits.ticks is not None:
                allowed = min(allowed, self._limits.ticks - self._ticks)
            seed = (self._seed, number)
            candidate, used = _anneal(graph, weights, best, heat, seed, allowed, self._keep)
            self._ticks += used
            number += 1
            if (candidate_cost := _cost(candidate, weights)) <= cost:
                best, cost = candidate, candidate_cost
        self._best = best

    def _keep(self, best: NDArray[np.int32]) -> bool:
        """Keep the best coloring of an anneal at work, and return whether a limit is reached."""
        self._best = best.copy()
        return self._is_over()

    def _with_few_colors(self, best: NDArray[np.int32], cost: int) -> tuple[NDArray[np.int32], int]:
        """Return the cheaper of a coloring and one with few colors, and its cost."""
        self._best = best
        limits, are_equal = self._limits, bool((self._weights == self._weights[0]).all())
        share = EQUAL_SHARE if are_equal else SHARE
        seconds, ticks = limits.seconds, limits.ticks
        if seconds == math.inf:  # the search for few colors might have no end
            seconds = None if ticks is not None else self._clock.seconds() + DEFAULT_SECONDS
        few = color(
            self._graph,
            initial=best,
            time_limit=None if seconds is None else max(1e-3, share * (seconds - self._clock.seconds())),
            max_ticks=None if ticks is None else max(1, int(share * (ticks - self._ticks))),
            seed=self._seed,
            progress=self._stop_if_interrupted,
        )
        self._ticks += few.ticks
        self._is_interrupted |= few.stop_reason == "interrupted"
        few_cost = _cost(few.colors, self._weights)
        if few_cost <= cost:
            best, cost = few.colors, few_cost
            self._best = best
            if are_equal and few.proven:
                self._optimum = cost
        return best, cost

    def _stop_if_interrupted(self, _: Progress) -> None:
        if self._is_interrupted:
            raise StopIteration

    def _enumerated(self, best: NDArray[np.int32], cost: int) -> tuple[NDArray[np.int32], int]:
        """Return the cheapest coloring that enumeration finds, and its cost."""
        self._best = best
        ticks, most = self._limits.ticks, MOST_BRANCHES
        if ticks is not None:
            most = min(most, (ticks - self._ticks) // TICKS)
        search = Enumeration(self._graph, self._weights, self._clique, cost)
        is_done = search.run(most, self._is_over)
        self._ticks += TICKS * min(search.branches, most)
        if search.colors is not None:
            best, cost = search.colors, _cost(search.colors, self._weights)
            self._best = best
        if is_done:
            self._optimum = cost
        return best, cost

    def _is_over(self) -> bool:
        """Return whether a limit is reached."""
        limits = self._limits
        return (
            self._is_interrupted
            or (limits.ticks is not None and self._ticks >= limits.ticks)
            or (limits.seconds is not None and self._clock.seconds() >= limits.seconds)
        )

    def result(self) -> WeightedResult:
        """
        Return the best coloring, verified.

        Raises
        ------
        KeyboardInterrupt
            If there was none before Ctrl-C.
        """
        best, bound, weights = self._best, self._clique, self._weights
        if best is None:
            raise KeyboardInterrupt
        if not is_proper(self._graph, best):
            raise KempeError("weighted_color found a coloring with conflicts; please report this")
        colors = _ranked(best, weights)
        cost = _cost(colors, weights)
        # The work may go on in its thread, and the optimum be newer than the coloring.
        lower = int(weights[bound].sum()) if self._optimum is None else self._optimum
        return WeightedResult(
            colors=colors,
            cost=cost,
            lower_bound=lower,
            clique=bound,
            proven=cost == lower,
            k=int(colors.max(initial=-1)) + 1,
            seconds=self._clock.seconds(),
            ticks=self._ticks,
            stop_reason="proven" if cost == lower else self._reason(),
        )

    def _reason(self) -> str:
        """Return what ended the search without a proof."""
        if self._lacks_memory:
            return "out_of_memory"
        if self._is_interrupted:
            return "interrupted"
        limits = self._limits
        is_spent = limits.ticks is not None and self._ticks >= limits.ticks
        return "max_ticks" if is_spent or limits.seconds is None else "time_limit"


def _heavy_clique(graph: Graph, weights: NDArray[np.int64], seed: int) -> NDArray[np.int32]:
    """Return the heaviest of a large clique and of greedy cliques around the heaviest vertices."""
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
    """Color by first-fit in the order of decreasing weight, then of decreasing degree."""
    order = np.lexsort((-graph.degrees, -weights))
    return greedy(graph, order)


def _ranked(colors: NDArray[np.int32], weights: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the coloring with classes numbered by decreasing weight of their heaviest vertex."""
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
    after_stage: Callable[[NDArray[np.int32]], bool],
) -> tuple[NDArray[np.int32], int]:
    """
    Anneal a coloring from ``heat`` to a tenth of it; return the best coloring and the ticks used.

    ``after_stage`` gets the best coloring so far and returns whether to end early.
    """
    colors = _ranked(start, weights)
    k = int(colors.max()) + 2
    heaviest = np.zeros(k, np.int64)
    np.maximum.at(heaviest, colors, weights)
    best = colors.copy()
    progress = np.zeros(4, np.int64)
    progress[kernels.COST] = progress[kernels.BEST] = heaviest.sum()
    chain, seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
    chains = Chains(graph.indptr, graph.indices, colors, chain, seen)
    classes = kernels.WeightedClasses(weights, heaviest, best, unit=max(1, int(weights.mean())))
    state = rng_state(seed)
    for stage in range(STAGES):
        temperature = heat * 0.1 ** (stage / (STAGES - 1))
        chances = [round(2**31 * math.exp(-x / 8 / temperature)) for x in range(64)]
        kernels.lighten_classes(
            chains,
            classes,
            state,
            np.array(chances, np.int64),
            progress,
            (stage + 1) * ticks // STAGES - int(progress[kernels.TICKS]),
        )
        if after_stage(best):
            break
    return best, int(progress[kernels.TICKS])
