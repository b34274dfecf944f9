"""
A largest clique, with the proof that none is larger: branch and bound.

The heuristic of ``clique.py`` gives an initial clique, which often meets an upper bound: the degeneracy
plus one, or the number of colors of a greedy coloring. Otherwise an exact search among the neighbors of
each vertex closes the gap, in reverse degeneracy order (``_kernels/cliques/maximum_clique.py``). On a
large sparse graph only a few dense neighborhoods are ever stored, as in Rossi et al. (2015).
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.cliques import maximum_clique as kernels
from ..arguments import limits
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import is_clique
from ..result import PlainFields
from ..sequential.greedy import greedy
from .clique import SLICE_TICKS, clique, directed


@dataclass(frozen=True, eq=False, repr=False)
class CliqueResult(PlainFields):
    """
    A clique, and an upper bound on the size of all cliques.

    Attributes
    ----------
    vertices
        int32[size], pairwise adjacent, increasing.
    upper_bound
        Proven bound on the size of a clique.
    proven
        Whether the clique has ``upper_bound`` vertices.
    ticks
        Work done, in ticks.
    """

    vertices: NDArray[np.int32]
    upper_bound: int
    proven: bool
    ticks: int

    @property
    def certificate(self) -> dict[str, Any]:
        """Certificate of the lower bound ``len(vertices)``, for :func:`solver.check_certificate`."""
        return {"kind": "clique", "vertices": self.vertices.tolist()}


def maximum_clique(
    graph: Graph, *, time_limit: float | None = None, max_ticks: int | None = None, seed: int = 0
) -> CliqueResult:
    """
    Find a largest clique and prove that none is larger, within the limits.

    The time is exponential in the size of the clique on dense random graphs, and short on sparse graphs.
    The memory is bounded by the degeneracy, not by the number of vertices.

    Parameters
    ----------
    graph
        The graph.
    time_limit
        Wall time in seconds; 60 unless ``max_ticks`` is given; ``math.inf`` for no limit.
    max_ticks
        Work limit in ticks. Without a time limit, equal arguments give equal results on any machine.
    seed
        Seed of the random number generator of the heuristic.

    Returns
    -------
    CliqueResult
        The largest clique found; ``proven`` says whether no clique is larger. Ctrl-C ends the search
        and returns the largest clique so far.

    References
    ----------
    .. [1] San Segundo, P., D. Rodriguez-Losada, and A. Jimenez (2011). An exact bit-parallel algorithm
       for the maximum clique problem. *Computers & Operations Research* 38: 571-581.
       doi:10.1016/j.cor.2010.07.019
    .. [2] Rossi, R. A., D. F. Gleich, and A. H. Gebremedhin (2015). Parallel maximum clique algorithms
       with applications to network analysis. *SIAM Journal on Scientific Computing* 37: C589-C616.
       doi:10.1137/14100018X
    """
    graph = as_graph(graph)
    seconds, max_ticks = limits(time_limit, max_ticks)
    ends = time.perf_counter() + seconds
    search = CliqueSearch(graph, seed=seed)
    with suppress(KeyboardInterrupt):
        while not search.done and time.perf_counter() < ends:
            left = SLICE_TICKS if max_ticks is None else min(SLICE_TICKS, max_ticks - search.ticks)
            if left <= 0:
                break
            search.run(left)
    return search.result()


class CliqueSearch:
    """
    Resumable branch and bound for a largest clique.

    Parameters
    ----------
    graph
        The graph.
    initial
        Initial clique; found by :func:`solver.clique` if omitted.
    upper_bound
        Known bound on the size of a clique, such as the number of colors of a coloring.
    seed
        Seed of the random number generator of the heuristic.
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
        self._best = np.sort(initial).astype(np.int32)
        if upper_bound is None:
            upper_bound = int(greedy(graph, "smallest_last").max(initial=-1)) + 1
        self._least_colors = upper_bound
        self._next = -1
        self._cores = np.empty(0, np.int32)
        if len(initial) < upper_bound:
            self._prepare()

    def _prepare(self) -> None:
        self._order, cores, starts, later = directed(self.graph)
        n, size = self.graph.n, len(self._best)
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
        self._state = kernels.CliqueState(
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
            clique,
            progress,
        )

    @property
    def vertices(self) -> NDArray[np.int32]:
        """Largest clique so far: int32, increasing; a copy."""
        return self._best.copy()

    @property
    def upper_bound(self) -> int:
        """Proven bound on the size of a clique."""
        size = len(self._best)
        if self._next < 0:
            return size
        # Core numbers increase along the order, so no remaining vertex is in a larger clique.
        return max(size, min(self._least_colors, int(self._cores[self._next]) + 1))

    @property
    def done(self) -> bool:
        """Whether it is proven that no clique is larger."""
        return len(self._best) == self.upper_bound

    def run(self, ticks: int) -> None:
        """Search for about ``ticks`` more ticks, or until the proof is complete."""
        if self.done:
            return
        before = len(self._best)
        kernels.search(self._state, ticks)
        size = int(self._progress[kernels.SIZE])
        self.ticks += int(self._progress[kernels.TICKS])
        self._progress[kernels.TICKS] = 0
        if size > before:
            self._best = np.sort(self._order[self._clique[:size]])
            if not is_clique(self.graph, self._best):
                raise AssertionError(f"maximum_clique({self.graph!r}): not a clique: please report this")
        # Last, so that the upper bound holds wherever Ctrl-C comes.
        self._next = int(self._progress[kernels.NEXT])

    def result(self) -> CliqueResult:
        """Return the clique and the bound so far."""
        bound = self.upper_bound
        return CliqueResult(self.vertices, bound, len(self._best) == bound, self.ticks)
