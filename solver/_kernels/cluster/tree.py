"""
The search tree of branch and bound: a problem on each level, and the reductions that shrink it.

Every level holds a whole problem: unary costs, a table of k x k costs for each edge, and a base that
every assignment pays. All costs are multiples of a *unit*, so that fractions of it can be shifted:
whatever costs less than the best assignment costs less by a unit. Copying a problem is cheaper than
undoing changes to it. Everything that happens to a problem preserves the cost of every assignment. A
node with at most two neighbors is minimized out; its best color, given theirs, goes to the trail. A node
with one color left is assigned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, inlined, kernel
from ..vectors.simd import at, put

#: Cost of what is ruled out. Three of them can be added.
BIG = np.int64(1 << 61)

# Places in `state`.
LEVEL, COST, NODES, STAGE, TARGET, FLOOR, UNIT = 0, 1, 2, 3, 4, 5, 6
NODE, COLOR, ABOVE = 7, 8, 9  # of the search for the first optimum

# What is to be done with the problem of the deepest level.
OPEN, NEW, DENSE = 0, 1, 2


class Tree(NamedTuple):
    """
    A search between two nodes of its tree.

    The first index of a matrix is the level. An edge between ``u < v`` has its costs at
    ``tables[level, e k k + color of u * k + color of v]``.
    """

    starts: np.ndarray  # int64[m + 1], rows of `neighbors` and `edges`, and of those as given
    neighbors: np.ndarray  # int32[levels, 2e]
    edges: np.ndarray  # int32[levels, 2e]
    degrees: np.ndarray  # int32[levels, m]
    nodes: np.ndarray  # int32[levels, m], those still in the problem, increasing
    counts: np.ndarray  # int64[levels], their number
    unary: np.ndarray  # int64[levels, m k]
    tables: np.ndarray  # int64[levels, e k k]
    bases: np.ndarray  # int64[levels]
    bounds: np.ndarray  # int64[levels, m k], least cost with a node in a color
    tried: np.ndarray  # int8[levels, k], colors of the branching variable
    branches: np.ndarray  # int32[levels]
    heights: np.ndarray  # int64[levels], of the trail
    failures: np.ndarray  # int64[levels], nodes left when elimination of the rest last was too large
    trail: np.ndarray  # int32[3 m]: a node and up to two nodes that its color depends on
    choices: np.ndarray  # int32[m k k], its best color for each of their colors
    scratch: np.ndarray  # int64[max(k k, m)]
    colors: np.ndarray  # int32[m]
    best: np.ndarray  # int32[m]
    state: np.ndarray  # int64[10]: level, costs looked below, nodes visited, stage, target, floor, unit;
    # then node, color and cost of the search for the first optimum
    own_neighbors: np.ndarray  # int32[2e], the problem as it was given
    own_edges: np.ndarray  # int32[2e]
    own_unary: np.ndarray  # int64[m k]
    own_ends: np.ndarray  # int32[2 e]
    own_tables: np.ndarray  # int64[e k k]


@inlined
def strides(v, u, k):
    """Return the strides of the colors of ``v`` and of ``u`` in the table of edge v-u."""
    return (k, 1) if v < u else (1, k)


@kernel
def fill(tree, ends, weights, unary, k, unit):
    """Write the problem as given, its costs times ``unit``, and no assignment. Mutates: tree."""
    starts = tree.starts
    m = len(tree.colors)
    for v in range(m + 1):
        starts[v] = 0
    for v in range(m):
        tree.colors[v] = -1
        tree.best[v] = -1
        tree.scratch[v] = 0
    for e in range(len(ends)):
        for side in range(2):
            starts[ends[e, side] + 1] += 1
            tree.own_ends[2 * e + side] = ends[e, side]
        for i in range(k * k):
            tree.own_tables[e * k * k + i] = 0
        for c in range(k):
            tree.own_tables[e * k * k + c * (k + 1)] = weights[e] * unit
    for v in range(m):
        starts[v + 1] += starts[v]
    # Edges to later nodes come first in a row.
    for side in range(2):
        for e in range(len(ends)):
            v = ends[e, side]
            p = starts[v] + tree.scratch[v]
            tree.own_neighbors[p] = ends[e, 1 - side]
            tree.own_edges[p] = e
            tree.scratch[v] += 1
    for i in range(m * k):
        tree.own_unary[i] = unary[i] * unit


@kernel
def plant(tree, k):
    """Put the whole problem at level 0. Mutates: tree."""
    m = len(tree.colors)
    base = np.int64(0)
    for v in range(m):
        least = tree.own_unary[v * k]
        for c in range(1, k):
            least = min(least, tree.own_unary[v * k + c])
        for c in range(v * k, v * k + k):
            tree.unary[0, c] = tree.own_unary[c] - least
        base += least
        tree.degrees[0, v] = tree.starts[v + 1] - tree.starts[v]
        tree.nodes[0, v] = v
    for i in range(len(tree.own_tables)):
        tree.tables[0, i] = tree.own_tables[i]
    for p in range(len(tree.own_neighbors)):
        tree.neighbors[0, p] = tree.own_neighbors[p]
        tree.edges[0, p] = tree.own_edges[p]
    tree.bases[0] = base
    tree.counts[0] = m
    tree.heights[0] = 0


@helper
def keep_if_best(tree, k):
    """Keep the assignment in ``colors`` if it is the best so far. Mutates: tree."""
    colors = tree.colors
    cost = np.int64(0)
    for v in range(len(colors)):
        cost += at(tree.own_unary, v * k + at(colors, v))
    for e in range(len(tree.own_ends) // 2):
        u, v = at(tree.own_ends, 2 * e), at(tree.own_ends, 2 * e + 1)
        cost += at(tree.own_tables, (e * k + at(colors, u)) * k + at(colors, v))
    if cost < tree.state[COST]:
        tree.state[COST] = cost - tree.state[UNIT] + 1
        for v in range(len(colors)):
            put(tree.best, v, at(colors, v))


@inlined
def _disconnect(tree, level, v, u):
    """Remove ``u`` from the row of ``v``."""
    neighbors, edges, degrees = tree.neighbors[level], tree.edges[level], tree.degrees[level]
    last = at(tree.starts, v) + at(degrees, v) - 1
    p = last
    while at(neighbors, p) != u:
        p -= 1
    put(neighbors, p, at(neighbors, last))
    put(edges, p, at(edges, last))
    put(degrees, v, at(degrees, v) - 1)


@inlined
def _remember(tree, level, k, v, first, second):
    """Put a node on the trail; return where its choices begin."""
    height = tree.heights[level]
    put(tree.trail, 3 * height, v)
    put(tree.trail, 3 * height + 1, first)
    put(tree.trail, 3 * height + 2, second)
    tree.heights[level] = height + 1
    put(tree.degrees[level], v, -1)
    return height * k * k


@helper
def assign(tree, level, k, v, color):
    """Give node ``v`` a color and add its tables to the unary costs of its neighbors. Mutates: tree."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    tree.bases[level] = min(tree.bases[level] + at(unary, v * k + color), BIG)
    for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
        u = at(tree.neighbors[level], p)
        own, other = strides(v, u, k)
        first = at(tree.edges[level], p) * k * k + color * own
        for c in range(k):
            x = at(unary, u * k + c) + at(tables, first + c * other)
            put(unary, u * k + c, min(x, BIG))
        _disconnect(tree, level, u, v)
    place = _remember(tree, level, k, v, -1, -1)
    put(tree.choices, place, color)


