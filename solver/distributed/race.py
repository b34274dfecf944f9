"""
A portfolio of processes: several runs on one graph, each in its own process, that share what they find.

Each run is a call of :func:`solver.color` with its own method and seed. It posts every coloring with
fewer colors and every higher bound; the caller judges them and publishes the best coloring, which the
runs take over between two turns. So no run works at a number of colors that another has reached, and
when the bounds meet, all runs stop. What was posted is kept: a worker that dies loses only the state of
its searches, and its run starts again in another worker from the best coloring.
"""

from __future__ import annotations

import itertools
import math
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..arguments import integer
from ..clock import Clock
from ..errors import InputError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.repair import completed, with_fewer_colors
from ..portfolio.color import color
from ..portfolio.exchange import News
from ..portfolio.incumbent import Incumbent
from ..portfolio.request import Limits, checked_limits, checked_method
from ..portfolio.shares import METHODS
from ..result import Result, plain_bound
from ..sequential.greedy import greedy
from ..stop import Progress
from .board import Board
from .executors import POLL_SECONDS, Executor, Processes, Task, Where, opened

#: Seconds between two readings of the board by a run, and between two reports of its work.
LISTEN_SECONDS = 0.2
REPORT_SECONDS = 0.5
#: Seconds that the caller waits, after Ctrl-C, for the results of the runs.
PARTING_SECONDS = 3.0
#: Seconds that the caller waits at the time limit, where what the runs have posted is not lost.
LATE_SECONDS = 1.0
#: Least time of a run.
LEAST_SECONDS = 1e-3
#: Work limit of the check of a certificate that needs a search.
CHECK_STEPS = 1 << 16


class Entry(NamedTuple):
    """One run of the portfolio: the arguments of its call of :func:`solver.color`."""

    method: str
    seed: int
    k: int | None
    limits: Limits


class Offer(NamedTuple):
    """The best coloring of a run, None if it has none yet, and its best lower bound."""

    colors: NDArray[np.integer] | None
    lower_bound: int
    certificate: dict[str, Any]
    method: str


class Report(NamedTuple):
    """The work of a run, the number of colors it tries, and the conflicts left."""

    entry: Entry
    ticks: int
    iterations: int
    k: int
    conflicts: int


