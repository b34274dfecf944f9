"""Making the runs: one, or all of them, in this process or in several."""

from __future__ import annotations

import functools
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, KempeError
from ..graph import Graph
from ..source import load
from ..stop import Progress
from .plan import Task
from .results import Row


@dataclass(frozen=True)
class Failure:
    """A run that could not be made, and why."""

    task: Task
    message: str


def run_one(task: Task, progress: Callable[[Progress], None] | None = None) -> Row | Failure:
    """Make one run; what goes wrong with its input is a value, so that the other runs go on."""
    from .. import __version__
    from ..color import color

    try:
        graph = _loaded(task.source)
        best = task.best_known
        if best is not None and best.n not in (None, graph.n):
            raise InputError(f"n = {graph.n}, but best known is for n = {best.n}", path=task.source)
        result = color(
            graph,
            task.target_k,
            method=task.method,
            time_limit=task.time_limit,
            max_ticks=task.max_ticks,
            seed=task.seed,
            progress=progress,
        )
        if task.colorings is not None and result.stop_reason != "interrupted":
            from ..formats import write_coloring

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
    tasks: Sequence[Task], jobs: int = 1, progress: Callable[[Progress], None] | None = None
) -> Iterator[Row | Failure]:
    """
    Make the runs and yield them as they finish.

    Parameters
    ----------
    tasks
        What to run, in order.
    jobs
        Processes that run side by side. They share caches and memory bandwidth: for times to report,
        leave it at 1.
    progress
        As for :func:`solver.color`; called with one job only.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; the run it cut off is not yielded.
    """
    if jobs == 1:
        for task in tasks:
            outcome = run_one(task, progress)
            if isinstance(outcome, Row) and outcome.stop_reason == "interrupted":
                raise KeyboardInterrupt
            yield outcome
        return
    from ..warmup import warm_coloring

    # Here once, lest every worker compile the same kernels.
    warm_coloring()
    # Spawned, not forked: numba and its threads do not survive a fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks) or 1), context, _ignore_interrupts) as pool:
        try:
            for future in as_completed([pool.submit(run_one, task) for task in tasks]):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; the parent decides what becomes of the children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
