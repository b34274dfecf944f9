"""
Acyclic coloring: proper, and every cycle has three colors; and substitution along its trees.

Any two classes induce a forest. During coloring, each edge belongs to the tree of its two colors
(disjoint sets), and a vertex may not take a color that would connect it twice to one tree. Afterwards
the forests are taken apart leaf by leaf: each vertex stores, for each color around it, the number of
remaining edges and the exclusive or of their places, which for one edge is its place. This is the order
of substitution; if it ends before all edges are taken, there is a cycle.

Gebremedhin, Tarafdar, Manne and Pothen (2007), doi:10.1137/050639879, Algorithm 4.3; substitution:
Gebremedhin, Pothen, Tarafdar and Walther (2009), doi:10.1287/ijoc.1080.0286.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, put
from .palette import Palette, lowest_allowed


@kernel
def number_edges(starts, ends, mirror, edges):
    """
    Number the edges in the order of their first entries; both directions get the number.

    Mutates: edges, int32[2m].
    """
    count = 0
    for v in range(len(starts) - 1):
        for p in range(at(starts, v), at(starts, v + 1)):
            if at(ends, p) > v:
                put(edges, p, count)
                put(edges, at(mirror, p), count)
                count += 1


class ForestState(NamedTuple):
    """Trees of two colors so far, and scratch."""

    parents: np.ndarray  # int32[m], disjoint sets of edges; each edge its own on entry
    visitor: np.ndarray  # int32[m], -1 on entry
    through: np.ndarray  # int32[m]
    seen_at: np.ndarray  # int32[colors], edge at which a color was seen
    palette: Palette


class Forest(NamedTuple):
    """Workspace of :func:`take_apart`. A slot is a vertex with a color of some of its neighbors."""

    seen: np.ndarray  # int32[colors], -1 on entry
    slot_of: np.ndarray  # int64[colors]
    slots: np.ndarray  # int64[entries]
    counts: np.ndarray  # int32[entries], zero on entry
    places: np.ndarray  # int64[entries]
    leaves: np.ndarray  # int64[edges], entry from leaf to parent of each edge, in order of removal


@kernel
def color_acyclic(starts, ends, edges, order, state, colors):
    """
    Color a graph without loops by first fit along the order.

    Mutates: state; colors, int32[n], -1 on entry.
    """
    parents, visitor, through, seen_at, palette = state
    seen, forbidden = palette
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
        color = lowest_allowed(forbidden, v)
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


@helper
def _find(parents, edge):
    """Return the representative of the edge's tree. Mutates: parents."""
    parent = at(parents, edge)
    while parent != edge:
        above = at(parents, parent)
        put(parents, edge, above)
        edge = above
        parent = at(parents, edge)
    return edge


@helper
def _join(parents, a, b):
    """Make two trees one. Mutates: parents."""
    a = _find(parents, a)
    b = _find(parents, b)
    if a < b:
        put(parents, b, a)
    else:
        put(parents, a, b)


@kernel
def take_apart(starts, ends, mirror, colors, forest):
    """
    Take the two-colored forests apart, leaf by leaf; return the number of edges taken.

    Loops are skipped.

    Mutates: forest.
    """
    seen, slot_of, slots, counts, places, leaves = forest
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
    Solve for the nonzeros off the diagonal: a leaf has only one, which its parent then subtracts.

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
