"""
A largest clique, with the proof that there is no larger one: branch and bound.

The heuristic of ``clique.py`` gives a clique to start from, and often a bound it meets: the degeneracy,
or the colors of a greedy coloring. Where they leave a gap, one exact search among the neighbors of each
vertex closes it, in the reverse of the degeneracy order (``_kernels/maximum_clique.py``), so that on a
large sparse graph only a few dense neighborhoods are ever written out, as in Rossi et al. (2015).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.cliques import maximum_clique as kernels
from ..errors import InputError, KempeError
from ..graphs.graph import Graph
from ..graphs.verify import is_clique
from ..sequential.greedy import greedy
from .clique import SLICE_TICKS, clique, directed


@dataclass(frozen=True, eq=False)
class CliqueResult:
    """
    A clique, and what is known about larger ones.

    Attributes
    ----------
    vertices
        int32[size], pairwise adjacent, increasing.
    upper_bound
        No clique is larger than this.
    proven
        Whether the clique has as many vertices.
    ticks
        Work done: cache lines touched, about.
    """

    vertices: NDArray[np.int32]
    upper_bound: int
    proven: bool
    ticks: int

    @property
    def certificate(self) -> dict[str, Any]:
        """What shows that a coloring needs as many colors, for :func:`solver.check_certificate`."""
        return {"kind": "clique", "vertices": self.vertices.tolist()}


def maximum_clique(
    graph: Graph, *, time_limit: float | None = None, max_ticks: int | None = None, seed: int = 0
) -> CliqueResult:
    """
    Find a largest clique and prove that none is larger, as far as the limits allow.

    The search takes time exponential in the size of a clique in dense random graphs, and little in
    sparse ones; see the limits. Its memory is bounded by the degeneracy, not by the number of vertices.

    Parameters
    ----------
    graph
        The graph.
    time_limit
        Seconds of wall time; none by default.
    max_ticks
        Work limit in ticks, about one cache line each; none by default. With it alone the same
        arguments give the same result on any machine.
    seed
        Of the heuristic that finds the first clique.

    Returns
    -------
    CliqueResult
        The largest clique found; ``proven`` says whether it is a largest.

    References
    ----------
    .. [1] San Segundo, P., D. Rodriguez-Losada, and A. Jimenez (2011). An exact bit-parallel algorithm
       for the maximum clique problem. *Computers & Operations Research* 38: 571-581.
       doi:10.1016/j.cor.2010.07.019
    .. [2] Rossi, R. A., D. F. Gleich, and A. H. Gebremedhin (2015). Parallel maximum clique algorithms
       with applications to network analysis. *SIAM Journal on Scientific Computing* 37: C589-C616.
       doi:10.1137/14100018X
    """
    if time_limit is not None and not time_limit > 0:
        raise InputError(f"time_limit = {time_limit}, expected a positive number")
    if max_ticks is not None and max_ticks < 0:
        raise InputError(f"max_ticks = {max_ticks}, expected 0 or more")
    ends = None if time_limit is None else time.perf_counter() + time_limit
    search = CliqueSearch(graph, seed=seed)
    while not search.done and (ends is None or time.perf_counter() < ends):
        left = SLICE_TICKS if max_ticks is None else min(SLICE_TICKS, max_ticks - search.ticks)
        if left <= 0:
            break
        search.run(left)
    return search.result()


class CliqueSearch:
    """
    Branch and bound for a largest clique, resumable.

    Parameters
    ----------
    graph
        The graph.
    initial
        A clique to start from; found by :func:`solver.clique` unless given.
    upper_bound
        A bound on the size of a clique that the caller knows, such as the colors of a coloring.
    seed
        Of the heuristic.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        initial: NDArray[np.int32] | None = None,
        upper_bound: int | None = None,
        seed: int = 0,
    ) -> None:
        self.graph = graph
        self.ticks = graph.n + len(graph.indices)
        if initial is None:
            initial = clique(graph, seed=seed)
        self._found = np.sort(initial).astype(np.int32)
        if upper_bound is None:
            upper_bound = int(greedy(graph, "smallest_last").max(initial=-1)) + 1
        self._least_colors = upper_bound
        self._next = -1
        self._cores = np.empty(0, np.int32)
        if len(initial) < upper_bound:
            self._prepare()

    def _prepare(self) -> None:
        self._order, cores, starts, later = directed(self.graph)
        n, size = self.graph.n, len(self._found)
        self._cores = cores[self._order]
        self._next = n - 1
        widest = int(np.diff(starts).max())
        words = (widest + 63) >> 6
        deepest = min(widest, self._least_colors) + 1
        clique = np.zeros(max(deepest, size) + 1, np.int32)
        progress = np.zeros(6, np.int64)
        progress[kernels.SIZE] = size
        progress[kernels.NEXT] = self._next
        progress[kernels.DEPTH] = kernels.NONE
        self._clique, self._progress = clique, progress
        self._state = (
            starts,
            later,
            np.full(n, -1, np.int32),  # local
            np.empty(widest, np.int32),  # vertices
            np.empty(widest * words, np.int64),  # rows
            np.empty((deepest + 1) * words, np.int64),  # sets
            np.empty(words, np.int64),  # left
            np.empty(words, np.int64),  # stable
            np.empty((max(deepest, size) + 1) * words, np.int64),  # classes
            np.empty(max(deepest, size) + 1, np.int64),  # spent
            np.empty(deepest * widest, np.int32),  # order
            np.empty(deepest * widest, np.int32),  # bounds
            np.empty(deepest + 1, np.int32),  # listed
            np.empty(deepest + 1, np.int32),  # chosen
        )

    @property
    def vertices(self) -> NDArray[np.int32]:
        """Largest clique so far: int32, increasing, a new array."""
        return self._found.copy()

    @property
    def upper_bound(self) -> int:
        """No clique is larger than this."""
        size = len(self._found)
        if self._next < 0:
            return size
        # Cores rise along the order: no vertex still to come is in a larger clique.
        return max(size, min(self._least_colors, int(self._cores[self._next]) + 1))

    @property
    def done(self) -> bool:
        """Whether the clique is proven a largest one."""
        return len(self._found) == self.upper_bound

    def run(self, ticks: int) -> None:
        """Search until ``ticks`` more ticks are used, a little more at most, or the proof is done."""
        if self.done:
            return
        before = len(self._found)
        kernels.search(*self._state, self._clique, self._progress, ticks)
        size = int(self._progress[kernels.SIZE])
        self.ticks += int(self._progress[kernels.TICKS])
        self._progress[kernels.TICKS] = 0
        self._next = int(self._progress[kernels.NEXT])
        if size > before:
            self._found = np.sort(self._order[self._clique[:size]])
            if not is_clique(self.graph, self._found):
                raise KempeError("the search returned a clique that is none: please report this")

    def result(self) -> CliqueResult:
        """What is known so far."""
        bound = self.upper_bound
        return CliqueResult(self.vertices, bound, len(self._found) == bound, self.ticks)
