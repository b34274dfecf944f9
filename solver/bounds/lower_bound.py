"""
Lower bounds on the number of colors, cheap ones first, each with a certificate.

The stages are a heuristic clique; branch and bound for a larger clique; a Mycielskian; and fractional
coloring, or, where the graph is too large for that, the rest of the branch and bound. The first stages
have a work limit, so that the later ones get their share. The search ends when the bound reaches the
threshold, the number of colors of the best known coloring, which is then optimal.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import integer, limits
from ..cliques.clique import clique
from ..cliques.maximum_clique import CliqueSearch
from ..graphs.graph import Graph, as_graph
from ..result import PlainFields
from ..search.base import SLICE_TICKS
from ..sequential.greedy import greedy
from .column_generation import ColumnGeneration
from .mycielskian import MycielskianSearch

#: Work limit in ticks of the branch and bound for a clique before the other stages.
CLIQUE_TICKS = 1 << 26
#: Work limit in ticks of the search for a Mycielskian.
MYCIELSKIAN_TICKS = 1 << 27


@dataclass(frozen=True, eq=False, repr=False)
class Bound(PlainFields):
    """
    A lower bound on the number of colors, and its certificate.

    Attributes
    ----------
    value
        Proven lower bound on the number of colors.
    certificate
        Certificate of the bound, for :func:`solver.check_certificate`.
    clique_is_maximum
        Whether it is proven that no clique is larger than the largest one found.
    complete
        Whether every stage has ended, so that more time would not improve the bound.
    ticks
        Work done, in ticks.
    seconds
        Wall time.
    """

    value: int
    certificate: dict[str, Any]
    clique_is_maximum: bool
    complete: bool
    ticks: int
    seconds: float


def lower_bound(
    graph: Graph,
    *,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
    threshold: int | None = None,
) -> Bound:
    """
    Compute a lower bound on the number of colors, with a certificate.

    Parameters
    ----------
    graph
        The graph.
    time_limit
        Wall time in seconds, checked between linear programs; 60 unless ``max_ticks`` is given.
    max_ticks
        Work limit in ticks. Without a time limit, equal arguments give equal bounds on any machine.
    seed
        Seed of the random number generator.
    threshold
        Bound at which to stop; a coloring with as many colors is then optimal.

    Returns
    -------
    Bound
        The best bound found, with its certificate. Ctrl-C ends the search after the linear program at
        hand and returns the best bound so far.
    """
    graph = as_graph(graph)
    time_limit, max_ticks = limits(time_limit, max_ticks)
    if threshold is not None:
        threshold = integer("threshold", threshold, 0)
    began = time.perf_counter()
    search = LowerBound(graph, seed=seed, threshold=threshold)
    with suppress(KeyboardInterrupt):
        while not search.done and time.perf_counter() - began < time_limit:
            left = SLICE_TICKS if max_ticks is None else min(SLICE_TICKS, max_ticks - search.ticks)
            if left <= 0:
                break
            search.run(left)
    return Bound(
        search.value,
        search.certificate,
        search.clique_is_maximum,
        search.complete,
        search.ticks,
        time.perf_counter() - began,
    )


class LowerBound:
    """
    The stages of :func:`lower_bound`, resumable, so that they can alternate with a search.

    Parameters
    ----------
    graph
        The graph.
    clique
        Initial clique; found by :func:`solver.clique` if omitted.
    colors
        int32[n], a proper coloring; found by :func:`solver.greedy` if omitted.
    threshold
        Bound at which to stop; it may be changed during the search.
    seed
        Seed of the random number generator.

    Attributes
    ----------
    value
        Proven lower bound on the number of colors.
    certificate
        Certificate of the bound.
    columns
        Column generation, once that stage has begun; its dives also find colorings.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        clique: NDArray[np.int32] | None = None,
        colors: NDArray[np.int32] | None = None,
        threshold: int | None = None,
        seed: int = 0,
    ) -> None:
        self.graph, self.threshold, self.seed = graph, threshold, seed
        self._colors = greedy(graph, "smallest_last") if colors is None else colors
        self.value = 0
        self.certificate: dict[str, Any] = {"kind": "clique", "vertices": []}
        self.columns: ColumnGeneration | None = None
        self._clique = CliqueSearch(
            graph,
            initial=_heuristic(graph, seed) if clique is None else clique,
            upper_bound=int(self._colors.max(initial=-1)) + 1,
        )
        self._mycielskian: MycielskianSearch | None = None
        self._take_clique()

    @property
    def ticks(self) -> int:
        """Work done so far in ticks, dives included."""
        parts = (self._clique, self._mycielskian, self.columns)
        return sum(part.ticks for part in parts if part is not None)

    @property
    def clique_is_maximum(self) -> bool:
        """Whether it is proven that no clique is larger than the largest one found."""
        return self._clique.done

    @property
    def complete(self) -> bool:
        """Whether every stage has ended."""
        if not self._mycielskian_done or self.columns is None or not self.columns.bound_done:
            return False
        # The fractional chromatic number is at least the size of every clique.
        return self.columns.fits or self._clique.done

    @property
    def done(self) -> bool:
        """Whether the bound meets the threshold or the known colorings, or every stage has ended."""
        least = int(self._colors.max(initial=-1)) + 1
        if self.threshold is not None:
            least = min(least, self.threshold)
        return self.value >= least or self.complete

    def add_coloring(self, colors: NDArray[np.int32]) -> None:
        """Add a better proper coloring; it may end the search, and its classes become columns."""
        if int(colors.max(initial=-1)) < int(self._colors.max(initial=-1)):
            self._colors = colors
            if self.columns is not None:
                self.columns.add_coloring(colors)

    def run(self, ticks: int) -> None:
        """Search for ``ticks`` more ticks and at most one more linear program, or until done."""
        limit = self.ticks + ticks
        while not self.done and self.ticks < limit:
            self._run_stage(limit - self.ticks)

    # --------------------------------------------------------------------------------------- the stages

    def _run_stage(self, ticks: int) -> None:
        """Run the first stage that has neither ended nor used up its share."""
        if not self._clique.done and self._clique.ticks < CLIQUE_TICKS:
            self._clique.run(min(ticks, CLIQUE_TICKS - self._clique.ticks))
            self._take_clique()
        elif self._mycielskian is None:
            self._mycielskian = MycielskianSearch(self.graph, self._clique.vertices)
        elif not self._mycielskian_done:
            self._mycielskian.run(min(ticks, MYCIELSKIAN_TICKS - self._mycielskian.ticks))
            self._take(self._mycielskian.bound, self._mycielskian.certificate)
        elif self.columns is None:
            self.columns = ColumnGeneration(
                self.graph, self._colors, lower_bound=self.value, seed=self.seed
            )
        elif not self.columns.bound_done:
            self.columns.run_bound(ticks)
            if self.columns.bound > self.value and (certificate := self.columns.certificate):
                self._take(self.columns.bound, certificate)
        else:
            self._clique.run(ticks)
            self._take_clique()

    @property
    def _mycielskian_done(self) -> bool:
        search = self._mycielskian
        return search is not None and (search.done or search.ticks >= MYCIELSKIAN_TICKS)

    def _take_clique(self) -> None:
        vertices = self._clique.vertices
        self._take(len(vertices), {"kind": "clique", "vertices": vertices.tolist()})

    def _take(self, value: int, certificate: dict[str, Any]) -> None:
        if value > self.value:
            self.value, self.certificate = value, certificate


def _heuristic(graph: Graph, seed: int) -> NDArray[np.int32]:
    return clique(graph, seed=seed)
