"""
Distributed stochastic search, synchronous: Zhang, Wang, Xing and Wittenburg (2005), variants A, B and C.

Every variable sees the same assignment, that of the previous cycle, so moves are listed first and made
afterwards. Random numbers are drawn only for variables that may move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import kernel
from ..vectors.arrays import copy
from ..vectors.rng import random_below, random_bits
from .local_costs import nth_tied, set_value

VARIANT_A, VARIANT_B, VARIANT_C = range(3)


class Rule(NamedTuple):
    """When a variable moves."""

    variant: int
    threshold: int  # probability of moving, times 2 ** 53


class Moves(NamedTuple):
    """Scratch for the moves of one cycle."""

    movers: np.ndarray  # int32[n]
    values: np.ndarray  # int32[n]


@kernel
def dsa_cycles(network, rule, search, moves, history):
    """
    Run ``len(history)`` cycles.

    A variable whose best value is better than its present one moves with the given probability; in
    variant B also to another value as good if one of its pairs does not cost its least, in variant C
    always.

    Mutates: search; moves; history, int64, the best cost after each cycle.
    """
    values, best, local, costs, rng = search
    movers = moves.movers
    variant, threshold = rule
    for cycle in range(len(history)):
        moving = 0
        for v in range(len(values)):
            first = network.unary_start[v]
            last = network.unary_start[v + 1]
            present = local[first + values[v]]
            lowest = present
            ties = 0
            for i in range(first, last):
                if local[i] < lowest:
                    lowest = local[i]
                    ties = 1
                elif local[i] == lowest:
                    ties += 1
            if lowest == present:
                ties -= 1
                if ties == 0 or variant == VARIANT_A:
                    continue
                at_pairs = present - network.unary[first + values[v]]
                if variant == VARIANT_B and at_pairs == network.floors[v]:
                    continue
            if (random_bits(rng) >> 11) & 0x1FFFFFFFFFFFFF >= threshold:
                continue
            rank = random_below(rng, ties) if ties > 1 else 0
            movers[moving] = v
            moves.values[moving] = nth_tied(local, first, last, lowest, rank, values[v])
            moving += 1
        for i in range(moving):
            costs[0] += set_value(network, movers[i], moves.values[i], values, local)
        if costs[0] < costs[1]:
            costs[1] = costs[0]
            copy(values, best)
        history[cycle] = costs[1]
