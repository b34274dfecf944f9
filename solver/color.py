"""
The front door: color a graph with as few colors as time allows, and say how good that is.

    constrain    fixed and allowed colors become a palette           list_coloring.py
    start        a clique from below, sequential colorings from above  clique.py, greedy.py
    reduce       what can be colored last, or apart, goes            reductions/
    narrow       members take turns at the gap of each part          gap.py, members.py
    lift         the way back, and every answer checked              verify.py

It ends at a proof, at the asked k, or at a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .clique import clique
from .clock import Clock
from .errors import InputError, KempeError
from .exchange import Exchange
from .gap import Gap, Member
from .graph import Graph
from .greedy import STRATEGIES, greedy
from .list_coloring import ListColoring, list_coloring
from .members import EASY_TICKS, SEARCHES, Asking, Bounding, Branching, Improving
from .reductions import Reduction, reduce, unreduced
from .renumbering import renumbered
from .repair import completed, made_proper, with_fewer_colors
from .result import Result
from .search import SLICE_TICKS
from .stop import AnyOf, MaxRuntime, MaxTicks, Progress, Stop
from .verify import as_colors, conflicts, is_clique

METHODS = ("auto", "exact", *SEARCHES, *STRATEGIES)

#: RLF sweeps the uncolored part once a color: on larger sparse graphs it would eat the search's time
#: (ego-twitter, 1.3 M edges, busy machine: the whole call took 9.1 s with it, 0.8 s without).
RLF_EDGES = 200_000
RLF_DENSITY = 0.02
DEFAULT_SECONDS = 60.0
#: Local searches that take part, and what they count.
SHARES = {"memetic": 3.0, "annealing": 1.0, "partialcol": 1.0}
#: Largest graph that annealing is tried on: its adjacency takes n^2 / 8 bytes.
ANNEALED = 20_000
#: Up to this size (n k) each thread has searches of its own to choose from.
DOUBLED = 20_000_000
#: Up to this size (n k) bounds and exact searches have most of the work.
SMALL = 3_000
#: Largest formula of the satisfiability solver, and if a proof is all that is asked: with 4 million in
#: any case, they took ten of the first fifteen seconds of DSJC1000.5, to say that 16 colors are too few.
LITERALS, EXACT_LITERALS = 1_500_000, 10_000_000
#: Work of one turn at least, however many parts there are: so much takes longer than to give the turn.
MIN_SLICE = 1 << 16


def color(
    graph: Graph,
    k: int | None = None,
    *,
    method: str = "auto",
    initial: ArrayLike | None = None,
    fixed: Mapping[int, int] | ArrayLike | None = None,
    allowed: ArrayLike | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    exchange: Exchange | None = None,
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
        ``"auto"``: local searches from above, bounds and exact searches from below, as it pays.
        ``"exact"``: most of the work for a proof. One search by its name (``"tabucol"``,
        ``"partialcol"``, ``"memetic"``, ``"annealing"``), or one sequential strategy of
        :func:`solver.greedy`, which does no search.
    initial
        Integers (n,), a coloring to start from; it need not be proper.
    fixed
        Colors that vertices must have: ``{vertex: color}``, or integers (n,) with -1 for free ones.
        With them colors have names: ``k`` counts up to the largest.
    allowed
        bool (n, colors), which colors a vertex may have. ``k`` is then the number of colors unless a
        smaller one is given, and the search ends when it succeeds.
    time_limit
        Seconds of wall time, looked at some twenty times a second. 60 unless ``max_ticks`` is given.
        Compiling, which a machine does once, does not count. What cannot be cut short are the
        beginning, a linear program, and the formula for a satisfiability solver, which on large graphs
        takes seconds.
    max_ticks
        Work limit. With it instead of a time limit, the same arguments give the same bytes on any
        machine. Exceeded by what is not cut: a linear program, or the writing of a formula.
    seed
        Of all random choices.
    threads
        Searches that run side by side.
    progress
        Called with a :class:`~solver.stop.Progress` some twenty times a second.
    exchange
        Where to tell other runs on this graph of what is found, and to hear of it: see
        :class:`~solver.exchange.Exchange`. Not with fixed or allowed colors.

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
    if seed < 0:
        raise InputError(f"seed = {seed}, expected at least 0")
    for name, limit in (("time_limit", time_limit), ("max_ticks", max_ticks)):
        if limit is not None and not limit > 0:
            raise InputError(f"{name} = {limit}, expected a positive number")
    if time_limit is None and max_ticks is None:
        time_limit = DEFAULT_SECONDS
    limits: list[Stop] = []
    if time_limit is not None:
        limits.append(MaxRuntime(time_limit))
    if max_ticks is not None:
        limits.append(MaxTicks(max_ticks))
    if exchange is not None and (fixed is not None or allowed is not None):
        raise InputError("exchange: with fixed or allowed colors, expected None")
    start = None if initial is None else as_colors(graph, initial)
    lists = _constrained(graph, k, fixed, allowed)
    if lists is not None:
        start = None if start is None else lists.encode(start)
        k = lists.k if k is None and allowed is not None else k
    strategies = _strategies(graph, method)
    run = _Run(lists.graph if lists else graph, k, AnyOf(*limits), max_ticks, seed, progress, exchange)
    try:
        run.start(strategies, start)
        run.narrow(method, threads)
    except KeyboardInterrupt:
        if run.colors is None:
            raise
        run.reason = "interrupted"
    return _decoded(graph, lists, run.result()) if lists else run.result()


# ------------------------------------------------------------------------------ fixed and allowed colors


def _constrained(
    graph: Graph, k: int | None, fixed: Mapping[int, int] | ArrayLike | None, allowed: ArrayLike | None
) -> ListColoring | None:
    """The graph with a palette, if colors are fixed or forbidden."""
    if fixed is None and allowed is None:
        return None
    colors = np.full(graph.n, -1, np.int32)
    if isinstance(fixed, Mapping):
        for v, c in fixed.items():
            if not isinstance(v, Integral) or not isinstance(c, Integral):
                raise InputError(f"fixed: {v!r}: {c!r}, expected integers, a vertex and its color")
            if not 0 <= v < graph.n:
                raise InputError(f"fixed: vertex {v}, expected 0 to {graph.n - 1}")
            if not 0 <= c < 2**31 - 1:
                raise InputError(f"fixed: color {c} of vertex {v}, expected a color from 0")
            colors[v] = c
    elif fixed is not None:
        colors = as_colors(graph, fixed)
    table = None
    if allowed is not None:
        table = np.asarray(allowed)
        if table.ndim == 2 and k is not None:
            if k > table.shape[1]:
                raise InputError(f"k = {k}, expected at most {table.shape[1]}, the columns of allowed")
            table = table[:, :k]
    named = int(colors.max(initial=-1)) + 1
    if k is not None and named > k:
        v = int(colors.argmax())
        raise InputError(f"fixed: color {colors[v]} of vertex {v}, expected a color below k = {k}")
    if table is not None and table.ndim == 2:
        named = table.shape[1]
    return list_coloring(graph, max(named, min(graph.n, 1)), fixed=colors, allowed=table)


def _decoded(graph: Graph, lists: ListColoring, result: Result) -> Result:
    """The result in the graph's own numbers."""
    colors = lists.decode(result.colors)
    certificate: dict[str, Any] = {"kind": "search"}
    if result.certificate.get("kind") == "clique":
        inside = np.asarray(result.certificate["vertices"], np.int64)
        if (inside < len(lists.free)).all():
            certificate = {"kind": "clique", "vertices": np.sort(lists.free[inside]).tolist()}
    clashes = conflicts(graph, colors)
    proven = clashes == 0 and result.k == result.lower_bound
    return replace(result, colors=colors, conflicts=clashes, proven=proven, certificate=certificate)


