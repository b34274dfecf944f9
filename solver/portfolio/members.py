"""
Who narrows a gap: local searches from above, branch and bound and satisfiability from both sides.

Each wraps one technique, and knows how to make up its mind about what to do next; see ``gap.py`` for
who has the next turn.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..bounds import LowerBound
from ..cliques.clique import clique as find_clique
from ..errors import BudgetError
from ..exact.dsatur import MAX_VERTICES, DsaturSearch
from ..exact.sat import SatParams, SatSearch
from ..graphs.repair import completed, with_fewer_colors
from ..reductions.removal import Removal
from ..search.annealing import Annealing
from ..search.base import SLICE_TICKS, Search
from ..search.kempe_walk import KempeWalk
from ..search.memetic import Memetic
from ..search.partialcol import PartialCol
from ..search.tabucol import TabuCol
from .gap import Gap, Member

SEARCHES: dict[str, Callable[..., Search]] = {
    "tabucol": TabuCol,
    "partialcol": PartialCol,
    "memetic": Memetic,
    "annealing": Annealing,
    "kempe_walk": KempeWalk,
}
#: Work of the search that takes the easy steps, for each number of colors.
EASY_TICKS = 4 * SLICE_TICKS
#: Ticks that a clause counts: a million take two seconds to write.
CLAUSE_TICKS = 128
#: A formula that would be so many times too large, were no color fixed, is given up before a clique is
#: looked for whose colors could be: that takes a second on a graph of a million edges.
HOPELESS = 8
#: Of a solver in one turn: some 0.2 s, more than others have. By conflicts alone a turn took from
#: 0.05 s (le450_25c, 767 of them) to 2.3 s (wing, 438).
PROPAGATIONS = 1 << 20


class Improving(Member):
    """
    A local search for a coloring with the gap's goal, on what cannot be colored last.

    Parameters
    ----------
    name
        Of the search.
    share
        Of the work.
    seed
        Of the search, apart from the goal.
    from_best
        Whether it starts from the best coloring, with the smallest class dissolved.
    budget
        Ticks that it may use for one goal; None for no limit.
    first
        Whether it uses them before all others.
    """

    patience = 64

    def __init__(
        self,
        name: str,
        share: float,
        seed: tuple[int, ...],
        *,
        from_best: bool = True,
        budget: int | None = None,
        first: bool = False,
    ) -> None:
        self.name, self.share, self.seed = name, share, seed
        self.from_best, self.budget = from_best, budget
        self.first = first
        self.search: Search | None = None
        self._core: Removal | None = None

    def prepare(self, gap: Gap) -> None:
        if self.search is not None and self.search.k == gap.goal:
            return
        parents = self._parents(gap)
        self._core = gap.core(gap.goal)
        graph = gap.graph if self._core is None else self._core.parts[0].graph
        start = None
        if parents:
            wholes = [completed(gap.graph, with_fewer_colors(p, gap.goal), gap.goal) for p in parents]
            inside = slice(None) if self._core is None else self._core.parts[0].vertices
            start = np.array(wholes)[:, inside] if len(wholes) > 1 else wholes[0][inside]
        self.search = SEARCHES[self.name](graph, gap.goal, seed=(*self.seed, gap.goal), initial=start)
        self.idle = False
        if self.search.cost == 0:  # nothing is left, or the start was lucky
            self.report(gap)

    def _parents(self, gap: Gap) -> list[NDArray[np.int32]]:
        """Colorings to begin the next search with, once their smallest classes are dissolved."""
        parents = [gap.coloring] if self.from_best else []
        if isinstance(self.search, Memetic) and (couple := self.search.couple()):
            # What has found k colors together goes on to k - 1 together.
            inside = slice(None) if self._core is None else self._core.parts[0].vertices
            for colors in couple[-1:] if self.from_best else couple:
                whole = np.full(gap.graph.n, -1, np.int32)
                whole[inside] = colors
                parents.append(completed(gap.graph, whole, self.search.k))
        return parents

    def run(self, ticks: int) -> None:
        assert self.search is not None
        before = self.search.ticks, self.search.iterations
        self.search.run(ticks)
        self.ticks += self.search.ticks - before[0]
        self.iterations += self.search.iterations - before[1]

    def report(self, gap: Gap) -> None:
        assert self.search is not None
        self.idle = self.budget is not None and self.search.ticks >= self.budget
        if self.search.cost == 0:
            self.idle = True
            colors = self.search.colors()
            gap.offer(colors if self._core is None else self._core.lift([colors]), self.name)


class Bounding(Member):
    """Cliques, Mycielskians, fractional coloring by column generation, and at last dives."""

    name = "column generation"
    patience = 128  # linear programs show nothing until they are solved

    def __init__(self, share: float, seed: int) -> None:
        self.share, self.seed = share, seed
        self._search: LowerBound | None = None

    def prepare(self, gap: Gap) -> None:
        if self._search is None:
            self._search = LowerBound(
                gap.graph, clique=gap.clique, colors=gap.coloring, threshold=gap.k, seed=self.seed
            )
        self._search.threshold = gap.k
        self._search.add_coloring(gap.coloring)
        self.idle = self._search.done and not self._diving

    @property
    def _diving(self) -> bool:
        columns = self._search.columns if self._search else None
        return columns is not None and columns.bound_done and not columns.done

    def run(self, ticks: int) -> None:
        assert self._search is not None
        if self._diving and self._search.columns:
            self._search.columns.run_dive(ticks)
        else:
            self._search.run(ticks)
        self.ticks = self._search.ticks

    def report(self, gap: Gap) -> None:
        assert self._search is not None
        gap.raise_lower(self._search.value, self._search.certificate)
        if self._search.columns is not None:
            gap.offer(self._search.columns.colors(), self.name)


class Branching(Member):
    """
    Branch and bound on DSATUR.

    Parameters
    ----------
    share
        Of the work.
    head_start
        Work before all others, at the beginning.
    """

    name = "branch and bound"

    def __init__(self, share: float, *, head_start: int = 0) -> None:
        self.share, self.head_start = share, head_start
        self.first = head_start > 0
        self._search: DsaturSearch | None = None

    def prepare(self, gap: Gap) -> None:
        if gap.graph.n > MAX_VERTICES:
            self.idle = True
        elif self._search is None:
            self._search = DsaturSearch(gap.graph, clique=gap.clique, initial=gap.coloring)
        else:
            self._search.accept(gap.coloring)

    def run(self, ticks: int) -> None:
        assert self._search is not None
        self._search.run(ticks)
        self.ticks = self._search.ticks

    def report(self, gap: Gap) -> None:
        assert self._search is not None
        self.idle = self._search.proven
        self.first = self.ticks < self.head_start
        gap.offer(self._search.colors(), self.name)
        gap.raise_lower(self._search.lower_bound, {"kind": "search"})


class Asking(Member):
    """
    A satisfiability solver, asked for a coloring with as many colors as the lower bound.

    A yes ends the search and a no raises the bound. Asking upward pays: a question is easier to refute
    than the next one, and where a clique tells the chromatic number the first question is the last
    (le450_5a: 5 colors in 0.1 s; going down from DSATUR's 10 took more than 8 s).
    """

    name = "satisfiability"

    def __init__(self, share: float, max_literals: int) -> None:
        self.share, self.max_literals = share, max_literals
        self.idle = importlib.util.find_spec("pysat") is None
        self._question: SatSearch | None = None
        self._core: Removal | None = None

    def prepare(self, gap: Gap) -> None:
        if self.idle or (self._question is not None and self._question.k == gap.lower):
            return
        self._core = gap.core(gap.lower)
        graph = gap.graph if self._core is None else self._core.parts[0].graph
        if 2 * graph.m * gap.lower > HOPELESS * self.max_literals:
            self.idle = True
            return
        try:
            self._question = SatSearch(
                graph,
                gap.lower,
                clique=find_clique(graph),
                params=SatParams(max_literals=self.max_literals),
            )
        except BudgetError:
            self.idle = True
            return
        self.ticks += CLAUSE_TICKS * len(self._question.cnf.clauses)

    def run(self, ticks: int) -> None:
        assert self._question is not None
        clauses = len(self._question.cnf.clauses)
        self._question.run(10)  # shows what a conflict takes
        conflicts = min(10_000, (1 << 28) // max(clauses, 1), self._question.conflicts_in(PROPAGATIONS))
        self._question.run(conflicts)
        self.ticks += ticks

    def report(self, gap: Gap) -> None:
        assert self._question is not None
        if self._question.answer is None:
            return
        if self._question.answer:
            colors = self._question.colors()
            gap.offer(colors if self._core is None else self._core.lift([colors]), self.name)
        else:
            gap.raise_lower(self._question.k + 1, {"kind": "search"})
        self._question.close()
        self._question = None
