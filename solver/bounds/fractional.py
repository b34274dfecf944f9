"""
Fractional coloring by column generation, with a bound that is exact in integers.

Cover the vertices by independent sets, each used to some fraction, with a least sum: that many colors,
rounded up, any coloring needs (Mehrotra and Trick 1996, doi:10.1287/ijoc.8.4.344). The linear program
over the sets known (``columns.py``) gives weights to the vertices; a set that weighs more than 1 is
missing from it (``pricing.py``: heuristic first, then exact). The bound never trusts a floating-point
number: the weights are scaled to integers w, branch and bound finds the largest weight W of an
independent set in integers, and the sum of w over W is a bound whatever w is (Held, Cook and Sewell
2012).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from .columns import Columns
from .pricing import HeaviestSet, Pricing

SCALE = 1 << 24  # what a weight of 1 becomes
CLEARLY = 1e-3  # by how much more than 1 a set must weigh to be worth its place
SWEEPS = 10  # of the heuristic for each linear program, or
ENOUGH = 0.2  # so many new sets for each vertex
SHAKE = 0.3
#: Slack for what HiGHS returns when it decides whether to go on; never part of a bound.
TOLERANCE = 1e-6


class FractionalColoring:
    """
    Column generation for the fractional chromatic number, resumable.

    Parameters
    ----------
    graph
        The graph, with at least one vertex.
    colors
        int32[n], a proper coloring.
    seed
        Of the heuristic that finds sets.

    Attributes
    ----------
    bound
        Proven: no proper coloring has fewer colors.
    columns
        The independent sets so far.
    """

    def __init__(self, graph: Graph, colors: NDArray[np.int32], *, seed: int = 0) -> None:
        self.graph = graph
        self.columns = Columns(graph.n)
        self.columns.add_coloring(colors)
        self.bound = 1
        self.ticks = 0
        self.rounds = self.proofs = 0
        self._weights = np.ones(graph.n, np.int64)
        self._largest = graph.n
        self._pricing: Pricing | None = None
        self._search: HeaviestSet | None = None
        self._first = True
        self._final = False
        self._rng = np.random.default_rng((seed, 12))

    @property
    def done(self) -> bool:
        """Whether no linear-programming bound is better."""
        return self._final or (not self._first and self.bound >= self.columns.value - TOLERANCE)

    @property
    def certificate(self) -> dict[str, Any]:
        """What shows the bound, for :func:`solver.check_certificate`."""
        weights, largest = self._weights.tolist(), self._largest
        return {"kind": "fractional", "weights": weights, "largest": largest}

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used, one linear program more at most."""
        limit = self.ticks + ticks
        while not self.done and self.ticks < limit:
            if self._search is None:
                if self.improve() == 0 and not self.done:
                    self._pricing = Pricing(self.graph, _scaled(self.columns.weights))
                    self._search = self._pricing.start(SCALE)
            else:
                self._prove(limit - self.ticks)

    def improve(self) -> int:
        """Solve the linear program once and add sets that it misses; returns how many were found."""
        before = self.columns.ticks
        self.columns.solve()
        self._first = False
        self.rounds += 1
        self.ticks += self.columns.ticks - before
        weights = self.columns.weights
        added = 0
        for sweep in range(SWEEPS):
            # A linear program takes as long as many sweeps, and many sets at once save many programs:
            # DSJC500.9 took 162 of them and 10.9 s with one sweep each, 54 and 4.4 s with up to ten.
            shaken = weights if sweep == 0 else weights * (1 + SHAKE * self._rng.random(len(weights)))
            pricing = Pricing(self.graph, _scaled(shaken))
            found = pricing.heavy_sets(SCALE)
            self.ticks += pricing.ticks
            added += self.columns.add_members(found[found @ weights > 1 + CLEARLY])
            if added > ENOUGH * self.graph.n:
                break
        return added

    def _prove(self, ticks: int) -> None:
        """Go on with the search for the heaviest set; when it is complete there is a bound."""
        pricing, search = self._pricing, self._search
        assert pricing is not None
        assert search is not None
        search.run(ticks)
        self.ticks += pricing.ticks
        pricing.ticks = 0
        if not search.done:
            return
        self.proofs += 1
        total, largest = int(pricing.weights.sum()), search.weight
        if total * self._largest > int(self._weights.sum()) * largest:
            self._weights = np.empty_like(pricing.weights)
            self._weights[pricing.order] = pricing.weights
            self._largest = largest
            self.bound = -(-total // largest)
        found = search.vertices()
        # Nothing is missing, or only by an error of the linear program, which would not go away.
        self._final = found is None or self.columns.add([found]) == 0
        self._pricing = self._search = None


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.floor(weights * SCALE).astype(np.int64)