def portfolio(
    graph: Graph,
    k: int | None = None,
    *,
    methods: Sequence[str] = ("auto",),
    seeds: int | Iterable[int] | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    workers: int | None = None,
    executor: Where = None,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """
    Color a graph by several runs side by side, in processes or on a Dask cluster.

    Parameters
    ----------
    graph
        Graph; every worker gets a copy.
    k
        Number of colors that suffices, as in :func:`solver.color`.
    methods
        Methods of :func:`solver.color`; there is one run for each method and each seed.
    seeds
        Seeds, or their number; by default as many as give each worker a run.
    time_limit
        Seconds of wall time from the call; 60 unless ``max_ticks`` is given. They include the start of
        the processes, some seconds: if it takes all the time, the result is a first-fit coloring. With
        more runs than workers, what is left when a run starts is divided equally among the rest. A run
        that does not end within a second of the limit, as in a linear program, is left or its process
        ended; its best coloring counts.
    max_ticks
        Work limit of each run.
    workers
        Number of processes; by default one for each CPU.
    executor
        None for processes of this machine, which end with the call; the address of a Dask scheduler, a
        ``distributed.Client``, or a :class:`~solver.distributed.Processes`, which can be used again.
    progress
        Function called with a :class:`~solver.stop.Progress` of all runs a few times a second. If it
        raises ``StopIteration``, the search ends as on Ctrl-C, once there is a coloring.

    Returns
    -------
    Result
        Best result, verified by the caller; ``ticks`` and ``iterations`` are sums, ``seconds`` the wall
        time of the call, with the start of the processes. Two calls may differ, since the runs exchange
        colorings as they find them. Ctrl-C ends the search and returns the best coloring so far.

    Raises
    ------
    InputError
        If an argument is out of range.
    KempeError
        If a run lost its worker repeatedly.

    Examples
    --------
    >>> import solver
    >>> result = solver.distributed.portfolio(solver.generators.queen(8), 9, workers=2, max_ticks=10**8)
    >>> result.k, result.conflicts
    (9, 0)
    """
    graph = as_graph(graph)
    clock = Clock(counts_compilation=True)
    with opened(executor, workers) as where:
        entries = checked_entries(where.workers, k, methods, seeds, time_limit, max_ticks)
        coordinator = _Coordinator(graph, k, where, progress, clock)
        result = coordinator.run(entries)
        if coordinator.running and executor is None:
            cast(Processes, where).close(wait=False)
        return result


def checked_entries(
    workers: int,
    k: int | None,
    methods: Sequence[str],
    seeds: int | Iterable[int] | None,
    time_limit: float | None,
    max_ticks: int | None,
) -> list[Entry]:
    """Return the runs, those of one seed together, each with the limits of the call."""
    if isinstance(methods, str) or not isinstance(methods, Sequence) or not methods:
        raise expected("methods", methods, f"a list of at least one of {', '.join(METHODS)}")
    for method in methods:
        checked_method("methods", method)
    if seeds is None:
        seeds = math.ceil(workers / len(methods))
    legal = "a number >= 1, or a list of integers >= 0"
    try:
        each = seeds if isinstance(seeds, Iterable) else range(integer("seeds", seeds, 1))
        chosen = [integer("seed", seed, 0) for seed in each]
    except InputError:
        raise expected("seeds", seeds, legal) from None
    if not chosen:
        raise expected("seeds", seeds, legal)
    limits = checked_limits(time_limit, max_ticks)
    return [Entry(method, seed, k, limits) for seed, method in itertools.product(chosen, methods)]


# --------------------------------------------------------------------------------------- in a worker


class _Link:
    """The exchange of a run with the board."""

    def __init__(self, entry: Entry, board: Board) -> None:
        self._entry, self._board = entry, board
        self._seen = 0
        self._heard_at = self._reported_at = time.monotonic()

    def tell(
        self, colors: NDArray[np.int32], lower_bound: int, certificate: dict[str, Any], method: str
    ) -> None:
        self._board.post(pickle.dumps(Offer(packed(colors), lower_bound, certificate, method)))

    def hear(self) -> News:
        now = time.monotonic()
        if now - self._heard_at < LISTEN_SECONDS:
            return News()
        self._heard_at = now
        notice = self._board.notice(self._seen)
        if notice is None:
            return News()
        self._seen = notice[0]
        news: News = pickle.loads(notice[1])
        return news

    def report(self, progress: Progress) -> None:
        """Post the work done so far, every 0.5 s."""
        now = time.monotonic()
        if now - self._reported_at < REPORT_SECONDS:
            return
        self._reported_at = now
        work = progress.ticks, progress.iterations, progress.k, progress.conflicts
        self._board.post(pickle.dumps(Report(self._entry, *work)))


def _with_seconds(entry: Entry, seconds: float) -> Entry:
    """Return a run with its part of the time, if the time is limited."""
    if entry.limits.seconds is None:
        return entry
    return entry._replace(limits=replace(entry.limits, seconds=max(LEAST_SECONDS, seconds)))


def packed(colors: NDArray[np.int32]) -> NDArray[np.unsignedinteger]:
    """Return the colors in the narrowest unsigned type."""
    return colors.astype(np.min_scalar_type(int(colors.max(initial=0))))


def _color(graph: Graph, entry: Entry, board: Board) -> Result:
    """Make one run in a worker, from the best coloring published."""
    link = _Link(entry, board)
    notice = board.notice(0)
    news = News() if notice is None else pickle.loads(notice[1])
    return color(
        graph,
        entry.k,
        method=entry.method,
        initial=news.colors,
        time_limit=entry.limits.seconds,
        max_ticks=entry.limits.ticks,
        seed=entry.seed,
        progress=link.report,
        exchange=link,
    )


# ------------------------------------------------------------------------------------- at the caller


class _Coordinator:
    """
    One call of :func:`portfolio`.

    Attributes
    ----------
    incumbent
        Best coloring and lower bound of all runs.
    reports
        Latest report of each run.
    running
        Task of each run that has not ended.
    """

    def __init__(
        self,
        graph: Graph,
        k: int | None,
        where: Executor,
        progress: Callable[[Progress], None] | None,
        clock: Clock | None = None,
    ) -> None:
        self.graph, self.where, self.progress = graph, where, progress
        self.clock = Clock(counts_compilation=True) if clock is None else clock
        self.incumbent = Incumbent(graph, target=k, clock=self.clock, check_steps=CHECK_STEPS)
        self.reports: dict[Entry, Report] = {}
        self.running: dict[Entry, Task] = {}
        self._board = where.board()
        self._nearest: Result | None = None  # at the target, with conflicts
        self._last_reason = "done"  # of the run that ended last

    def run(self, entries: list[Entry]) -> Result:
        """Make the runs, as many at a time as there are workers, and return the best result."""
        shared = self.where.share(self.graph)
        seconds = entries[0].limits.seconds
        try:
            self._attend(shared, deque(entries), math.inf if seconds is None else seconds)
        except KeyboardInterrupt:
            self._stop("interrupted")
            self._attend(shared, deque(), self.clock.seconds(), PARTING_SECONDS)
            if not self.incumbent.found:
                raise
        finally:
            if self.running:
                self._stop("failed")
            else:
                self._board.remove()
        return self._result()

    def _attend(
        self, shared: Task, waiting: deque[Entry], limit: float, late: float = LATE_SECONDS
    ) -> None:
        """
        Start runs as workers become free, and judge what the runs find.

        At the ``limit`` of the clock the runs are stopped, and ``late`` seconds after it left.
        """
        while (waiting or self.running) and self.clock.seconds() < limit + late:
            while waiting and len(self.running) < self.where.workers:
                part = (limit - self.clock.seconds()) / math.ceil(len(waiting) / self.where.workers)
                entry = _with_seconds(waiting.popleft(), part)
                self.running[entry] = self.where.submit(_color, shared, entry, self._board)
            self._collect()
            for entry in [entry for entry, task in self.running.items() if task.done()]:
                self._finish(entry, self.running.pop(entry).result())
            if self.clock.seconds() >= limit and self.incumbent.stop_reason is None:
                self._stop("time_limit")
            if self.incumbent.stop_reason is not None:
                waiting.clear()
            if self.progress is not None:
                try:
                    self.progress(self._progress())
                except StopIteration:
                    if self.incumbent.found and self.incumbent.stop_reason is None:
                        raise KeyboardInterrupt from None
            time.sleep(POLL_SECONDS)

    def _collect(self) -> None:
        """Read the messages of the runs."""
        for message in self._board.collect():
            posted: Offer | Report = pickle.loads(message)
            if isinstance(posted, Offer):
                self.judge(posted)
            else:
                self.reports[posted.entry] = posted

    def _finish(self, entry: Entry, result: Result) -> None:
        """Take over the result of a run."""
        self._collect()  # messages from before its end
        self.reports[entry] = Report(entry, result.ticks, result.iterations, result.k, result.conflicts)
        self._last_reason = result.stop_reason
        proper = result.conflicts == 0
        colors = result.colors if proper else None
        self.judge(Offer(colors, result.lower_bound, result.certificate, result.method))
        if not proper and (self._nearest is None or result.conflicts < self._nearest.conflicts):
            self._nearest = result

    def judge(self, offer: Offer) -> None:
        """Take over a coloring or a bound if it is better and holds."""
        best = self.incumbent
        best.raise_bound(offer.lower_bound, offer.certificate)
        improved = offer.colors is not None and best.offer(
            offer.colors.astype(np.int32), offer.method, self.ticks
        )
        stopped = best.stop_reason is not None
        if (best.decide() and not stopped) or improved:
            self._publish()

    def _stop(self, reason: str) -> None:
        """Stop all runs."""
        self.incumbent.stop(reason)
        self._publish()

    def _publish(self) -> None:
        """Publish the best coloring, and whether to stop."""
        best = self.incumbent
        colors = packed(best.coloring) if best.found else None
        self._board.pin(pickle.dumps(News(colors, best.method, best.stop_reason)))

    # ----------------------------------------------------------------------------------- the account

    @property
    def ticks(self) -> int:
        """Ticks used by all runs."""
        return sum(report.ticks for report in self.reports.values())

    @property
    def iterations(self) -> int:
        """Moves made by all runs."""
        return sum(report.iterations for report in self.reports.values())

    def _progress(self) -> Progress:
        best = self.incumbent
        reports = [report for entry, report in self.reports.items() if entry in self.running]
        leading = min(reports, key=lambda report: (report.k, report.conflicts), default=None)
        return Progress(
            seconds=self.clock.seconds(),
            ticks=self.ticks,
            iterations=self.iterations,
            k=best.k - 1 if leading is None else leading.k,
            conflicts=self.graph.n if leading is None else leading.conflicts,
            best_k=best.k if best.found else None,
            lower_bound=best.lower_bound,
            method=best.method or None,
            bound_method=best.certificate["kind"],
        )

    def _result(self) -> Result:
        best, nearest = self.incumbent, self._nearest
        if not best.found and nearest is None:  # no run got so far
            best.offer(greedy(self.graph, "natural"), "natural")
            plain = plain_bound(self.graph.n)
            best.raise_bound(plain["lower_bound"], plain["certificate"])
        near = None
        if best.target is not None and (best.k > best.target or not best.found):
            if nearest is not None:
                near = nearest.colors, nearest.method
            else:
                few = with_fewer_colors(best.coloring, best.target)
                near = completed(self.graph, few, best.target), best.method
        return best.result(
            ticks=self.ticks, iterations=self.iterations, nearest=near, reason=self._last_reason
        )
