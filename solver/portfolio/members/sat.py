"""
A satisfiability solver as a member: is there a coloring with as many colors as the lower bound?

A coloring closes the gap, and a refutation raises the bound. Going upward from the bound pays: a
formula is easier to refute than the next one, and where a clique is as large as the chromatic number
the first formula is the last (le450_5a: 5 colors in 0.1 s; going down from DSATUR's 10 took more than 8
s).
"""

from __future__ import annotations

import importlib.util
from typing import NamedTuple

from ...cliques.clique import clique as find_clique
from ...errors import BudgetError
from ...exact.sat import SatParams, SatSearch
from ...reductions.removal import Removal
from ..gap import Gap
from ..options import DEFAULTS, Options
from .base import Member

#: Conflicts of the first run on a formula, which show how many propagations a conflict takes.
TRIAL_CONFLICTS = 10
#: Most conflicts in a turn, and most clauses times conflicts.
TURN_CONFLICTS, TURN_WORK = 10_000, 1 << 28
#: Lower bound, as a part of the colors, from which a formula may be written before its share covers it.
NEAR = 0.5


class Question(NamedTuple):
    """A formula and its solver, and the core that the formula describes."""

    solver: SatSearch
    core: Removal | None


class SatMember(Member[Question]):
    """
    A satisfiability solver for a coloring with as many colors as the lower bound.

    Parameters
    ----------
    share
        Share of the work.
    max_literals
        Largest formula.
    options
        Options of the portfolio.
    last_share
        Share of the work while one color is in question, and the answer would close the gap; ``share``
        if omitted.
    """

    name = "satisfiability"

    def __init__(
        self,
        share: float,
        max_literals: int,
        options: Options = DEFAULTS.portfolio,
        last_share: float | None = None,
    ) -> None:
        self.share, self.max_literals, self.options = share, max_literals, options
        self._shares = share, share if last_share is None else last_share
        self.idle = importlib.util.find_spec("pysat") is None
        self._question: Question | None = None

    def ahead(self, gap: Gap) -> int:
        best = gap.incumbent
        is_posed = self._question is not None and self._question.solver.k == best.lower_bound
        if is_posed or best.lower_bound >= NEAR * best.k:
            return 0
        return self.options.sat_clause_ticks * gap.graph.m * best.lower_bound

    def prepare(self, gap: Gap) -> Question | None:
        k = gap.incumbent.lower_bound
        self.share = self._shares[k + 1 == gap.incumbent.k]
        if not self.idle and (self._question is None or self._question.solver.k != k):
            self._question = self._posed(gap, k)
            self.idle = self._question is None
        return None if self.idle else self._question

    def _posed(self, gap: Gap, k: int) -> Question | None:
        """Return the formula for ``k`` colors, or None if it is too large."""
        core = gap.core(k)
        graph = gap.core_graph(core)
        if 2 * graph.m * k > self.options.sat_hopeless * self.max_literals:
            return None
        params = SatParams(max_literals=self.max_literals)
        try:
            solver = SatSearch(graph, k, clique=find_clique(graph), params=params)
        except BudgetError:
            return None
        self.ticks += self.options.sat_clause_ticks * len(solver.cnf.clauses)
        return Question(solver, core)

    def run(self, work: Question, ticks: int) -> None:
        clauses = len(work.solver.cnf.clauses)
        work.solver.run(TRIAL_CONFLICTS)
        conflicts = work.solver.conflicts_in(self.options.sat_propagations)
        work.solver.run(min(TURN_CONFLICTS, TURN_WORK // max(clauses, 1), conflicts))
        self.ticks += ticks

    def report(self, work: Question, gap: Gap) -> None:
        solver = work.solver
        if solver.answer is None:
            return
        if solver.answer:
            gap.offer(solver.colors(), self.name, work.core)
        else:
            gap.incumbent.raise_bound(solver.k + 1, {"kind": "search"})
        solver.close()
        self._question = None
