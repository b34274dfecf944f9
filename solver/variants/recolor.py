"""
Recoloring after an edit: a proper coloring of the graph as it is now, close to the one at hand.

Conflicting vertices lose their color, as few as a greedy cover needs. Each then takes a color that is
free, or one that a few Kempe exchanges make free. Only what is still left goes to tabu search, which
holds the number of colors but moves many vertices, and at last to new colors. In the end each vertex
that can have its old color back gets it.
"""

from __future__ import annotations

import heapq
import time

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import kempe_chains as kernels
from ..errors import InputError, KempeError
from ..graphs.graph import Graph
from ..graphs.repair import completed, made_proper
from ..graphs.verify import as_colors, conflicts
from ..reductions.list_coloring import MAX_COLORS
from ..result import Result
from ..search.base import SLICE_TICKS
from ..search.tabucol import TabuCol


def recolor(
    graph: Graph,
    colors: ArrayLike,
    k: int | None = None,
    *,
    seed: int = 0,
    max_ticks: int = 1 << 26,
) -> Result:
    """
    Make a coloring proper again after the graph has changed, with few changes.

    Parameters
    ----------
    graph
        The graph as it is now.
    colors
        Integers (n,): the coloring before the edit, -1 for vertices that are new. Colors keep their
        names, which count up from 0: at most 4095, and all up to the largest may be used.
    k
        Colors to get by with, at most 4096. By default as many as ``colors`` has, and more only where
        those are not found to suffice; if ``k`` is given, there will be conflicts instead.
    seed
        Of the tabu search.
    max_ticks
        Limit on the work of the exchanges, and again of the tabu search.

    Returns
    -------
    Result
        The new coloring; ``(result.colors != colors).sum()`` vertices have changed. ``method`` says what
        it took: ``"unchanged"``, ``"free colors"``, ``"kempe_chains"``, ``"tabucol"`` or
        ``"new colors"``.

    Raises
    ------
    InputError
        If ``colors`` does not fit the graph, has more than ``k`` colors or a color above 4095.
    """
    began = time.perf_counter()
    old = as_colors(graph, colors)
    used = int(old.max(initial=-1)) + 1
    if used > MAX_COLORS:
        v = int(old.argmax())
        raise InputError(f"colors: color {old[v]} of vertex {v}, expected one below {MAX_COLORS}")
    if k is not None and not max(used, min(graph.n, 1)) <= k <= MAX_COLORS:
        least = f"{max(used, 1)}, the colors of the coloring given,"
        raise InputError(f"k = {k}, expected {least} to {MAX_COLORS}")
    count = k or max(used, min(graph.n, 1))
    new = old.copy()
    for v in _cover(graph, old):
        new[v] = -1
    method, ticks = _fill(graph, new, count, max_ticks)
    if (new < 0).any():
        search = TabuCol(graph, count, seed=seed, initial=completed(graph, new, count))
        while search.cost and search.ticks < max_ticks:
            search.run(min(SLICE_TICKS, max_ticks - search.ticks))
        ticks += search.ticks
        if search.cost == 0 or k is not None:
            new, method = _renamed_like(search.colors(), old, count), "tabucol"
        else:
            new, method = made_proper(graph, new), "new colors"
    _restore(graph, new, old)
    clashes = conflicts(graph, new)
    if clashes and k is None:
        raise KempeError("recoloring left conflicts; please report this")
    return Result(
        colors=new,
        k=k or int(new.max(initial=-1)) + 1,
        conflicts=clashes,
        lower_bound=1 if graph.n else 0,
        proven=False,
        certificate={},
        method=method,
        seconds=time.perf_counter() - began,
        ticks=ticks,
        stop_reason="max_ticks" if clashes else "target",
    )


def _cover(graph: Graph, colors: NDArray[np.int32]) -> list[int]:
    """Vertices that leave no conflict when uncolored: the one with the most first, ties low."""
    rows = np.repeat(np.arange(graph.n), graph.degrees)
    clash = (colors[rows] == colors[graph.indices]) & (colors[rows] >= 0)
    counts = np.bincount(rows[clash], minlength=graph.n)
    clashing: dict[int, list[int]] = {}
    for u, v in zip(rows[clash].tolist(), graph.indices[clash].tolist(), strict=True):
        clashing.setdefault(u, []).append(v)
    heap = [(-int(counts[v]), v) for v in clashing]
    heapq.heapify(heap)
    chosen: list[int] = []
    while heap:
        negative, v = heapq.heappop(heap)
        if counts[v] != -negative or counts[v] == 0:
            continue
        chosen.append(v)
        counts[v] = 0
        for u in clashing[v]:
            if counts[u] > 0:
                counts[u] -= 1
                heapq.heappush(heap, (-int(counts[u]), u))
    return chosen


def _fill(graph: Graph, colors: NDArray[np.int32], k: int, max_ticks: int) -> tuple[str, int]:
    """Color in place what is uncolored, as far as exchanges allow; what it took, and ticks."""
    chain, seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
    method, stamp, ticks = "unchanged", 0, 0
    open_vertices = np.flatnonzero(colors < 0)
    for v in open_vertices[np.argsort(-graph.degrees[open_vertices], kind="stable")].tolist():
        taken = colors[graph.neighbors(v)]
        free = np.flatnonzero(np.bincount(taken[taken >= 0], minlength=k)[:k] == 0)
        ticks += 1 + int(graph.degrees[v]) // 16
        if len(free):
            colors[v] = free[0]
            method = "free colors" if method == "unchanged" else method
        elif ticks < max_ticks:
            best = np.array([graph.n + 1, -1, -1], np.int64)
            stamp, work = kernels.free_by_chains(
                graph.indptr, graph.indices, colors, v, k, chain, seen, stamp, max_ticks - ticks, best
            )
            ticks += work
            if best[1] >= 0:
                stamp += 1
                _, a, b = best.tolist()
                kernels.exchange_around(graph.indptr, graph.indices, colors, v, a, b, chain, seen, stamp)
                method = "kempe_chains"
    return method, ticks


def _renamed_like(new: NDArray[np.int32], old: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """The coloring with its colors renamed so that most vertices have their old one."""
    from scipy.optimize import linear_sum_assignment

    shared = np.zeros((k, k), np.int64)
    known = old >= 0
    np.add.at(shared, (new[known], old[known]), 1)
    rows, columns = linear_sum_assignment(shared, maximize=True)
    names = np.empty(k, np.int32)
    names[rows] = columns
    return names[new]


def _restore(graph: Graph, new: NDArray[np.int32], old: NDArray[np.int32]) -> None:
    """Give changed vertices their old color back, where no neighbor has it, until none can have it."""
    changed = np.flatnonzero((new != old) & (old >= 0))
    while len(changed):
        kept = [v for v in changed.tolist() if (new[graph.neighbors(v)] == old[v]).any()]
        back = np.setdiff1d(changed, kept)
        if not len(back):
            return
        for v in back.tolist():
            if not (new[graph.neighbors(v)] == old[v]).any():
                new[v] = old[v]
        changed = np.array(kept, np.int64)
