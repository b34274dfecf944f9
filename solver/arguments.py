"""
Checks of the numbers, arrays and paths that callers pass.

Each function returns the value as a plain Python number, an array or a path, or raises an error that
names the argument, the value and what would have been legal.
"""

from __future__ import annotations

import math
import operator
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import expected

#: Seconds after which a search ends if its caller limits neither time nor work.
DEFAULT_SECONDS = 60.0


def integer(name: str, value: object, low: int, high: int | None = None) -> int:
    """Return ``value`` as an int from ``low`` to ``high``; NumPy integers pass, booleans do not."""
    legal = f"an integer >= {low}" if high is None else f"an integer from {low} to {high}"
    if isinstance(value, bool):
        raise expected(name, value, legal)
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise expected(name, value, legal) from None
    if number < low or (high is not None and number > high):
        raise expected(name, number, legal)
    return number


def fraction(name: str, value: object, low: float = 0.0, high: float = 1.0) -> float:
    """Return ``value`` as a float from ``low`` to ``high``."""
    legal = f"a number from {low:g} to {high:g}"
    number = _real(name, value, legal)
    if not low <= number <= high:
        raise expected(name, number, legal)
    return number


def positive(name: str, value: object) -> float:
    """Return ``value`` as a float above 0, which may be infinite."""
    number = _real(name, value, "a positive number")
    if not number > 0:
        raise expected(name, value, "a positive number")
    return number


def seed(value: object) -> int:
    """Return ``value`` as the seed of a random number generator."""
    return integer("seed", value, 0)


def array(name: str, value: object, legal: str) -> NDArray[Any]:
    """Return ``value`` as an array of any type; refuse rows of different lengths."""
    try:
        return np.asarray(value)
    except ValueError:
        raise expected(name, value, legal) from None


def function(name: str, value: object, legal: str) -> None:
    """Refuse a value that cannot be called."""
    if not callable(value):
        raise expected(name, value, legal)


def path(name: str, value: object) -> Path:
    """Return ``value`` as a path."""
    if not isinstance(value, (str, PathLike)):
        raise expected(name, value, "the path of a file")
    return Path(value)


def limits(time_limit: object, work_limit: object, name: str = "max_ticks") -> tuple[float, int | None]:
    """
    Return a time limit in seconds and a work limit, called ``name``, that is None for none.

    Every search has this one rule: 60 s if neither is given; no time limit, so that the result is the
    same on any machine, if only work is limited; none at all with ``time_limit=math.inf``.
    """
    work = None if work_limit is None else integer(name, work_limit, 0)
    if time_limit is None:
        return (DEFAULT_SECONDS if work is None else math.inf), work
    return positive("time_limit", time_limit), work


def _real(name: str, value: object, legal: str) -> float:
    if isinstance(value, bool | str | bytes):
        raise expected(name, value, legal)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise expected(name, value, legal) from None
