"""
Acyclic coloring: proper, and every cycle has three colors; and Hessians solved for along its trees.

Any two classes induce a forest. While coloring, each edge knows the tree of its two colors (disjoint
sets), and a vertex may not take a color that would join a tree to it twice. Afterwards the forests are
taken apart leaf by leaf: each vertex keeps, for each color around it, how many edges are left and the
exclusive or of their places, which for one edge is its place. That order is the one of substitution; if
it ends before the edges do, there was a cycle.

Gebremedhin, Tarafdar, Manne and Pothen (2007), doi:10.1137/050639879, Algorithm 4.3; substitution:
Gebremedhin, Pothen, Tarafdar and Walther (2009), doi:10.1287/ijoc.1080.0286.
"""

from __future__ import annotations

from ..._jit import kernel
from ..vectors.simd import at, put


@kernel
def number_edges(starts, ends, mirror, edges):
    """
    Number the edges as they first occur; both directions get the number.

    Mutates: edges, int32[2m].
    """
    count = 0
    for v in range(len(starts) - 1):
        for p in range(at(starts, v), at(starts, v + 1)):
            if at(ends, p) > v:
                put(edges, p, count)
                put(edges, at(mirror, p), count)
                count += 1


@kernel
def color_acyclic(
    starts, ends, edges, order, parents, visitor, through, seen, seen_at, forbidden, colors
):
    """
    First fit along the order; a graph without loops.

    Mutates: parents, int32[m], each edge its own on entry; visitor, int32[m], -1 on entry; through,
    int32[m]; seen, forbidden, int32[colors + 1], -1 on entry; seen_at, int32[colors]; colors, int32[n],
    -1 on entry.
    """
    for i in range(len(order)):
        v = at(order, i)
        begin = at(starts, v)
        end = at(starts, v + 1)
        for p in range(begin, end):
            c = at(colors, at(ends, p))
            if c >= 0:
                put(forbidden, c, v)
        for p in range(begin, end):
            w = at(ends, p)
            if at(colors, w) < 0:
                continue
            for q in range(at(starts, w), at(starts, w + 1)):
                c = at(colors, at(ends, q))
                if c < 0 or at(forbidden, c) == v:
                    continue
                tree = _find(parents, at(edges, q))
                if at(visitor, tree) != v:
                    put(visitor, tree, v)
                    put(through, tree, w)
                elif at(through, tree) != w:
                    put(forbidden, c, v)
        color = 0
        while at(forbidden, color) == v:
            color += 1
        for p in range(begin, end):
            w = at(ends, p)
            c = at(colors, w)
            if c < 0:
                continue
            edge = at(edges, p)
            if at(seen, c) == v:
                _join(parents, edge, at(seen_at, c))
            else:
                put(seen, c, v)
                put(seen_at, c, edge)
            for q in range(at(starts, w), at(starts, w + 1)):
                if at(colors, at(ends, q)) == color:
                    _join(parents, edge, at(edges, q))
        put(colors, v, color)


@kernel
def _find(parents, edge):
    """Representative of the edge's tree. Mutates: parents."""
    parent = at(parents, edge)
    while parent != edge:
        above = at(parents, parent)
        put(parents, edge, above)
        edge = above
        parent = at(parents, edge)
    return edge


@kernel
def _join(parents, a, b):
    """Make two trees one. Mutates: parents."""
    a = _find(parents, a)
    b = _find(parents, b)
    if a < b:
        put(parents, b, a)
    else:
        put(parents, a, b)


@kernel
def take_apart(starts, ends, mirror, colors, seen, slot_of, slots, counts, places, leaves):
    """
    Take the two-colored forests apart, leaf by leaf; returns the number of edges taken.

    A slot is a vertex together with the color of some neighbors of it. Loops are passed over.

    Mutates: seen, int32[colors], -1 on entry; slot_of, int64[colors]; slots, places, int64[entries];
    counts, int32[entries], zero on entry; leaves, int64[edges], the entry from leaf to parent of each
    edge, in the order they are taken.
    """
    total = 0
    for v in range(len(starts) - 1):
        for p in range(at(starts, v), at(starts, v + 1)):
            w = at(ends, p)
            if w == v:
                continue
            c = at(colors, w)
            if at(seen, c) != v:
                put(seen, c, v)
                put(slot_of, c, total)
                put(places, total, 0)
                total += 1
            s = at(slot_of, c)
            put(slots, p, s)
            put(counts, s, at(counts, s) + 1)
            put(places, s, at(places, s) ^ p)
    taken = 0
    for s in range(total):
        leaf = s
        while at(counts, leaf) == 1:
            p = at(places, leaf)
            put(counts, leaf, 0)
            put(leaves, taken, p)
            taken += 1
            back = at(mirror, p)
            leaf = at(slots, back)
            put(counts, leaf, at(counts, leaf) - 1)
            put(places, leaf, at(places, leaf) ^ back)
    return taken


@kernel
def substitute(heads, ends, mirror, colors, leaves, rest, data):
    """
    Solve for the nonzeros off the diagonal: a leaf knows its only one, which its parent then subtracts.

    Mutates: rest, (n, k), the compressed matrix on entry; data, both of float64 or of complex128.
    """
    for i in range(len(leaves)):
        p = leaves[i]
        u = heads[p]
        v = ends[p]
        value = rest[u, colors[v]]
        data[p] = value
        data[mirror[p]] = value
        rest[v, colors[u]] -= value
