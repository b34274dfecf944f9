"""
Exact solution of what remains of a problem once colors are ruled out: elimination with mixed domains.

When branch and bound has ruled out most colors, the rest of a sparse problem often has a small induced
width, counted in colors that are left. Then eliminating its nodes, cheapest first, solves it at once,
and the tree need not grow any further. An order of elimination is built greedily by the number of
colorings of the neighbors (min-weight); if its tables would have too many cells, nothing is solved.

Tables are dense, one for each node over the nodes of its scope, in the colors that are left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper
from ..vectors.simd import at, bit, lowest_bit, put
from .tree import BIG, COST, strides

#: Entries are capped at the gap, of which sums must not overflow.
MAX_GAP = np.int64(1 << 50)


class Residual(NamedTuple):
    """Workspace; nodes are numbered by their place in the residual problem."""

    places: np.ndarray  # int32[m], place of each node
    nodes: np.ndarray  # int32[m], node at each place
    domains: np.ndarray  # int32[m k], colors left
    sizes: np.ndarray  # int32[m], their number
    sets: np.ndarray  # int64[m, words], neighbors, then scopes
    weights: np.ndarray  # float64[m], colorings of the neighbors; infinite once eliminated
    order: np.ndarray  # int32[m], places in the order of elimination
    ranks: np.ndarray  # int32[m], positions in that order
    parents: np.ndarray  # int32[m], first of each scope to be eliminated; -1 for none
    scope_starts: np.ndarray  # int64[m + 1]
    scopes: np.ndarray  # int32[m^2], by rank of elimination, last first
    table_starts: np.ndarray  # int64[m + 1]
    tables: np.ndarray  # int64[cells]
    joint: np.ndarray  # int64[cells], costs of a scope and its node
    pair: np.ndarray  # int64[k k]
    digits: np.ndarray  # int64[m + 1]
    steps: np.ndarray  # int64[m + 1]
    choices: np.ndarray  # int32[m], position in the domain


@helper
def _collect(tree, level, k, residual):
    """Number the nodes that are left, and list their colors and neighbors. Mutates: residual."""
    count = tree.counts[level]
    words = (count + 63) >> 6
    gap = tree.state[COST] - tree.bases[level]
    for i in range(count):
        v = at(tree.nodes[level], i)
        put(residual.places, v, i)
        put(residual.nodes, i, v)
        size = 0
        for c in range(k):
            if at(tree.unary[level], v * k + c) < gap:
                put(residual.domains, i * k + size, c)
                size += 1
        put(residual.sizes, i, size)
        if size == 0:
            return False
        for w in range(words):
            residual.sets[i, w] = 0
    for i in range(count):
        v = at(tree.nodes[level], i)
        for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
            j = at(residual.places, at(tree.neighbors[level], p))
            residual.sets[i, j >> 6] |= bit(j & 63)
    return True


@helper
def _weigh(residual, words, i):
    """Compute the number of colorings of the neighbors of place ``i``. Mutates: residual."""
    product = 1.0
    for word in range(words):
        left = residual.sets[i, word]
        while left != 0:
            product *= at(residual.sizes, 64 * word + lowest_bit(left))
            left &= left - 1
    residual.weights[i] = product


@helper
def _order(residual, count, limit):
    """
    Order the places greedily; return whether all tables have at most ``limit`` cells.

    Mutates: residual.
    """
    words = (count + 63) >> 6
    for i in range(count):
        _weigh(residual, words, i)
    total = 0.0
    end = np.int64(0)
    listed = np.int64(0)
    for position in range(count):
        best = -1
        for i in range(count):
            if residual.weights[i] < np.inf and (
                best < 0 or residual.weights[i] < residual.weights[best]
            ):
                best = i
        cells = residual.weights[best]
        total += cells * at(residual.sizes, best)
        if total > limit:
            return False
        put(residual.order, position, best)
        put(residual.ranks, best, position)
        residual.weights[best] = np.inf
        put(residual.table_starts, position, end)
        put(residual.scope_starts, position, listed)
        end += np.int64(cells)
        for word in range(words):
            left = residual.sets[best, word]
            while left != 0:
                u = 64 * word + lowest_bit(left)
                left &= left - 1
                put(residual.scopes, listed, u)
                listed += 1
                for w in range(words):
                    residual.sets[u, w] |= residual.sets[best, w]
                residual.sets[u, u >> 6] &= ~bit(u & 63)
                residual.sets[u, best >> 6] &= ~bit(best & 63)
        for s in range(at(residual.scope_starts, position), listed):
            _weigh(residual, words, at(residual.scopes, s))
    put(residual.table_starts, count, end)
    put(residual.scope_starts, count, listed)
    return True


@helper
def _sort_scopes(residual, count):
    """Sort each scope by rank, last eliminated first, and find parents. Mutates: residual."""
    for position in range(count):
        first = at(residual.scope_starts, position)
        last = at(residual.scope_starts, position + 1)
        for s in range(first + 1, last):
            u = at(residual.scopes, s)
            p = s
            while p > first and at(residual.ranks, at(residual.scopes, p - 1)) < at(residual.ranks, u):
                put(residual.scopes, p, at(residual.scopes, p - 1))
                p -= 1
            put(residual.scopes, p, u)
        put(residual.parents, position, at(residual.scopes, last - 1) if last > first else -1)


@helper
def _add(residual, position, size, table, start):
    """
    Add a table to the joint costs of a step; ``residual.steps`` has its stride in each dimension.

    Mutates: residual.
    """
    first = at(residual.scope_starts, position)
    dimensions = at(residual.scope_starts, position + 1) - first
    for d in range(dimensions):
        put(residual.digits, d, 0)
    cell = np.int64(0)
    place = start
    inner = at(residual.steps, dimensions)
    while True:
        for c in range(size):
            put(residual.joint, cell, at(residual.joint, cell) + at(table, place + c * inner))
            cell += 1
        d = dimensions - 1
        while d >= 0:
            digit = at(residual.digits, d) + 1
            if digit < at(residual.sizes, at(residual.scopes, first + d)):
                put(residual.digits, d, digit)
                place += at(residual.steps, d)
                break
            place -= at(residual.steps, d) * (digit - 1)
            put(residual.digits, d, 0)
            d -= 1
        if d < 0:
            return


@helper
def _eliminate(tree, level, k, residual, position):
    """Fill the table of one step. Mutates: residual."""
    gap = tree.state[COST] - tree.bases[level]
    i = at(residual.order, position)
    v = at(residual.nodes, i)
    size = at(residual.sizes, i)
    first = at(residual.scope_starts, position)
    dimensions = at(residual.scope_starts, position + 1) - first
    cells = at(residual.table_starts, position + 1) - at(residual.table_starts, position)
    for cell in range(cells):
        for c in range(size):
            cost = at(tree.unary[level], v * k + at(residual.domains, i * k + c))
            put(residual.joint, cell * size + c, cost)
    for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
        u = at(tree.neighbors[level], p)
        j = at(residual.places, u)
        if at(residual.ranks, j) < position:
            continue
        own, other = strides(v, u, k)
        table = at(tree.edges[level], p) * k * k
        for d in range(at(residual.sizes, j)):
            for c in range(size):
                a = at(residual.domains, i * k + c) * own
                b = at(residual.domains, j * k + d) * other
                put(residual.pair, d * size + c, min(at(tree.tables[level], table + a + b), gap))
        for d in range(dimensions):
            put(residual.steps, d, size if at(residual.scopes, first + d) == j else 0)
        put(residual.steps, dimensions, 1)
        _add(residual, position, size, residual.pair, 0)
    for child in range(position):
        if at(residual.parents, child) != i:
            continue
        stride = np.int64(1)
        for d in range(dimensions + 1):
            put(residual.steps, d, 0)
        s = at(residual.scope_starts, child + 1) - 1
        put(residual.steps, dimensions, 1)
        stride *= size
        d = dimensions - 1
        s -= 1
        while s >= at(residual.scope_starts, child):
            u = at(residual.scopes, s)
            while at(residual.scopes, first + d) != u:
                d -= 1
            put(residual.steps, d, stride)
            stride *= at(residual.sizes, u)
            s -= 1
        _add(residual, position, size, residual.tables, at(residual.table_starts, child))
    start = at(residual.table_starts, position)
    for cell in range(cells):
        least = at(residual.joint, cell * size)
        for c in range(1, size):
            least = min(least, at(residual.joint, cell * size + c))
        put(residual.tables, start + cell, min(least, gap))


@helper
def _choose(tree, level, k, residual, position):
    """Choose the best color of one step, given those of its scope. Mutates: residual."""
    gap = tree.state[COST] - tree.bases[level]
    i = at(residual.order, position)
    v = at(residual.nodes, i)
    best = -1
    lowest = BIG
    for c in range(at(residual.sizes, i)):
        color = at(residual.domains, i * k + c)
        cost = at(tree.unary[level], v * k + color)
        for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
            u = at(tree.neighbors[level], p)
            j = at(residual.places, u)
            if at(residual.ranks, j) > position:
                own, other = strides(v, u, k)
                chosen = at(residual.domains, j * k + at(residual.choices, j))
                place = at(tree.edges[level], p) * k * k + color * own + chosen * other
                cost += min(at(tree.tables[level], place), gap)
        put(residual.choices, i, c)
        for child in range(position):
            if at(residual.parents, child) == i:
                cell = np.int64(0)
                for s in range(at(residual.scope_starts, child), at(residual.scope_starts, child + 1)):
                    u = at(residual.scopes, s)
                    cell = cell * at(residual.sizes, u) + at(residual.choices, u)
                cost += at(residual.tables, at(residual.table_starts, child) + cell)
        if best < 0 or cost < lowest:
            best = c
            lowest = cost
    put(residual.choices, i, best)


@helper
def solve(tree, level, k, residual, limit):
    """
    Solve the problem of a level exactly if its tables have at most ``limit`` cells.

    Returns -1 if they have more, 0 if no assignment costs less than the best one, and 1 if
    ``tree.colors`` received one at the nodes that are left.

    Mutates: residual; tree.colors.
    """
    count = tree.counts[level]
    if tree.state[COST] - tree.bases[level] > MAX_GAP:
        return -1
    if not _collect(tree, level, k, residual):
        return 0
    if not _order(residual, count, limit):
        return -1
    _sort_scopes(residual, count)
    total = tree.bases[level]
    for position in range(count):
        _eliminate(tree, level, k, residual, position)
        if at(residual.parents, position) < 0:
            total += at(residual.tables, at(residual.table_starts, position))
    if total >= tree.state[COST]:
        return 0
    for position in range(count - 1, -1, -1):
        _choose(tree, level, k, residual, position)
    for i in range(count):
        color = at(residual.domains, i * k + at(residual.choices, i))
        put(tree.colors, at(residual.nodes, i), color)
    return 1
