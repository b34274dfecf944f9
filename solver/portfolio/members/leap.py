"""
Attempts at numbers of colors far below the best, which find a hidden coloring from above.

A search that lowers the number of colors one by one stops where random graphs become hard. In a graph
with a hidden coloring, a far smaller number can be easy: on flat1000_50_0 the portfolio stood at 84
colors after 20 s, and tabu search from a random coloring finds 50 to 62 colors in 0.1 to 0.3 s.

The attempts form a grid: 0.85, 0.72, 0.61, 0.52 and 0.44 times the best number. Each has ticks in
proportion to n k; in each further round the grid is moved by a part of its step and the ticks double.

Where the hidden coloring is too hard for tabu search, ``hidden_classes.py`` may find it. On flat(1000,
60, 0.49) tabu search with 60 colors keeps 560 conflicts or more in 5 s, PartialCol 217 uncolored
vertices in 12 s, annealing 423 conflicts in 28 s.

Tried without success: the numbers between the best and a lower bound near it, with as much work as all
others. Of 80 graphs one of Leighton's had 30 instead of 35 colors after 3 s, a Latin square had one
more, and after 10 s six of Leighton's had the same with and without.
"""

from __future__ import annotations

import math

from ...search.tabucol import TabuCol, TabuColParams, is_sparse
from ..gap import Gap
from .base import Member
from .local_search import Attempt

#: Ratio of two neighboring numbers of colors of the grid.
STEP = 0.85
#: Numbers of colors of one round. A coloring with fewer is found by sequential coloring.
POINTS = 5
#: Ticks of an attempt of the first round, as a multiple of n k.
LENGTH = 2000


class LeapMember(Member[Attempt]):
    """
    Tabu searches for colorings with far fewer colors than the best.

    Parameters
    ----------
    share
        Share of the work.
    seed
        Seed of the searches, to which the round and the number of colors are added.
    params
        Parameters of the tabu search.
    patience
        Turns without an improvement that halve its share.
    """

    name = "tabucol"
    late = True

    def __init__(
        self,
        share: float,
        seed: tuple[int, ...],
        *,
        params: TabuColParams,
        patience: float = 256,
    ) -> None:
        self.share, self.seed, self.patience = share, seed, patience
        self._params = params
        self._attempts = 0
        self._attempt: Attempt | None = None
        self._end = 0

    def unit(self, gap: Gap) -> str:
        return "tabucol, sparse" if is_sparse(gap.graph, gap.goal) else "tabucol, dense"

    def prepare(self, gap: Gap) -> Attempt | None:
        best = gap.incumbent
        last = self._attempt
        if last is None or last.search.ticks >= self._end or last.search.k >= best.k:
            self._attempt = self._next(gap)
        self.idle = self._attempt is None
        return self._attempt

    def _next(self, gap: Gap) -> Attempt | None:
        """Return the next attempt; None if the grid has no number of colors that is not excluded."""
        best = gap.incumbent
        for _ in range(POINTS):
            round_, point = divmod(self._attempts, POINTS)
            self._attempts += 1
            k = math.floor(best.k * STEP ** (point + 1 - _van_der_corput(round_)))
            if not max(best.lower_bound, 2) <= k < gap.goal:
                continue
            core = gap.core(k)
            graph = gap.core_graph(core)
            self._end = LENGTH * graph.n * k << round_
            seed = (*self.seed, round_, k)
            return Attempt(TabuCol(graph, k, seed=seed, params=self._params), core)
        return None

    def run(self, work: Attempt, ticks: int) -> None:
        before = work.search.ticks, work.search.iterations
        work.search.run(min(ticks, self._end - before[0]))
        self.ticks += work.search.ticks - before[0]
        self.iterations += work.search.iterations - before[1]

    def report(self, work: Attempt, gap: Gap) -> None:
        if work.search.cost == 0:
            gap.offer(work.search.colors(), self.name, work.core)


def _van_der_corput(i: int) -> float:
    """Return the number in [0, 1) whose binary digits are those of ``i`` in reverse."""
    return int(f"{i:b}"[::-1], 2) / (1 << i.bit_length())
