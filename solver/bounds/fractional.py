"""
Fractional coloring by column generation, with a bound that is exact in integers.

Cover the vertices by independent sets, each used to some fraction, with the least sum: rounded up, the
sum is a lower bound on the number of colors (Mehrotra and Trick 1996, doi:10.1287/ijoc.8.4.344). The
linear program over the known sets (``columns.py``) gives weights to the vertices; a set that weighs more
than 1 is missing from it (``pricing.py``: heuristic first, then exact). The bound does not depend on
floating-point numbers: the weights are scaled to integers w, branch and bound computes the largest
weight W of an independent set, and the sum of w divided by W is a lower bound for any w (Held, Cook and
Sewell 2012).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from .columns import Columns
from .pricing import HeaviestSet, Pricing

SCALE = 1 << 24  # integer for a weight of 1
CLEARLY = 1e-3  # least excess over weight 1 for a set to be added
SWEEPS = 10  # largest number of heuristic sweeps per linear program
ENOUGH = 0.2  # number of new sets per vertex that ends the sweeps
SHAKE = 0.3  # largest relative change of a weight between sweeps
#: Tolerance on the results of HiGHS in the decision to go on; not part of any bound.
TOLERANCE = 1e-6


class FractionalColoring:
    """
    Resumable column generation for the fractional chromatic number.

    Parameters
    ----------
    graph
        The graph, with at least one vertex.
    colors
        int32[n], a proper coloring.
    seed
        Seed of the random number generator of the heuristic.

    Attributes
    ----------
    bound
        Proven lower bound on the number of colors.
    columns
        The pool of independent sets.
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
        self._search: HeaviestSet | None = None
        self._first = True
        self._final = False
        self._rng = np.random.default_rng((seed, 12))

    @property
    def done(self) -> bool:
        """Whether the linear program gives no better bound."""
        return self._final or (not self._first and self.bound >= self.columns.value - TOLERANCE)

    @property
    def certificate(self) -> dict[str, Any]:
        """Certificate of the bound, for :func:`solver.check_certificate`."""
        weights, largest = self._weights.tolist(), self._largest
        return {"kind": "fractional", "weights": weights, "largest": largest}

    def run(self, ticks: int) -> None:
        """Improve the bound for ``ticks`` more ticks, and at most one more linear program."""
        limit = self.ticks + ticks
        while not self.done and self.ticks < limit:
            if self._search is None:
                if self.improve() == 0 and not self.done:
                    self._search = Pricing(self.graph, _scaled(self.columns.weights)).start(SCALE)
            else:
                self._prove(self._search, limit - self.ticks)

    def improve(self) -> int:
        """Solve the linear program once and add missing sets; return the number added."""
        before = self.columns.ticks
        self.columns.solve()
        self._first = False
        self.rounds += 1
        self.ticks += self.columns.ticks - before
        weights = self.columns.weights
        added = 0
        for sweep in range(SWEEPS):
            # A linear program takes as long as many sweeps, and many new sets save linear programs:
            # DSJC500.9 took 162 programs and 10.9 s with one sweep each, 54 and 4.4 s with up to ten.
            shaken = weights if sweep == 0 else weights * (1 + SHAKE * self._rng.random(len(weights)))
            pricing = Pricing(self.graph, _scaled(shaken))
            sets = pricing.heavy_sets(SCALE)
            self.ticks += pricing.ticks
            added += self.columns.add_members(sets[sets @ weights > 1 + CLEARLY])
            if added > ENOUGH * self.graph.n:
                break
        return added

    def _prove(self, search: HeaviestSet, ticks: int) -> None:
        """Continue the search for the heaviest set; when complete, it gives a bound."""
        pricing = search.pricing
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
        heaviest = search.vertices()
        # No set is missing, or only due to an error of the linear program, which would occur again.
        self._final = heaviest is None or self.columns.add([heaviest]) == 0
        self._search = None


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.floor(weights * SCALE).astype(np.int64)