# ------------------------------------------------------------------------------------ who takes part


def _strategies(graph: Graph, method: str) -> list[str]:
    """Sequential strategies that a method begins with."""
    if method in STRATEGIES:
        return [method]
    strategies = ["smallest_last", "DSATUR"]
    if graph.m <= RLF_EDGES or graph.density >= RLF_DENSITY:
        strategies.append("RLF")
    return strategies


def _members(
    method: str, graph: Graph, k: int, seed: int, threads: int, *, easy_ticks: int, asked: bool
) -> list[Member]:
    """Those who work on one part, and their shares."""
    if method in SEARCHES:
        return [Improving(method, 1, (seed, i), from_best=i == 0) for i in range(threads)]
    names = [name for name in SHARES if _fits(name, graph)]
    repeated = names if graph.n * k > DOUBLED else names * threads
    above = [
        Improving(name, SHARES[name], (seed, i + 1), from_best=i < len(names))
        for i, name in enumerate(repeated)
    ]
    # A proof of a small graph is near. Who names a number of colors wants a coloring.
    weight = 8.0 if method == "exact" else 2.0 if graph.n * k <= SMALL else 0.125 if asked else 0.5
    literals = EXACT_LITERALS if method == "exact" else LITERALS
    below = [Bounding(2 * weight, seed), Branching(weight / 2), Asking(weight / 2, literals)]
    # Tabu search takes the easy steps alone.
    return [Improving("tabucol", 1000, (seed,), budget=easy_ticks), *below, *above]


