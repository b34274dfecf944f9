"""
Oracles for cost networks: dictionaries of functions, and each algorithm played by the book.

A network is ``(sizes, functions)`` with ``functions = {scope: {values: cost}}``, scopes being tuples of
increasing positions. Randomness comes in as two callables, so that an oracle draws where the kernel
does: ``chance(p)`` and ``below(bound)``.
"""

from __future__ import annotations

import itertools
from fractions import Fraction


def as_functions(network):
    """A :class:`CostNetwork` as dictionaries, by way of its public methods only."""
    functions = {}
    for scope, table in network.functions():
        positions = tuple(network.names.index(name) for name in scope)
        cells = itertools.product(*(range(size) for size in table.shape))
        functions[positions] = {cell: Fraction(float(table[cell])) for cell in cells}
    return network.sizes.tolist(), functions


def cost(functions, values):
    return sum(table[tuple(values[v] for v in scope)] for scope, table in functions.items())


def minimum(sizes, functions):
    return min(cost(functions, values) for values in itertools.product(*map(range, sizes)))


def with_values(values, **changes):
    changed = list(values)
    for v, value in changes.items():
        changed[int(v[1:])] = value
    return changed


def neighbors(functions, v):
    return sorted({u for scope in functions if v in scope for u in scope if u != v})


def costs_of_values(sizes, functions, values, v):
    """What the assignment costs with each value of ``v``."""
    return [cost(functions, [*values[:v], x, *values[v + 1 :]]) for x in range(sizes[v])]


def is_any_pair_above_its_least(functions, values, v):
    pairs = [(scope, table) for scope, table in functions.items() if v in scope and len(scope) > 1]
    return any(table[tuple(values[u] for u in scope)] > min(table.values()) for scope, table in pairs)


def dsa_cycle(sizes, functions, values, variant, p, chance, below):
    moved = list(values)
    for v, size in enumerate(sizes):
        costs = costs_of_values(sizes, functions, values, v)
        best = [x for x in range(size) if costs[x] == min(costs)]
        others = [x for x in best if x != values[v]]
        if values[v] in best:
            if variant == "A" or not others:
                continue
            if variant == "B" and not is_any_pair_above_its_least(functions, values, v):
                continue
        if chance(p):
            moved[v] = others[below(len(others))] if len(others) > 1 else others[0]
    return moved


def mgm_cycle(sizes, functions, values, below):
    gains = []
    for v in range(len(sizes)):
        costs = costs_of_values(sizes, functions, values, v)
        gains.append(costs[values[v]] - min(costs))
    moved = list(values)
    for v, size in enumerate(sizes):
        rivals = neighbors(functions, v)
        if gains[v] > 0 and all((gains[v], -v) > (gains[u], -u) for u in rivals):
            costs = costs_of_values(sizes, functions, values, v)
            best = [x for x in range(size) if costs[x] == min(costs)]
            moved[v] = best[below(len(best))] if len(best) > 1 else best[0]
    return moved


def mgm2_cycle(sizes, functions, values, q, chance, below):
    n = len(sizes)
    present = cost(functions, values)
    targets, gains, moves, ranks, partners = {}, [], [], list(range(n)), {}
    for v in range(n):
        if neighbors(functions, v) and chance(q):
            targets[v] = neighbors(functions, v)[below(len(neighbors(functions, v)))]
        costs = costs_of_values(sizes, functions, values, v)
        chosen, ties = 0, 1
        for x in range(1, sizes[v]):
            if costs[x] < costs[chosen]:
                chosen, ties = x, 1
            elif costs[x] == costs[chosen]:
                ties += 1
                if below(ties) == 0:
                    chosen = x
        gains.append(present - min(costs))
        moves.append(chosen)
    for u in range(n):
        if u in targets:
            continue
        best, ties, accepted = gains[u], 0, None
        for v in neighbors(functions, u):
            if targets.get(v) != u:
                continue
            for a, b in itertools.product(range(sizes[v]), range(sizes[u])):
                joint = list(values)
                joint[v], joint[u] = a, b
                gain = present - cost(functions, joint)
                if gain < best or gain <= gains[u]:
                    continue
                ties = ties + 1 if gain == best else 1
                best = gain
                if ties == 1 or below(ties) == 0:
                    accepted = v, a, b
        if accepted:
            v, a, b = accepted
            partners[u], partners[v] = v, u
            gains[u] = gains[v] = best
            moves[u], moves[v] = b, a
            ranks[u] = ranks[v] = min(u, v)
    wins = [
        gains[v] > 0
        and all((gains[v], -ranks[v]) >= (gains[u], -ranks[u]) for u in neighbors(functions, v))
        for v in range(n)
    ]
    return [
        moves[v] if wins[v] and wins[partners.get(v, v)] else values[v]
        for v in range(n)
    ]  # fmt: skip


def maxsum_cycles(sizes, functions, damping, cycles):
    """The assignment that the beliefs point to in each cycle, ties to the first value."""
    unary = [[functions.get((v,), {}).get((x,), 0) for x in range(size)] for v, size in enumerate(sizes)]
    scopes = [scope for scope in functions if len(scope) > 1]
    told = {(scope, v): [Fraction(0)] * sizes[v] for scope in scopes for v in scope}
    seen = []
    for _ in range(cycles):
        beliefs = [
            [unary[v][x] + sum(told[scope, v][x] for scope in scopes if v in scope) for x in range(size)]
            for v, size in enumerate(sizes)
        ]
        seen.append([belief.index(min(belief)) for belief in beliefs])
        fresh = {}
        for scope in scopes:
            for i, v in enumerate(scope):
                raw = [None] * sizes[v]
                for cell, entry in functions[scope].items():
                    heard = sum(
                        beliefs[u][y] - told[scope, u][y]
                        for u, y in zip(scope, cell, strict=True)
                        if u != v
                    )
                    known = raw[cell[i]]
                    raw[cell[i]] = entry + heard if known is None else min(known, entry + heard)
                fresh[scope, v] = [
                    damping * before + (1 - damping) * (now - min(raw))
                    for before, now in zip(told[scope, v], raw, strict=True)
                ]
        told = fresh
    return seen
