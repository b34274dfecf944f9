"""
Tabu search over changes of one variable, on functions of any number of variables.

Each move is the cheapest value of any variable that is not tabu, or that beats the best assignment; the
value left is tabu for some moves. When the best assignment has not improved for long, the search starts
again from it, with some variables drawn anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import kernel
from ..vectors.arrays import copy
from ..vectors.rng import random_below
from .local_costs import set_value


class Tabu(NamedTuple):
    """Memory of the search."""

    until: np.ndarray  # int64, move until which each value is tabu
    clock: np.ndarray  # int64[2]: moves so far, move of the last improvement or restart
    patience: int  # moves without improvement until a restart
    redrawn: int  # variables drawn anew by a restart


@kernel
def tabu_moves(network, search, tabu, history):
    """
    Make ``len(history)`` moves.

    Mutates: search; tabu; history, int64, the best cost after each move.
    """
    values, best, local, costs, rng = search
    until, clock = tabu.until, tabu.clock
    n = len(values)
    for move in range(len(history)):
        now = clock[0]
        clock[0] = now + 1
        lowest = np.int64(1 << 62)
        chosen = -1
        value = 0
        ties = 0
        for v in range(n):
            first = network.unary_start[v]
            present = local[first + values[v]]
            for c in range(network.unary_start[v + 1] - first):
                rise = local[first + c] - present
                if rise > lowest or c == values[v]:
                    continue
                if until[first + c] > now and costs[0] + rise >= costs[1]:
                    continue
                ties = ties + 1 if rise == lowest else 1
                if ties == 1 or random_below(rng, ties) == 0:
                    lowest = rise
                    chosen = v
                    value = c
        if chosen >= 0:
            until[network.unary_start[chosen] + values[chosen]] = now + 5 + random_below(rng, 10)
            costs[0] += set_value(network, chosen, value, values, local)
        if costs[0] < costs[1]:
            costs[1] = costs[0]
            copy(values, best)
            clock[1] = now
        if now - clock[1] > tabu.patience:
            clock[1] = now
            for v in range(n):
                if values[v] != best[v]:
                    costs[0] += set_value(network, v, best[v], values, local)
            for _ in range(tabu.redrawn):
                v = random_below(rng, n)
                size = network.unary_start[v + 1] - network.unary_start[v]
                costs[0] += set_value(network, v, random_below(rng, size), values, local)
        history[move] = costs[1]
