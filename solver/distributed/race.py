"""
A portfolio: several runs on one graph, each in a process of its own, that share what they find.

Each run is a call of :func:`solver.color` with a method and a seed of its own. It posts every coloring
with fewer colors and every higher bound; the caller judges what is posted and pins up the best, which
the runs take over between two turns of their searches. So nobody works at a number of colors that
another has reached, and when the bounds meet, whoever is left is told to stop. What was posted is safe:
a worker that dies takes with it the state of its searches only, and its run begins again elsewhere, from
the best coloring known.
"""

from __future__ import annotations

import itertools
import math
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bounds.certificate import check_certificate
from ..clock import Clock
from ..errors import InputError, KempeError
from ..graphs.graph import Graph
from ..graphs.verify import conflicts, is_proper
from ..portfolio.color import color
from ..portfolio.exchange import News
from ..portfolio.request import DEFAULT_SECONDS
from ..portfolio.shares import METHODS
from ..result import Result
from ..stop import Progress
from .board import Board
from .executors import POLL_SECONDS, Executor, Task, Where, opened

#: Between two looks of a run at the board, and two reports of the work it has done.
LISTEN_SECONDS = 0.2
REPORT_SECONDS = 0.5
#: How long the caller waits, after Ctrl-C, for the runs to say where they are.
PARTING_SECONDS = 3.0
#: Steps for a certificate that needs search, which the run that found it made already.
CHECK_STEPS = 1 << 16


class Run(NamedTuple):
    """One member of a portfolio: the arguments of its call of :func:`solver.color`."""

    method: str
    seed: int
    k: int | None
    time_limit: float | None
    max_ticks: int | None


class Found(NamedTuple):
    """A coloring and a bound, as a run posts them."""

    colors: NDArray[np.integer]
    lower_bound: int
    certificate: dict[str, Any]
    method: str


