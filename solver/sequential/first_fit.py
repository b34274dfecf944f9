"""
First-fit: each vertex, in a given order, gets the lowest color that no neighbor has.

Natural order runs on several threads and gives the same colors as on one; see
``_kernels/sequential/first_fit_shared.py``. In other orders the first vertices are those with the most
neighbors, each of which waits for the one before it: on an R-MAT graph of 15.7 million edges
largest-first took longer on two threads than on one.
"""

from __future__ import annotations

import os
import time

import numpy as np
from numpy.typing import NDArray

from .._kernels.sequential import first_fit as _alone
from .._kernels.sequential import first_fit_shared as _shared
from ..threads import side_by_side

#: Number of vertices that a thread claims at a time. On R-MAT 16 took 0.0243 s and 64 took 0.0212 s; 256
#: is no faster, and three times as many vertices have to wait.
CHUNK = 64
#: Number of reads of a vertex that another thread has claimed before yielding to that thread.
PATIENCE = 100
#: Number of yields before a thread sleeps, since the other thread is not running.
YIELDS = 32
NAP = 1e-4  # seconds


def in_order(
    indptr: NDArray[np.int64], indices: NDArray[np.int32], order: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the colors, int32 (n,), in any order; rows need not be sorted."""
    numbers = np.zeros(len(order), np.int32)
    _alone.first_fit(indptr, indices, order, False, numbers, _stamps(indptr))
    numbers -= 1
    return numbers


def in_natural_order(
    indptr: NDArray[np.int64], indices: NDArray[np.int32], threads: int
) -> NDArray[np.int32]:
    """Return the colors, int32 (n,), in the order of the vertex numbers; rows must be sorted."""
    n = len(indptr) - 1
    numbers = np.zeros(n, np.int32)
    if threads == 1:
        order = np.arange(n, dtype=np.int32)
        _alone.first_fit(indptr, indices, order, True, numbers, _stamps(indptr))
    else:
        claimed = np.zeros(1, np.int64)
        parts = [(indptr, indices, numbers, claimed, _buffers(indptr)) for _ in range(threads)]
        side_by_side(_share, parts)
    numbers -= 1
    return numbers


def _buffers(indptr: NDArray[np.int64]) -> _shared.Buffers:
    """Allocate the buffers of a thread, before any thread starts so that none waits for this."""
    return _shared.Buffers(
        stamps=_stamps(indptr),
        waiting=np.zeros(CHUNK + 1, np.int32),
        waits_for=np.empty(CHUNK, np.int32),
    )


def _share(
    indptr: NDArray[np.int64],
    indices: NDArray[np.int32],
    numbers: NDArray[np.int32],
    claimed: NDArray[np.int64],
    buffers: _shared.Buffers,
) -> None:
    yields = 0
    while (
        _shared.first_fit_shared(indptr, indices, numbers, claimed, buffers, PATIENCE) == _shared.WAITING
    ):
        yields += 1
        if yields % YIELDS and hasattr(os, "sched_yield"):
            os.sched_yield()
        else:
            time.sleep(NAP)


def _stamps(indptr: NDArray[np.int64]) -> NDArray[np.int32]:
    return np.full(int(np.diff(indptr).max(initial=0)) + 2, -1, np.int32)
