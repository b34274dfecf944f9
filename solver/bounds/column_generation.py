"""
Column generation: the fractional lower bound, and colorings by diving.

Both work on the core only, since vertices with fewer neighbors than the known lower bound can be colored
last, whatever the colors of the others. Outside the core the weights of the certificate are 0, and a
coloring of the core is extended first-fit in reverse degeneracy order. If the core is empty, that alone
gives an optimal coloring.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import limits
from ..cliques.clique import clique, peeled
from ..errors import expected
from ..graphs.graph import Graph, as_graph
from ..graphs.verify import conflicts
from ..result import Result
from ..search.base import SLICE_TICKS
from ..sequential.greedy import greedy
from .dive import Dive
from .fractional import FractionalColoring

MOST_VERTICES = 4096  # of the core; the exact search takes 12 bytes per pair of vertices


class ColumnGeneration:
    """
    Resumable fractional coloring and dives on the core of a graph.

    Parameters
    ----------
    graph
        The graph.
    colors
        int32[n], a proper coloring.
    lower_bound
        Known lower bound; each vertex of the core has at least as many neighbors in the core.
    seed
        Seed of the random number generator.

    Attributes
    ----------
    k
        Number of colors of the best coloring so far.
    fits
        Whether the core is small enough; if not, :meth:`run_bound` and :meth:`run_dive` do nothing.
    fractional
        Fractional coloring of the core; None if the core is empty or too large.
    """

    def __init__(
        self, graph: Graph, colors: NDArray[np.int32], *, lower_bound: int = 1, seed: int = 0
    ) -> None:
        self.graph = graph
        self.k = int(colors.max(initial=-1)) + 1
        self._colors = colors.astype(np.int32)
        self._floor, self._seed = lower_bound, seed
        order, cores = peeled(graph)
        self._vertices = np.flatnonzero(cores >= lower_bound).astype(np.int32)
        self._outside = order[: graph.n - len(self._vertices)]
        self.fits = len(self._vertices) <= MOST_VERTICES
        self.fractional: FractionalColoring | None = None
        self._dive: Dive | None = None
        if len(self._vertices) == 0:
            self._extend(np.empty(0, np.int32))
        elif self.fits:
            core = graph.subgraph(self._vertices)
            self.fractional = FractionalColoring(
                core, self._inside(self._colors), seed=seed, floor=lower_bound
            )

    @property
    def bound(self) -> int:
        """Lower bound on the number of colors."""
        return max(self._floor, self.fractional.bound if self.fractional else 0)

    @property
    def bound_done(self) -> bool:
        """Whether the linear program gives no better bound."""
        return self.fractional is None or self.fractional.done

    @property
    def done(self) -> bool:
        """Whether the coloring meets the bound, the core is too large, or the dives have ended."""
        return self.k <= self.bound or not self.fits or (self._dive is not None and self._dive.done)

    @property
    def ticks(self) -> int:
        """Work done, in ticks."""
        return sum(part.ticks for part in (self.fractional, self._dive) if part is not None)

    @property
    def certificate(self) -> dict[str, Any] | None:
        """Certificate of the fractional bound, for :func:`solver.check_certificate`, or None."""
        if self.fractional is None:
            return None
        certificate = self.fractional.certificate
        weights = np.zeros(self.graph.n, np.int64)
        weights[self._vertices] = certificate["weights"]
        return {**certificate, "weights": weights.tolist()}

    def colors(self) -> NDArray[np.int32]:
        """Return a copy of the best proper coloring so far, int32[n]."""
        return self._colors.copy()

    def add_coloring(self, colors: NDArray[np.int32]) -> None:
        """Add a proper coloring found elsewhere; its classes become columns."""
        if self.fractional is not None:
            self.fractional.columns.add_coloring(self._inside(colors))
        if int(colors.max(initial=-1)) + 1 < self.k:
            self._colors, self.k = colors.astype(np.int32), int(colors.max()) + 1
            if self._dive is not None:
                self._dive.add_coloring(self._inside(colors))

    def run_bound(self, ticks: int) -> None:
        """Improve the bound for ``ticks`` more ticks, and at most one more linear program."""
        if self.fractional is not None:
            self.fractional.run(ticks)

    def run_dive(self, ticks: int) -> None:
        """Improve the coloring for ``ticks`` more ticks, and at most one more linear program."""
        if self.fractional is None or self.done:
            return
        if self._dive is None:
            self._dive = Dive(self.fractional, self._inside(self._colors), seed=self._seed)
        before = self._dive.k
        self._dive.run(ticks)
        if self._dive.k < before:
            self._extend(self._dive.colors())

    def _inside(self, colors: NDArray[np.int32]) -> NDArray[np.int32]:
        _, compact = np.unique(colors[self._vertices], return_inverse=True)
        return compact.astype(np.int32)

    def _extend(self, inside: NDArray[np.int32]) -> None:
        """Extend a coloring of the core first-fit in reverse degeneracy order, within the bound."""
        colors = np.full(self.graph.n, -1, np.int32)
        colors[self._vertices] = inside
        for v in self._outside[::-1].tolist():
            used = set(colors[self.graph.neighbors(v)].tolist())
            colors[v] = next(c for c in range(self.graph.n) if c not in used)
        k = int(colors.max(initial=-1)) + 1
        if k < self.k:
            self._colors, self.k = colors, k


def column_generation(
    graph: Graph,
    *,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
) -> Result:
    """
    Color a graph by column generation and diving, with the fractional lower bound.

    Suited to graphs with small color classes or an almost integral fractional coloring: dense graphs,
    geometric graphs, complements of sparse graphs. A linear program takes some milliseconds with 100
    vertices and 1 s with 1000.

    Parameters
    ----------
    graph
        The graph.
    time_limit
        Wall time in seconds; 60 unless ``max_ticks`` is given.
    max_ticks
        Work limit in ticks.
    seed
        Seed of the random number generator.

    Returns
    -------
    Result
        A verified coloring, and the lower bound with its certificate.

    Raises
    ------
    InputError
        If the core has more than 4096 vertices.

    References
    ----------
    .. [1] Malaguti, E., M. Monaci, and P. Toth (2011). An exact approach for the vertex coloring
       problem. *Discrete Optimization* 8: 174-190. doi:10.1016/j.disopt.2010.07.005
    """
    began = time.perf_counter()
    graph = as_graph(graph)
    time_limit, max_ticks = limits(time_limit, max_ticks)
    largest_clique = clique(graph, seed=seed)
    colors = greedy(graph, "DSATUR")
    run = ColumnGeneration(graph, colors, lower_bound=len(largest_clique), seed=seed)
    if not run.fits and len(largest_clique) < run.k:
        raise expected("vertices of the core", len(run._vertices), f"at most {MOST_VERTICES}")
    history = [(0.0, 0, run.k, 0)]
    reason = "done"
    while not run.done:
        seconds = time.perf_counter() - began
        if seconds >= time_limit:
            reason = "time_limit"
            break
        if max_ticks is not None and run.ticks >= max_ticks:
            reason = "max_ticks"
            break
        ticks = SLICE_TICKS if max_ticks is None else min(SLICE_TICKS, max_ticks - run.ticks)
        if run.bound_done:
            run.run_dive(ticks)
        else:
            run.run_bound(ticks)
        if run.k < history[-1][2]:
            history.append((time.perf_counter() - began, run.ticks, run.k, 0))
    colors = run.colors()
    certificate: dict[str, Any] = {"kind": "clique", "vertices": largest_clique.tolist()}
    if run.bound > len(largest_clique):
        certificate = run.certificate or certificate
    proven = run.k == run.bound
    return Result(
        colors=colors,
        k=run.k,
        conflicts=conflicts(graph, colors),
        lower_bound=run.bound,
        proven=proven,
        certificate=certificate,
        method="column_generation",
        seconds=time.perf_counter() - began,
        ticks=run.ticks,
        history=tuple(history),
        stop_reason="proven" if proven else reason,
    )
