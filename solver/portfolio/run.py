"""
One call of :func:`solver.color`: the best coloring and the bound so far, and what brings them together.

The graph is bounded and colored to begin with, and reduced to parts. Each part is a gap, and the gaps
take turns, so that none keeps the others waiting, until a proof, the asked k or a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bounds.renumbering import renumbered
from ..cliques.clique import clique
from ..clock import Clock
from ..errors import KempeError
from ..graphs.graph import Graph
from ..graphs.repair import completed, made_proper, with_fewer_colors, without_gaps
from ..graphs.verify import conflicts, is_clique
from ..reductions import Reduction, reduce, unreduced
from ..result import Result
from ..search.base import SLICE_TICKS
from ..sequential.greedy import STRATEGIES, greedy
from ..stop import Progress, Stop
from .exchange import Exchange
from .gap import Gap
from .members import EASY_TICKS
from .shares import members, strategies

#: Work of one turn at least, however many parts there are: so much takes longer than to give the turn.
MIN_SLICE = 1 << 16


class Run:
    """The incumbent, the bound, the work done, the reason to stop; arguments as for the call."""

    def __init__(
        self,
        graph: Graph,
        k: int | None,
        method: str,
        stop: Stop,
        max_ticks: int | None,
        seed: int,
        progress: Callable[[Progress], None] | None,
        exchange: Exchange | None,
    ) -> None:
        self.graph, self.asked, self.chosen, self.stop = graph, k, method, stop
        self.max_ticks, self.seed = max_ticks, seed
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

    def start(self, initial: NDArray[np.int32] | None) -> None:
        """Find an incumbent and a bound."""
        if initial is not None:
            # Names may be large numbers; -1, uncolored, stays.
            _, compact = np.unique(np.append(initial, -1), return_inverse=True)
            self._accept(made_proper(self.graph, compact[:-1].astype(np.int32) - 1), "initial")
        self.clique = clique(self.graph, seed=self.seed)
        for strategy in strategies(self.graph, self.chosen):
            if self.k > self.lower_bound:
                self._accept(greedy(self.graph, strategy), strategy)

    def narrow(self, threads: int) -> None:
        """Close the gap from both sides until a proof, the asked k or a limit."""
        if self._finished() or self.chosen in STRATEGIES:
            return
        if self.chosen in ("auto", "exact"):
            self.reduction = reduce(self.graph, self.lower_bound)
        assert self.colors is not None
        for part in self.reduction.parts:
            inside = np.flatnonzero(np.isin(part.vertices, self.clique)).astype(np.int32)
            easy, asked = EASY_TICKS // len(self.reduction.parts), self.asked is not None
            who = members(
                self.chosen, part.graph, self.k, self.seed, threads, easy_ticks=easy, asked=asked
            )
            self.gaps.append(Gap(part.graph, self.colors[part.vertices], inside, who))
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
        """Work of all parts."""
        return sum(gap.ticks for gap in self.gaps)

    @property
    def iterations(self) -> int:
        """Moves of all parts."""
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
        compact, k = without_gaps(colors)
        if k < self.k:
            if conflicts(self.graph, colors):
                raise KempeError(f"{method} returned a coloring with conflicts; please report this")
            self.colors, self.k, self.method = compact, k, method
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