def _fits(name: str, graph: Graph) -> bool:
    return name != "annealing" or graph.n <= ANNEALED


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
        exchange: Exchange | None,
    ) -> None:
        self.graph, self.asked, self.stop, self.seed = graph, k, stop, seed
        self.max_ticks = max_ticks
        self.progress, self.exchange = progress, exchange
        self.told = (0, 0)
        self.clock = Clock()
        self.history: list[tuple[float, int, int, int]] = []
        self.colors: NDArray[np.int32] | None = None  # the incumbent: proper
        self.k = graph.n + 1
        self.method = ""
        self.clique: NDArray[np.int32] = np.empty(0, np.int32)
        self.reduction: Reduction = unreduced(graph)
        self.gaps: list[Gap] = []
        self.reason: str | None = None

    # ------------------------------------------------------------------------------ the wiring diagram

    def start(self, strategies: Sequence[str], initial: NDArray[np.int32] | None) -> None:
        """Find an incumbent and a bound."""
        if initial is not None:
            # Names may be large numbers; -1, uncolored, stays.
            _, compact = np.unique(np.append(initial, -1), return_inverse=True)
            self._accept(made_proper(self.graph, compact[:-1].astype(np.int32) - 1), "initial")
        self.clique = clique(self.graph, seed=self.seed)
        for strategy in strategies:
            if self.k > self.lower_bound:
                self._accept(greedy(self.graph, strategy), strategy)

    def narrow(self, method: str, threads: int) -> None:
        """Close the gap from both sides until a proof, the asked k or a limit."""
        if self._finished() or method in STRATEGIES:
            return
        if method in ("auto", "exact"):
            self.reduction = reduce(self.graph, self.lower_bound)
        assert self.colors is not None
        for part in self.reduction.parts:
            inside = np.flatnonzero(np.isin(part.vertices, self.clique)).astype(np.int32)
            easy, asked = EASY_TICKS // len(self.reduction.parts), self.asked is not None
            members = _members(
                method, part.graph, self.k, self.seed, threads, easy_ticks=easy, asked=asked
            )
            self.gaps.append(Gap(part.graph, self.colors[part.vertices], inside, members))
        self._collect()
        with ThreadPoolExecutor(threads) as pool:
            while not self._finished():
                if not self._round(pool, threads):
                    return

    def _round(self, pool: ThreadPoolExecutor, threads: int) -> bool:
        """One turn at each part that is open; False when a limit came, or nobody can do more."""
        worked = False
        for i, gap in enumerate(self.gaps):
            if (goal := self._goal(i)) is None:
                continue
            gap.goal = goal
            worked |= gap.turn(pool, threads, self._slice(threads))
            self._collect()
            if self._finished():
                return True
            state = Progress(
                self.clock.seconds(),
                self.ticks,
                self.iterations,
                goal,
                gap.cost,
                self.k,
                self.lower_bound,
            )
            if self.progress is not None:
                self.progress(state)
            self.reason = self.stop(state) or self._trade()
            if self.reason is not None:
                return False
        return worked

    def _trade(self) -> str | None:
        """Tell other runs what is new here and take over what is new there; the reason to stop."""
        if self.exchange is None:
            return None
        if self.told != (self.k, self.lower_bound):
            self.told = (self.k, self.lower_bound)
            assert self.colors is not None
            self.exchange.tell(self.colors, self.lower_bound, self._certificate(), self.method)
        news = self.exchange.hear()
        if news.colors is not None:
            colors = news.colors.astype(np.int32)
            for part, gap in zip(self.reduction.parts, self.gaps, strict=True):
                gap.offer(colors[part.vertices], news.method)
            self._accept(colors, news.method)
        return news.stop

    def _slice(self, threads: int) -> int:
        """Work of one turn: what is left of a work limit, and never so much that few have a turn."""
        # One easy part among many can close the gap of the whole: none may keep the others waiting.
        slice_ticks = max(MIN_SLICE, SLICE_TICKS // len(self.gaps))
        if self.max_ticks is None:
            return slice_ticks
        left = (self.max_ticks - self.ticks) // threads
        return max(1, min(slice_ticks, self.max_ticks // 50, left))

    def _goal(self, i: int) -> int | None:
        """Colors to try on a part: one fewer, or as few as the asked k needs; None if it is closed."""
        numbers = [gap.lower for gap in self.gaps]

        def total(k: int) -> int:
            numbers[i] = k
            return self.reduction.total(numbers)

        gap = self.gaps[i]
        enough = max(total(gap.lower), self.asked or 0)
        if total(gap.k) <= enough:
            return None
        if self.asked is None:
            return gap.k - 1
        return next((k for k in range(gap.k - 1, gap.lower - 1, -1) if total(k) <= enough), None)

    def _collect(self) -> None:
        """Take over what the parts have come to."""
        if self.reduction.total([gap.k for gap in self.gaps]) < self.k:
            lifted = self.reduction.lift([gap.coloring for gap in self.gaps])
            names = {gap.method for gap in self.gaps if gap.method}
            self._accept(lifted, " + ".join(sorted(names)) or "reductions")

    # -------------------------------------------------------------------------------------- bookkeeping

    @property
    def lower_bound(self) -> int:
        """Of the chromatic number, as far as it is known."""
        found = max(len(self.clique), min(self.graph.n, 1))
        return max(found, self.reduction.total([gap.lower for gap in self.gaps])) if self.gaps else found

    @property
    def ticks(self) -> int:
        return sum(gap.ticks for gap in self.gaps)

    @property
    def iterations(self) -> int:
        return sum(gap.iterations for gap in self.gaps)

    def _finished(self) -> bool:
        if self.asked is not None and self.asked < self.lower_bound:
            self.reason = "infeasible"
        elif self.k <= self.lower_bound:
            self.reason = "proven"
        elif self.asked is not None and self.k <= self.asked:
            self.reason = "target"
        return self.reason is not None

    def _accept(self, colors: NDArray[np.int32], method: str) -> None:
        used, compact = np.unique(colors, return_inverse=True)
        if len(used) < self.k:
            if conflicts(self.graph, colors):
                raise KempeError(f"{method} returned a coloring with conflicts; please report this")
            self.colors, self.k, self.method = compact.astype(np.int32), len(used), method
            self.history.append((self.clock.seconds(), self.ticks, self.k, 0))

    def _nearest(self, k: int) -> tuple[NDArray[np.int32], str]:
        """A coloring with ``k`` colors and few conflicts, and whose it is."""
        assert self.colors is not None
        if len(self.gaps) == 1 and (found := self.gaps[0].nearest(k)) is not None:
            partial = np.full(self.graph.n, -1, np.int32)
            partial[self.reduction.parts[0].vertices] = found[0]
            return completed(self.graph, partial, k), found[1]
        return completed(self.graph, with_fewer_colors(self.colors, k), k), self.method

    def _certificate(self) -> dict[str, Any]:
        """What shows the lower bound, in the graph's own numbers."""
        lower = self.lower_bound
        if lower <= len(self.clique) or self.graph.n == 0:
            if not is_clique(self.graph, self.clique):
                raise KempeError("the clique found is none; please report this")
            return {"kind": "clique", "vertices": self.clique.tolist()}
        for part, gap in zip(self.reduction.parts, self.gaps, strict=True):
            if gap.lower == lower:
                return renumbered(gap.certificate, part.vertices, self.graph.n)
        return {"kind": "search"}

    def result(self) -> Result:
        """What is known at the end, with everything checked once more."""
        assert self.colors is not None
        k, colors, method = self.k, self.colors, self.method
        if self.asked is not None and k > self.asked:
            k, (colors, method) = self.asked, self._nearest(self.asked)
        clashes = conflicts(self.graph, colors)
        return Result(
            colors=colors,
            k=k,
            conflicts=clashes,
            lower_bound=self.lower_bound,
            proven=clashes == 0 and k <= self.lower_bound,
            certificate=self._certificate(),
            method=method,
            seconds=self.clock.seconds(),
            ticks=self.ticks,
            iterations=self.iterations,
            history=tuple(self.history),
            stop_reason=self.reason or "done",
        )
