"""Runs of a benchmark: one, or all of them, in this process, in several, or on a Dask cluster."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..distributed.board import Board
from ..distributed.executors import Where, each, opened
from ..distributed.race import LISTEN_SECONDS
from ..errors import KempeError, expected
from ..graphs.formats.load import load
from ..graphs.generators import is_spec
from ..graphs.graph import Graph
from ..portfolio.exchange import Exchange, News
from ..stop import Progress
from .plan import Task
from .results import Row


@dataclass(frozen=True)
class Failure:
    """A run that failed, and why."""

    task: Task
    message: str


def run_one(
    task: Task,
    progress: Callable[[Progress], None] | None = None,
    exchange: Exchange | None = None,
) -> Row | Failure:
    """Make one run; a failure is returned, so that the other runs continue."""
    from .. import __version__
    from ..portfolio.color import color

    try:
        graph = _loaded(task.source)
        best = task.best_known
        if best is not None and best.n not in (None, graph.n):
            raise expected("n", graph.n, f"{best.n}, as in the best-known file", path=task.source)
        result = color(
            graph,
            task.target_k,
            method=task.method,
            time_limit=task.time_limit,
            max_ticks=task.max_ticks,
            seed=task.seed,
            progress=progress,
            exchange=exchange,
        )
        if task.colorings is not None and result.stop_reason != "interrupted":
            from ..graphs.formats import write_coloring

            Path(task.colorings).mkdir(parents=True, exist_ok=True)
            name = f"{task.instance}.{task.method}.{task.seed}.{result.k}.sol"
            write_coloring(Path(task.colorings, name), result.colors)
    except (KempeError, OSError) as error:
        return Failure(task, str(error))
    except MemoryError:
        return Failure(task, f"{task.source}: not enough memory")
    reached = [at for at, _, k, conflicts in result.history if k <= result.k and conflicts == 0]
    return Row(
        instance=task.instance,
        method=task.method,
        seed=task.seed,
        time_limit=task.time_limit,
        max_ticks=task.max_ticks,
        target_k=task.target_k,
        n=graph.n,
        m=graph.m,
        k=result.k,
        conflicts=result.conflicts,
        lower_bound=result.lower_bound,
        proven=result.proven,
        best_known_k=None if best is None else best.k,
        stop_reason=result.stop_reason,
        seconds=result.seconds,
        time_to_best=min(reached) if reached and result.conflicts == 0 else None,
        ticks=result.ticks,
        iterations=result.iterations,
        iterations_per_second=result.iterations / result.seconds,
        found_by=result.method,
        version=__version__,
    )


@functools.lru_cache(maxsize=1)
def _loaded(source: str) -> Graph:
    return load(source)


def run_all(
    tasks: Sequence[Task],
    jobs: int = 1,
    progress: Callable[[Progress], None] | None = None,
    executor: Where = None,
) -> Iterator[Row | Failure]:
    """
    Make the runs and yield their rows as they finish.

    Parameters
    ----------
    tasks
        Runs, in order.
    jobs
        Number of processes. They share caches and memory bandwidth: leave it at 1 for times to report.
        Each one compiles the kernels it needs unless they are in the cache.
    progress
        Function called as by :func:`solver.color`, with one job in this process only.
    executor
        Executor for the runs, as for :func:`solver.distributed.portfolio`. Workers read the files and
        write the colorings.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; runs that were interrupted are not yielded.
    """
    if jobs == 1 and executor is None:
        for task in tasks:
            outcome = run_one(task, progress)
            if isinstance(outcome, Row) and outcome.stop_reason == "interrupted":
                raise KeyboardInterrupt
            yield outcome
        return
    with opened(executor, min(jobs, len(tasks) or 1) if executor is None else None) as where:
        board = where.board()
        try:
            for place, run in each(where, [(_run_there, (_absolute(task), board)) for task in tasks]):
                try:
                    outcome = run.result()
                except KempeError as error:
                    outcome = Failure(tasks[place], str(error))
                yield outcome
        except BaseException:
            board.pin(b"")
            raise
        board.remove()


class _StopOnNotice:
    """An exchange that stops a run when there is a notice on the board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._looked = time.monotonic()

    def tell(self, *_: object) -> None:
        """Publish nothing: runs that are measured do not cooperate."""

    def hear(self) -> News:
        """Return whether to stop."""
        if time.monotonic() - self._looked < LISTEN_SECONDS:
            return News()
        self._looked = time.monotonic()
        return News() if self._board.notice(0) is None else News(stop="interrupted")


def _run_there(task: Task, board: Board) -> Row | Failure:
    """Make one run in a worker process."""
    return run_one(task, exchange=_StopOnNotice(board))


def _absolute(task: Task) -> Task:
    """Return the same run for a process with another working directory."""
    source = task.source if is_spec(task.source) else os.path.abspath(task.source)
    colorings = None if task.colorings is None else os.path.abspath(task.colorings)
    return replace(task, source=source, colorings=colorings)
