"""The arguments of one call of :func:`solver.color`, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..arguments import integer, limits
from ..errors import expected
from ..stop import AnyOf, MaxRuntime, MaxTicks, Stop
from ..threads import cpus
from .options import Settings, settings
from .shares import METHODS

#: Bytes that searches may allocate if only work is limited: what is free differs between machines, and
#: would decide which searches take part.
REPEATABLE_MEMORY = 4 << 30


@dataclass(frozen=True)
class Limits:
    """
    When a call ends.

    Attributes
    ----------
    seconds
        Seconds of wall time, or None.
    ticks
        Work limit, or None.
    """

    seconds: float | None
    ticks: int | None

    @property
    def stop(self) -> Stop:
        """Stop criterion of both limits."""
        criteria: list[Stop] = []
        if self.seconds is not None:
            criteria.append(MaxRuntime(self.seconds))
        if self.ticks is not None:
            criteria.append(MaxTicks(self.ticks))
        return AnyOf(*criteria)


def checked_limits(time_limit: float | None, max_ticks: int | None) -> Limits:
    """Return the limits of a call: 60 s if neither is given."""
    ticks = None if max_ticks is None else integer("max_ticks", max_ticks, 1)
    seconds, _ = limits(time_limit, ticks)
    return Limits(None if time_limit is None and ticks is not None else seconds, ticks)


def checked_method(name: str, method: str) -> str:
    """Return a method of :func:`solver.color`."""
    if method not in METHODS:
        raise expected(name, method, f"one of {', '.join(METHODS)}")
    return method


@dataclass(frozen=True)
class Request:
    """
    What a run is to do.

    Attributes
    ----------
    k
        Number of colors that suffices, or None.
    method
        Method of :func:`solver.color`.
    limits
        Time and work limits.
    seed
        Seed of the random number generators.
    threads
        Members that work side by side.
    settings
        Options and parameters.
    memory
        Bytes that a search may allocate; None for half of what is free.
    """

    k: int | None
    method: str
    limits: Limits
    seed: int
    threads: int
    settings: Settings
    memory: int | None


def checked_request(
    n: int,
    k: int | None,
    method: str,
    time_limit: float | None,
    max_ticks: int | None,
    seed: int,
    threads: int,
    options: Mapping[str, object] | None,
    memory_limit: int | None,
) -> Request:
    """Return the request for a graph of ``n`` vertices; raise an InputError for an illegal argument."""
    limits = checked_limits(time_limit, max_ticks)
    threads = integer("threads", threads, 1)
    if limits.seconds is not None:  # without a time limit, the result is the same on any machine
        threads = min(threads, cpus())
    if memory_limit is None and limits.seconds is None:
        memory_limit = REPEATABLE_MEMORY
    return Request(
        k=None if k is None else integer("k", k, min(n, 1)),
        method=checked_method("method", method),
        limits=limits,
        seed=integer("seed", seed, 0),
        threads=threads,
        settings=settings(options),
        memory=None if memory_limit is None else integer("memory_limit", memory_limit, 1),
    )
