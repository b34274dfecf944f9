"""
The cost of an assignment: its conflicts, an integer, and its penalty, which preferences may make
negative.

The penalty is the weight of the edges whose ends have the same color, minus the preferences for the
chosen colors; uncolored nodes contribute nothing. If all costs have an exact integer form
(``problem.costs``), the sum is exact and only its conversion to a double may round. Otherwise it is
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
from .._kernels.problems.blocks import STRIP, Packing
from .._kernels.problems.penalty import Terms
from .._kernels.vectors.simd import BYTES, aligned_empty
from ..errors import InputError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import as_colors
from .definition import Color, Node
from .problem import Problem
from .terms import terms

Scope = Literal["global", "cluster"]
Assignment = Mapping[Node, Color | None] | ArrayLike
ClusterLike = Hashable | Iterable[Node]

#: Edge evaluations (one vector each) in one kernel call, which takes some tens of milliseconds.
CALL_WORK = 1 << 24
#: Bit planes are faster with at most so many colors and at least so many edges of one weight.
PLANE_COLORS = 16
PLANE_EDGES = 1024


def penalty(
    problem: Problem, assignment: Assignment, scope: Scope = "global", cluster: ClusterLike | None = None
) -> float:
    """
    Return the penalty of one assignment: the weight of its conflicts minus the preferences of its
    colors.

    Parameters
    ----------
    problem
        The problem.
    assignment
        ``{node: color}``, or integers (n,) with -1 for uncolored; may be partial.
    scope
        ``"global"`` counts every edge, ``"cluster"`` only those with an end in ``cluster``. Preferences
        of every colored node count in both.
    cluster
        Owner or names of nodes; required for ``scope="cluster"``, otherwise not read.

    Raises
    ------
    InputError
        If a node, color, scope or cluster is unknown.
    """
    seen = _seen(problem, scope, cluster)
    total = kernels.evaluate(problem.encode(assignment), terms(seen))
    return float(total) if seen.costs is None else float(seen.costs.to_float(total))


def penalties(
    problem: Problem, colorings: ArrayLike, scope: Scope = "global", cluster: ClusterLike | None = None
) -> NDArray[np.float64]:
    """
    Return the penalty of each of many colorings, float64[b].

    Parameters
    ----------
    problem
        The problem.
    colorings
        Integers (b, n) of any type, -1 = uncolored; narrow types in C order are fastest.
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
    Return the number of conflicting edges in each of many colorings, int64[b].

    Parameters
    ----------
    problem
        Problem or graph.
    colorings
        Integers (b, n) of any type, -1 = uncolored; narrow types in C order are fastest.
    """
    graph, k = (problem.graph, problem.k) if isinstance(problem, Problem) else (as_graph(problem), None)
    return _evaluate(colorings, graph.n, k, terms(graph))


@overload
def gamma(problem: Problem, assignment: Assignment) -> NDArray[np.float64]: ...
@overload
def gamma(problem: Graph, assignment: ArrayLike, k: int) -> NDArray[np.int64]: ...
def gamma(
    problem: Problem | Graph, assignment: Any, k: int | None = None
) -> NDArray[np.float64] | NDArray[np.int64]:
    """
    Return the cost of each node in each color, given the colors of the other nodes.

    Parameters
    ----------
    problem
        Problem, or graph, in which each edge weighs 1.
    assignment
        ``{node: color}``, or integers (n,) with -1 for uncolored; for a graph integers below k.
    k
        Number of colors; required for a graph, otherwise not read.

    Returns
    -------
    NDArray
        [n, k]: the weight of the edges that would be in conflict, minus the node's preference for the
        color; float64 for a problem. For a graph int64, the number of neighbors of each color.
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
    graph = as_graph(problem)
    colors = as_colors(graph, assignment)
    if k is None or k < 1 or np.any(colors >= k):
        raise expected("k", k, f"an integer > {colors.max(initial=0)}, the largest color")
    counts = np.zeros((graph.n, k), np.int64)
    kernels.fill_gamma(colors, graph.edges(), np.ones(graph.m, np.int64), counts)
    return counts


def _seen(problem: Problem, scope: Scope, cluster: ClusterLike | None) -> Problem:
    if scope == "global":
        return problem
    if scope != "cluster":
        raise expected("scope", scope, "'global' or 'cluster'")
    if cluster is None:
        raise InputError("cluster: expected an owner or names of nodes, because scope = 'cluster'")
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
    exact_preferences = totals.dtype == np.int64 or len(parts.choosers) == 0
    if k <= PLANE_COLORS and parts.m >= PLANE_EDGES * len(parts.weights) and exact_preferences:
        done = _evaluate_planes(array, k, parts, totals)
    _evaluate_blocks(array, done, k, parts, totals)
    return totals


def _evaluate_planes(array: NDArray[np.integer], k: int, parts: Terms, totals: NDArray[Any]) -> int:
    """Evaluate 512 colorings at a time while they are complete; return how many were evaluated."""
    n = array.shape[1]
    depth = max(2, (k - 1).bit_length())
    scratch = planes.PlaneScratch(
        planes=aligned_empty(n * depth * planes.WORDS, np.int64),
        packing=_packing(np.uint8, min(n, STRIP * 64)),
        counter=aligned_empty(planes.COUNTER, np.int64),
        conflicts=aligned_empty(planes.LANES, np.int32),
    )
    first = 0
    while first + planes.LANES <= len(array):
        part = totals[first : first + planes.LANES]
        low, high = planes.evaluate_planes(array.reshape(-1), n, first, parts, depth, scratch, part)
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
        raise expected("k", k, f"an integer < {2**32 - 1}")
    n = array.shape[1]
    lanes = BYTES // np.dtype(fitting[0]).itemsize
    packing = _packing(fitting[0], n)
    sums = kernels.LaneSums(aligned_empty(lanes, fitting[0]), aligned_empty(lanes, totals.dtype))
    step = lanes * max(1, CALL_WORK // (parts.m + n))
    for i in range(first, len(array), step):
        part = array[i : i + step].reshape(-1)
        low, high = kernels.evaluate_blocks(part, n, parts, packing, sums, totals[i : i + step])
        if low < -1 or high >= k:
            _refuse(array, low, high, k)


def _packing(lane_type: type[np.unsignedinteger], n: int) -> Packing:
    lanes = BYTES // np.dtype(lane_type).itemsize
    return Packing(
        block=aligned_empty(max(n, lanes) * lanes, lane_type),
        rows=aligned_empty(STRIP * lanes * lanes, lane_type),
        tile=aligned_empty(2 * lanes * lanes, lane_type),
    )


def _as_colorings(colorings: ArrayLike, n: int) -> NDArray[np.integer]:
    array = np.asarray(colorings)
    if array.ndim != 2 or array.shape[1] != n:
        raise expected("colorings.shape", array.shape, f"(b, {n})")
    if array.dtype.kind not in "iu" and array.size:
        raise expected("colorings.dtype", array.dtype.name, "integers")
    width = array.dtype.itemsize
    if array.dtype.kind == "u":
        # Kernels compute with signed integers; uint64 beyond int64 becomes negative and is refused.
        width = min(8, 2 * width)
    return np.ascontiguousarray(array, f"i{width}")


def _refuse(array: NDArray[np.integer], low: int, high: int, k: int) -> None:
    bad = low if low < -1 else high
    b, v = np.argwhere(array == bad)[0]
    legal = f"-1 (uncolored) or a color from 0 to {k - 1}"
    raise expected(f"colorings[{b}, {v}]", int(bad), legal)
