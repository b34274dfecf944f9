"""
The tabu list of a coloring search: which colors a vertex may not take back, and for how long.

One entry per move, kept twice over in arrays as long as a power of two that exceeds every tenure: in a
ring by the iteration that wrote it, so that the live entries are a short contiguous stretch (aspiration
walks it), and in a wheel by the iteration that ends it, so that expiry costs O(1) a move and the search
needs no n x k table of iteration numbers. Its length did not matter: 4096 entries for n = 500, where 512
do, were as fast.

Tenures: the dynamic one of Galinier and Hao (1999), doi:10.1023/A:1009823419804, and the reactive one
of Bloechliger and Zufferey (2008), doi:10.1016/j.cor.2006.05.014, called FOO because it watches the
Fluctuation Of the Objective.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import inlined
from ..vectors.rng import random_below
from ..vectors.simd import at, put

#: Fractional bits of ``Tenure.slope``: tenures must not depend on floating point.
SLOPE_BITS = 20


#: Why a run ended: no conflict or no ticks left, or a count about to overflow its lane.
DONE, TOO_NARROW = range(2)

#: What a run leaves behind for the next one, in an int64 array.
ITERATION, CONFLICTS, BEST, CONFLICTING, LARGEST, OLDEST, TRAIL, BLOCKS, HAND, TICKS, COUNTERS = range(
    11
)


class TabuList(NamedTuple):
    """Entry ``e`` was written by the move of iteration ``t`` where ``e = t % len(vertex)``."""

    vertex: Any  #: int32, -1 once the entry is dropped
    color: Any  #: int32
    expiry: Any  #: int64, first iteration in which the color is free again
    after: Any  #: int32, next entry with the same expiry, or -1
    wheel: Any  #: int32, by expiry modulo the length: first entry, or -1


class Tenure(NamedTuple):
    """How long a color stays tabu; ``period`` 0 means dynamic, else reactive."""

    random: int
    slope: int
    period: int
    threshold: int
    increment: int


# Where the reactive tenure keeps its state in an int64[4].
TENURE, PERIOD_END, LOWEST, HIGHEST = range(4)


@inlined
def next_tenure(rule, reactive, random, t, conflicts, conflicting, longest):
    """
    Tenure of the move of iteration ``t``, from 0 to ``longest``.

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
    Forbid a color to a vertex for the ``tenure`` iterations after ``t``.

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
    Mark that iteration ``t`` made no move.

    Mutates: tabu.
    """
    put(tabu.vertex, t & (len(tabu.vertex) - 1), -1)


@inlined
def take_expired(tabu, t):
    """
    First of the entries that end with iteration ``t``, or -1; the next is ``tabu.after``.

    Mutates: tabu.
    """
    slot = t & (len(tabu.vertex) - 1)
    e = at(tabu.wheel, slot)
    put(tabu.wheel, slot, -1)
    return e


@inlined
def drop_entry(tabu, oldest, t, v, color):
    """
    Drop the live entry of a tabu color that a move takes all the same.

    Mutates: tabu.
    """
    last = len(tabu.vertex) - 1
    for p in range(oldest, t):
        e = p & last
        if at(tabu.vertex, e) == v and at(tabu.color, e) == color:
            put(tabu.vertex, e, -1)


@inlined
def oldest_live(tabu, oldest, t):
    """Earliest iteration from ``oldest`` on whose entry is live in iteration ``t``, or ``t``."""
    last = len(tabu.vertex) - 1
    oldest = max(oldest, t - last)
    while oldest < t and (at(tabu.vertex, oldest & last) < 0 or at(tabu.expiry, oldest & last) <= t):
        oldest += 1
    return oldest
