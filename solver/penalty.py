"""
What an assignment costs: conflicts, an integer, and penalty, which preferences may make negative.

The penalty is the weight of the edges whose ends have the same color, minus the preferences for the
colors chosen; uncolored nodes contribute nothing. If all costs have an exact integer form
(``problem.costs``) the sum is exact and only its conversion to a double may round. Otherwise it is
summed in float64 in this order: for each distinct weight, in the order of its first edge, the number of
conflicts of that weight times the weight; then the preferences in node order. :func:`penalties` returns
the same bits as :func:`penalty`.

Batches are transposed into blocks of 64 colorings, so that one vector instruction compares the ends of
an edge in all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._kernels import penalty as kernels
from .definition import Color, Node
from .errors import InputError
from .graph import Graph
from .problem import Problem
from .verify import as_colors

Scope = Literal["global", "cluster"]
Assignment = Mapping[Node, Color | None] | ArrayLike
Cluster = Hashable | Iterable[Node] | None

#: Edge evaluations (one vector each) in one kernel call: some tens of milliseconds.
CALL_WORK = 1 << 24


class Terms(NamedTuple):
    """The terms of a penalty as the kernels read them; see :mod:`solver._kernels.penalty`."""

    heads: NDArray[np.int32]
    tails: NDArray[np.int32]
    starts: NDArray[np.int64]
    weights: NDArray[Any]
    choosers: NDArray[np.int32]
    wishes: NDArray[Any]


def penalty(
    problem: Problem, assignment: Assignment, scope: Scope = "global", cluster: Cluster = None
) -> float:
    """
    Penalty of one assignment: the weight of its conflicts minus the preferences of its colors.

    Parameters
    ----------
    problem
        The problem.
    assignment
        ``{node: color}``, or integers (n,) with -1 for uncolored; may be partial.
    scope
        ``"global"`` counts every edge, ``"cluster"`` only those with an end in ``cluster``. Preferences
        count for every node that has a color, in both.
    cluster
        An owner or names of nodes; needed for ``scope="cluster"``, not read otherwise.

    Raises
    ------
    InputError
        If a node, color, scope or cluster is unknown.
    """
    seen = _seen(problem, scope, cluster)
    total = kernels.evaluate(problem.encode(assignment), *terms(seen))
    return float(total) if seen.costs is None else float(seen.costs.to_float(total))


def penalties(
    problem: Problem, colorings: ArrayLike, scope: Scope = "global", cluster: Cluster = None
) -> NDArray[np.float64]:
    """
    Penalty of each of many colorings, float64[b].

    Parameters
    ----------
    problem
        The problem.
    colorings
        Integers (b, n) of any type, best a narrow one and C-contiguous; -1 is uncolored.
    scope, cluster
        As in :func:`penalty`.

    Raises
    ------
    InputError
        If a color is not in [-1, k), or the scope or cluster is unknown.
    """
    seen = _seen(problem, scope, cluster)
    totals = _evaluate(colorings, seen.n, seen.k, terms(seen))
    return totals if seen.costs is None else seen.costs.to_float(totals)


def conflict_counts(problem: Problem | Graph, colorings: ArrayLike) -> NDArray[np.int64]:
    """
    Number of edges with equal ends in each of many colorings, int64[b].

    Parameters
    ----------
    problem
        A problem or a graph.
    colorings
        Integers (b, n) of any type, best a narrow one and C-contiguous; -1 is uncolored.
    """
    graph, k = (problem.graph, problem.k) if isinstance(problem, Problem) else (problem, None)
    return _evaluate(colorings, graph.n, k, _unweighted(graph))


@overload
def gamma(problem: Problem, assignment: Assignment) -> NDArray[np.float64]: ...
@overload
def gamma(problem: Graph, assignment: ArrayLike, k: int) -> NDArray[np.int64]: ...
def gamma(
    problem: Problem | Graph, assignment: Any, k: int | None = None
) -> NDArray[np.float64] | NDArray[np.int64]:
    """
    What each node would cost in each color, given the colors of the others.

    Parameters
    ----------
    problem
        A problem, or a graph, for which each edge costs 1.
    assignment
        ``{node: color}``, or integers (n,) with -1 for uncolored; for a graph integers below k.
    k
        Number of colors; given with a graph, known of a problem.

    Returns
    -------
    NDArray
        [n, k]: the weight of the edges that would be in conflict, minus the node's preference for the
        color. float64 for a problem; for a graph int64, the number of neighbors of each color.
    """
    if isinstance(problem, Problem):
        colors, costs = problem.encode(assignment), problem.costs
        if costs is None:
            table = np.zeros((problem.n, problem.k))
            kernels.fill_gamma(colors, problem.ends, problem.weights, table)
            return table - problem.preferences
        exact = np.zeros((problem.n, problem.k), np.int64)
        kernels.fill_gamma(colors, problem.ends, costs.weights, exact)
        return costs.to_float(exact - costs.preferences)
    colors = as_colors(problem, assignment)
    if k is None or k < 1 or np.any(colors >= k):
        raise InputError(f"k = {k}, expected more than the largest color, {colors.max(initial=0)}")
    counts = np.zeros((problem.n, k), np.int64)
    kernels.fill_gamma(colors, problem.edges(), np.ones(problem.m, np.int64), counts)
    return counts


# ------------------------------------------------------------------------------------------- terms


def _seen(problem: Problem, scope: Scope, cluster: Cluster) -> Problem:
    if scope == "global":
        return problem
    if scope != "cluster":
        raise InputError(f"scope = {scope!r}, expected 'global' or 'cluster'")
    if cluster is None:
        raise InputError("cluster: scope='cluster' needs an owner or names of nodes")
    return problem.seen_from(cluster)


def terms(problem: Problem) -> Terms:
    """The terms of a problem's penalty; kept with the problem."""
    kept: Terms | None = problem.__dict__.get("_terms")
    if kept is None:
        kept = problem.__dict__["_terms"] = _terms(problem)
    return kept


