"""
One call of :func:`solver.color` with a table of allowed colors: how many of its columns are needed.

Colors keep their numbers, so that a coloring has as many colors as its largest one plus one, and fewer
columns are always a subset of more. One run looks for a coloring from all columns. Then, while the
bounds have not met, the last column of the best coloring is left out, and with it all columns before
that nobody forbids, since they are interchangeable: one run with the palette of the others decides how
many of those are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..cliques.clique import clique
from ..clock import Clock
from ..graphs.graph import Graph
from ..graphs.verify import conflicts
from ..reductions.list_coloring import ListColoring
from ..result import Result
from ..stop import Progress, interrupts_noted, kept
from .lists import with_palette
from .request import Limits, Request
from .run import Run

#: Vertices that are given lower colors between two looks at the clock.
SLICE = 1000


class ListRun:
    """
    One call of :func:`solver.color` with allowed colors.

    Parameters
    ----------
    graph
        Graph.
    request
        What to do, and the limits; ``k`` is None or the number of columns.
    fixed
        Fixed colors, int32 (n,), -1 for free vertices.
    allowed
        Allowed colors, bool (n, columns).
    clock
        Clock of the call.
    progress
        Called after each turn.

    Attributes
    ----------
    colors, k
        Best coloring so far, and the largest color plus one; if it has conflicts, the number of columns.
    lower_bound, clique
        Lower bound on ``k``, and the largest clique of free vertices found.
    """

    def __init__(
        self,
        graph: Graph,
        request: Request,
        fixed: NDArray[np.int32],
        allowed: NDArray[np.bool_],
        *,
        clock: Clock,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.graph, self.request, self.fixed, self.allowed = graph, request, fixed, allowed
        self.clock, self.progress = clock, progress
        columns = allowed.shape[1]
        self._lists = with_palette(graph, fixed, allowed)
        self.colors: NDArray[np.int32] = np.where(fixed < 0, 0, fixed)
        self.k, self.columns = columns, columns
        lowest = np.where(fixed < 0, allowed.argmax(axis=1) if graph.n else 0, fixed)
        self.lower_bound = int(lowest.max(initial=-1)) + 1
        self.clique: list[int] = []
        self.method = ""
        self.ticks = self.iterations = 0
        self.history: list[tuple[float, int, int, int]] = []

    def solve(self, initial: NDArray[np.int32] | None) -> Result:
        """Return the best coloring and bound; Ctrl-C ends the search and keeps what was found."""
        start = None if initial is None else self._lists.encode(initial)
        try:
            reason = self._run(self._lists, self.columns, start)
            is_proper = conflicts(self.graph, self.colors) == 0
            if is_proper and self.request.k is None:
                reason = self._descend(reason)
        except KeyboardInterrupt:
            if not self.method:
                raise
            reason = "interrupted"
        return kept(lambda: self._result(reason))

    def _descend(self, reason: str) -> str:
        """Leave out columns from the right until a proof or a limit; return the stop reason."""
        self._lower()
        if self.k > self.lower_bound and reason in ("proven", "target"):
            free = self._lists.free
            self._note_clique(free[clique(self.graph.subgraph(free), seed=self.request.seed)])
        while self.k > self.lower_bound:
            if reason not in ("proven", "target", "done"):
                return reason
            if (reached := self._limit()) is not None:
                return reached
            before = self.k
            self._lists = with_palette(self.graph, self.fixed, self.allowed[:, : before - 1])
            reason = self._run(self._lists, None, self._lists.encode(self.colors))
            if self.k < before:
                self._lower()
            elif reason == "done":
                return reason
        return "proven"

    def _run(self, lists: ListColoring, target: int | None, start: NDArray[np.int32] | None) -> str:
        """Color the graph with a palette, take over what is better, and return the stop reason."""
        limits = self.request.limits
        if limits.ticks is not None:
            limits = Limits(limits.seconds, max(1, limits.ticks - self.ticks))
        progress = None if self.progress is None else lambda news: self._report(lists, news)
        # No coloring with this palette has fewer columns.
        floor = max(self.lower_bound, _range(lists.named))
        run = Run(
            lists.graph,
            replace(self.request, k=target, limits=limits),
            clock=self.clock,
            progress=progress,
            floor=0 if target is not None else floor,
        )
        result = run.solve(start)
        with interrupts_noted() as came:
            self._take_over(lists, result, floor)
        return "interrupted" if came else result.stop_reason

    def _take_over(self, lists: ListColoring, result: Result, floor: int) -> None:
        """Take over what is better in the result of a graph with a palette."""
        for seconds, ticks, k, _ in result.history:
            self._note(max(k, floor), seconds, self.ticks + ticks)
        self.ticks += result.ticks
        self.iterations += result.iterations
        self._raise_bound(lists, result)
        colors = lists.decode(result.colors)
        is_proper = conflicts(self.graph, colors) == 0
        if is_proper and (not self.method or _range(colors) < self.k):
            self.colors, self.k, self.method = colors, _range(colors), result.method
            self._note(self.k, self.clock.seconds(), self.ticks)
        elif not self.method:
            self.colors, self.method = colors, result.method

    def _raise_bound(self, lists: ListColoring, result: Result) -> None:
        """Take over the bound of a graph with a palette."""
        self.lower_bound = max(self.lower_bound, _bound(lists, result.lower_bound))
        if result.certificate.get("kind") == "clique":
            vertices = np.asarray(result.certificate["vertices"], np.int64)
            self._note_clique(lists.free[vertices[vertices < len(lists.free)]])

    def _note_clique(self, vertices: NDArray[np.int32]) -> None:
        if len(vertices) > len(self.clique):
            self.clique = np.sort(vertices).tolist()
            self.lower_bound = max(self.lower_bound, len(self.clique))

    def _note(self, k: int, seconds: float, ticks: int) -> None:
        if k <= (self.history[-1][2] - 1 if self.history else self.columns):
            self.history.append((seconds, ticks, k, 0))

    def _lower(self) -> None:
        """
        Give each vertex the lowest color that it may have beside its neighbors, class after class.

        No color rises. It is repeated while the largest color falls.
        """
        order = np.argsort(self.colors, kind="stable")
        order = order[self.fixed[order] < 0]
        colors = self.colors.copy()
        while True:
            before = _range(colors)
            for i, v in enumerate(order.tolist()):
                if i % SLICE == 0 and self._limit() is not None:
                    break
                may = self.allowed[v, : colors[v]].copy()
                near = colors[self.graph.neighbors(v)]
                may[near[near < len(may)]] = False
                if may.any():
                    colors[v] = may.argmax()
            if _range(colors) == before:
                break
            order = order[np.argsort(colors[order], kind="stable")]
        if _range(colors) < self.k:
            self.colors, self.k = colors, _range(colors)
            self._note(self.k, self.clock.seconds(), self.ticks)

    def _limit(self) -> str | None:
        limits = self.request.limits
        if limits.seconds is not None and self.clock.seconds() >= limits.seconds:
            return "time_limit"
        return "max_ticks" if limits.ticks is not None and self.ticks >= limits.ticks else None

    def _report(self, lists: ListColoring, news: Progress) -> None:
        """Pass progress on, with the numbers of the graph without a palette."""
        assert self.progress is not None
        best = None if news.best_k is None else max(news.best_k, _range(lists.named))
        if self.history:
            best = min(self.history[-1][2], self.columns if best is None else best)
        bound = 0 if news.lower_bound is None else _bound(lists, news.lower_bound)
        self.progress(
            replace(
                news,
                ticks=self.ticks + news.ticks,
                iterations=self.iterations + news.iterations,
                best_k=best,
                lower_bound=max(self.lower_bound, bound),
            )
        )

    def _result(self, reason: str) -> Result:
        clashes = conflicts(self.graph, self.colors)
        proven = clashes == 0 and self.k == self.lower_bound
        if proven:
            reason = "proven"
        elif clashes and self.lower_bound > self.columns:
            reason = "infeasible"
        elif reason == "proven":  # with the palette, whose colors need not all be used
            reason = "target"
        has_clique = len(self.clique) == self.lower_bound
        return Result(
            colors=self.colors,
            k=self.k,
            conflicts=clashes,
            lower_bound=self.lower_bound,
            proven=proven,
            certificate={"kind": "clique", "vertices": self.clique}
            if has_clique
            else {"kind": "search"},
            method=self.method,
            seconds=self.clock.seconds(),
            ticks=self.ticks,
            iterations=self.iterations,
            history=tuple(self.history),
            stop_reason=reason,
        )


def _range(colors: NDArray[np.int32]) -> int:
    """Return the largest color plus one."""
    return int(colors.max(initial=-1)) + 1


def _bound(lists: ListColoring, colors: int) -> int:
    """
    Return how many columns are needed if the graph with the palette needs a number of colors.

    A coloring from k columns colors it with these and the columns of the palette beyond them.
    """
    if colors > lists.k:
        return lists.k + 1
    beyond = len(lists.named) - np.searchsorted(lists.named, np.arange(lists.k + 1))
    return int(np.argmax(np.arange(lists.k + 1) + beyond >= colors))
