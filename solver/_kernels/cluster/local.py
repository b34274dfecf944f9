"""Costs of a coloring, counted from the whole problem: the check on every answer for a cluster."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel


@kernel
def account(colors, known, terms):
    """
    Return the penalty of ``colors`` and of its part ``known``, and the conflicts of ``colors``.

    -1 is uncolored. The terms (:class:`solver._kernels.problems.penalty.Terms`) are summed in the order
    of ``solver.penalty``.
    """
    octet_heads, octet_tails = terms.octet_heads, terms.octet_tails
    heads, tails = terms.heads, terms.tails
    octet_starts, starts, weights = terms.octet_starts, terms.starts, terms.weights
    choosers, preferences = terms.choosers, terms.preferences
    total = 0 * weights[0]
    part = 0 * weights[0]
    conflicts = np.int64(0)
    for g in range(len(weights)):
        count = 0
        known_count = 0
        for o in range(octet_starts[g], octet_starts[g + 1]):
            u = octet_heads[o]
            for e in range(8 * o, 8 * o + 8):
                v = octet_tails[e]
                count += colors[u] == colors[v] and colors[u] >= 0
                known_count += known[u] == known[v] and known[u] >= 0
        for e in range(starts[g], starts[g + 1]):
            u = heads[e]
            v = tails[e]
            count += colors[u] == colors[v] and colors[u] >= 0
            known_count += known[u] == known[v] and known[u] >= 0
        conflicts += count
        total += count * weights[g]
        part += known_count * weights[g]
    for i in range(len(choosers)):
        color = colors[choosers[i]]
        if color >= 0:
            total -= preferences[i, color]
        color = known[choosers[i]]
        if color >= 0:
            part -= preferences[i, color]
    return total, part, conflicts


@kernel
def fold_known(colors, crossings, weights, table):
    """
    Add the weights of edges to nodes of known color to the unary costs of a cluster's nodes.

    ``crossings``, int32[x, 2]: a row of ``table``, and a node of the problem.

    Mutates: table, [nodes, k].
    """
    for x in range(len(crossings)):
        color = colors[crossings[x, 1]]
        if color >= 0:
            table[crossings[x, 0], color] += weights[x]


@kernel
def count_conflicts(local, ends, alone, base, out):
    """
    Count the conflicts in each of many colorings of a cluster and its boundary.

    ``alone[v, c]`` is the number of known nodes that node ``v`` conflicts with in color ``c``, ``base``
    the number of conflicts among known nodes.

    Mutates: out, int64[rows].
    """
    for i in range(len(local)):
        count = base
        for v in range(local.shape[1]):
            count += alone[v, local[i, v]]
        for e in range(len(ends)):
            count += local[i, ends[e, 0]] == local[i, ends[e, 1]]
        out[i] = count
