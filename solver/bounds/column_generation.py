"""
Column generation as a whole: the fractional bound from below, dives from above.

Only the core matters: vertices with fewer neighbors than the bound there already is can be colored last,
whatever the others have. So both halves work on the core, the weights of the certificate are 0 outside,
and a coloring of the core is carried on first-fit in the reverse of the peeling.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cliques.clique import clique, peeled
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import conflicts
from ..result import Result
from ..search.base import SLICE_TICKS
from ..sequential.greedy import greedy
from .dive import Dive
from .fractional import FractionalColoring

MOST_VERTICES = 4096  # of the core; the exact search takes 12 bytes for each pair of them


class ColumnGeneration:
    """
    Fractional coloring and dives on the core of a graph, resumable.

    Parameters
    ----------
    graph
        The graph.
    colors
        int32[n], a proper coloring.
    lower_bound
        A bound that is known: the core has at least so many neighbors to each vertex.
    seed
        Of all random choices.

    Attributes
    ----------
    k
        Colors of the best coloring so far.
    fits
        Whether the core is small enough; if not, nothing is done.
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
        self.fits = 0 < len(self._vertices) <= MOST_VERTICES
        self.fractional: FractionalColoring | None = None
        self._dive: Dive | None = None
        if self.fits:
            core = graph.subgraph(self._vertices)
            self.fractional = FractionalColoring(core, self._inside(self._colors), seed=seed)

    @property
    def bound(self) -> int:
        """No proper coloring has fewer colors."""
        return max(self._floor, self.fractional.bound if self.fractional else 0)

    @property
    def bound_done(self) -> bool:
        """Whether no linear-programming bound is better."""
        return self.fractional is None or self.fractional.done

    @property
    def done(self) -> bool:
        """Whether the coloring meets the bound, or the dives have ended."""
        return self.k <= self.bound or not self.fits or (self._dive is not None and self._dive.done)

    @property
    def ticks(self) -> int:
        """Work done."""
        return sum(part.ticks for part in (self.fractional, self._dive) if part is not None)

    @property
    def certificate(self) -> dict[str, Any]:
        """What shows the bound of the linear program, for :func:`solver.check_certificate`."""
        assert self.fractional is not None
        certificate = self.fractional.certificate
        weights = np.zeros(self.graph.n, np.int64)
        weights[self._vertices] = certificate["weights"]
        return {**certificate, "weights": weights.tolist()}

    def colors(self) -> NDArray[np.int32]:
        """Best proper coloring so far: int32[n], a new array."""
        return self._colors.copy()

    def add_coloring(self, colors: NDArray[np.int32]) -> None:
        """Take in a proper coloring: its classes are good columns."""
        if self.fractional is not None:
            self.fractional.columns.add_coloring(self._inside(colors))
        if int(colors.max(initial=-1)) + 1 < self.k:
            self._colors, self.k = colors.astype(np.int32), int(colors.max()) + 1
            self._dive = None

    def run_bound(self, ticks: int) -> None:
        """Work on the bound until ``ticks`` more ticks are used, one linear program more at most."""
        if self.fractional is not None:
            self.fractional.run(ticks)

    def run_dive(self, ticks: int) -> None:
        """Work on the coloring until ``ticks`` more ticks are used, one linear program more at most."""
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
        """Color the rest first-fit in the reverse of the peeling: that needs no color past the bound."""
        colors = np.full(self.graph.n, -1, np.int32)
        colors[self._vertices] = inside
        for v in self._outside[::-1].tolist():
            taken = set(colors[self.graph.neighbors(v)].tolist())
            colors[v] = next(c for c in range(self.graph.n) if c not in taken)
        k = int(colors.max()) + 1
        if k < self.k:
            self._colors, self.k = colors, k


def column_generation(
    graph: Graph,
    *,
    time_limit: float | None = 60.0,
    max_ticks: int | None = None,
    seed: int = 0,
) -> Result:
    """
    Color a graph by column generation and diving, with the fractional bound.

    For graphs whose color classes are small or whose fractional coloring is almost whole: dense ones,
    geometric ones, complements of sparse ones. Each linear program of ``n`` vertices takes some
    milliseconds for 100 and a second for 1000.

    Parameters
    ----------
    graph
        The graph.
    time_limit
        Seconds of wall time.
    max_ticks
        Work limit in ticks; none by default.
    seed
        Of all random choices.

    Returns
    -------
    Result
        A verified coloring, and the bound with its certificate.

    Raises
    ------
    InputError
        If the part of the graph that matters has more than 4096 vertices.

    References
    ----------
    .. [1] Malaguti, E., M. Monaci, and P. Toth (2011). An exact approach for the vertex coloring
       problem. *Discrete Optimization* 8: 174-190. doi:10.1016/j.disopt.2010.07.005
    """
    began = time.perf_counter()
    found = clique(graph, seed=seed)
    colors = greedy(graph, "DSATUR")
    run = ColumnGeneration(graph, colors, lower_bound=len(found), seed=seed)
    if not run.fits and len(found) < run.k:
        raise InputError(f"the core has {len(run._vertices)} vertices, expected at most {MOST_VERTICES}")
    history = [(0.0, 0, run.k, 0)]
    reason = "done"
    while not run.done:
        seconds = time.perf_counter() - began
        if time_limit is not None and seconds >= time_limit:
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
    is_clique_best = len(found) >= (run.fractional.bound if run.fractional else 0)
    proven = run.k == run.bound
    return Result(
        colors=colors,
        k=run.k,
        conflicts=conflicts(graph, colors),
        lower_bound=run.bound,
        proven=proven,
        certificate={"kind": "clique", "vertices": found.tolist()}
        if is_clique_best
        else run.certificate,
        method="column_generation",
        seconds=time.perf_counter() - began,
        ticks=run.ticks,
        history=tuple(history),
        stop_reason="proven" if proven else reason,
    )
