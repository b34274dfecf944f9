"""
MGM-2: maximum gain messages with coordinated moves of two neighbors (Maheswaran, Pearce and Tambe 2004).

In each cycle some variables offer a neighbor all their joint moves; a neighbor that offers nothing
itself accepts the best offer if it beats moving alone; then the pairs and the others compete as in MGM,
a pair as one. The receiver's view is worked out here in one place, which changes nothing: it knows its
own local costs and the offer brings the partner's.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.rng import random_below, random_bits
from .local_costs import set_value

OFFERS, ANSWERS, PAIRS, OFFERED_NUMBERS, CHECKS = range(5)


@kernel
def mgm2_cycles(
    network,
    threshold,
    values,
    local,
    gains,
    moves,
    partners,
    targets,
    ranks,
    costs,
    counts,
    history,
    rng,
):
    """
    Run ``len(history)`` cycles, a variable offering with probability ``threshold / 2 ** 53``.

    Mutates: values, local; gains int64[n], moves, partners, targets and ranks int32[n], scratch; costs,
    int64[2], present and best cost; counts, int64[5], messages and constraint checks; history, int64,
    the cost after each cycle; rng.
    """
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
                _accept_best(network, values, local, u, gains, moves, partners, targets, rng)
        for v in range(n):
            if partners[v] > v:
                ranks[partners[v]] = v
                counts[PAIRS] += 1
        # Winners are marked before anyone moves, since moving changes what the others see.
        for v in range(n):
            targets[v] = gains[v] > 0 and _wins(network, gains, ranks, v)
        for v in range(n):
            partner = partners[v]
            if targets[v] and (partner < 0 or targets[partner]):
                costs[0] += set_value(network, v, moves[v], values, local)
        costs[1] = costs[0]
        history[cycle] = costs[0]


@kernel
def _degrees(network, v, u):
    return network.starts[v + 1] - network.starts[v] + network.starts[u + 1] - network.starts[u] - 1


@kernel
def _best_alone(network, local, values, v, rng):
    """Gain and value of the best move of one variable; a tie is drawn."""
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


@kernel
def _accept_best(network, values, local, u, gains, moves, partners, targets, rng):
    """
    Let a variable that made no offer take the best one it got, if that beats moving alone.

    Mutates: gains, moves, partners of both; rng.
    """
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
        table = network.push[targets[v]]
        x = values[v]
        y = values[u]
        shared = network.tables[table + x * size_u + y]
        present = local[first_v + x] + local[first_u + y] - shared
        for a in range(network.unary_start[v + 1] - first_v):
            alone = local[first_v + a] - network.tables[table + a * size_u + y]
            for b in range(size_u):
                rest = local[first_u + b] - network.tables[table + x * size_u + b]
                gain = present - (alone + rest + network.tables[table + a * size_u + b])
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


@kernel
def _wins(network, gains, ranks, v):
    """Whether a variable, or its pair, gains most among its neighbors; of equal gains the lower rank."""
    for p in range(network.starts[v], network.starts[v + 1]):
        u = network.neighbors[p]
        if gains[u] > gains[v] or (gains[u] == gains[v] and ranks[u] < ranks[v]):
            return False
    return True
