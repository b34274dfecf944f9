"""
The terms of a penalty, in the order in which the kernels read them fastest.

Edges are grouped by weight, the groups in the order of their first edge. Within a group they go tile by
tile, a tile being a range of tails that stays in the cache while heads stream past; within a tile eight
edges with one head make an octet, which loads its head once, and what is left over follows edge by edge.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from .problem import Problem

#: Nodes in a tile, as powers of two: at 64 bytes a node it fills a quarter of a first-level cache, at
#: most a second-level cache. In between it is as small as leaves each head an edge in each tile.
SMALLEST_TILE, LARGEST_TILE = 7, 14


class Terms(NamedTuple):
    """
    What the kernels sum.

    Attributes
    ----------
    octet_heads, octet_tails
        int32[o] and int32[8 o].
    octet_starts
        int64[groups + 1], where the octets of each group begin.
    heads, tails, starts
        int32[l] each, the edges in no octet; int64[groups + 1].
    weights
        One a group, there is at least one; int64 or float64.
    choosers, wishes
        int32[c], the nodes with preferences, increasing; their preferences [c, k], typed as the weights.
    """

    octet_heads: NDArray[np.int32]
    octet_tails: NDArray[np.int32]
    octet_starts: NDArray[np.int64]
    heads: NDArray[np.int32]
    tails: NDArray[np.int32]
    starts: NDArray[np.int64]
    weights: NDArray[Any]
    choosers: NDArray[np.int32]
    wishes: NDArray[Any]

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.octet_tails) + len(self.tails)


def terms(problem: Problem | Graph) -> Terms:
    """The terms of a problem's penalty, or of a graph's conflicts; made once and kept with it."""
    kept: Terms | None = problem.__dict__.get("_terms")
    if kept is None:
        made = _of_problem(problem) if isinstance(problem, Problem) else _of_graph(problem)
        kept = problem.__dict__["_terms"] = made
    return kept


def _of_graph(graph: Graph) -> Terms:
    group = np.zeros(graph.m, np.int64)
    nobody = np.empty(0, np.int32)
    return _arrange(
        graph.n, graph.edges(), group, np.ones(1, np.int64), nobody, np.empty((0, 1), np.int64)
    )


def _of_problem(problem: Problem) -> Terms:
    costs = problem.costs
    weights: NDArray[Any] = problem.weights if costs is None else costs.weights
    preferences: NDArray[Any] = problem.preferences if costs is None else costs.preferences
    choosers = np.flatnonzero(preferences.any(axis=1)).astype(np.int32)
    wishes = preferences[choosers]
    _, first, which = np.unique(weights, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    distinct = weights[first[order]] if problem.m else np.zeros(1, weights.dtype)
    return _arrange(problem.n, problem.ends, rank[which], distinct, choosers, wishes)


def _arrange(
    n: int,
    ends: NDArray[np.int32],
    group: NDArray[np.int64],
    weights: NDArray[Any],
    choosers: NDArray[np.int32],
    wishes: NDArray[Any],
) -> Terms:
    m = len(ends)
    bits = math.ceil(math.log2(max(1, n * n / max(1, m))))
    bits = min(max(bits, SMALLEST_TILE), LARGEST_TILE)
    tiles = (n >> bits) + 1
    run = (group * tiles + (ends[:, 1] >> bits)) * n + ends[:, 0]
    order = np.argsort(run, kind="stable")
    run, group = run[order], group[order]
    heads, tails = ends[order].T
    begins = np.flatnonzero(np.diff(run, prepend=-1))
    lengths = np.diff(begins, append=m)
    place = np.arange(m) - np.repeat(begins, lengths)
    in_octet = place < np.repeat(lengths & ~7, lengths)
    is_first = in_octet & (place & 7 == 0)
    groups = np.arange(len(weights) + 1)
    return Terms(
        octet_heads=np.ascontiguousarray(heads[is_first]),
        octet_tails=np.ascontiguousarray(tails[in_octet]),
        octet_starts=np.searchsorted(group[is_first], groups),
        heads=np.ascontiguousarray(heads[~in_octet]),
        tails=np.ascontiguousarray(tails[~in_octet]),
        starts=np.searchsorted(group[~in_octet], groups),
        weights=weights,
        choosers=choosers,
        wishes=wishes,
    )
