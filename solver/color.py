"""
The front door: color a graph with as few colors as time allows, and say how good that is.

The incumbent comes from sequential coloring, the lower bound from a clique. Then k goes down, one color
at a time: the smallest class of the incumbent is dissolved and local search repairs the damage. A short
tabu search takes the easy steps; where it gets stuck a portfolio takes over (:mod:`solver.portfolio`):
the memetic search, annealing and PartialCol, in turns or side by side on threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .annealing import Annealing
from .clique import clique
from .errors import InputError, KempeError
from .graph import Graph
from .greedy import STRATEGIES, greedy
from .memetic import Memetic
from .partialcol import PartialCol
from .portfolio import Portfolio
from .repair import completed, made_proper, with_fewer_colors
from .result import Result
from .search import SLICE_TICKS, Search
from .stop import AnyOf, MaxRuntime, MaxTicks, Progress, Stop
from .tabucol import TabuCol
from .verify import as_colors, conflicts, is_clique

SEARCHES: dict[str, Callable[..., Search]] = {
    "tabucol": TabuCol,
    "partialcol": PartialCol,
    "memetic": Memetic,
    "annealing": Annealing,
}
METHODS = ("auto", *SEARCHES, *STRATEGIES)

#: Work of the tabu search that comes before the portfolio.
EASY_TICKS = 8 * SLICE_TICKS
#: RLF sweeps the uncolored part once a color: on larger sparse graphs it would eat the search's time
#: (ego-twitter, 1.3 M edges, busy machine: the whole call took 9.1 s with it, 0.8 s without).
RLF_EDGES = 200_000
RLF_DENSITY = 0.02
DEFAULT_SECONDS = 60.0
#: Largest graph that annealing is tried on: its adjacency takes n^2 / 8 bytes.
ANNEALED = 20_000
#: Up to this size (n k) each thread has searches of its own to choose from.
DOUBLED = 20_000_000
#: Above this size (n k) building a search takes longer than compiling it, and is not done twice.
COMPILE_AHEAD = 20_000_000


def color(
    graph: Graph,
    k: int | None = None,
    *,
    method: str = "auto",
    initial: ArrayLike | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """
    Color a graph with few colors, and bound how few there could be.

    Parameters
    ----------
    graph
        The graph.
    k
        Stop at a proper coloring with at most ``k`` colors. By default k goes down until time is up or
        the coloring is proven optimal.
    method
        ``"auto"``, one search (``"tabucol"``, ``"partialcol"``, ``"memetic"``, ``"annealing"``) or one
        sequential strategy of :func:`solver.greedy`, which does no search.
    initial
        Integers (n,), a coloring to start from; it need not be proper.
    time_limit
        Seconds of wall time, looked at some twenty times a second. 60 unless ``max_ticks`` is given.
        Compiling, which a machine does once, does not count.
    max_ticks
        Work limit. With it instead of a time limit, the same arguments give the same bytes on any
        machine.
    seed
        Of all random choices.
    threads
        Searches that run side by side.
    progress
        Called with a :class:`~solver.stop.Progress` some twenty times a second.

    Returns
    -------
    Result
        A verified coloring. If no coloring with ``k`` colors was found, it has conflicts. Ctrl-C ends
        the search, not the call: the best so far is returned, ``stop_reason`` ``"interrupted"``.

    Raises
    ------
    InputError
        If an argument is out of range; the message names it, its value and the legal range.
    """
    if k is not None and k < (1 if graph.n else 0):
        raise InputError(f"k = {k}, expected at least 1")
    if method not in METHODS:
        raise InputError(f"method = {method!r}, expected one of {', '.join(METHODS)}")
    if threads < 1:
        raise InputError(f"threads = {threads}, expected at least 1")
    if time_limit is None and max_ticks is None:
        time_limit = DEFAULT_SECONDS
    limits: list[Stop] = []
    if time_limit is not None:
        limits.append(MaxRuntime(time_limit))
    if max_ticks is not None:
        limits.append(MaxTicks(max_ticks))
    strategies, searches = _parts(graph, method)
    _compile_sequential(strategies)
    run = _Run(graph, k, AnyOf(*limits), max_ticks, seed, progress)
    try:
        run.start(strategies, initial)
        run.descend(searches, threads)
    except KeyboardInterrupt:
        if run.colors is None:
            raise
        run.reason = "interrupted"
    return run.result()


def _parts(graph: Graph, method: str) -> tuple[list[str], list[str]]:
    """Sequential strategies and searches that a method is made of."""
    if method in STRATEGIES:
        return [method], []
    strategies = ["smallest_last", "DSATUR"]
    if graph.m <= RLF_EDGES or graph.density >= RLF_DENSITY:
        strategies.append("RLF")
    if method != "auto":
        return strategies, [method]
    searches = ["memetic", "annealing", "partialcol"]
    if graph.n > ANNEALED:
        searches.remove("annealing")
    return strategies, searches


def _compile_sequential(strategies: Sequence[str]) -> None:
    """Have the kernels compiled before the clock starts: once on a machine it takes seconds."""
    edge = Graph.from_edges(2, [(0, 1)])
    for strategy in strategies:
        greedy(edge, strategy)
    clique(edge)


class _Run:
    """One call of :func:`color`: the incumbent, the bound, the work done, the reason to stop."""

    def __init__(
        self,
        graph: Graph,
        k: int | None,
        stop: Stop,
        max_ticks: int | None,
        seed: int,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.graph, self.asked, self.stop, self.seed = graph, k, stop, seed
        self.max_ticks = max_ticks
        self.progress = progress
        self.began = time.perf_counter()
        self.ticks = self.iterations = 0
        self.history: list[tuple[float, int, int, int]] = []
        self.colors: NDArray[np.int32] | None = None  # the incumbent: proper
        self.k = graph.n + 1
        self.method = ""
        self.failed: tuple[NDArray[np.int32], str] | None = None  # the best at the asked k, and whose
        self.clique: NDArray[np.int32] = np.empty(0, np.int32)
        self.reason: str | None = None

    # ------------------------------------------------------------------------------ the wiring diagram

    def start(self, strategies: Sequence[str], initial: ArrayLike | None) -> None:
        """Find an incumbent and a bound."""
        if initial is not None:
            self._accept(made_proper(self.graph, as_colors(self.graph, initial)), "initial")
        self.clique = clique(self.graph, seed=self.seed)
        for strategy in strategies:
            if self.k > self.lower_bound:
                self._accept(greedy(self.graph, strategy), strategy)

    def descend(self, searches: Sequence[str], threads: int) -> None:
        """Take away one color after another until a proof, the asked k or a limit."""
        if self._finished() or not searches:
            return
        self._compile(searches)
        with ThreadPoolExecutor(threads) as pool:
            while not self._finished():
                target = self.k - 1 if self.asked is None else self.asked
                if not self._reach(target, searches, threads, pool):
                    return

    def _compile(self, searches: Sequence[str]) -> None:
        """One move of each search, while the clock stands still."""
        if self.graph.n * self.k > COMPILE_AHEAD:
            return
        paused = time.perf_counter()
        for name in searches:
            SEARCHES[name](self.graph, self.asked or self.k - 1).run(1)
        self.began += time.perf_counter() - paused

    def _reach(self, k: int, parts: Sequence[str], threads: int, pool: ThreadPoolExecutor) -> bool:
        """Search for a proper k-coloring; False when a limit came first."""
        dissolved = self._dissolved(k)
        if len(parts) > 1:
            easy = TabuCol(self.graph, k, seed=(self.seed, k), initial=dissolved)
            if self._play(Portfolio(["tabucol"], [easy], pool), 1, EASY_TICKS):
                return self.reason is None
        names = [*parts] if self.graph.n * k > DOUBLED else [*parts] * threads
        searches = [
            SEARCHES[name](
                self.graph,
                k,
                seed=(self.seed, k, i + 1),
                initial=dissolved if i < len(parts) else None,
            )
            for i, name in enumerate(names)
        ]
        self._play(Portfolio(names, searches, pool), threads, None)
        return self.reason is None

    def _dissolved(self, k: int) -> NDArray[np.int32]:
        """The incumbent squeezed into ``k`` colors, which makes conflicts."""
        assert self.colors is not None
        return completed(self.graph, with_fewer_colors(self.colors, k), k)

    def _play(self, portfolio: Portfolio, threads: int, budget: int | None) -> bool:
        """True when a search succeeded or a limit came, False when the budget was used up."""
        before = self.ticks, self.iterations
        while True:
            search, name = portfolio.searches[portfolio.leader], portfolio.names[portfolio.leader]
            if search.cost == 0:
                self._accept(search.colors(), name)
                return True
            if self._limit(search, name):
                return True
            if budget is not None and portfolio.ticks >= budget:
                return False
            slice_ticks = SLICE_TICKS
            if self.max_ticks is not None:
                playing = min(threads, len(portfolio.searches))
                slice_ticks = max(1, min(slice_ticks, (self.max_ticks - self.ticks) // playing))
            portfolio.play(threads, slice_ticks)
            self.ticks, self.iterations = before[0] + portfolio.ticks, before[1] + portfolio.iterations

    # -------------------------------------------------------------------------------------- bookkeeping

    @property
    def lower_bound(self) -> int:
        return max(len(self.clique), min(self.graph.n, 1))

    def _seconds(self) -> float:
        return time.perf_counter() - self.began

    def _finished(self) -> bool:
        if self.k <= self.lower_bound:
            self.reason = "proven"
        elif self.asked is not None and self.k <= self.asked:
            self.reason = "target"
        elif self.asked is not None and self.asked < self.lower_bound:
            self.reason = "infeasible"
        return self.reason is not None

    def _limit(self, search: Search, name: str) -> bool:
        progress = Progress(self._seconds(), self.ticks, self.iterations, search.k, search.cost, self.k)
        if self.progress is not None:
            self.progress(progress)
        self.reason = self.stop(progress)
        if self.reason is not None and search.k == self.asked:
            self.failed = search.colors(), name
        return self.reason is not None

    def _accept(self, colors: NDArray[np.int32], method: str) -> None:
        used, compact = np.unique(colors, return_inverse=True)
        if len(used) < self.k:
            if conflicts(self.graph, colors):
                raise KempeError(f"{method} returned a coloring with conflicts; please report this")
            self.colors, self.k, self.method = compact.astype(np.int32), len(used), method
            self.history.append((self._seconds(), self.ticks, self.k, 0))

    def result(self) -> Result:
        """What is known at the end, with everything checked once more."""
        assert self.colors is not None
        k, colors, method = self.k, self.colors, self.method
        if self.asked is not None and k > self.asked:
            k, colors, method = self.asked, *(self.failed or (self._dissolved(self.asked), method))
        clashes = conflicts(self.graph, colors)
        if not is_clique(self.graph, self.clique):
            raise KempeError("the clique found is none; please report this")
        certificate: dict[str, Any] = {"kind": "clique", "vertices": self.clique.tolist()}
        return Result(
            colors=colors,
            k=k,
            conflicts=clashes,
            lower_bound=self.lower_bound,
            proven=clashes == 0 and k <= self.lower_bound,
            certificate=certificate,
            method=method,
            seconds=self._seconds(),
            ticks=self.ticks,
            iterations=self.iterations,
            history=tuple(self.history),
            stop_reason=self.reason or "done",
        )