def _terms(problem: Problem) -> Terms:
    costs = problem.costs
    weights: NDArray[Any] = problem.weights if costs is None else costs.weights
    preferences: NDArray[Any] = problem.preferences if costs is None else costs.preferences
    if problem.m == 0:
        weights = np.zeros(1, weights.dtype)
    _, first, which = np.unique(weights, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    group = rank[which][: problem.m]
    heads, tails = problem.ends.T
    by_group = np.lexsort((tails, heads, group))
    choosers = np.flatnonzero(preferences.any(axis=1)).astype(np.int32)
    return Terms(
        heads[by_group],
        tails[by_group],
        np.searchsorted(group[by_group], np.arange(len(order) + 1)),
        weights[first[order]],
        choosers,
        preferences[choosers],
    )


def _unweighted(graph: Graph) -> Terms:
    heads, tails = graph._ends
    return Terms(
        heads,
        tails,
        np.array([0, graph.m]),
        np.ones(1, np.int64),
        np.empty(0, np.int32),
        np.empty((0, 1), np.int64),
    )


# ----------------------------------------------------------------------------------------- batches


def _evaluate(colorings: ArrayLike, n: int, k: int | None, parts: Terms) -> NDArray[Any]:
    array = _as_colorings(colorings, n)
    totals = np.zeros(len(array), parts.weights.dtype)
    if array.size == 0:
        return totals
    for lane_type in (np.uint8, np.uint16, np.int32):
        # The two greatest values of the lane type stand for uncolored.
        limit = int(np.iinfo(lane_type).max) - 1
        if k is not None and k > limit:
            continue
        low, high = _evaluate_as(lane_type, array, parts, totals)
        if low < -1 or (k is not None and high >= k):
            _refuse(array, low, high, k)
        if high < limit:
            return totals
    raise InputError(f"colorings: color {high}, expected less than {limit}")


def _evaluate_as(
    lane_type: type[np.unsignedinteger | np.signedinteger],
    array: NDArray[np.integer],
    parts: Terms,
    totals: NDArray[Any],
) -> tuple[int, int]:
    lanes = 64 // np.dtype(lane_type).itemsize
    block = np.empty((array.shape[1] + 1) * lanes, lane_type)
    step = lanes * max(1, CALL_WORK // (len(parts.heads) + array.shape[1]))
    ranges = [
        kernels.evaluate_blocks(array[i : i + step], *parts, block, totals[i : i + step])
        for i in range(0, len(array), step)
    ]
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _as_colorings(colorings: ArrayLike, n: int) -> NDArray[np.integer]:
    array = np.asarray(colorings)
    if array.ndim != 2 or array.shape[1] != n:
        raise InputError(f"colorings: shape {array.shape}, expected (b, {n})")
    if array.dtype.kind not in "iu" and array.size:
        raise InputError(f"colorings: dtype {array.dtype}, expected integers")
    width = array.dtype.itemsize
    if array.dtype.kind == "u":
        # Kernels compute with signed integers; uint64 beyond int64 becomes negative and is refused.
        width = min(8, 2 * width)
    return np.ascontiguousarray(array, f"i{width}")


def _refuse(array: NDArray[np.integer], low: int, high: int, k: int | None) -> None:
    bad = low if low < -1 else high
    b, v = np.argwhere(array == bad)[0]
    expected = "-1 (uncolored) or a color from 0" + ("" if k is None else f" to {k - 1}")
    raise InputError(f"colorings[{b}, {v}] = {bad}, expected {expected}")
