"""Threads that run kernels side by side; kernels release the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from .arguments import integer

T = TypeVar("T")

#: Adjacency entries whose processing takes as long as starting a thread, about 50 microseconds.
WORTH_A_THREAD = 1 << 16


def cpus() -> int:
    """Return the number of CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worthwhile(threads: int, entries: int) -> int:
    """
    Return how many of ``threads`` a sweep over ``entries`` adjacency entries can use, at least 1.

    Raises
    ------
    InputError
        If ``threads`` is not an integer >= 1.
    """
    return max(1, min(integer("threads", threads, 1), entries // WORTH_A_THREAD))


def side_by_side(work: Callable[..., T], parts: Sequence[tuple[object, ...]]) -> list[T]:
    """Call ``work`` with the arguments of each part in its own thread; return the results in order."""
    if len(parts) == 1:
        return [work(*parts[0])]
    with ThreadPoolExecutor(len(parts)) as pool:
        return [future.result() for future in [pool.submit(work, *part) for part in parts]]


def row_ranges(indptr: NDArray[np.int64], parts: int) -> list[tuple[int, int]]:
    """Divide the rows into ranges ``(first, last + 1)`` with about equally many entries."""
    shares = indptr[-1] * np.arange(1, parts, dtype=np.int64) // parts
    cuts = [0, *np.searchsorted(indptr, shares).tolist(), len(indptr) - 1]
    return list(pairwise(cuts))
