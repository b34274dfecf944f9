"""
The conflict optimizer: legal partial k-colorings, one uncolored vertex at a time, learned weights.

Crombez et al. (2023), doi:10.1145/3588869. Uncolored vertices wait in a queue. The first one takes a
color that no neighbor has, or the one whose class costs least, where the neighbors that have it become
uncolored and join the queue. The cost of a class is the weight of these neighbors times a random factor;
the weight of a vertex grows with the square of the number of times that it was colored.

The weights of a vertex's neighbors are added up by color when its turn comes: the two passes over its
neighbors take less time than counts of all vertices that each move updates.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._jit import helper, kernel
from ..vectors.rng import random_below, random_bits
from ..vectors.simd import at, put

# Indices into State.scalars.
UNCOLORED, BEST, ITERATIONS, TICKS, HEAD = 0, 1, 2, 3, 4
SCALARS = 5

#: Mean of the sum of four random numbers of 16 bits, and its standard deviation.
MEAN, DEVIATION = 131_070.0, 37_837.227
#: The largest distance of this sum from its mean, in standard deviations.
FARTHEST = 3.4641


class State(NamedTuple):
    """The graph and the mutable state of a search."""

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    rng: NDArray[np.uint64]  # [4]
    scalars: NDArray[np.int64]  # [SCALARS]
    colors: NDArray[np.int32]  # [n], -1 = uncolored
    best: NDArray[np.int32]  # [n], the colors with the fewest uncolored
    queue: NDArray[np.int32]  # [n], a ring: scalars[UNCOLORED] vertices from scalars[HEAD]
    turns: NDArray[np.int64]  # [n], times that a vertex was colored
    weights: NDArray[np.float64]  # [n], 1 + turns^2
    costs: NDArray[np.float64]  # [k + 1], scratch: weight of the neighbors by color, from -1


@kernel
def search(state, k, noise, limit):
    """
    Run the search until every vertex is colored or ``limit`` ticks are used.

    Mutates: state.
    """
    indptr, indices, rng, scalars, colors, best, queue, turns, weights, costs = state
    n = len(colors)
    length = scalars[UNCOLORED]
    fewest = scalars[BEST]
    iteration = scalars[ITERATIONS]
    ticks = scalars[TICKS]
    head = scalars[HEAD]
    while length > 0 and ticks < limit:
        iteration += 1
        v = at(queue, head)
        head = head + 1 if head + 1 < n else 0
        length -= 1
        put(turns, v, at(turns, v) + 1)
        weights[v] = 1.0 + np.float64(at(turns, v)) ** 2

        for c in range(k + 1):
            costs[c] = 0.0
        start, stop = at(indptr, v), at(indptr, v + 1)
        for p in range(start, stop):
            u = at(indices, p)
            costs[at(colors, u) + 1] += weights[u]
        ticks += (stop - start + k) // 2 + 1
        color = free_color(rng, costs, k)
        is_free = color >= 0
        if not is_free:
            color = cheapest_color(rng, costs, k, noise)
        put(colors, v, color)
        if not is_free:
            for p in range(start, stop):
                u = at(indices, p)
                if at(colors, u) == color:
                    put(colors, u, -1)
                    tail = head + length
                    put(queue, tail if tail < n else tail - n, u)
                    length += 1
        if length < fewest:
            fewest = length
            for u in range(n):
                put(best, u, at(colors, u))

    scalars[UNCOLORED] = length
    scalars[BEST] = fewest
    scalars[ITERATIONS] = iteration
    scalars[TICKS] = ticks
    scalars[HEAD] = head


@helper
def free_color(rng, costs, k):
    """
    Draw one of the colors that no neighbor has, -1 if there is none.

    Mutates: rng.
    """
    free = 0
    chosen = -1
    for c in range(k):
        if costs[c + 1] == 0.0:
            free += 1
            if free == 1 or random_below(rng, free) == 0:
                chosen = c
    return chosen


@helper
def cheapest_color(rng, costs, k, noise):
    """
    Return the color whose cost, times a random factor about 1, is least.

    The factor has a standard deviation of ``noise`` and is positive; all costs are.

    Mutates: rng.
    """
    lowest_factor = 1.0 - noise * FARTHEST
    least = np.inf
    bound = np.inf  # no factor makes a higher cost the least
    chosen = 0
    for c in range(k):
        cost = costs[c + 1]
        if cost < bound:
            bits = random_bits(rng)
            drawn = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF)
            drawn += ((bits >> 32) & 0xFFFF) + ((bits >> 48) & 0xFFFF)
            cost *= 1.0 + noise * ((np.float64(drawn) - MEAN) / DEVIATION)
            if cost < least:
                least = cost
                chosen = c
                bound = least / lowest_factor
    return chosen
