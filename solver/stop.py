"""
When to stop a search: small callables that look at its progress, combined with :class:`AnyOf`.

The wall clock decides only when a search ends, never which way it goes: between two checks a search
runs for a fixed amount of work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .errors import InputError


@dataclass(frozen=True)
class Progress:
    """
    How far a search has come.

    Attributes
    ----------
    seconds
        Wall time since the call.
    ticks, iterations
        Work done so far; see :class:`solver.Result`.
    k, conflicts
        Colors that are being tried, and the fewest conflicts with them.
    best_k, lower_bound
        Colors of the best proper coloring so far, and the fewest that are possible as far as is known;
        None where nobody asks.
    """

    seconds: float
    ticks: int
    iterations: int
    k: int
    conflicts: int
    best_k: int | None = None
    lower_bound: int | None = None


class Stop(Protocol):
    """
    Called between rounds; returns the reason to stop, or None to go on.

    A criterion that limits work has an attribute ``ticks``, so that the last round can be cut to size.
    """

    def __call__(self, progress: Progress) -> str | None: ...


def _check_positive(name: str, value: float) -> None:
    if not value > 0:
        raise InputError(f"{name} = {value}, expected a positive number")


@dataclass(frozen=True)
class MaxRuntime:
    """Stop after so many seconds of wall time."""

    seconds: float

    def __post_init__(self) -> None:
        _check_positive("seconds", self.seconds)

    def __call__(self, progress: Progress) -> str | None:
        return "time_limit" if progress.seconds >= self.seconds else None


@dataclass(frozen=True)
class MaxTicks:
    """Stop after so much work; unlike a time limit, this gives the same answer on every machine."""

    ticks: int

    def __post_init__(self) -> None:
        _check_positive("ticks", self.ticks)

    def __call__(self, progress: Progress) -> str | None:
        return "max_ticks" if progress.ticks >= self.ticks else None


@dataclass(frozen=True)
class MaxIterations:
    """Stop once so many moves have been made, counted between rounds."""

    iterations: int

    def __post_init__(self) -> None:
        _check_positive("iterations", self.iterations)

    def __call__(self, progress: Progress) -> str | None:
        return "max_iterations" if progress.iterations >= self.iterations else None


class AnyOf:
    """Stop as soon as one of several criteria says so; with none, never."""

    def __init__(self, *criteria: Stop) -> None:
        self.criteria = criteria
        limits = [ticks_allowed(stop) for stop in criteria]
        self.ticks = min((limit for limit in limits if limit is not None), default=None)

    def __call__(self, progress: Progress) -> str | None:
        return next((reason for stop in self.criteria if (reason := stop(progress))), None)


def ticks_allowed(stop: Stop) -> int | None:
    """The work that a criterion allows in all, or None if it does not limit work."""
    return getattr(stop, "ticks", None)