class Working(NamedTuple):
    """The work that a run has done, and what it is at."""

    run: Run
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
        The graph; every worker gets a copy.
    k
        Stop at a proper coloring with at most ``k`` colors, as in :func:`solver.color`.
    methods, seeds
        There is one run for each method and each seed. Seeds are given, or counted from 0; by default
        there are so many that each worker has a run.
    time_limit
        Seconds for all runs together, 60 unless ``max_ticks`` is given. Of more runs than workers each
        has an equal part. Starting the workers, and compiling, which a machine does once, do not count;
        a run that lost its worker has its whole part again.
    max_ticks
        Work limit of each run.
    workers
        Number of processes; by default one for each CPU.
    executor
        None for processes of this machine, which end with the call; or the address of a Dask scheduler,
        a ``distributed.Client``, or an :class:`~solver.distributed.Processes` to be used again.
    progress
        Called with a :class:`~solver.stop.Progress` of all runs together, a few times a second.

    Returns
    -------
    Result
        The best of all, verified here; ``ticks`` and ``iterations`` are sums, ``seconds`` the wall time
        of the call. Which run comes first is a matter of time, so two calls may differ. Ctrl-C ends the
        search, not the call.

    Raises
    ------
    InputError
        If an argument is out of range.
    KempeError
        If a run lost its worker time and again.

    Examples
    --------
    >>> import solver
    >>> result = solver.distributed.race(solver.generators.queen(8), 9, workers=2, max_ticks=10**8)
    >>> result.k, result.conflicts
    (9, 0)
    """
    with opened(executor, workers) as where:
        runs = _runs(where.workers, k, methods, seeds, time_limit, max_ticks)
        race = _Race(graph, k, where, progress)
        return race.hold(runs)


def _runs(
    workers: int,
    k: int | None,
    methods: Sequence[str],
    seeds: int | Iterable[int] | None,
    time_limit: float | None,
    max_ticks: int | None,
) -> list[Run]:
    """The runs, those of one seed together."""
    if isinstance(methods, str) or not methods:
        raise InputError(
            f"methods = {methods!r}, expected a list of at least one of {', '.join(METHODS)}"
        )
    for method in methods:
        if method not in METHODS:
            raise InputError(f"methods: {method!r}, expected some of {', '.join(METHODS)}")
    if seeds is None:
        seeds = math.ceil(workers / len(methods))
    chosen = list(range(seeds)) if isinstance(seeds, int) else list(seeds)
    if not chosen or min(chosen) < 0:
        raise InputError(f"seeds = {seeds!r}, expected a number from 1, or seeds from 0")
    for name, limit in (("time_limit", time_limit), ("max_ticks", max_ticks)):
        if limit is not None and not limit > 0:
            raise InputError(f"{name} = {limit}, expected a positive number")
    if time_limit is None and max_ticks is None:
        time_limit = DEFAULT_SECONDS
    pairs = list(itertools.product(chosen, methods))
    if time_limit is not None:
        time_limit /= math.ceil(len(pairs) / workers)
    return [Run(method, seed, k, time_limit, max_ticks) for seed, method in pairs]


# --------------------------------------------------------------------------------------- in a worker


class _Link:
    """Connects a run to the board."""

    def __init__(self, run: Run, board: Board) -> None:
        self._run, self._board = run, board
        self._seen = 0
        self._listened = self._reported = time.monotonic()

    def tell(
        self, colors: NDArray[np.int32], lower_bound: int, certificate: dict[str, Any], method: str
    ) -> None:
        self._board.post(pickle.dumps(Found(narrow(colors), lower_bound, certificate, method)))

    def hear(self) -> News:
        now = time.monotonic()
        if now - self._listened < LISTEN_SECONDS:
            return News()
        self._listened = now
        notice = self._board.notice(self._seen)
        if notice is None:
            return News()
        self._seen = notice[0]
        news: News = pickle.loads(notice[1])
        return news

    def report(self, progress: Progress) -> None:
        """Post the work done so far, now and then."""
        now = time.monotonic()
        if now - self._reported >= REPORT_SECONDS:
            self._reported = now
            self._board.post(
                pickle.dumps(
                    Working(
                        self._run, progress.ticks, progress.iterations, progress.k, progress.conflicts
                    )
                )
            )


def narrow(colors: NDArray[np.int32]) -> NDArray[np.unsignedinteger]:
    """The same colors in as few bytes as they need."""
    return colors.astype(np.min_scalar_type(int(colors.max(initial=0))))


def _make(graph: Graph, run: Run, board: Board) -> Result:
    """Make one run in a worker, from the best coloring known."""
    link = _Link(run, board)
    notice = board.notice(0)
    news = News() if notice is None else pickle.loads(notice[1])
    return color(
        graph,
        run.k,
        method=run.method,
        initial=news.colors,
        time_limit=run.time_limit,
        max_ticks=run.max_ticks,
        seed=run.seed,
        progress=link.report,
        exchange=link,
    )


# ------------------------------------------------------------------------------------- at the caller


class _Race:
    """One call of :func:`portfolio`: the incumbent, the bound, the runs under way."""

    def __init__(
        self,
        graph: Graph,
        k: int | None,
        where: Executor,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.graph, self.asked, self.where, self.progress = graph, k, where, progress
        self.clock = Clock()
        self.board = where.board()
        self.colors: NDArray[np.int32] | None = None
        self.k = graph.n + 1
        self.method = ""
        self.lower_bound = min(graph.n, 1)
        self.certificate: dict[str, Any] = {}
        self.nearest: Result | None = None  # at the asked number of colors, but with conflicts
        self.history: list[tuple[float, int, int, int]] = []
        self.work: dict[Run, Working] = {}
        self.running: dict[Run, Task] = {}
        self.reason: str | None = None
        self.ended = "done"  # why the last run ended

    @property
    def ticks(self) -> int:
        return sum(working.ticks for working in self.work.values())

    @property
    def iterations(self) -> int:
        return sum(working.iterations for working in self.work.values())

    def hold(self, runs: list[Run]) -> Result:
        """Make the runs; one after another where there are more than workers."""
        shared = self.where.share(self.graph)
        try:
            self._attend(shared, deque(runs))
        except KeyboardInterrupt:
            self._stop("interrupted")
            self._attend(shared, deque(), until=time.monotonic() + PARTING_SECONDS)
            if self.colors is None:
                raise
        finally:
            if self.running:
                self._stop("failed")
            else:
                self.board.remove()
        return self._result()

    def _attend(self, shared: Task, waiting: deque[Run], until: float = math.inf) -> None:
        """Keep the workers busy, and judge what they find."""
        while (waiting or self.running) and time.monotonic() < until:
            while waiting and len(self.running) < self.where.workers:
                run = waiting.popleft()
                self.running[run] = self.where.submit(_make, shared, run, self.board)
            self._collect()
            for run in [run for run, task in self.running.items() if task.done()]:
                self._end(run, self.running.pop(run).result())
            if self.reason is not None:
                waiting.clear()
            if self.progress is not None:
                self.progress(self._standing())
            time.sleep(POLL_SECONDS)

    def _collect(self) -> None:
        for message in self.board.collect():
            posted: Found | Working = pickle.loads(message)
            if isinstance(posted, Found):
                self._judge(posted)
            else:
                self.work[posted.run] = posted

    def _end(self, run: Run, result: Result) -> None:
        """Take over what a run came to."""
        self._collect()  # what it posted before its end
        self.work[run] = Working(run, result.ticks, result.iterations, result.k, result.conflicts)
        self.ended = result.stop_reason
        if result.conflicts == 0:
            self._judge(Found(result.colors, result.lower_bound, result.certificate, result.method))
            return
        self._judge(Found(result.colors[:0], result.lower_bound, result.certificate, result.method))
        if self.nearest is None or result.conflicts < self.nearest.conflicts:
            self.nearest = result

    def _judge(self, found: Found) -> None:
        """Take over a coloring or a bound if it is better, and holds."""
        if found.lower_bound > self.lower_bound:
            # A bound that an exhaustive search found leaves nothing to check.
            if found.certificate["kind"] != "search":
                verdict = check_certificate(self.graph, found.certificate, max_steps=CHECK_STEPS)
                if verdict.holds is False:
                    raise KempeError(f"a bound does not hold ({verdict.reason}); please report this")
            self.lower_bound, self.certificate = found.lower_bound, found.certificate
        used = len(np.unique(found.colors))
        better = len(found.colors) == self.graph.n and used < self.k
        if better:
            colors = found.colors.astype(np.int32)
            if not is_proper(self.graph, colors):
                raise KempeError(f"{found.method}: a coloring with conflicts; please report this")
            self.colors, self.k, self.method = colors, used, found.method
            self.history.append((self.clock.seconds(), self.ticks, self.k, 0))
        if (reason := self._reached()) is not None:
            self._stop(reason)
        elif better:
            self._pin()

    def _reached(self) -> str | None:
        if self.asked is not None and self.asked < self.lower_bound:
            return "infeasible"
        if self.k <= self.lower_bound:
            return "proven"
        return "target" if self.asked is not None and self.k <= self.asked else None

    def _stop(self, reason: str) -> None:
        """Call all runs off."""
        if self.reason is None:
            self.reason = reason
            self._pin()

    def _pin(self) -> None:
        colors = None if self.colors is None else narrow(self.colors)
        self.board.pin(pickle.dumps(News(colors, self.method, self.reason)))

    def _standing(self) -> Progress:
        at_work = [working for run, working in self.work.items() if run in self.running]
        leading = min(at_work, key=lambda w: (w.k, w.conflicts), default=None)
        return Progress(
            self.clock.seconds(),
            self.ticks,
            self.iterations,
            self.k - 1 if leading is None else leading.k,
            self.graph.n if leading is None else leading.conflicts,
            None if self.colors is None else self.k,
            self.lower_bound,
        )

    def _result(self) -> Result:
        k, colors, method = self.k, self.colors, self.method
        if self.asked is not None and k > self.asked and self.nearest is not None:
            k, colors, method = self.nearest.k, self.nearest.colors, self.nearest.method
        assert colors is not None
        clashes = conflicts(self.graph, colors)
        return Result(
            colors=colors,
            k=k,
            conflicts=clashes,
            lower_bound=self.lower_bound,
            proven=clashes == 0 and k <= self.lower_bound,
            certificate=self.certificate,
            method=method,
            seconds=self.clock.seconds(),
            ticks=self.ticks,
            iterations=self.iterations,
            history=tuple(self.history),
            stop_reason=self.reason or self.ended,
        )
