"""
Maximum gain messages: Maheswaran, Pearce and Tambe (2004).

Whoever gains most among its neighbors moves, so no two neighbors move at once and the cost never rises.
Of equal gains the lower position wins; among equally good values one is drawn.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.rng import random_below
from .local_costs import nth_tied, set_value


@kernel
def mgm_cycles(network, values, local, gains, lowest, ties, movers, costs, history, rng):
    """
    Run up to ``len(history)`` cycles; returns how many, fewer if nobody can gain any more.

    Mutates: values, local; gains and lowest, int64[n], ties and movers, int32[n], scratch; costs,
    int64[2], present and best cost; history, int64, the cost after each cycle; rng.
    """
    for cycle in range(len(history)):
        for v in range(len(values)):
            first = network.unary_start[v]
            low = local[first]
            count = 1
            for i in range(first + 1, network.unary_start[v + 1]):
                if local[i] < low:
                    low = local[i]
                    count = 1
                elif local[i] == low:
                    count += 1
            lowest[v] = low
            ties[v] = count
            gains[v] = local[first + values[v]] - low
        moving = 0
        for v in range(len(values)):
            if gains[v] > 0 and _gains_most(network, gains, v):
                movers[moving] = v
                moving += 1
        for i in range(moving):
            v = movers[i]
            rank = random_below(rng, ties[v]) if ties[v] > 1 else 0
            first = network.unary_start[v]
            value = nth_tied(local, first, network.unary_start[v + 1], lowest[v], rank, -1)
            costs[0] += set_value(network, v, value, values, local)
        costs[1] = costs[0]
        history[cycle] = costs[0]
        if moving == 0:
            return cycle + 1
    return len(history)


@kernel
def _gains_most(network, gains, v):
    for p in range(network.starts[v], network.starts[v + 1]):
        u = network.neighbors[p]
        if gains[u] > gains[v] or (gains[u] == gains[v] and u < v):
            return False
    return True
