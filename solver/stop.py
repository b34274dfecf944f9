"""
Stop criteria: callables that take the progress of a search, combined with :class:`AnyOf`.

The wall clock decides only when a search ends, never its course: between two checks a search does a
fixed amount of work. Ctrl-C may come anywhere, so the last functions are for work that it must not break
off.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from .arguments import function, positive
from .result import Result

R = TypeVar("R", bound=Result)

#: Signals that end a search.
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Progress:
    """
    Progress of a search.

    Attributes
    ----------
    seconds
        Wall time since the call.
    ticks, iterations
        Work done so far; see :class:`solver.Result`.
    k, conflicts
        Number of colors tried at present, and the fewest conflicts with them.
    best_k, lower_bound
        Number of colors of the best proper coloring so far, and the best lower bound; None where there
        is none.
    method, bound_method
        Methods that found them; None where there is none or it is not known.
    compiled
        Groups of kernels compiled so far and in all, while some are compiled in the background; else
        None.
    """

    seconds: float
    ticks: int
    iterations: int
    k: int
    conflicts: int
    best_k: int | None = None
    lower_bound: int | None = None
    method: str | None = None
    bound_method: str | None = None
    compiled: tuple[int, int] | None = None


class Stop(Protocol):
    """
    A stop criterion, called between slices of work: it returns the reason to stop, or None.

    A criterion that limits work has an attribute ``ticks``, so that the last slice can be shortened.
    """

    def __call__(self, progress: Progress) -> str | None: ...


@dataclass(frozen=True)
class MaxRuntime:
    """Stop after a number of seconds of wall time."""

    seconds: float

    def __post_init__(self) -> None:
        positive("seconds", self.seconds)

    def __call__(self, progress: Progress) -> str | None:
        return "time_limit" if progress.seconds >= self.seconds else None


@dataclass(frozen=True)
class MaxTicks:
    """Stop after a number of ticks; unlike a time limit, with the same result on every machine."""

    ticks: int

    def __post_init__(self) -> None:
        positive("ticks", self.ticks)

    def __call__(self, progress: Progress) -> str | None:
        return "max_ticks" if progress.ticks >= self.ticks else None


@dataclass(frozen=True)
class MaxIterations:
    """Stop after a number of moves, counted between slices of work."""

    iterations: int

    def __post_init__(self) -> None:
        positive("iterations", self.iterations)

    def __call__(self, progress: Progress) -> str | None:
        return "max_iterations" if progress.iterations >= self.iterations else None


class AnyOf:
    """Stop at the first of several criteria; never if there are none."""

    def __init__(self, *criteria: Stop) -> None:
        for criterion in criteria:
            function("criterion", criterion, "a stop criterion, such as MaxRuntime(10)")
        self.criteria = criteria
        limits = [ticks_allowed(stop) for stop in criteria]
        self.ticks = min((limit for limit in limits if limit is not None), default=None)

    def __call__(self, progress: Progress) -> str | None:
        return next((reason for stop in self.criteria if (reason := stop(progress))), None)


def ticks_allowed(stop: Stop) -> int | None:
    """Return the ticks that a criterion allows, or None if it does not limit work."""
    return getattr(stop, "ticks", None)


@contextlib.contextmanager
def _interrupts_collected() -> Iterator[list[Callable[[], object]]]:
    """Yield a list of calls that handle the signals which come during the block."""
    came: list[Callable[[], object]] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    handlers = {which: signal.getsignal(which) for which in SIGNALS}
    handlers = {which: handler for which, handler in handlers.items() if callable(handler)}
    try:
        for which, handler in handlers.items():
            signal.signal(which, lambda *arguments, _of=handler: came.append(partial(_of, *arguments)))
        yield came
    finally:
        _put_back(handlers)


def _put_back(handlers: dict[signal.Signals, Any]) -> None:
    """Set handlers, all of them even if a signal comes that the first of them handles."""
    try:
        for which in list(handlers):
            signal.signal(which, handlers[which])
            del handlers[which]
    finally:
        if handlers:
            _put_back(handlers)


@contextlib.contextmanager
def interrupts_noted() -> Iterator[list[Callable[[], object]]]:
    """
    Yield a list that is not empty once signals have come during the block, which they do not end.

    The first one is handled at the end of the block, but a ``KeyboardInterrupt`` of its handler dropped.
    Signals that Python has no handler for act as always, and so do all of them outside the main thread.
    """
    with _interrupts_collected() as came:
        try:
            yield came
        finally:
            # The handler may take the signals of the next moment for part of this one.
            with contextlib.suppress(KeyboardInterrupt):
                for handle in came[:1]:
                    handle()


def kept(result: Callable[[], R]) -> R:
    """Return the result that a function makes of a search; a signal meanwhile is its stop reason."""
    with interrupts_noted() as came:
        made = result()
    return replace(made, stop_reason="interrupted") if came else made


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """Handle signals at the end of the block, the first of them if there are several."""
    came: list[Callable[[], object]] = []
    try:
        with _interrupts_collected() as came:
            yield
    finally:
        for handle in came[:1]:
            handle()
