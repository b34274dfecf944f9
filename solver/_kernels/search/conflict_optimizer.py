"""
The conflict optimizer: legal partial k-colorings, one uncolored vertex at a time, learned weights.

Crombez et al. (2023), doi:10.1145/3588869. Uncolored vertices wait in a queue. The first one takes a
color that no neighbor has, or the one whose class costs least, where the neighbors that have it become
uncolored and join the queue. The cost of a class is the weight of these neighbors times a random factor;
the weight of a vertex grows with the square of the number of times that it was colored.

The weights of a vertex's neighbors are added up by color when its turn comes: the two passes over its
neighbors take less time than counts of all vertices that each move updates. Where a branch would depend
on chance (which colors may be the cheapest, which neighbors have the chosen one) the loop writes each
candidate and moves on only behind those that count: 1.2 to 1.35 times the moves per second of branches
on le450_25c, wap03a and wap08a, no more on r1000.1c. Of 300 ns a move on le450_25c the first pass takes
100, the second 60.
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
    weights: NDArray[np.float32]  # [n], 1 + turns^2
    costs: NDArray[np.float32]  # [k + 1], scratch: weight of the neighbors by color, from -1
    listed: NDArray[np.int32]  # [max(n, k) + 1], scratch: candidates


@kernel
def search(state, k, noise, limit):
    """
    Run the search until every vertex is colored or ``limit`` ticks are used.

    Mutates: state.
    """
    indptr, indices, rng, scalars, colors, best, queue, turns, weights, costs, listed = state
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
        weights[v] = np.float32(1.0 + np.float64(at(turns, v)) ** 2)

        for c in range(k + 1):
            costs[c] = np.float32(0.0)
        start, stop = at(indptr, v), at(indptr, v + 1)
        for p in range(start, stop):
            u = np.uint64(at(indices, p))
            costs[np.uint64(at(colors, u) + 1)] += weights[u]
        ticks += (stop - start + k) // 2 + 1
        color = cheapest_color(rng, costs, listed, k, noise)
        put(colors, v, color)
        if costs[color + 1] > 0:
            displaced = 0
            for p in range(start, stop):
                u = at(indices, p)
                put(listed, displaced, u)
                displaced += np.int64(at(colors, u) == color)
            for i in range(displaced):
                u = at(listed, i)
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
def cheapest_color(rng, costs, listed, k, noise):
    """
    Draw one of the colors that cost nothing, or else return the one of least cost.

    Each cost is multiplied by a random factor about 1; it is positive and has a standard deviation of
    ``noise``. Candidates are the colors that some factors make the cheapest.

    Mutates: rng; listed.
    """
    least = costs[1]
    for c in range(2, k + 1):
        least = min(least, costs[c])
    highest = np.float64(least) * (1.0 + noise * FARTHEST) / (1.0 - noise * FARTHEST)
    count = 0
    for c in range(k):
        put(listed, count, c)
        count += np.int64(costs[c + 1] <= highest)
    if least == 0:
        return np.int64(at(listed, random_below(rng, count)))
    chosen = np.int64(0)
    lowest = np.inf
    for i in range(count):
        c = np.int64(at(listed, i))
        bits = random_bits(rng)
        drawn = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF)
        drawn += ((bits >> 32) & 0xFFFF) + ((bits >> 48) & 0xFFFF)
        cost = costs[c + 1] * (1.0 + noise * ((np.float64(drawn) - MEAN) / DEVIATION))
        is_lower = cost < lowest
        lowest = cost if is_lower else lowest
        chosen = c if is_lower else chosen
    return chosen
