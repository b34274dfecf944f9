"""
Bounds by shifting costs along edges: sweeps over the nodes of a problem, and colors that they rule out.

Visiting node after node, everything that its edges imply about it is collected in its unary costs, the
least of these goes to the base, and the rest is spread over the edges to later nodes; then the same
backwards. This is block-coordinate ascent on the dual of the linear relaxation, in integers (SRMP:
Kolmogorov 2015, doi:10.1109/TPAMI.2014.2363465). A color that would raise the base to the cost of the
best known assignment is ruled out.
"""

from __future__ import annotations

from ..._jit import helper, inlined
from ..vectors.simd import at, put
from .tree import BIG, COST, reduce, strides


@inlined
def _collect_edge(unary, tables, k, v, u, table, own, other):
    """Move everything that one edge implies about ``v`` into its unary costs."""
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
def _collect(tree, level, k, v):
    """Move everything that the edges imply about ``v`` into its unary costs."""
    unary = tree.unary[level]
    tables = tree.tables[level]
    for p in range(at(tree.starts, v), at(tree.starts, v) + at(tree.degrees[level], v)):
        u = at(tree.neighbors[level], p)
        table = at(tree.edges[level], p) * k * k
        if v < u:
            _collect_edge(unary, tables, k, v, u, table, k, 1)
        else:
            _collect_edge(unary, tables, k, v, u, table, 1, k)


@inlined
def _spread(tree, level, k, v, forward):
    """Share the unary costs of ``v`` among its edges to later nodes of the sweep."""
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
                own, other = strides(v, u, k)
                i = at(tree.edges[level], p) * k * k + c * own
                for d in range(k):
                    put(tables, i + d * other, min(at(tables, i + d * other) + share, BIG))


@inlined
def _sweep(tree, level, k, forward):
    """Visit all nodes in one direction; return whether a node has one color left."""
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


@helper
def sweep(tree, level, k, forward):
    """Visit all nodes in one direction; return whether a node has one color left. Mutates: tree."""
    # With a constant number of colors, the loops over them are unrolled.
    if k == 3:
        return _sweep(tree, level, 3, forward)
    if k == 4:
        return _sweep(tree, level, 4, forward)
    return _sweep(tree, level, k, forward)


@helper
def raise_base(tree, level, k, sweeps):
    """Raise the base by up to ``sweeps`` pairs of sweeps, as long as they help. Mutates: tree."""
    for _ in range(sweeps):
        before = tree.bases[level]
        sweep(tree, level, k, True)
        sweep(tree, level, k, False)
        if (tree.bases[level] - before) * 64 <= tree.state[COST] - tree.bases[level]:
            return


@helper
def tighten(tree, level, k, sweeps):
    """Reduce the problem and raise its base by up to ``sweeps`` pairs of sweeps. Mutates: tree."""
    reduce(tree, level, k)
    for _ in range(sweeps):
        before = tree.bases[level]
        if before >= tree.state[COST] or tree.counts[level] == 0:
            return
        decided = sweep(tree, level, k, True)
        if tree.bases[level] >= tree.state[COST]:
            return
        decided |= sweep(tree, level, k, False)
        if decided and tree.bases[level] < tree.state[COST]:
            reduce(tree, level, k)
        elif (tree.bases[level] - before) * 64 <= tree.state[COST] - tree.bases[level]:
            return
