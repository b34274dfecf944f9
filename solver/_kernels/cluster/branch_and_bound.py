"""
Depth-first branch and bound for soft coloring, with bounds from shifting costs along edges.

Every level of the tree holds a whole problem of its own: unary costs, a table of k x k costs for each
edge, and a base that every assignment pays. Copying one is cheaper than undoing what was done to it. All
that happens to a problem keeps the cost of every assignment:

* *Reduction.* A node with at most two neighbors is minimized out; its best color, given theirs, goes to
  the trail. A node with one color left is assigned.
* *Sweeps.* Visiting node after node, all that its edges can tell about it is collected in its unary
  costs, the least of them goes to the base, and the rest is spread over the edges to the nodes still to
  come; then the same backwards. This is block-coordinate ascent on the dual of the linear relaxation, in
  integers (SRMP: Kolmogorov 2015, doi:10.1109/TPAMI.2014.2363465).
* A color that would lift the base to the cost of the best assignment known is dropped.

A node of the tree takes as its branching variable the one that the sweeps found most decided. A problem
that is small and dense by then is left to :mod:`solver._kernels.cluster.forward_checking`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import inlined, lean_kernel
from ..vectors.simd import at, put
from . import forward_checking
from .forward_checking import DONE, FOUND, PAUSED, SIZE, VISITED, WIDTH

#: Cost of what is ruled out. Three of them can be added up.
BIG = np.int64(1 << 61)

# Places in `state`.
LEVEL, COST, NODES, STAGE, TARGET = 0, 1, 2, 3, 4

# What is to be done with the problem of the deepest level.
OPEN, NEW, DENSE = 0, 1, 2


class Tree(NamedTuple):
    """
    A search between two nodes of its tree.

    The first index of a matrix is the level. An edge between ``u < v`` has its costs at
    ``tables[level, e k k + color of u * k + color of v]``.
    """

    starts: np.ndarray  # int64[m + 1], rows of `neighbors` and `edges`
    neighbors: np.ndarray  # int32[levels, 2e]
    edges: np.ndarray  # int32[levels, 2e]
    degrees: np.ndarray  # int32[levels, m]
    nodes: np.ndarray  # int32[levels, m], those still in the problem, increasing
    counts: np.ndarray  # int64[levels], how many
    unary: np.ndarray  # int64[levels, m k]
    tables: np.ndarray  # int64[levels, e k k]
    bases: np.ndarray  # int64[levels]
    bounds: np.ndarray  # int64[levels, m k], least cost with a node in a color
    tried: np.ndarray  # int8[levels, k], colors of the branching variable
    branches: np.ndarray  # int32[levels]
    heights: np.ndarray  # int64[levels], of the trail
    trail: np.ndarray  # int32[3 m]: a node and up to two nodes that its color depends on
    choices: np.ndarray  # int32[m k k], its best color for each of their colors
    scratch: np.ndarray  # int64[max(k k, m)]
    colors: np.ndarray  # int32[m]
    best: np.ndarray  # int32[m]
    state: np.ndarray  # int64[5]: level, cost of `best`; nodes visited; stage of the level; target
    own_unary: np.ndarray  # int64[m k], the problem as it was given
    ends: np.ndarray  # int32[2 e]
    weights: np.ndarray  # int64[e]


@inlined
def _strides(v, u, k):
    """How far apart in the table of edge v-u the colors of ``v`` and of ``u`` are."""
    return (k, 1) if v < u else (1, k)


@inlined
def _disconnect(tree, level, v, u):
    """Take ``u`` out of the row of ``v``."""
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
    """Put a node on the trail; returns where its choices stand."""
    height = tree.heights[level]
    put(tree.trail, 3 * height, v)
    put(tree.trail, 3 * height + 1, first)
    put(tree.trail, 3 * height + 2, second)
    tree.heights[level] = height + 1
    put(tree.degrees[level], v, -1)
    return height * k * k


@lean_kernel
def assign(tree, level, k, v, color):
    """Give node ``v`` a color and pass on to its neighbors what that costs them."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    tree.bases[level] = min(tree.bases[level] + at(unary, v * k + color), BIG)
    for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
        u = at(tree.neighbors[level], p)
        own, other = _strides(v, u, k)
        first = at(tree.edges[level], p) * k * k + color * own
        for c in range(k):
            x = at(unary, u * k + c) + at(tables, first + c * other)
            put(unary, u * k + c, min(x, BIG))
        _disconnect(tree, level, u, v)
    place = _remember(tree, level, k, v, -1, -1)
    put(tree.choices, place, color)


