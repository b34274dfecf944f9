"""
Tabu list of a coloring search: colors that a vertex may not take back, and their tenures.

Each move has one entry, stored twice in arrays whose length is a power of two above every tenure: in a
ring indexed by the iteration that wrote it, so that the live entries are a short contiguous range (which
aspiration scans), and in a wheel indexed by the iteration that ends it, so that expiry takes O(1) per
move and no n x k table of iteration numbers is needed. The length has no effect on speed: 4096 entries
for n = 500 were as fast as the sufficient 512.

Tenures: the dynamic one of Galinier and Hao (1999), doi:10.1023/A:1009823419804, and the reactive one
of Bloechliger and Zufferey (2008), doi:10.1016/j.cor.2006.05.014, called FOO because it depends on the
Fluctuation Of the Objective.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import inlined
from ..vectors.rng import random_below
from ..vectors.simd import at, put

#: Fractional bits of ``Tenure.slope``: tenures must not depend on floating point.
SLOPE_BITS = 20


#: Reason why a run ended: no conflicts or ticks left, or a count about to overflow its lane.
DONE, TOO_NARROW = range(2)

#: Indices into the int64 array of counters that one run passes to the next.
ITERATION, CONFLICTS, BEST, CONFLICTING, LARGEST, OLDEST, TRAIL, BLOCKS, HAND, TICKS, COUNTERS = range(
    11
)


class TabuList(NamedTuple):
    """Tabu entries; the move of iteration ``t`` wrote entry ``t % len(vertex)``."""

    vertex: Any  #: int32, -1 once the entry is dropped
    color: Any  #: int32
    expiry: Any  #: int64, first iteration in which the color is free again
    after: Any  #: int32, next entry with the same expiry, or -1
    wheel: Any  #: int32, by expiry modulo the length: first entry, or -1


class Tenure(NamedTuple):
    """Parameters of the tabu tenure; ``period`` 0 means dynamic, else reactive."""

    random: int
    slope: int
    period: int
    threshold: int
    increment: int


# Indices into the int64[4] state of the reactive tenure.
TENURE, PERIOD_END, LOWEST, HIGHEST = range(4)


@inlined
def next_tenure(rule, reactive, random, t, conflicts, conflicting, longest):
    """
    Return the tenure of the move of iteration ``t``, from 0 to ``longest``.

    Mutates: reactive, random.
    """
    if rule.period == 0:
        tenure = random_below(random, rule.random) + ((conflicting * rule.slope) >> SLOPE_BITS)
        return min(tenure, longest)
    reactive[LOWEST] = min(reactive[LOWEST], conflicts)
    reactive[HIGHEST] = max(reactive[HIGHEST], conflicts)
    if t >= reactive[PERIOD_END]:
        if reactive[HIGHEST] - reactive[LOWEST] <= rule.threshold:
            reactive[TENURE] = min(reactive[TENURE] + rule.increment, longest)
        else:
            reactive[TENURE] = max(reactive[TENURE] - 1, 0)
        reactive[PERIOD_END] = t + rule.period
        reactive[LOWEST] = conflicts
        reactive[HIGHEST] = conflicts
    return reactive[TENURE]


@inlined
def forbid(tabu, t, v, color, tenure):
    """
    Make a color tabu for a vertex in the ``tenure`` iterations after ``t``.

    Mutates: tabu.
    """
    last = len(tabu.vertex) - 1
    e = t & last
    slot = (t + tenure + 1) & last
    put(tabu.vertex, e, v)
    put(tabu.color, e, color)
    put(tabu.expiry, e, t + tenure + 1)
    put(tabu.after, e, at(tabu.wheel, slot))
    put(tabu.wheel, slot, e)


@inlined
def skip_entry(tabu, t):
    """
    Record that iteration ``t`` made no move.

    Mutates: tabu.
    """
    put(tabu.vertex, t & (len(tabu.vertex) - 1), -1)


@inlined
def take_expired(tabu, t):
    """
    Detach the list of entries that end with iteration ``t``; return the first, or -1.

    Mutates: tabu.
    """
    slot = t & (len(tabu.vertex) - 1)
    e = at(tabu.wheel, slot)
    put(tabu.wheel, slot, -1)
    return e


@inlined
def drop_entry(tabu, oldest, t, v, color):
    """
    Drop the live entry of a tabu color that a move takes by aspiration.

    Mutates: tabu.
    """
    last = len(tabu.vertex) - 1
    for p in range(oldest, t):
        e = p & last
        if at(tabu.vertex, e) == v and at(tabu.color, e) == color:
            put(tabu.vertex, e, -1)


@inlined
def oldest_live(tabu, oldest, t):
    """Return the earliest iteration >= ``oldest`` whose entry is live in iteration ``t``, or ``t``."""
    last = len(tabu.vertex) - 1
    oldest = max(oldest, t - last)
    while oldest < t and (at(tabu.vertex, oldest & last) < 0 or at(tabu.expiry, oldest & last) <= t):
        oldest += 1
    return oldest
