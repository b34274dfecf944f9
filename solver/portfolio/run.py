"""
The outer loop of :func:`solver.color`.

1. Sequential strategies give a first coloring, and a clique a first lower bound.
2. The graph is reduced to parts: what can be colored last, or apart, is removed.
3. The parts have turns. In each turn members work on one part, by the share rule of ``schedule.py``; the
   parts' colorings and bounds are put together to those of the graph.
4. The loop ends when the incumbent's bounds meet, at the target, at a limit, or if no member can go on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bounds.renumbering import renumbered
from ..cliques.clique import clique
from ..clock import Clock
from ..graphs.graph import Graph
from ..graphs.repair import completed, made_proper, with_fewer_colors
from ..reductions import Part, Reduction, reduce, unreduced
from ..result import Result
from ..search.base import SLICE_TICKS
from ..search.tabucol import is_sparse
from ..sequential.classes import DENSE
from ..sequential.greedy import STRATEGIES
from ..stop import Progress, interrupts_noted, kept
from .exchange import Exchange
from .gap import Gap
from .incumbent import Incumbent
from .readiness import FOREGROUND, UNITS, Readiness
from .request import Request
from .schedule import Schedule
from .shares import members, rlf_seconds, strategies
from .worker import POLL_SECONDS, run_for

#: Vertices and edges up to which a call compiles DSATUR itself while other kernels compile.
LARGE = 1_000_000
#: Time left from which the call compiles DSATUR itself while other kernels compile in the background.
COMPILE_SECONDS = 2.0
#: Message of the KeyboardInterrupt that has no result.
NONE_FOUND = "before a first coloring was found"


class Run:
    """
    One call of :func:`solver.color`.

    Parameters
    ----------
    graph
        Graph.
    request
        What to do, and the limits.
    clock
        Clock of the call.
    progress
        Called after each turn; ``StopIteration`` from it ends the search as Ctrl-C does.
    exchange
        Other runs on the same graph.
    floor
        Number of colors that is not worth improving on.

    Attributes
    ----------
    incumbent
        Best coloring and lower bound of the graph.
    parts
        Schedule of each part of the reduced graph.
    """

    def __init__(
        self,
        graph: Graph,
        request: Request,
        *,
        clock: Clock | None = None,
        progress: Callable[[Progress], None] | None = None,
        exchange: Exchange | None = None,
        floor: int = 0,
    ) -> None:
        self.graph, self.request = graph, request
        self.clock = Clock(counts_compilation=True) if clock is None else clock
        self.incumbent = Incumbent(graph, target=request.k, clock=self.clock, floor=floor)
        self.parts: list[Schedule] = []
        self._clique: NDArray[np.int32] = np.empty(0, np.int32)
        self._reduction: Reduction = unreduced(graph)
        self._stop = request.limits.stop
        self._progress, self._exchange = progress, exchange
        self._latest: Progress | None = None
        self._is_ready = Readiness(
            background=request.limits.seconds is not None, sparse=is_sparse(graph, 1)
        )
        self._published = (0, 0)

    def solve(self, initial: NDArray[np.int32] | None) -> Result:
        """Return the best coloring and bound; Ctrl-C ends the search and keeps what was found."""
        if self.request.limits.seconds is not None:
            return self._solve_in_time(initial, self.request.limits.seconds)
        try:
            self._work(initial)
        except KeyboardInterrupt:
            if not self.incumbent.found:
                raise KeyboardInterrupt(NONE_FOUND) from None
            self.incumbent.stop("interrupted")
        return kept(self.result)

    def _solve_in_time(self, initial: NDArray[np.int32] | None, seconds: float) -> Result:
        """Work in a thread that is left at the time limit, if it has not ended by itself just before."""
        best = self.incumbent
        try:
            worker = run_for(
                seconds,
                self.clock,
                lambda: self._work(initial),
                interrupted=lambda: best.stop("interrupted"),
                report=self._report,
            )
        except BaseException:  # of the caller's function
            self._is_ready.close()
            raise
        # There is little left that an interrupt could end, but a coloring that it could lose.
        with interrupts_noted() as came:
            is_interrupted = best.stop_reason == "interrupted"
            if self.request.method in STRATEGIES and not best.found and not is_interrupted:
                self._color_by("natural")
            # The worker begins with a first-fit coloring.
            while worker.is_running and not best.found and not came and not is_interrupted:
                worker.wait(POLL_SECONDS)
            if not best.found and (came or is_interrupted):
                best.stop("interrupted")
                self._is_ready.close()
                worker.leave()
                raise KeyboardInterrupt(NONE_FOUND)
            best.close("time_limit" if worker.is_running else None)
            self._is_ready.close()
            worker.leave()
            result = self.result(complete=not worker.is_running)
        return replace(result, stop_reason="interrupted") if came else result

    def _work(self, initial: NDArray[np.int32] | None) -> None:
        try:
            self.start(initial)
            self.search()
        except MemoryError:
            if not self.incumbent.found:
                raise
            self.incumbent.stop("out_of_memory")

    # -------------------------------------------------------------------------------------- the loop

    def start(self, initial: NDArray[np.int32] | None) -> None:
        """Find a first coloring and a first lower bound."""
        if initial is not None:
            # Colors may be large numbers; -1, uncolored, remains.
            _, compact = np.unique(np.append(initial, -1), return_inverse=True)
            given = compact[:-1].astype(np.int32) - 1
            proper = made_proper(self.graph, given)
            self._offer(proper, "initial" if np.array_equal(proper, given) else "repair")
        if self.request.limits.seconds is not None:
            self._start_quickly()
        if self._await("clique"):
            self._clique = clique(self.graph, seed=self.request.seed)
            self._raise_bound(len(self._clique), {"kind": "clique", "vertices": self._clique.tolist()})
        for strategy in strategies(self.graph, self.request.method, self.request.settings.portfolio):
            if not self.incumbent.found or (self._pays(strategy) and self._await(self._unit(strategy))):
                self._color_by(strategy)

    def _color_by(self, strategy: str) -> None:
        """Offer a sequential coloring; the incumbent verifies it."""
        self._offer(STRATEGIES[strategy](self.graph, self.request.seed, 1), strategy)

    def _start_quickly(self) -> None:
        """Find a bound by an edge and a first-fit coloring; compile DSATUR while the rest compiles."""
        graph = self.graph
        edge = [0][: graph.n]
        if graph.m:
            u = int(np.argmax(graph.degrees > 0))
            edge = [u, int(graph.neighbors(u)[0])]
        self._raise_bound(len(edge), {"kind": "clique", "vertices": edge})
        if self.request.method in STRATEGIES:
            return
        if not self.incumbent.found:
            self._color_by("natural")
        is_small = graph.n + graph.m < LARGE
        if is_small and not self._is_ready("smallest_last") and self._time_left() > COMPILE_SECONDS:
            self._color_by(FOREGROUND)

    def _unit(self, strategy: str) -> str:
        """Return the unit of kernels that a sequential strategy needs, as far as it is known."""
        if strategy == "RLF":
            return f"RLF, {'sparse' if self.graph.density < DENSE else 'dense'}"
        return strategy if strategy in UNITS else "smallest_last"

    def _pays(self, strategy: str) -> bool:
        """Return whether a further sequential coloring could help and fits the time limit."""
        best, left = self.incumbent, self._time_left()
        if best.k <= best.enough or best.stop_reason is not None:
            return False
        return left > 0 and (strategy != "RLF" or left > 2 * rlf_seconds(self.graph, best.k))

    def search(self) -> None:
        """Improve the coloring and the lower bound in turn until a proof, the target or a limit."""
        if self.incumbent.decide() or self.request.method in STRATEGIES:
            return
        self._reduce()
        while not self.incumbent.decide():
            worked = False
            for i, part in enumerate(self.parts):
                goal = self._goal(i)
                if goal is None:
                    continue
                part.gap.goal = goal
                worked |= part.turn(self.request.threads, self._turn_ticks())
                self._collect()
                if self.incumbent.decide() or self.incumbent.stop(self._limit(part) or self._trade()):
                    return
            if not worked:
                if not any(part.waits for part in self.parts):
                    return
                self._wait()

    def _wait(self) -> None:
        """Wait a moment for kernels to be compiled, or stop at a limit."""
        time.sleep(POLL_SECONDS)
        self.incumbent.stop(self._limit(self.parts[0]))

    def _await(self, unit: str) -> bool:
        """Wait until the kernels of a unit are compiled; return whether they are before a limit."""
        while not self._is_ready(unit):
            time.sleep(POLL_SECONDS)
            if self.incumbent.stop_reason is not None or self._time_left() <= 0:
                return False
        return True

    def _time_left(self) -> float:
        seconds = self.request.limits.seconds
        return math.inf if seconds is None else seconds - self.clock.seconds()

    def _reduce(self) -> None:
        """Reduce the graph to parts, and choose the members of each."""
        request = self.request
        if request.method in ("auto", "exact") and self._await("reductions"):
            self._reduction = reduce(self.graph, self.incumbent.lower_bound)
        self.parts = [self._scheduled(part) for part in self._reduction.parts]
        self._collect()

    def _scheduled(self, part: Part) -> Schedule:
        request = self.request
        inside = np.flatnonzero(np.isin(part.vertices, self._clique)).astype(np.int32)
        team = members(
            request.method,
            part.graph,
            self.incumbent.k,
            seed=request.seed,
            threads=request.threads,
            parts=len(self._reduction.parts),
            has_target=request.k is not None,
            lower_bound=len(inside),
            settings=request.settings,
            memory=request.memory,
        )
        gap = Gap(part.graph, self.incumbent.coloring[part.vertices], inside)
        options = request.settings.portfolio
        wants_proof = request.k is None and part.graph.n * self.incumbent.k <= options.rest_size
        rest = options.rest if wants_proof else 1.0
        return Schedule(
            gap,
            team,
            options.floor,
            options.lead,
            self._is_ready,
            rest=rest,
            early_turns=options.early_turns,
        )

    def _goal(self, i: int) -> int | None:
        """Return the number of colors to try on a part; None if it needs no more work."""
        target = self.request.k
        best = self.parts[i].gap.incumbent
        lower_bounds = [part.gap.incumbent.lower_bound for part in self.parts]

        def total(k: int) -> int:
            lower_bounds[i] = k
            return self._reduction.total(lower_bounds)

        enough = max(total(best.lower_bound), target or 0, self.incumbent.floor)
        if total(best.k) <= enough:
            return None
        if target is None:
            return best.k - 1
        goals = range(best.k - 1, best.lower_bound - 1, -1)
        return next((k for k in goals if total(k) <= enough), None)

    def _turn_ticks(self) -> int:
        """Return the work of one turn, which leaves every part a turn within the limits."""
        # One easy part among many may close the gap of the whole: it must not wait long for its turn.
        ticks = max(self.request.settings.portfolio.turn_ticks, SLICE_TICKS // len(self.parts))
        limit = self.request.limits.ticks
        if limit is None:
            return ticks
        return max(1, min(ticks, limit // 50, (limit - self.ticks) // self.request.threads))

    def _collect(self) -> None:
        """Put the colorings and bounds of the parts together."""
        bests = [part.gap.incumbent for part in self.parts]
        if self._reduction.total([best.k for best in bests]) < self.incumbent.k:
            methods = sorted({best.method for best in bests if best.method})
            lifted = self._reduction.lift([best.coloring for best in bests])
            self._offer(lifted, " + ".join(methods) or "reductions")
        lower_bound = self._reduction.total([best.lower_bound for best in bests])
        if lower_bound > self.incumbent.lower_bound:
            self._raise_bound(lower_bound, self._certificate(lower_bound))

    def _certificate(self, lower_bound: int) -> dict[str, Any]:
        """Return the certificate of the first part that needs as many colors as the whole."""
        for place, part in zip(self._reduction.parts, self.parts, strict=True):
            best = part.gap.incumbent
            if best.lower_bound == lower_bound:
                return renumbered(best.certificate, place.vertices, self.graph.n)
        return {"kind": "search"}

    def _limit(self, part: Schedule) -> str | None:
        """Note the progress, and return the reason if a limit is reached."""
        progress = self._progress_with(part.cost, part.gap.goal)
        self._latest = progress
        if self.request.limits.seconds is None:  # else the thread that waits reports it
            self._report()
        return self._stop(progress)

    def _progress_with(self, conflicts: int, k: int) -> Progress:
        best = self.incumbent
        return Progress(
            seconds=self.clock.seconds(),
            ticks=self.ticks,
            iterations=self.iterations,
            k=k,
            conflicts=conflicts,
            best_k=best.k if best.found else None,
            lower_bound=best.lower_bound,
            method=best.method or None,
            bound_method=best.certificate["kind"],
        )

    def _report(self) -> None:
        """Pass the latest progress on to the caller's function."""
        compiled = self._is_ready.compiled
        latest = self._latest
        if latest is None and compiled is not None:
            latest = self._progress_with(self.graph.n, self.incumbent.k - 1)
        if self._progress is not None and latest is not None:
            self._latest = None
            try:
                self._progress(replace(latest, compiled=compiled))
            except StopIteration:
                if self.incumbent.found:
                    raise KeyboardInterrupt from None

    def _trade(self) -> str | None:
        """Publish what is new here and take over what is new in other runs; return a reason to stop."""
        if self._exchange is None:
            return None
        best = self.incumbent
        if self._published != (best.k, best.lower_bound):
            self._published = (best.k, best.lower_bound)
            self._exchange.tell(best.coloring, best.lower_bound, best.certificate, best.method)
        news = self._exchange.hear()
        if news.colors is not None:
            colors = news.colors.astype(np.int32)
            for place, part in zip(self._reduction.parts, self.parts, strict=True):
                part.gap.offer(colors[place.vertices], news.method)
            self._offer(colors, news.method)
        return news.stop

    # ------------------------------------------------------------------------------------ the account

    @property
    def ticks(self) -> int:
        """Ticks used by all members."""
        return sum(part.ticks for part in self.parts)

    @property
    def iterations(self) -> int:
        """Moves made by all members."""
        return sum(part.iterations for part in self.parts)

    def _offer(self, coloring: NDArray[np.int32], method: str) -> None:
        self.incumbent.offer(coloring, method, self.ticks)

    def _raise_bound(self, lower_bound: int, certificate: dict[str, Any]) -> None:
        self.incumbent.raise_bound(lower_bound, certificate)

    def result(self, *, complete: bool = True) -> Result:
        """
        Return the result; if the target was missed, the coloring nearest to it.

        Unless ``complete``, searches are still at work in a thread that was left, and are not read.
        """
        best, target = self.incumbent, self.request.k
        nearest = self._nearest(target, complete) if target is not None and best.k > target else None
        return best.result(ticks=self.ticks, iterations=self.iterations, nearest=nearest)

    def _nearest(self, k: int, complete: bool) -> tuple[NDArray[np.int32], str]:
        """Return a coloring with ``k`` colors and few conflicts, and its method."""
        if complete and len(self.parts) == 1 and (nearest := self.parts[0].nearest(k)) is not None:
            partial = np.full(self.graph.n, -1, np.int32)
            partial[self._reduction.parts[0].vertices] = nearest[0]
            return completed(self.graph, partial, k), nearest[1]
        best = self.incumbent
        return completed(self.graph, with_fewer_colors(best.coloring, k), k), best.method
