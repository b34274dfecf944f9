"""
Heuristic pricing in one call: heavy independent sets for the pool of a covering, by several sweeps.

A sweep grows a set from each vertex, as ``_kernels/cliques/heavy_sets.py`` has it; the first has the
weights of the linear program, others have weights that are changed by chance. With a call for each sweep
and NumPy between them, branch and price spent half of its time outside of kernels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..cliques.heavy_sets import grow
from ..vectors.rng import random_bits
from ..vectors.simd import at, lowest_bit, put
from .pool import HALF, ONE, insert

ADDED, HEAVIER, TICKS = range(3)  # fields of `progress`


class Effort(NamedTuple):
    """What is looked for, and how long."""

    refuting: Any  #: weight up to which a set does not stand against a refutation
    heavy: Any  #: weight that a set must exceed to be added
    shake: Any  #: largest relative change of a weight after the first sweep
    sweeps: Any  #: largest number of sweeps
    enough: Any  #: number of new sets that no further sweep follows


class Sweeps(NamedTuple):
    """A graph on n vertices and work space for sweeps over it."""

    rows: Any  #: int64[n * words], bit matrix of the graph
    sorted_rows: Any  #: int64[n * words], the same with the heaviest vertex first
    order: Any  #: int32[n], the vertices, heaviest first
    place: Any  #: int32[n], its inverse
    weights: Any  #: int64[n], scaled weights of a sweep, by vertex
    sorted_weights: Any  #: int64[n], the same, decreasing
    members: Any  #: int64[words]
    free: Any  #: int64[words]
    found: Any  #: int64[n * words], sets of a sweep
    totals: Any  #: int64[n], their weights
    state: Any  #: uint64[4], of the random number generator
    progress: Any  #: int64[3]


@helper
def sort_vertices(sweeps):
    """
    Sort vertices by decreasing weight, and rows with them.

    Vertices keep the order of the last sweep among equals. Mutates: sweeps.
    """
    n = len(sweeps.order)
    for i in range(1, n):
        v = at(sweeps.order, i)
        weight = at(sweeps.weights, v)
        j = i
        while j > 0 and at(sweeps.weights, at(sweeps.order, j - 1)) < weight:
            put(sweeps.order, j, at(sweeps.order, j - 1))
            j -= 1
        put(sweeps.order, j, v)
    for i in range(n):
        v = at(sweeps.order, i)
        put(sweeps.place, v, i)
        sweeps.sorted_weights[i] = at(sweeps.weights, v)
    words = len(sweeps.members)
    sweeps.sorted_rows[:] = 0
    for i in range(n):
        first = at(sweeps.order, i) * words
        for w in range(words):
            bits = at(sweeps.rows, first + w)
            while bits != 0:
                j = at(sweeps.place, w << 6 | lowest_bit(bits))
                bits &= bits - ONE
                sweeps.sorted_rows[i * words + (j >> 6)] |= ONE << np.int64(j & 63)


@helper
def by_vertex(sweeps, weights, first):
    """
    Rewrite a set of places as one of vertices, and return its weight by the true weights.

    Mutates: sweeps.members.
    """
    words = len(sweeps.members)
    sweeps.members[:] = 0
    total = 0.0
    for w in range(words):
        bits = at(sweeps.found, first + w)
        while bits != 0:
            v = at(sweeps.order, w << 6 | lowest_bit(bits))
            bits &= bits - ONE
            total += weights[v]
            sweeps.members[v >> 6] |= ONE << np.int64(v & 63)
    return total


@kernel
def add_missing(sweeps, pool, weights, scale, effort):
    """
    Add heavy sets to the pool.

    ``weights`` float64[n] in [0, 1] are multiplied by ``scale`` and rounded down for the sweeps.
    Afterwards ``progress`` holds the number of new sets, that of sets heavier than ``effort.refuting``,
    and the ticks.

    Mutates: sweeps, pool.
    """
    n = len(sweeps.order)
    words = len(sweeps.members)
    sweeps.progress[:] = 0
    for sweep in range(effort.sweeps):
        for v in range(n):
            weight = weights[v] * scale
            if sweep > 0:
                part = (random_bits(sweeps.state) >> 32) & HALF
                weight *= 1.0 + effort.shake * (part / 4294967296.0)
            sweeps.weights[v] = np.int64(weight)
        sort_vertices(sweeps)
        looked = grow(
            sweeps.sorted_rows,
            words,
            sweeps.sorted_weights,
            sweeps.members,
            sweeps.free,
            sweeps.found,
            sweeps.totals,
        )
        sweeps.progress[TICKS] += looked * ((words + 7) >> 3) + n * words + ((n * n) >> 6)
        for i in range(n):
            if at(sweeps.totals, i) <= scale:
                continue
            total = by_vertex(sweeps, weights, i * words)
            if total > effort.refuting:
                sweeps.progress[HEAVIER] += 1
            if total > effort.heavy and insert(pool, words, sweeps.members, 0):
                sweeps.progress[ADDED] += 1
        if sweeps.progress[ADDED] > effort.enough:
            break
