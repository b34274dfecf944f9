"""
Kernels side by side: how many threads pay, and running them.

Kernels release the interpreter's lock, so threads of Python suffice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import InputError

T = TypeVar("T")

#: Adjacency entries that occupy a thread for as long as it takes to start one, some 50 microseconds.
WORTH_A_THREAD = 1 << 16


def worthwhile(threads: int, entries: int) -> int:
    """
    How many of the ``threads`` allowed a sweep over so many adjacency entries can use; 1 or more.

    Raises
    ------
    InputError
        If ``threads`` is less than 1.
    """
    if threads < 1:
        raise InputError(f"threads = {threads}, expected at least 1")
    return max(1, min(threads, entries // WORTH_A_THREAD))


def side_by_side(work: Callable[..., T], parts: Sequence[tuple[object, ...]]) -> list[T]:
    """Call ``work`` with the arguments of each part, each in a thread of its own; results in order."""
    if len(parts) == 1:
        return [work(*parts[0])]
    with ThreadPoolExecutor(len(parts)) as pool:
        return [future.result() for future in [pool.submit(work, *part) for part in parts]]


def row_ranges(indptr: NDArray[np.int64], parts: int) -> list[tuple[int, int]]:
    """Cut the rows into ranges ``(first, last + 1)`` of about as many entries each."""
    shares = indptr[-1] * np.arange(1, parts, dtype=np.int64) // parts
    cuts = [0, *np.searchsorted(indptr, shares).tolist(), len(indptr) - 1]
    return list(pairwise(cuts))
