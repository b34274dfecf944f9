"""
First-fit: each vertex, in a given order, takes the lowest color that its neighbors leave.

Natural order runs on several threads with the colors of one, see ``_kernels/first_fit_shared.py``. In
other orders the first vertices are those with the most neighbors, each of which waits for the one before
it: on an R-MAT graph of 15.7 million edges largest-first took two threads longer than one.
"""

from __future__ import annotations

import os
import time

import numpy as np
from numpy.typing import NDArray

from .._kernels.sequential import first_fit as _alone
from .._kernels.sequential import first_fit_shared as _shared
from ..threads import side_by_side

#: Vertices that a thread claims at a time. On R-MAT 16 took 0.0243 s, 64 0.0212; 256 is no faster, and
#: has three times as many vertices wait.
CHUNK = 64
#: Looks at a vertex that another thread is to color, before making way for that thread.
PATIENCE = 100
#: How often a thread makes way before it goes to sleep: the other one is not running.
YIELDS = 32
NAP = 1e-4  # seconds


def in_order(
    indptr: NDArray[np.int64], indices: NDArray[np.int32], order: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Colors, int32 (n,), by any order; rows need not be sorted."""
    numbers = np.zeros(len(order), np.int32)
    _alone.first_fit(indptr, indices, order, False, numbers, _stamps(indptr))
    numbers -= 1
    return numbers


def in_natural_order(
    indptr: NDArray[np.int64], indices: NDArray[np.int32], threads: int
) -> NDArray[np.int32]:
    """Colors, int32 (n,), in the order of the vertices; rows are sorted."""
    n = len(indptr) - 1
    numbers = np.zeros(n, np.int32)
    if threads == 1:
        order = np.arange(n, dtype=np.int32)
        _alone.first_fit(indptr, indices, order, True, numbers, _stamps(indptr))
    else:
        claimed = np.zeros(1, np.int64)
        parts = [(indptr, indices, numbers, claimed, _Own(indptr)) for _ in range(threads)]
        side_by_side(_share, parts)
    numbers -= 1
    return numbers


class _Own:
    """What a thread has to itself; made before any starts, so that none is left waiting for another."""

    def __init__(self, indptr: NDArray[np.int64]) -> None:
        self.stamps = _stamps(indptr)
        self.waiting = np.zeros(CHUNK + 1, np.int32)
        self.waits_for = np.empty(CHUNK, np.int32)


def _share(
    indptr: NDArray[np.int64],
    indices: NDArray[np.int32],
    numbers: NDArray[np.int32],
    claimed: NDArray[np.int64],
    own: _Own,
) -> None:
    arrays = (indptr, indices, numbers, own.stamps, claimed)
    yields = 0
    while (
        _shared.first_fit_shared(*arrays, CHUNK, own.waiting, own.waits_for, PATIENCE) == _shared.WAITING
    ):
        yields += 1
        if yields % YIELDS and hasattr(os, "sched_yield"):
            os.sched_yield()
        else:
            time.sleep(NAP)


def _stamps(indptr: NDArray[np.int64]) -> NDArray[np.int32]:
    return np.full(int(np.diff(indptr).max(initial=0)) + 2, -1, np.int32)
