r"""
Who has the next turn at a part, and with what share of the work.

Members have turns of equal work; the next one is the member with the least work for its share. No local
search is best on all graphs: the memetic search leads on random ones, annealing on queen graphs and on
latin_square_10, PartialCol on le450_15c. Which kind a graph is shows in the cost that each one reaches.

With :math:`s_i` the nominal share of member i, :math:`c_i` its cost (conflicts left), :math:`v_i` its
turns since it last found something, :math:`p_i` its patience, :math:`r_i` the number of colorings that
its technique has found one after another up to the last one, :math:`e_i` its factor ``early``, V the
turns in vain of all local searches, T the option ``early_turns``, F the option ``floor``, L the option
``lead``, and R the option ``rest``, or 1 on large graphs:

.. math::

    fade_i   &= \max(F,\; 2^{-v_i / p_i}) \\
    row_i    &= fade_i \cdot \min(L,\; 2^{r_i}) \\
    claim_i  &= \max(F,\; \min_j c_j / c_i) \cdot row_i \\
    rest     &= \max(R,\; \max_j row_j) \\
    weight_i &= rest \cdot claim_i \cdot \sum_j s_j \;/\; \sum_j s_j\, claim_j
                && \text{local searches that have not found a coloring, over which } j \text{ ranges} \\
    weight_i &= fade_i \cdot \max(F^2,\; (l / k)^2) \cdot \max(e_i,\; 1 - 2^{-V / T})
                && \text{bounds and exact searches, with lower bound } l \text{ and } k \text{ colors} \\
    weight_i &= fade_i && \text{all others} \\
    due_i    &\mathrel{+}= ticks_i \;/\; (s_i \cdot weight_i) && \text{after a turn}

So local searches divide their common share in inverse proportion to their costs, and none has less than
F of what the nearest to a coloring has. If none of them finds anything, on graphs that are not large,
their common share falls to R, and the bounds get more, and depend less on how far they are from the
coloring: flat300_20_0 was proven after 22 CPU s with R = 1/4, and had a bound of 19 after 25 with R = 1;
now, with (l / k)^2, it is proven after 38. (With the square of the cost, a search that had just begun at
a new k got next to nothing: DSJC1000.5 came to 91 colors in 20 s, and with the cost to 86.) A member
that finds nothing keeps at least F of its share, for it may still bring a proof. Bounds and exact
searches have a smaller share while the bound is far below the coloring, except on small graphs and with
``method="exact"``; a formula that takes long to write waits until the share covers that as well. Before,
they had half of the first 2 s on gnp(735, 0.28), and the memetic search 18%; then it had 41%. With
``python -m bench.regret --seconds 2``, 3 of 24 graphs of seed 0 have more colors than by the best single
search (5 before), and 4 of 24 of seed 1, on which nothing was decided (4 before). Symmetric colorings
and the share for columns came later and are not in these figures. The course depends on the number of
threads, never on their timing.

Bounds far below the coloring and attempts at hidden colorings are *late*: their first turn waits until
their share covers it. All members at once took 0.3 s on dense random graphs.

Who found the last colorings is likely to find the next one. On dense random graphs that is the memetic
search, which had a third of the first 3 s beside starts of all members, turns of the first search at
numbers of colors that are too few for it, and bounds far below the coloring; each of these is small, but
a third of the time is a color more. A factor of up to 3 alone changed no number of colors on 50 graphs;
with less for the other three, too, it has more than half. What the first search has found counts for
the member with the same technique, which goes on where the first one ends. The factor holds for the
common share as well, so that bounds and attempts at hidden colorings have less while colorings come one
after another: with factors up to 4 and 16, six G(n, p) of the even half had 0.07 and 0.09 colors fewer
in the mean of the second half of 3 s.

Where column generation has most of the work, on dense geometric graphs, and where there are symmetric
colorings, both wait until the local searches had some hundred turns in vain. They began at once before,
and had half of the first 3 s, in which the conflict optimizer alone came to one color less on three of
three geometric graphs; now these have as few. Of three queen graphs of which PartialCol alone finds one
color less in 3 s, two have it within 4 s now, and one before. Proofs come later by that: r1000.5 after
23 instead of 21 CPU s, queen16_16 after 4.7 instead of 3.3. Turns counted since the last coloring
instead of all took 29 to 47 s for r1000.5, whose colorings come one by one.

One tick of a bound or an exact search takes two to eight times as long as one of a local search, so they
have more of the time than their share. To let them wait as well, with a fifth of it at first, and hidden
classes with two fifths, did not pay: of 100 graphs of the even half one had fewer colors in 3 s and two
had a lower bound, and six runs on three planted graphs found the hidden coloring 1.07 times as late.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..search.base import Search
from .gap import Gap
from .members import Member
from .options import DEFAULTS
from .worker import side_by_side

#: Members that work in the first turn: the first search, and the bounds and exact searches.
FIRST_MEMBERS = 4


class Schedule:
    """
    The members that work on one part, and the order of their turns.

    Parameters
    ----------
    gap
        Part to work on.
    members
        Members that work on it.
    floor
        Least factor by which a share is reduced.
    lead
        Largest factor for the search that found the last colorings.
    rest
        Least factor by which turns in vain reduce the common share of the local searches.
    early_turns
        Turns of local searches in vain that halve what is missing to the share of who is early.
    is_ready
        Whether the kernels of a unit are compiled.

    Attributes
    ----------
    waits
        Whether a member was passed over in the last turn because its kernels were not compiled.
    """

    def __init__(
        self,
        gap: Gap,
        members: Sequence[Member[Any]],
        floor: float = DEFAULTS.portfolio.floor,
        lead: float = DEFAULTS.portfolio.lead,
        is_ready: Callable[[str], bool] = lambda unit: True,
        *,
        rest: float = 1.0,
        early_turns: float = DEFAULTS.portfolio.early_turns,
    ) -> None:
        self.gap, self.members = gap, list(members)
        self.floor, self.lead, self.rest, self.early_turns = floor, lead, rest, early_turns
        self.waits = False
        self._is_ready = is_ready
        self._due = [0.0] * len(self.members)
        self._vain = [0] * len(self.members)
        self._in_vain = 0  # turns of local searches
        self._turns = 0
        self._finder, self._row = "", 0  # what found the last coloring, and how many in a row

    @property
    def ticks(self) -> int:
        """Ticks used by all members."""
        return sum(member.ticks for member in self.members)

    @property
    def iterations(self) -> int:
        """Moves made by all members."""
        return sum(member.iterations for member in self.members)

    @property
    def cost(self) -> int:
        """Least cost of a search for the present goal."""
        searches = (search for _, search in self._searches(self.gap.goal))
        return min((search.cost for search in searches), default=self.gap.graph.n)

    def _searches(self, k: int) -> list[tuple[Member[Any], Search]]:
        """Return the members at work on ``k`` colors, each with its search."""
        return [(m, m.search) for m in self.members if m.search is not None and m.search.k == k]

    def nearest(self, k: int) -> tuple[NDArray[np.int32], str] | None:
        """
        Return the coloring with ``k`` colors of least cost and its method, or None if there is none.

        Vertices that can be colored last have color -1.
        """
        searches = self._searches(k)
        if not searches:
            return None
        member, search = min(searches, key=lambda pair: pair[1].cost)
        colors = np.full(self.gap.graph.n, -1, np.int32)
        colors[self.gap.inside(self.gap.core(k))] = search.colors()
        return colors, member.name

    def turn(self, threads: int, ticks: int) -> bool:
        """
        Give the next members a turn of ``ticks`` a thread side by side; False if none can work.

        The first turn is for few members, and each later one for twice as many, up to ``threads``: an
        easy proof need not wait for the slices of a thousand local searches. A member that needs more
        threads than are left is passed over, and keeps its place in the order.
        """
        before = [member.ticks for member in self.members]
        best_k = self.gap.incumbent.k
        at_work: list[tuple[int, Any]] = []
        order = sorted(range(len(self.members)), key=partial(self._place, ticks))
        self.waits = False
        idle = min(threads, FIRST_MEMBERS << min(self._turns, 32))
        self._turns += 1
        for i in order:
            if idle < self.members[i].threads and at_work:
                continue
            if (unit := self.members[i].unit(self.gap)) is not None and not self._is_ready(unit):
                self.waits = True
                continue
            work = self.members[i].prepare(self.gap)
            if work is not None:
                at_work.append((i, work))
                idle -= self.members[i].threads
            if idle <= 0:
                break
        known = [self._known(i) for i, _ in at_work]
        if at_work:
            side_by_side([partial(self.members[i].run, work, ticks) for i, work in at_work])
        for (i, work), known_before in zip(at_work, known, strict=True):
            member = self.members[i]
            k = self.gap.incumbent.k
            member.report(work, self.gap)
            self._in_vain += member.search is not None and self.gap.incumbent.k == k
            if self.gap.incumbent.k < k:
                self._row = self._row + 1 if member.name == self._finder else 1
                self._finder = member.name
            self._vain[i] = 0 if known_before != self._known(i) else self._vain[i] + 1
            self._due[i] += max(ticks, member.ticks - before[i]) / (member.share * self._weight(i))
        return bool(at_work) or self.gap.incumbent.k < best_k  # a search may succeed where it starts

    def _place(self, ticks: int, i: int) -> tuple[bool, float]:
        """Return a key that sorts the members in the order of their turns."""
        member = self.members[i]
        due = self._due[i] + (ticks / member.share if member.late else 0)
        if ahead := member.ahead(self.gap):
            due += ahead / (member.share * self._weight(i))
        return not member.first, due

    def _known(self, i: int) -> tuple[int, ...]:
        """Return the numbers that change if a member finds something."""
        search, best = self.members[i].search, self.gap.incumbent
        if search is None:
            return best.k, best.lower_bound, self.members[i].progress
        return best.k, search.k, search.cost

    def _weight(self, i: int) -> float:
        """Return the factor of a member's share at present."""
        costs = {
            j: m.search.cost
            for j, m in enumerate(self.members)
            if m.search is not None and m.search.cost and not m.idle
        }
        member = self.members[i]
        if member.search is None:
            worn = 1 - 2 ** (-self._in_vain / self.early_turns)
            factor = max(member.early, worn) * (self._nearness() if member.by_gap else 1.0)
            return self._fade(i) * factor
        if i not in costs:
            return 1.0
        least = min(costs.values())
        rows = {j: self._fade(j) for j in costs}
        for j in rows:
            if self.members[j].name == self._finder:
                rows[j] *= min(self.lead, 2.0**self._row)
        claims = {j: max(self.floor, least / cost) * rows[j] for j, cost in costs.items()}
        total = sum(self.members[j].share for j in costs)
        rest = max(self.rest, *rows.values())
        return rest * claims[i] * total / sum(self.members[j].share * claims[j] for j in costs)

    def _nearness(self) -> float:
        best = self.gap.incumbent
        near = max(self.floor**2, (best.lower_bound / best.k) ** 2)
        if self.rest == 1:
            return near
        fades = [self._fade(i) for i, m in enumerate(self.members) if m.search is not None]
        return max(near, 1 - max(fades, default=1.0))

    def _fade(self, i: int) -> float:
        return max(self.floor, 2 ** (-self._vain[i] / self.members[i].patience))
