"""
The problem of a cluster: its edges, their components, a unit of its costs.

Costs of a coloring are counted from the whole problem, as a check on every answer for a cluster.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel


@kernel
def sort_edges(ends, rows, pairs, numbers):
    """
    List the edges of a problem that touch the nodes of a cluster; return how many are within and cross.

    ``rows`` has the row of each node, -1 outside. Edges within are listed as two rows, from the front;
    edges that cross as a row and the number of the node outside, from the back.

    Mutates: pairs, int32[m, 2]; numbers, int64[m], of the edges.
    """
    within = 0
    back = len(ends)
    for e in range(len(ends)):
        u, v = ends[e, 0], ends[e, 1]
        a, b = rows[u], rows[v]
        if a >= 0 and b >= 0:
            pairs[within, 0] = a
            pairs[within, 1] = b
            numbers[within] = e
            within += 1
        elif a >= 0 or b >= 0:
            back -= 1
            pairs[back, 0] = max(a, b)
            pairs[back, 1] = v if a >= 0 else u
            numbers[back] = e
    return within, len(ends) - back


@kernel
def find_components(ends, groups):
    """
    Find the first node of the component of each of the first nodes; others do not connect them.

    Mutates: groups, int64, the index of each node at first.
    """
    for e in range(len(ends)):
        u, v = np.int64(ends[e, 0]), np.int64(ends[e, 1])
        if max(u, v) >= len(groups):
            continue
        while groups[u] != u:
            groups[u] = groups[groups[u]]
            u = groups[u]
        while groups[v] != v:
            groups[v] = groups[groups[v]]
            v = groups[v]
        groups[max(u, v)] = min(u, v)
    for v in range(len(groups)):
        groups[v] = groups[groups[v]]


@kernel
def common_divisor(first, second):
    """Return the greatest common divisor of the numbers in two arrays, 1 if all are 0."""
    divisor = np.int64(0)
    for part in range(2):
        for i in range(len(first if part == 0 else second)):
            rest = abs(first[i] if part == 0 else second[i])
            while rest != 0:
                divisor, rest = rest, divisor % rest
    return max(divisor, 1)


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
def fill_ledger(ends, weights, preferences, ledger):
    """
    Write what :func:`solver.cluster.local.ledger` returns; return its length.

    Mutates: ledger, int64[2 + 3 m + n (1 + k)].
    """
    ledger[0] = len(ends)
    end = 2
    for e in range(len(ends)):
        ledger[end], ledger[end + 1], ledger[end + 2] = ends[e, 0], ends[e, 1], weights[e]
        end += 3
    choosers = 0
    for v in range(len(preferences)):
        chooses = False
        for c in range(preferences.shape[1]):
            ledger[end + 1 + c] = preferences[v, c]
            chooses |= preferences[v, c] != 0
        if chooses:
            ledger[end] = v
            end += 1 + preferences.shape[1]
            choosers += 1
    ledger[1] = choosers
    return end


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
