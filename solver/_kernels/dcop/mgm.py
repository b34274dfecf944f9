"""
Maximum gain messages: Maheswaran, Pearce and Tambe (2004).

A variable moves if it gains more than its neighbors, so no two neighbors move at once and the cost never
rises. Of equal gains the lower position wins; among equally good values one is drawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from .local_costs import nth_tied, set_value


class Gains(NamedTuple):
    """Scratch for the gains of one cycle."""

    gains: np.ndarray  # int64[n]
    lowest: np.ndarray  # int64[n]
    ties: np.ndarray  # int32[n]
    movers: np.ndarray  # int32[n]


@kernel
def mgm_cycles(network, search, scratch, history):
    """
    Run up to ``len(history)`` cycles; return their number, which is smaller if no variable can gain.

    Mutates: search; scratch; history, int64, the cost after each cycle.
    """
    values, _, local, costs, rng = search
    gains, lowest, ties, movers = scratch
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


@helper
def _gains_most(network, gains, v):
    for p in range(network.starts[v], network.starts[v + 1]):
        u = network.neighbors[p]
        if gains[u] > gains[v] or (gains[u] == gains[v] and u < v):
            return False
    return True
