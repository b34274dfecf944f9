"""
Optimal coloring by branch and bound, for small or easy graphs.

The search starts from a coloring and a clique, whose colors are fixed, and ends with a proof, or at the
work limit with the best coloring found. ``_kernels/exact/dsatur_search.py`` describes the rules.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.exact import dsatur_search as kernels
from .._kernels.sequential.dense_classes import fill_bits
from ..cliques.clique import clique as find_clique
from ..errors import InputError, expected
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, is_clique, is_proper
from ..sequential.greedy import greedy

#: The adjacency matrix takes n^2 / 8 bytes, and there are n k counts.
MAX_VERTICES = 20_000


class DsaturSearch:
    """
    Resumable branch and bound for the chromatic number [1]_ [2]_.

    Interrupting and resuming a run does not change its result.

    Parameters
    ----------
    graph
        The graph, of at most 20,000 vertices.
    clique
        Pairwise adjacent vertices; found by :func:`solver.clique` if omitted.
    initial
        Initial proper coloring, int (n,); that of DSATUR if omitted.

    Raises
    ------
    InputError
        If the graph is too large, ``clique`` is not a clique, or ``initial`` is not a proper coloring.

    References
    ----------
    .. [1] Brélaz (1979). doi:10.1145/359094.359101
    .. [2] San Segundo (2012). doi:10.1016/j.cor.2011.10.008
    """

    def __init__(
        self, graph: Graph, *, clique: ArrayLike | None = None, initial: ArrayLike | None = None
    ) -> None:
        if graph.n > MAX_VERTICES:
            raise expected("n", graph.n, f"at most {MAX_VERTICES}")
        members = np.asarray(find_clique(graph) if clique is None else clique, np.int64)
        if not is_clique(graph, members):
            raise InputError("clique: expected pairwise adjacent vertices")
        if initial is None:
            start = greedy(graph, "DSATUR")
        else:
            start = as_colors(graph, initial, "initial colors")
        if not is_proper(graph, start):
            raise InputError("initial: expected a proper coloring")
        used, compact = np.unique(start, return_inverse=True)
        self._clique = len(members)
        order = np.argsort(-graph.degrees, kind="stable")
        self._rank = np.empty(graph.n, np.int64)
        self._rank[order] = np.arange(graph.n)
        self._original, self._graph = graph, graph.subgraph(order)
        self._state = _state(self._graph, len(used), compact[order].astype(np.int32))
        if len(used) <= len(members):
            self._state.progress[kernels.DONE] = 1
        else:
            kernels.start(self._graph.indptr, self._graph.indices, self._state, self._rank[members])

    @property
    def k(self) -> int:
        """Number of colors of the best coloring so far."""
        return int(self._state.progress[kernels.COLORS])

    @property
    def lower_bound(self) -> int:
        """Size of the clique, or ``k`` if ``k`` is proven."""
        return self.k if self.proven else self._clique

    @property
    def proven(self) -> bool:
        """Whether it is proven that no coloring has fewer than ``k`` colors."""
        return bool(self._state.progress[kernels.DONE])

    @property
    def nodes(self) -> int:
        """Number of assignments tried so far."""
        return int(self._state.progress[kernels.NODES])

    @property
    def ticks(self) -> int:
        """Work so far, in ticks."""
        return int(self._state.progress[kernels.TICKS])

    def run(self, ticks: int) -> None:
        """Search for ``ticks`` more ticks, or until the coloring is proven optimal."""
        graph = self._graph
        kernels.search(graph.indptr, graph.indices, self._state, self._clique, self._clique, ticks)

    def accept(self, colors: ArrayLike) -> None:
        """Adopt a proper coloring found elsewhere if it has fewer colors."""
        offered = as_colors(self._graph, colors)
        used, compact = np.unique(offered, return_inverse=True)
        if len(used) >= self.k:
            return
        if not is_proper(self._original, offered):
            raise InputError("colors: expected a proper coloring")
        self._state.best[self._rank] = compact
        graph = self._graph
        kernels.tighten(graph.indptr, graph.indices, self._state, self._clique, len(used))

    def colors(self) -> NDArray[np.int32]:
        """Return the best coloring so far, int32[n], with ``k`` colors."""
        return self._state.best[self._rank]


def _state(graph: Graph, k: int, start: NDArray[np.int32]) -> kernels.State:
    n = graph.n
    words, palette, stride = (n + 63) >> 6, (k + 63) >> 6, max(k, 1)
    rows = np.zeros(n * words, np.int64)
    fill_bits(graph.indptr, graph.indices, rows)
    progress = np.zeros(5, np.int64)
    progress[kernels.COLORS] = k
    return kernels.State(
        rows=rows,
        words=words,
        stride=stride,
        palette=max(palette, 1),
        color=np.full(n, -1, np.int32),
        taken=np.zeros(n, np.int32),
        counts=np.zeros(n * stride, np.int32),
        blocked=np.zeros(n * max(palette, 1), np.int64),
        vertex=np.zeros(n, np.int32),
        before=np.zeros(n, np.int32),
        tied=np.zeros(words, np.int64),
        best=start,
        progress=progress,
    )
