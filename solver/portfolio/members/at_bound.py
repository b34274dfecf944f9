"""
A tabu search for as many colors as the lower bound, while the best coloring has two more or above.

Where degrees are uneven, a clique often decides the number of colors, and the numbers between it and the
best are no steps towards it. On leighton(450, 23, 259) tabu search from a random coloring finds 23
colors after 1.3 and 3.9 s (two seeds) and 24 after 2.0 and 1.1, but leaves conflicts with 25 and with 26
after 8 s.

Not for graphs whose color classes are small: on geometric(745) with 178 colors and a clique of 170 it
took the time in which PartialCol came to 177. Reactive tenures instead (``"foo"``, period 1000,
increment 3) leave 55 conflicts with 23 colors. They find 25 for le450_25c and le450_25d about as rarely
as the conflict optimizer, which has most of the work there: 3 of 11 runs of 55 to 150 s, and 1 of 8 of
40 s.
"""

from __future__ import annotations

from ..gap import Gap
from .attempt import Attempt
from .below_goal import BelowGoalMember


class AtBoundMember(BelowGoalMember):
    """A tabu search for as many colors as the lower bound; idle while the goal is the bound."""

    by_gap = True
    patience = 64

    def prepare(self, gap: Gap) -> Attempt | None:
        bound = gap.incumbent.lower_bound
        self.idle = not 2 <= bound < gap.goal
        if self.idle:
            return None
        if self._attempt is None or self._attempt.search.k != bound:
            self._attempt = self._begun(gap, bound)
        return self._attempt

    def report(self, work: Attempt, gap: Gap) -> None:
        self.progress = -work.search.cost
        super().report(work, gap)
