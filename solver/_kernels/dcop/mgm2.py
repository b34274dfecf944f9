"""
MGM-2: maximum gain messages with coordinated moves of two neighbors (Maheswaran, Pearce and Tambe 2004).

In each cycle some variables offer a neighbor all their joint moves; a neighbor that makes no offer
accepts the best offer if it gains more than moving alone; then pairs and single variables compete as in
MGM, a pair as one. The gain of an offer is computed here, by the receiver, from its own local costs and
those of the sender, which the offer contains.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.rng import random_below, random_bits
from .factors import shared_cost
from .local_costs import set_value

OFFERS, ANSWERS, PAIRS, OFFERED_NUMBERS, CHECKS = range(5)


class Offers(NamedTuple):
    """Scratch for the offers of one cycle."""

    gains: np.ndarray  # int64[n]
    moves: np.ndarray  # int32[n]
    partners: np.ndarray  # int32[n]
    targets: np.ndarray  # int32[n]
    ranks: np.ndarray  # int32[n]


@kernel
def mgm2_cycles(network, threshold, search, offers, counts, history):
    """
    Run ``len(history)`` cycles, in which a variable offers with probability ``threshold / 2 ** 53``.

    Mutates: search; offers; counts, int64[5], messages and constraint checks; history, int64, the cost
    after each cycle.
    """
    values, _, local, costs, rng = search
    gains, moves, partners, targets, ranks = offers
    n = len(values)
    for cycle in range(len(history)):
        for v in range(n):
            degree = network.starts[v + 1] - network.starts[v]
            partners[v] = -1
            targets[v] = -1
            ranks[v] = v
            if degree > 0 and (random_bits(rng) >> 11) & 0x1FFFFFFFFFFFFF < threshold:
                targets[v] = network.starts[v] + random_below(rng, degree)
            gains[v], moves[v] = _best_alone(network, local, values, v, rng)
        slowest = 0
        for v in range(n):
            if targets[v] >= 0:
                counts[OFFERS] += 1
                counts[ANSWERS] += 1
                u = network.neighbors[targets[v]]
                size_v = network.unary_start[v + 1] - network.unary_start[v]
                size_u = network.unary_start[u + 1] - network.unary_start[u]
                counts[OFFERED_NUMBERS] += size_v * size_u
                slowest = max(slowest, size_v * size_u * _degrees(network, v, u))
        counts[CHECKS] += slowest
        for u in range(n):
            if targets[u] < 0:
                _accept_best(network, search, offers, u)
        for v in range(n):
            if partners[v] > v:
                ranks[partners[v]] = v
                counts[PAIRS] += 1
        # Winners are marked before any variable moves, because moves change the local costs.
        for v in range(n):
            targets[v] = gains[v] > 0 and _wins(network, gains, ranks, v)
        for v in range(n):
            partner = partners[v]
            if targets[v] and (partner < 0 or targets[partner]):
                costs[0] += set_value(network, v, moves[v], values, local)
        costs[1] = costs[0]
        history[cycle] = costs[0]


@helper
def _degrees(network, v, u):
    return network.starts[v + 1] - network.starts[v] + network.starts[u + 1] - network.starts[u] - 1


@helper
def _best_alone(network, local, values, v, rng):
    """Return gain and value of the best move of one variable; ties are drawn."""
    first = network.unary_start[v]
    lowest = local[first]
    chosen = 0
    ties = 1
    for c in range(1, network.unary_start[v + 1] - first):
        cost = local[first + c]
        if cost < lowest:
            lowest = cost
            chosen = c
            ties = 1
        elif cost == lowest:
            ties += 1
            if random_below(rng, ties) == 0:
                chosen = c
    return local[first + values[v]] - lowest, chosen


@helper
def _accept_best(network, search, offers, u):
    """
    Let a variable that made no offer accept the best one it received, if that beats moving alone.

    Mutates: offers, gains, moves and partners of both; search, its random numbers.
    """
    values, local, rng = search.values, search.local, search.rng
    gains, moves, partners, targets, _ = offers
    best = gains[u]
    ties = 0
    sender = -1
    own = 0
    others = 0
    first_u = network.unary_start[u]
    size_u = network.unary_start[u + 1] - first_u
    for q in range(network.starts[u], network.starts[u + 1]):
        v = network.neighbors[q]
        if targets[v] < 0 or network.neighbors[targets[v]] != u:
            continue
        first_v = network.unary_start[v]
        x = values[v]
        y = values[u]
        shared = _joint_cost(network, values, targets[v], v, x, u, y)
        present = local[first_v + x] + local[first_u + y] - shared
        for a in range(network.unary_start[v + 1] - first_v):
            alone = local[first_v + a] - _joint_cost(network, values, targets[v], v, a, u, y)
            for b in range(size_u):
                rest = local[first_u + b] - _joint_cost(network, values, targets[v], v, x, u, b)
                joint = _joint_cost(network, values, targets[v], v, a, u, b)
                gain = present - (alone + rest + joint)
                if gain < best or gain <= gains[u]:
                    continue
                ties = ties + 1 if gain == best else 1
                if ties == 1 or random_below(rng, ties) == 0:
                    sender = v
                    others = a
                    own = b
                best = gain
    if sender >= 0:
        partners[u] = sender
        partners[sender] = u
        gains[u] = best
        gains[sender] = best
        moves[u] = own
        moves[sender] = others


@helper
def _joint_cost(network, values, p, v, a, u, b):
    """Return what the functions of both ``v`` and its neighbor ``u`` at ``p`` cost with these values."""
    size = network.unary_start[u + 1] - network.unary_start[u]
    alone = network.tables[network.push[p] + a * size + b]
    return alone + shared_cost(network.factors, values, v, a, u, b)


@helper
def _wins(network, gains, ranks, v):
    """Return whether a variable or its pair gains most among neighbors; ties go to the lower rank."""
    for p in range(network.starts[v], network.starts[v + 1]):
        u = network.neighbors[p]
        if gains[u] > gains[v] or (gains[u] == gains[v] and ranks[u] < ranks[v]):
            return False
    return True
