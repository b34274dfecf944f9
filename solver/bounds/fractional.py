"""
Fractional coloring by column generation, with a bound that is exact in integers.

Cover the vertices by independent sets, each used to some fraction, with the least sum: rounded up, the
sum is a lower bound on the number of colors (Mehrotra and Trick 1996, doi:10.1287/ijoc.8.4.344). The
linear program over the known sets (``columns.py``) gives weights to the vertices; a set that weighs more
than 1 is missing from it (``pricing.py``: heuristic first, then exact). The bound does not depend on
floating-point numbers: the weights are scaled to integers w, branch and bound computes the largest
weight W of an independent set, and the sum of w divided by W is a lower bound for any w (Held, Cook and
Sewell 2012).

Two measures shorten the tail of the generation, in which the value hardly falls and the weights of the
linear program jump. Sets are priced with a mixture of these weights and the *center*, the weights that
promise the best bound so far (Wentges 1997, doi:10.1111/1475-3995.00002). And a bound is proven as soon
as the center promises one that rounds up like the value, or twice as many rounds after the last attempt:
then the search need only exclude sets that would spoil that bound, and ends at the first of them.
Without either, flat300_20_0 kept a bound of 1 for 20 CPU s, although the value was 20.0 after 5.5, since
sets were still missing; with both it has 20 after 4 (HiGHS) to 6 (simplex). The center counts with
HiGHS: with a share of 0.6 or less the bound was 1 after 15 s. With the simplex method it matters less,
and not always for the better: shares of 0, 0.4 and 0.8 took 6.1, 6.2 and 5.9 CPU s on flat300_20_0,
14.8, 14.0 and 13.1 on DSJC250.5, and 0.53, 0.54 and 0.68 on a random graph of 90 vertices and density
0.3.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from .columns import columns_of
from .pricing import HeaviestSet, Pricing

SCALE = 1 << 24  # integer for a weight of 1
CLEARLY = 1e-3  # least excess over weight 1 for a set to be added
SWEEPS = 10  # largest number of heuristic sweeps per linear program
ENOUGH = 0.2  # number of new sets per vertex that ends the sweeps
SHAKE = 0.3  # largest relative change of a weight between sweeps
#: Tolerance on the results of HiGHS in the decision to go on; not part of any bound.
TOLERANCE = 1e-6
CENTER = 0.8  # part of the center in the weights that sets are priced with


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
    floor
        Known lower bound; only a better one is worth a proof.

    Attributes
    ----------
    bound
        Lower bound on the number of colors that the certificate proves, whatever the floor.
    columns
        The pool of independent sets.
    """

    def __init__(
        self, graph: Graph, colors: NDArray[np.int32], *, seed: int = 0, floor: int = 1
    ) -> None:
        self.graph, self.floor = graph, floor
        self.columns = columns_of(colors)
        self.bound = 1
        self.ticks = 0
        self.rounds = self.proofs = 0
        self._weights = np.ones(graph.n, np.int64)
        self._largest = graph.n
        self._search: HeaviestSet | None = None
        self._center: NDArray[np.float64] = np.ones(graph.n)
        self._promise = 0.0  # sum of the center; known sets weigh at most 1
        self._tried = 0  # rounds at the last attempt to prove what the center promises
        self._attempts = 0  # ticks of all attempts
        self._budget = 0  # ticks left for the present one
        self._first = True
        self._final = self._is_last = False
        self._rng = np.random.default_rng((seed, 12))

    @property
    def done(self) -> bool:
        """Whether the linear program gives no better bound."""
        known = max(self.bound, self.floor)
        return self._final or (not self._first and known >= self.columns.value - TOLERANCE)

    @property
    def certificate(self) -> dict[str, Any]:
        """Certificate of the bound, for :func:`solver.check_certificate`."""
        weights, largest = self._weights.tolist(), self._largest
        return {"kind": "fractional", "weights": weights, "largest": largest}

    def run(self, ticks: int) -> None:
        """Improve the bound for ``ticks`` more ticks, and at most one more linear program."""
        limit = self.ticks + ticks
        while not self.done and self.ticks < limit:
            if self._search is not None:
                self._prove(self._search, limit - self.ticks)
            elif self.improve() == 0 and not self.done:
                self._is_last = True
                self._search = Pricing(self.graph, _scaled(self.columns.weights)).start(SCALE)
            elif promised := self._promised():
                self._is_last = False
                weights = _scaled(self._center)
                most = (int(weights.sum()) - 1) // (promised - 1)
                self._search = Pricing(self.graph, weights).start(most, enough=most + 1)
                self._budget = self.ticks - self._attempts

    def _promised(self) -> int:
        """Return the bound that the center promises if it is worth an attempt to prove it now, or 0."""
        promised = math.ceil(self._promise - TOLERANCE)
        if self.done or promised <= max(self.bound, self.floor):
            return 0
        is_last_color = self._promise > math.ceil(self.columns.value - TOLERANCE) - 1
        if not is_last_color and self.rounds < 2 * self._tried:
            return 0
        if 2 * self._attempts > self.ticks:
            return 0
        self._tried = self.rounds
        return promised

    def improve(self) -> int:
        """Solve the linear program once and add missing sets; return the number added."""
        before = self.columns.ticks
        self.columns.solve()
        self._first = False
        self.rounds += 1
        self.ticks += self.columns.ticks - before
        weights = self.columns.weights
        mixed = CENTER * self._center + (1 - CENTER) * weights if self._promise else weights
        added, heaviest = 0, 0.0
        for sweep in range(SWEEPS):
            # A linear program takes as long as many sweeps, and many new sets save linear programs:
            # DSJC500.9 took 162 programs and 10.9 s with one sweep each, 54 and 4.4 s with up to ten.
            priced = mixed if sweep % 2 == 0 else weights
            if sweep > 1:
                priced = priced * (1 + SHAKE * self._rng.random(len(weights)))
            pricing = Pricing(self.graph, _scaled(priced))
            sets = pricing.heavy_sets(0)
            self.ticks += pricing.ticks
            heaviest = max(heaviest, float((sets @ mixed).max()))
            added += self.columns.add_members(sets[sets @ weights > 1 + CLEARLY])
            if added > ENOUGH * self.graph.n:
                break
        if (promise := float(mixed.sum()) / heaviest) > self._promise:
            self._center, self._promise = mixed / heaviest, promise
        return added

    def _prove(self, search: HeaviestSet, ticks: int) -> None:
        """Continue the search for a heavy set; when complete, it gives a bound, or a set to add."""
        pricing = search.pricing
        search.run(ticks if self._is_last else min(ticks, self._budget))
        self.ticks += pricing.ticks
        if not self._is_last:
            self._attempts += pricing.ticks
            self._budget -= pricing.ticks
        pricing.ticks = 0
        if not search.done:
            if self._budget <= 0 and not self._is_last:
                self._search = None
            return
        self.proofs += 1
        heaviest = search.vertices()
        if self._is_last or heaviest is None:
            self._take(search)
        self._search = None
        if heaviest is not None:
            weight = self._center[heaviest].sum()
            if weight > 1:
                self._center, self._promise = self._center / weight, self._promise / weight
        added = 0 if heaviest is None else self.columns.add([heaviest])
        # No set is missing, or only due to an error of the linear program, which would occur again.
        self._final = self._is_last and added == 0

    def _take(self, search: HeaviestSet) -> None:
        """Take over the bound that a complete search shows."""
        pricing = search.pricing
        total, largest = int(pricing.weights.sum()), search.weight
        if total * self._largest > int(self._weights.sum()) * largest:
            self._weights = np.empty_like(pricing.weights)
            self._weights[pricing.order] = pricing.weights
            self._largest = largest
            self.bound = -(-total // largest)


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.floor(weights * SCALE).astype(np.int64)
