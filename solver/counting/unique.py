"""
Whether a graph has one coloring only, and whether every part of it is needed for its chromatic number.

Both are answered by colorings of graphs with one edge more or less, each found or refuted by
:func:`solver.color`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arguments import integer
from ..clock import Clock
from ..errors import BudgetError, expected
from ..graphs.graph import Graph, as_graph
from ..portfolio.color import color
from ..portfolio.request import checked_limits
from ..result import Result


@dataclass(frozen=True)
class Criticality:
    """
    Whether a graph is critical; true in a boolean context if it is.

    Attributes
    ----------
    critical
        Whether every part that was asked for is needed.
    k
        Chromatic number.
    witness
        An edge ``(u, v)`` or a vertex without which the graph needs as many colors; None if there is
        none.
    """

    critical: bool
    k: int
    witness: tuple[int, int] | int | None = None

    def __bool__(self) -> bool:
        return self.critical


def is_uniquely_colorable(
    graph: Graph, k: int | None = None, *, time_limit: float | None = None
) -> bool:
    """
    Return whether all proper colorings with ``k`` colors have the same classes.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors; the chromatic number by default.
    time_limit
        Seconds of wall time; 60 by default.

    Returns
    -------
    bool
        Whether there is a coloring with at most ``k`` colors, and no other but for the names of colors.

    Raises
    ------
    BudgetError
        If the answer is not known at the limit.
    InputError
        If an argument is out of range.

    Notes
    -----
    If another coloring exists, two vertices of a class have different colors in it. So for each class
    and each of its vertices but the first, an edge between both is added. The union of two classes of a
    unique coloring is connected, which refutes most graphs at once.
    """
    graph = as_graph(graph)
    decide = _Decisions(time_limit)
    if k is None:
        first = decide.fewest(graph)
        k = int(first.max(initial=-1)) + 1
    else:
        k = integer("k", k, 0)
        found = decide.coloring(graph, k)
        if found is None:
            return False
        first = found
        if len(np.unique(first)) < k:  # a vertex could have a color of its own, unless all have
            return len(np.unique(first)) == graph.n
    if not _chains_are_whole(graph, first, k):
        return False
    for c in range(k):
        members = np.flatnonzero(first == c).tolist()
        for v in members[1:]:
            if decide.coloring(_with_edge(graph, members[0], v), k) is not None:
                return False
    return True


def is_critical(graph: Graph, *, by: str = "edges", time_limit: float | None = None) -> Criticality:
    """
    Return whether every edge, or every vertex, is needed for the chromatic number.

    Parameters
    ----------
    graph
        Graph.
    by
        ``"edges"``: every proper subgraph needs fewer colors, which implies that no vertex is isolated
        unless it is alone. ``"vertices"``: every induced proper subgraph does.
    time_limit
        Seconds of wall time; 60 by default.

    Returns
    -------
    Criticality
        Answer, with an edge or a vertex that is not needed.

    Raises
    ------
    BudgetError
        If the answer is not known at the limit.
    InputError
        If an argument is out of range.
    """
    graph = as_graph(graph)
    if by not in ("edges", "vertices"):
        raise expected("by", by, "'edges' or 'vertices'")
    decide = _Decisions(time_limit)
    k = int(decide.fewest(graph).max(initial=-1)) + 1
    if (spare := _spare(graph, k, by)) is not None:
        return Criticality(False, k, spare)
    if by == "vertices":
        for v in range(graph.n):
            rest = graph.subgraph(np.delete(np.arange(graph.n), v))
            if decide.coloring(rest, k - 1) is None:
                return Criticality(False, k, v)
    else:
        edges = graph.edges()
        for i, (u, v) in enumerate(edges.tolist()):
            rest = Graph.from_edges(graph.n, np.delete(edges, i, axis=0))
            if decide.coloring(rest, k - 1) is None:
                return Criticality(False, k, (u, v))
    return Criticality(True, k)


def _spare(graph: Graph, k: int, by: str) -> tuple[int, int] | int | None:
    """Return a part that a degree shows not to be needed, or None."""
    for v in np.flatnonzero(graph.degrees < k - 1).tolist():  # it can be colored last
        near = graph.neighbors(v).tolist()
        return v if by == "vertices" or not near else (min(v, near[0]), max(v, near[0]))
    return 0 if k == 1 and graph.n > 1 else None


class _Decisions:
    """Colorings that are found or refuted, within one time limit."""

    def __init__(self, time_limit: float | None) -> None:
        self._clock = Clock(counts_compilation=True)
        self._seconds = checked_limits(time_limit, None).seconds or 0.0

    def _left(self) -> float:
        left = self._seconds - self._clock.seconds()
        if left <= 0:
            raise BudgetError(
                f"not decided within {self._seconds:g} s",
                estimate=float("inf"),
                budget=self._seconds,
                unit="seconds",
            )
        return left

    def _result(self, graph: Graph, k: int | None) -> Result:
        result = color(graph, k, method="exact", time_limit=self._left())
        if result.stop_reason == "interrupted":
            raise KeyboardInterrupt
        return result

    def fewest(self, graph: Graph) -> NDArray[np.int32]:
        """Return a coloring with the fewest colors, without gaps."""
        while not (result := self._result(graph, None)).proven:
            pass
        return result.colors

    def coloring(self, graph: Graph, k: int) -> NDArray[np.int32] | None:
        """Return a coloring with at most ``k`` colors, or None if there is none."""
        if k < 1:
            return np.empty(0, np.int32) if graph.n == 0 else None
        while True:
            result = self._result(graph, k)
            if result.conflicts == 0:
                return result.colors
            if result.lower_bound > k:
                return None


def _with_edge(graph: Graph, u: int, v: int) -> Graph:
    return Graph.from_edges(graph.n, np.vstack([graph.edges(), [(u, v)]]))


def _chains_are_whole(graph: Graph, colors: NDArray[np.int32], k: int) -> bool:
    """Return whether the union of any two color classes is connected."""
    u, v = graph.edges().T
    for c in range(k):
        for d in range(c):
            inside = np.isin(colors, (c, d))
            places = np.flatnonzero(inside)
            chosen = inside[u] & inside[v]
            parent = {p: p for p in places.tolist()}
            parts = len(parent)
            for a, b in zip(u[chosen].tolist(), v[chosen].tolist(), strict=True):
                a, b = _root(parent, a), _root(parent, b)
                if a != b:
                    parent[a] = b
                    parts -= 1
            if parts > 1:
                return False
    return True


def _root(parent: dict[int, int], v: int) -> int:
    while parent[v] != v:
        parent[v] = v = parent[parent[v]]
    return v
