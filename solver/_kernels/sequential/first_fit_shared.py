"""
First-fit in natural order on several threads, with the same colors as on a single thread.

Threads claim chunks of vertices and color them concurrently. A vertex whose lower neighbors all have
colors gets the color it would get from one thread; one that has to wait for another thread is deferred
to the end of its chunk. The coloring is therefore the sequential one for any number of threads and any
schedule: Jones and Plassmann (1993), doi:10.1137/0914041, with a random order; Hasenplaug et al. (2014),
doi:10.1145/2612669.2612697, on the orders that give work to many threads. The lowest uncolored vertex
never waits, so some thread always makes progress.

The better known method colors without synchronization and repairs the conflicts: Gebremedhin and
Manne (2000), doi:10.1002/1096-9128(200010)12:12<1131::AID-CPE528>3.0.CO;2-2. Its colors depend on the
schedule or, with rounds of fixed chunks, on the chunk size; and the search for conflicts reads the graph
a second time, which costs as much as a second thread saves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import inlined, kernel
from ..vectors.shared import add_shared, at_shared, put_shared
from ..vectors.simd import at, lowest_bit, put
from .first_fit import SHORT

#: Status: all vertices are claimed, and those of this thread are colored.
DONE = 1
#: Status: this thread waits for another one and can yield the processor.
WAITING = 0


class Buffers(NamedTuple):
    """Work space of one thread, which colors chunks of ``len(waits_for)`` vertices."""

    stamps: Any  #: int32[max degree + 2], initially -1
    waiting: Any  #: int32[chunk + 1], the deferred vertices and, at the end, their number, initially 0
    waits_for: Any  #: int32[chunk], the neighbor that each deferred vertex waits for


@kernel
def first_fit_shared(indptr, indices, numbers, claimed, buffers, patience):
    """
    Color chunks of vertices until none is left; return DONE, or WAITING to be called again.

    Rows are sorted. The deferred vertices are tried ``patience`` times before returning.

    Mutates: buffers; shared by all threads: numbers, int32[n], zero on entry, on return the color plus
    one; claimed, int64[1], 0 on entry.
    """
    stamps, waiting, waits_for = buffers
    chunk = len(waits_for)
    n = len(numbers)
    aside = at(waiting, chunk)
    while True:
        if aside == 0:
            first = add_shared(claimed, 0, chunk)
            if first >= n:
                put(waiting, chunk, 0)
                return DONE
            for v in range(first, min(first + chunk, n)):
                u = color(indptr, indices, v, numbers, stamps)
                if u >= 0:
                    put(waiting, aside, v)
                    put(waits_for, aside, u)
                    aside += 1
        looks = 0
        while aside > 0:
            still = 0
            for i in range(aside):
                v = at(waiting, i)
                u = at(waits_for, i)
                if at_shared(numbers, u) > 0:
                    u = color(indptr, indices, v, numbers, stamps)
                if u >= 0:
                    put(waiting, still, v)
                    put(waits_for, still, u)
                    still += 1
            looks = looks + 1 if still == aside else 0
            aside = still
            if looks > patience:
                put(waiting, chunk, aside)
                return WAITING


@inlined
def color(indptr, indices, v, numbers, stamps):
    """
    Color ``v`` and return -1, or return the last neighbor it has to wait for.

    Mutates: numbers, stamps.
    """
    begin = at(indptr, v)
    end = at(indptr, v + 1)
    if end - begin < SHORT:
        seen = np.int64(0)
        for p in range(begin, end):
            u = at(indices, p)
            if u >= v:
                break
            seen |= np.int64(1) << min(at_shared(numbers, u), 63)
        waits = seen & 1 != 0
        number = lowest_bit(~(seen | 1))
    else:
        put(stamps, 0, -1)
        for p in range(begin, end):
            u = at(indices, p)
            if u >= v:
                break
            put(stamps, at_shared(numbers, u), v)
        waits = at(stamps, 0) == v
        number = 1
        while at(stamps, number) == v:
            number += 1
    if not waits:
        put_shared(numbers, v, number)
        return np.int64(-1)
    awaited = at(indices, begin)
    for p in range(begin, end):
        u = at(indices, p)
        if u < v and at_shared(numbers, u) == 0:
            awaited = u
    return awaited
