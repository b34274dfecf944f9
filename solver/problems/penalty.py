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
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.problems import penalty as kernels
from .._kernels.problems import planes
from .._kernels.problems.blocks import STRIP
from .._kernels.vectors.simd import BYTES, aligned_empty
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors
from .definition import Color, Node
from .problem import Problem
from .terms import Terms, terms

Scope = Literal["global", "cluster"]
Assignment = Mapping[Node, Color | None] | ArrayLike
Cluster = Hashable | Iterable[Node] | None

#: Edge evaluations (one vector each) in one kernel call: some tens of milliseconds.
CALL_WORK = 1 << 24
#: Bit planes pay up to so many colors, and from so many edges of one weight on.
PLANE_COLORS = 16
PLANE_EDGES = 1024


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
    return _evaluate(colorings, graph.n, k, terms(graph))


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


def _seen(problem: Problem, scope: Scope, cluster: Cluster) -> Problem:
    if scope == "global":
        return problem
    if scope != "cluster":
        raise InputError(f"scope = {scope!r}, expected 'global' or 'cluster'")
    if cluster is None:
        raise InputError("cluster: scope='cluster' needs an owner or names of nodes")
    return problem.seen_from(cluster)


# ----------------------------------------------------------------------------------------- batches


def _evaluate(colorings: ArrayLike, n: int, k: int | None, parts: Terms) -> NDArray[Any]:
    array = _as_colorings(colorings, n)
    totals = np.zeros(len(array), parts.weights.dtype)
    if array.size == 0:
        return totals
    if k is None:
        k = int(array.max()) + 1
    done = 0
    exact_wishes = totals.dtype == np.int64 or len(parts.choosers) == 0
    if k <= PLANE_COLORS and parts.m >= PLANE_EDGES * len(parts.weights) and exact_wishes:
        done = _evaluate_planes(array, k, parts, totals)
    _evaluate_blocks(array, done, k, parts, totals)
    return totals


def _evaluate_planes(array: NDArray[np.integer], k: int, parts: Terms, totals: NDArray[Any]) -> int:
    """Evaluate 512 colorings at a time while they are complete; returns how many were done."""
    n = array.shape[1]
    depth = max(2, (k - 1).bit_length())
    scratch = (
        aligned_empty(n * depth * planes.WORDS, np.int64),
        *_block(np.uint8, min(n, STRIP * 64)),
        aligned_empty(planes.COUNTER, np.int64),
        aligned_empty(planes.LANES, np.int32),
    )
    first = 0
    while first + planes.LANES <= len(array):
        part = totals[first : first + planes.LANES]
        low, high = planes.evaluate_planes(array.reshape(-1), n, first, *parts, depth, *scratch, part)
        if low < 0 or high >= k:
            break
        first += planes.LANES
    return first


def _evaluate_blocks(
    array: NDArray[np.integer], first: int, k: int, parts: Terms, totals: NDArray[Any]
) -> None:
    """Evaluate the colorings from ``first`` on, as many at a time as a vector has lanes for k colors."""
    # The two greatest values of the lane type stand for uncolored.
    fitting = [t for t in (np.uint8, np.uint16, np.uint32) if k <= np.iinfo(t).max - 1]
    if not fitting:
        raise InputError(f"colorings: color {k - 1}, expected less than {2**32 - 2}")
    n = array.shape[1]
    lanes = BYTES // np.dtype(fitting[0]).itemsize
    scratch = (
        *_block(fitting[0], n),
        aligned_empty(lanes, fitting[0]),
        aligned_empty(lanes, totals.dtype),
    )
    step = lanes * max(1, CALL_WORK // (parts.m + n))
    for i in range(first, len(array), step):
        part = array[i : i + step]
        low, high = kernels.evaluate_blocks(part.reshape(-1), n, *parts, *scratch, totals[i : i + step])
        if low < -1 or high >= k:
            _refuse(array, low, high, k)


def _block(
    lane_type: type[np.unsignedinteger], n: int
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Workspace of :func:`pack_block`: a block, rows and a tile."""
    lanes = BYTES // np.dtype(lane_type).itemsize
    return (
        aligned_empty(max(n, lanes) * lanes, lane_type),
        aligned_empty(STRIP * lanes * lanes, lane_type),
        aligned_empty(2 * lanes * lanes, lane_type),
    )


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


def _refuse(array: NDArray[np.integer], low: int, high: int, k: int) -> None:
    bad = low if low < -1 else high
    b, v = np.argwhere(array == bad)[0]
    expected = f"-1 (uncolored) or a color from 0 to {k - 1}"
    raise InputError(f"colorings[{b}, {v}] = {bad}, expected {expected}")