@lean_kernel
def _eliminate_leaf(tree, level, k, v):
    """Minimize out a node with one neighbor."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    p = at(tree.starts, v)
    u = at(tree.neighbors[level], p)
    own, other = _strides(v, u, k)
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


@lean_kernel
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
    own_u, step_u = _strides(v, u, k)
    own_w, step_w = _strides(v, w, k)
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


@lean_kernel
def _reduce(tree, level, k):
    """Take out nodes with one color left or at most two neighbors, as long as there are any."""
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


@inlined
def _collect(tree, level, k, v):
    """Move into the unary costs of ``v`` all that its edges can say about it."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
        u = at(tree.neighbors[level], p)
        own, other = _strides(v, u, k)
        table = at(tree.edges[level], p) * k * k
        for c in range(k):
            if at(unary, v * k + c) >= BIG:
                continue
            least = BIG
            for d in range(k):
                if at(unary, u * k + d) < BIG:
                    least = min(least, at(tables, table + c * own + d * other))
            if least != 0:
                for d in range(k):
                    i = table + c * own + d * other
                    put(tables, i, at(tables, i) - least)
                put(unary, v * k + c, min(at(unary, v * k + c) + least, BIG))


@inlined
def _spread(tree, level, k, v, forward):
    """Share the unary costs of ``v`` among its edges to the nodes that come later in the sweep."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    degree = at(tree.degrees[level], v)
    first = at(tree.starts, v)
    later = 0
    for p in range(first, first + degree):
        later += (at(tree.neighbors[level], p) > v) == forward
    if later == 0:
        return
    shares = max(later, degree - later)
    for c in range(k):
        cost = at(unary, v * k + c)
        share = cost // shares
        if share == 0 or cost >= BIG:
            continue
        put(unary, v * k + c, cost - share * later)
        for p in range(first, first + degree):
            u = at(tree.neighbors[level], p)
            if (u > v) == forward:
                own, other = _strides(v, u, k)
                i = at(tree.edges[level], p) * k * k + c * own
                for d in range(k):
                    put(tables, i + d * other, min(at(tables, i + d * other) + share, BIG))


@lean_kernel
def _sweep(tree, level, k, forward):
    """Visit all nodes in one direction; returns whether a node has a single color left."""
    unary = tree.unary[level]
    bounds = tree.bounds[level]
    nodes = tree.nodes[level]
    count = tree.counts[level]
    upper = tree.state[COST]
    base = tree.bases[level]
    decided = False
    for i in range(count):
        v = at(nodes, i if forward else count - 1 - i)
        _collect(tree, level, k, v)
        least = BIG
        for c in range(k):
            least = min(least, at(unary, v * k + c))
        base = min(base + least, BIG)
        if base >= upper:
            break
        alive = 0
        for c in range(k):
            cost = at(unary, v * k + c)
            if cost < BIG:
                cost -= least
                if base + cost >= upper:
                    cost = BIG
                else:
                    alive += 1
                put(unary, v * k + c, cost)
            put(bounds, v * k + c, base + cost)
        if alive == 1:
            decided = True
        _spread(tree, level, k, v, forward)
    tree.bases[level] = base
    return decided


@lean_kernel
def _tighten(tree, level, k, sweeps):
    """Reduce the problem and raise its base, by up to ``sweeps`` pairs of sweeps."""
    _reduce(tree, level, k)
    for _ in range(sweeps):
        before = tree.bases[level]
        if before >= tree.state[COST] or tree.counts[level] == 0:
            return
        decided = _sweep(tree, level, k, True)
        if tree.bases[level] >= tree.state[COST]:
            return
        decided |= _sweep(tree, level, k, False)
        if decided and tree.bases[level] < tree.state[COST]:
            _reduce(tree, level, k)
        elif (tree.bases[level] - before) * 64 <= tree.state[COST] - tree.bases[level]:
            return


@lean_kernel
def _branch_node(tree, level, k):
    """The node to branch on: its second-best color costs most, and it has many neighbors."""
    bounds = tree.bounds[level]
    chosen = -1
    highest = np.int64(-1)
    gap = tree.state[COST] - tree.bases[level]
    for i in range(tree.counts[level]):
        v = at(tree.nodes[level], i)
        score = np.int64(0)
        for c in range(k):
            score += min(gap, at(bounds, v * k + c) - tree.bases[level])
        score = max(score, 0) * at(tree.degrees[level], v)
        if score > highest:
            highest = score
            chosen = v
    return chosen


@lean_kernel
def _look_ahead(tree, level, k, v):
    """
    Raise the bounds of the colors of ``v`` by what its neighbors would pay at once.

    That spares copies: 0.6 to 0.9 of the time on sparse random problems of 60 to 200 nodes.
    """
    unary = tree.unary[level]
    tables = tree.tables[level]
    bounds = tree.bounds[level]
    first = at(tree.starts, v)
    for c in range(k):
        if at(bounds, v * k + c) >= tree.state[COST]:
            continue
        bound = tree.bases[level] + at(unary, v * k + c)
        for p in range(first, first + at(tree.degrees[level], v)):
            u = at(tree.neighbors[level], p)
            own, other = _strides(v, u, k)
            table = at(tree.edges[level], p) * k * k + c * own
            least = BIG
            for d in range(k):
                least = min(least, at(unary, u * k + d) + at(tables, table + d * other))
            bound = min(bound + least, BIG)
        put(bounds, v * k + c, max(bound, at(bounds, v * k + c)))


@lean_kernel
def _descend(tree, level, k):
    """Copy what is left of a level's problem to the next level."""
    gap = tree.state[COST] - tree.bases[level]
    count = tree.counts[level]
    below = level + 1
    tree.counts[below] = count
    tree.bases[below] = tree.bases[level]
    tree.heights[below] = tree.heights[level]
    for i in range(count):
        v = at(tree.nodes[level], i)
        put(tree.nodes[below], i, v)
        put(tree.degrees[below], v, at(tree.degrees[level], v))
        for c in range(v * k, v * k + k):
            x = at(tree.unary[level], c)
            put(tree.unary[below], c, BIG if x >= gap else x)
            put(tree.bounds[below], c, at(tree.bounds[level], c))
        for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
            u = at(tree.neighbors[level], p)
            e = at(tree.edges[level], p)
            put(tree.neighbors[below], p, u)
            put(tree.edges[below], p, e)
            if u > v:
                for j in range(e * k * k, (e + 1) * k * k):
                    x = at(tree.tables[level], j)
                    put(tree.tables[below], j, BIG if x >= gap else x)


