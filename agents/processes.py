"""Calls in worker processes, which end at once on Ctrl-C and when their parent is gone."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, as_completed
from typing import Any, NoReturn

#: Seconds in which all workers together may close their files before they are killed.
PATIENCE = 5.0

Call = tuple[Callable[..., Any], tuple[Any, ...]]


def as_they_end(calls: Sequence[Call], workers: int) -> Iterator[tuple[int, Future[Any]]]:
    """
    Make calls in worker processes, and yield the place and the future of each as it ends.

    If the caller stops, on Ctrl-C for instance, the workers are ended and no call is begun any more. A
    worker that has not ended after ``PATIENCE`` seconds is killed.

    Parameters
    ----------
    calls
        Functions and their arguments.
    workers
        Number of processes, at least 1.

    Raises
    ------
    BrokenExecutor
        By the futures, if a worker was killed.
    """
    # Here, since it brings numba, which other commands do without.
    from solver.distributed.parent import end_with_parent

    if not calls:
        return
    pool = ProcessPoolExecutor(min(workers, len(calls)), initializer=_begin, initargs=(end_with_parent,))
    try:
        places = {pool.submit(_made, *call): place for place, call in enumerate(calls)}
        for future in as_completed(places):
            yield places[future], future
    except BaseException:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        patience = time.monotonic() + PATIENCE
        for process in processes:  # what they write is not free before
            process.join(max(0.0, patience - time.monotonic()))
            if process.is_alive():  # a call that catches every exception does not end
                process.kill()
                process.join()
        raise
    pool.shutdown()


def why_it_ended(error: KeyboardInterrupt | BrokenExecutor) -> str:
    """Return in words why the calls came to an end."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    return "a worker process was killed, for lack of memory or from outside"


class Ended(SystemExit):
    """The caller ends this worker."""


def _begin(end_with_parent: Callable[[], None]) -> None:
    end_with_parent()
    # Ctrl-C reaches every process of the terminal; the caller decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Ended(1)


def _made(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return function(*arguments)
    except Ended:
        # Files are closed now; the pool would go on with its next call.
        os._exit(1)
