"""
The terms of a penalty, in the order in which the kernels read them fastest.

Edges are grouped by weight; groups are in the order of their first edge. A group is divided into tiles:
a tile is a range of tails that stays in the cache while the heads pass by. Within a tile, eight edges
with one head make an octet, which loads its head once; the remaining edges follow one by one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.problems.penalty import Terms
from ..graphs.graph import Graph
from .problem import Problem

#: Exponents of two of the nodes in a tile. At 64 bytes a node, a tile fills between a quarter of a
#: first-level cache and a second-level cache; in between, it is as small as possible while each head
#: still has an edge in each tile.
SMALLEST_TILE, LARGEST_TILE = 7, 14


def terms(problem: Problem | Graph) -> Terms:
    """Return the terms of a problem's penalty, or of a graph's conflicts; computed once and kept."""
    cached: Terms | None = problem.__dict__.get("_terms")
    if cached is None:
        cached = _of_problem(problem) if isinstance(problem, Problem) else _of_graph(problem)
        problem.__dict__["_terms"] = cached
    return cached


def _of_graph(graph: Graph) -> Terms:
    group = np.zeros(graph.m, np.int64)
    ones = np.ones(1, np.int64)
    choosers, preferences = np.empty(0, np.int32), np.empty((0, 1), np.int64)
    return _arrange(graph.n, graph.edges(), group, ones, choosers, preferences)


def _of_problem(problem: Problem) -> Terms:
    costs = problem.costs
    weights: NDArray[Any] = problem.weights if costs is None else costs.weights
    preferences: NDArray[Any] = problem.preferences if costs is None else costs.preferences
    choosers = np.flatnonzero(preferences.any(axis=1)).astype(np.int32)
    _, first, which = np.unique(weights, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    distinct = weights[first[order]] if problem.m else np.zeros(1, weights.dtype)
    return _arrange(problem.n, problem.ends, rank[which], distinct, choosers, preferences[choosers])


def _arrange(
    n: int,
    ends: NDArray[np.int32],
    group: NDArray[np.int64],
    weights: NDArray[Any],
    choosers: NDArray[np.int32],
    preferences: NDArray[Any],
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
        preferences=preferences,
    )