@lean_kernel
def _keep_if_best(tree, k):
    """Keep the assignment in ``colors`` if it is the best so far."""
    colors = tree.colors
    cost = np.int64(0)
    for v in range(len(colors)):
        cost += at(tree.own_unary, v * k + at(colors, v))
    for e in range(len(tree.weights)):
        if at(colors, at(tree.ends, 2 * e)) == at(colors, at(tree.ends, 2 * e + 1)):
            cost += at(tree.weights, e)
    if cost < tree.state[COST]:
        tree.state[COST] = cost
        for v in range(len(colors)):
            put(tree.best, v, at(colors, v))


@lean_kernel
def improve(tree, k):
    """
    Give each node in turn its cheapest color until no node wants to change, and keep the result.

    Colors of -1 cost their neighbors nothing: from nothing but those it starts greedily.

    Mutates: tree.colors, tree.best, tree.state; tree.scratch.
    """
    colors = tree.colors
    changed = True
    while changed:
        changed = False
        for v in range(len(colors)):
            for c in range(k):
                put(tree.scratch, c, at(tree.own_unary, v * k + c))
            for p in range(at(tree.starts, v), at(tree.starts, v + 1)):
                c = at(colors, at(tree.neighbors[0], p))
                if c >= 0:
                    weight = at(tree.weights, at(tree.edges[0], p))
                    put(tree.scratch, c, at(tree.scratch, c) + weight)
            color = at(colors, v)
            cheapest = max(color, 0)
            for c in range(k):
                if at(tree.scratch, c) < at(tree.scratch, cheapest):
                    cheapest = c
            if cheapest != color:
                put(colors, v, cheapest)
                changed = True
    _keep_if_best(tree, k)


