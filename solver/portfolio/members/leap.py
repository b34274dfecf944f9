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

from ...search.tabucol import TabuColParams
from ..gap import Gap
from .attempt import Attempt
from .below_goal import BelowGoalMember

#: Ratio of two neighboring numbers of colors of the grid.
STEP = 0.85
#: Numbers of colors of one round. A coloring with fewer is found by sequential coloring.
POINTS = 5
#: Ticks of an attempt of the first round, as a multiple of n k.
LENGTH = 2000


class LeapMember(BelowGoalMember):
    """Tabu searches for colorings with far fewer colors than the best."""

    patience = 256

    def __init__(self, share: float, seed: tuple[int, ...], *, params: TabuColParams) -> None:
        super().__init__(share, seed, params=params)
        self._attempts = 0
        self._end = 0

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
            attempt = self._begun(gap, k, round_)
            self._end = LENGTH * gap.core_graph(attempt.core).n * k << round_
            return attempt
        return None

    def run(self, work: Attempt, ticks: int) -> None:
        super().run(work, min(ticks, self._end - work.search.ticks))


def _van_der_corput(i: int) -> float:
    """Return the number in [0, 1) whose binary digits are those of ``i`` in reverse."""
    return int(f"{i:b}"[::-1], 2) / (1 << i.bit_length())