@helper
def _eliminate_leaf(tree, level, k, v):
    """Minimize out a node with one neighbor."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    p = at(tree.starts, v)
    u = at(tree.neighbors[level], p)
    own, other = strides(v, u, k)
    table = at(tree.edges[level], p) * k * k
    _disconnect(tree, level, u, v)
    place = _remember(tree, level, k, v, u, -1)
    for c in range(k):
        least = BIG
        choice = 0
        for b in range(k):
            x = at(unary, v * k + b) + at(tables, table + b * own + c * other)
            if x < least:
                least = x
                choice = b
        put(tree.choices, place + c, choice)
        put(unary, u * k + c, min(at(unary, u * k + c) + least, BIG))


@helper
def _eliminate_link(tree, level, k, v):
    """Minimize out a node with two neighbors, which become neighbors of each other."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    neighbors, edges = tree.neighbors[level], tree.edges[level]
    first = at(tree.starts, v)
    u, w = at(neighbors, first), at(neighbors, first + 1)
    edge, other_edge = at(edges, first), at(edges, first + 1)
    if u > w:
        u, w = w, u
        edge, other_edge = other_edge, edge
    place = _remember(tree, level, k, v, u, w)
    own_u, step_u = strides(v, u, k)
    own_w, step_w = strides(v, w, k)
    for c in range(k):
        for d in range(k):
            least = BIG
            choice = 0
            for b in range(k):
                x = at(tables, edge * k * k + b * own_u + c * step_u)
                x += at(tables, other_edge * k * k + b * own_w + d * step_w)
                x += at(unary, v * k + b)
                if x < least:
                    least = x
                    choice = b
            put(tree.choices, place + c * k + d, choice)
            put(tree.scratch, c * k + d, least)

    p = at(tree.starts, u)
    last = p + at(tree.degrees[level], u)
    while p < last and at(neighbors, p) != w:
        p += 1
    if p < last:
        table = at(edges, p) * k * k
        for i in range(k * k):
            put(tables, table + i, min(at(tables, table + i) + at(tree.scratch, i), BIG))
        _disconnect(tree, level, u, v)
        _disconnect(tree, level, w, v)
        return
    for i in range(k * k):
        put(tables, edge * k * k + i, at(tree.scratch, i))
    p = at(tree.starts, u)
    while at(neighbors, p) != v:
        p += 1
    put(neighbors, p, w)
    p = at(tree.starts, w)
    while at(neighbors, p) != v:
        p += 1
    put(neighbors, p, u)
    put(edges, p, edge)


@helper
def reduce(tree, level, k):
    """Remove nodes with one color left or at most two neighbors while there are any. Mutates: tree."""
    unary = tree.unary[level]
    nodes = tree.nodes[level]
    degrees = tree.degrees[level]
    changed = True
    while changed and tree.bases[level] < tree.state[COST]:
        changed = False
        kept = 0
        for i in range(tree.counts[level]):
            v = at(nodes, i)
            alive = 0
            cheapest = 0
            for c in range(k):
                alive += at(unary, v * k + c) < BIG
                if at(unary, v * k + c) < at(unary, v * k + cheapest):
                    cheapest = c
            degree = at(degrees, v)
            if alive <= 1 or degree == 0:
                assign(tree, level, k, v, cheapest)
                changed = True
            elif degree == 1:
                _eliminate_leaf(tree, level, k, v)
                changed = True
            elif degree == 2:
                _eliminate_link(tree, level, k, v)
                changed = True
            else:
                put(nodes, kept, v)
                kept += 1
        tree.counts[level] = kept