@lean_kernel
def _record(tree, level, k):
    """Color all nodes along the trail, and keep the assignment if it is the best so far."""
    colors = tree.colors
    for i in range(tree.heights[level] - 1, -1, -1):
        first, second = at(tree.trail, 3 * i + 1), at(tree.trail, 3 * i + 2)
        place = 0
        if first >= 0:
            place = at(colors, first)
        if second >= 0:
            place = place * k + at(colors, second)
        put(colors, at(tree.trail, 3 * i), at(tree.choices, i * k * k + place))
    _keep_if_best(tree, k)


@lean_kernel
def _hand_over(tree, dense, level, k, density, degree):
    """
    Start forward checking if the problem of a level is small and dense.

    That is, if it has ``density`` percent of all edges, or nodes of ``degree`` on average.

    Mutates: dense. Returns whether it is.
    """
    count = tree.counts[level]
    if count * k > WIDTH:
        return False
    degrees = np.int64(0)
    for i in range(count):
        degrees += at(tree.degrees[level], at(tree.nodes[level], i))
    if degrees * 100 < count * min((count - 1) * density, degree * 100):
        return False
    # More than the gap is as bad as the gap, and sums of it do not overflow.
    gap = tree.state[COST] - tree.bases[level]
    for i in range(count):
        v = at(tree.nodes[level], i)
        put(dense.nodes, i, v)
        put(tree.scratch, v, i)
        for c in range(k):
            put(dense.rows, i * k + c, min(gap, at(tree.unary[level], v * k + c)))
            for p in range(count * k):
                put(dense.pairs, (i * k + c) * WIDTH + p, 0)
    for i in range(count):
        v = at(tree.nodes[level], i)
        pull = np.int64(0)
        for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
            u = at(tree.neighbors[level], p)
            own, other = _strides(v, u, k)
            heaviest = np.int64(0)
            for c in range(k):
                table = at(tree.edges[level], p) * k * k + c * own
                place = (i * k + c) * WIDTH + at(tree.scratch, u) * k
                for d in range(k):
                    cost = min(gap, at(tree.tables[level], table + d * other))
                    put(dense.pairs, place + d, cost)
                    heaviest = max(heaviest, cost)
            pull += heaviest
        put(dense.pulls, i, pull // 16)
    dense.state[SIZE] = count
    dense.bases[0] = tree.bases[level]
    forward_checking.begin(dense, k, tree.state[COST])
    return True


@lean_kernel
def run(tree, dense, k, root_sweeps, sweeps, density, degree, budget):
    """
    Visit up to ``budget`` more nodes of the tree.

    All is done when the level is -1: the best assignment is proved best, or meets the target.

    Mutates: tree, dense.
    """
    state = tree.state
    level = state[LEVEL]
    last = state[NODES] + budget
    while level >= 0:
        if state[STAGE] == DENSE:
            status = forward_checking.search(dense, k, state[COST], last - state[NODES], tree.colors)
            state[NODES] += dense.state[VISITED]
            if status == PAUSED:
                break
            if status == FOUND:
                _record(tree, level, k)
            if status == DONE or state[COST] <= state[TARGET]:
                state[STAGE] = OPEN
                level = level - 1 if status == DONE else -1
            continue
        if state[STAGE] == NEW:
            if state[NODES] >= last:
                break
            state[NODES] += 1
            state[STAGE] = OPEN
            _tighten(tree, level, k, root_sweeps if level == 0 else sweeps)
            if tree.bases[level] >= state[COST]:
                level -= 1
                continue
            if tree.counts[level] == 0:
                _record(tree, level, k)
                level = -1 if state[COST] <= state[TARGET] else level - 1
                continue
            if _hand_over(tree, dense, level, k, density, degree):
                state[STAGE] = DENSE
                continue
            tree.branches[level] = _branch_node(tree, level, k)
            _look_ahead(tree, level, k, tree.branches[level])
            for c in range(k):
                tree.tried[level, c] = 0

        v = tree.branches[level]
        color = -1
        lowest = state[COST]
        for c in range(k):
            if tree.tried[level, c] == 0 and tree.bounds[level, v * k + c] < lowest:
                lowest = tree.bounds[level, v * k + c]
                color = c
        if color < 0:
            level -= 1
            continue
        tree.tried[level, color] = 1
        _descend(tree, level, k)
        level += 1
        count = 0
        for i in range(tree.counts[level]):
            u = at(tree.nodes[level], i)
            if u != v:
                put(tree.nodes[level], count, u)
                count += 1
        tree.counts[level] = count
        assign(tree, level, k, v, color)
        state[STAGE] = NEW
    state[LEVEL] = level
