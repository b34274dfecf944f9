"""
A thread whose work can be left when time is up.

A linear program, a formula or a sequential coloring cannot be interrupted. So a call with a time limit
does its work in a thread: at the limit the caller returns what is known, and the thread ends at its
next check. The end of a Python process waits for that: a thread that comes back to Python from C++, such
as HiGHS, while Python ends is stopped in a way that C++ takes for an error, and aborts the process.

An event says whether the work has ended, not the thread: before Python 3.13, ``Thread.join`` may take a
thread that still runs for ended, if the handler of a signal raises in it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence

from ..clock import Clock
from ..stop import interrupts_wait

#: Seconds that a thread may exceed the time limit by, before it is left.
GRACE_SECONDS = 0.1
#: Seconds between two looks at the clock.
POLL_SECONDS = 0.05
#: Seconds that a thread has to end after Ctrl-C.
PARTING_SECONDS = 1.0
#: Longest wait, at the end of the process, for threads that were left.
EXIT_SECONDS = 60.0

_left: list[Worker] = []


class Worker:
    """
    A daemon thread that does one piece of work.

    Parameters
    ----------
    work
        Function without arguments.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._error: BaseException | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="kempe", daemon=True).start()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # raised again in the caller's thread
            self._error = error
        finally:
            self._ended.set()

    @property
    def is_running(self) -> bool:
        """Whether the work has not ended."""
        return not self._ended.is_set()

    def wait(self, seconds: float) -> None:
        """Wait for the end of the work, at most for a number of seconds."""
        self._ended.wait(max(0.0, seconds))

    def leave(self) -> None:
        """Raise what the work has raised; if it still runs, leave it."""
        if self.is_running:
            _left[:] = [*(worker for worker in _left if worker.is_running), self]
        elif self._error is not None:
            raise self._error


def run_for(
    seconds: float,
    clock: Clock,
    work: Callable[[], None],
    *,
    interrupted: Callable[[], object],
    report: Callable[[], object] = lambda: None,
) -> Worker:
    """
    Run work in a thread until it ends or its time is up.

    Parameters
    ----------
    seconds
        Time limit.
    clock
        Clock of the call.
    work
        Function without arguments.
    interrupted
        Function called on Ctrl-C; it should make the work end.
    report
        Function called about twenty times a second meanwhile.

    Returns
    -------
    Worker
        Thread, which may still run; the caller leaves it when it has what it needs.

    Raises
    ------
    Exception
        What ``report`` raises. The work is then ended as on Ctrl-C, and left.
    """
    end = seconds + GRACE_SECONDS
    try:
        with interrupts_wait():  # a thread that nobody knows of would work until the time limit
            worker = Worker(work)
        while worker.is_running and clock.seconds() < end:
            worker.wait(min(POLL_SECONDS, end - clock.seconds()))
            report()
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):  # a second one ends only the wait
            interrupted()
            worker.wait(PARTING_SECONDS)
    except BaseException:
        interrupted()
        worker.leave()
        raise
    return worker


def side_by_side(calls: Sequence[Callable[[], None]]) -> None:
    """Make the calls at the same time, each but a single one in its own thread; wait for all of them."""
    if len(calls) == 1:
        calls[0]()
        return
    workers = [Worker(call) for call in calls]
    try:
        for worker in workers:
            worker.wait(threading.TIMEOUT_MAX)
    except KeyboardInterrupt:
        _left.extend(workers)
        raise
    for worker in workers:
        worker.leave()


@atexit.register
def _wait_for_threads() -> None:
    """Wait for threads that were left, which the end of the process would break."""
    end = time.monotonic() + EXIT_SECONDS
    with contextlib.suppress(KeyboardInterrupt):
        for worker in _left:
            worker.wait(end - time.monotonic())


def end_at_once(status: int) -> None:
    """
    End the process if a thread that was left still runs, otherwise do nothing.

    Only a command may do so, after its output is flushed: nobody else has work to do at the end of the
    process. The cache is not damaged, because its files appear when they are complete.
    """
    if any(worker.is_running for worker in _left):
        os._exit(status)
