"""Local searches as members: one search at a time, for a coloring with the part's goal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...graphs.repair import completed, with_fewer_colors
from ...search.annealing import Annealing
from ...search.base import Search
from ...search.conflict_optimizer import ConflictOptimizer
from ...search.kempe_walk import KempeWalk
from ...search.memetic import Memetic
from ...search.partialcol import PartialCol
from ...search.tabucol import TabuCol, is_sparse
from ..gap import Gap
from .attempt import Attempt, AttemptMember

SEARCHES: dict[str, Callable[..., Search]] = {
    "tabucol": TabuCol,
    "partialcol": PartialCol,
    "memetic": Memetic,
    "annealing": Annealing,
    "conflict_optimizer": ConflictOptimizer,
    "kempe_walk": KempeWalk,
}


class LocalSearchMember(AttemptMember):
    """
    A local search for a coloring with the part's goal, on the vertices that cannot be colored last.

    Parameters
    ----------
    name
        Name of the search.
    share
        Share of the work.
    seed
        Seed of the search, to which the goal is added.
    params
        Parameters of the search; None for the defaults.
    patience
        Turns without an improvement that halve its share.
    from_best
        Whether it starts from the best coloring with its smallest class dissolved.
    budget
        Ticks that it may use for one goal, a quarter after each goal that another member found; None
        for no limit.
    first
        Whether it uses the budget before all other members work.
    threads
        Number of threads of the memetic search, 1 or 2; 1 for all others.
    last_share
        Share of the work while the goal is a lower bound, so that a coloring would close the gap;
        ``share`` if omitted.
    """

    def __init__(
        self,
        name: str,
        share: float,
        seed: tuple[int, ...],
        *,
        params: Any = None,
        patience: float = 64,
        from_best: bool = True,
        budget: int | None = None,
        first: bool = False,
        threads: int = 1,
        last_share: float | None = None,
    ) -> None:
        self.name, self.share, self.seed = name, share, seed
        self._shares = share, share if last_share is None else last_share
        self.patience, self.from_best, self.budget, self.first = patience, from_best, budget, first
        self.threads = threads
        self._params: dict[str, Any] = {} if params is None else {"params": params}
        if name == "memetic":
            self._params["threads"] = threads
        self._left = budget
        self._attempt: Attempt | None = None

    def unit(self, gap: Gap) -> str:
        if self.name in ("tabucol", "memetic"):
            return "tabucol, sparse" if is_sparse(gap.graph, gap.goal) else "tabucol, dense"
        return self.name

    def prepare(self, gap: Gap) -> Attempt | None:
        self.share = self._shares[gap.goal == gap.incumbent.lower_bound]
        if self._attempt is None or self._attempt.search.k != gap.goal:
            self._renew_budget()
            self._attempt = self._begun(gap)
            self.search = self._attempt.search
            self.idle = False
            if self.search.cost == 0:  # no vertex is left, or the start is proper
                self.report(self._attempt, gap)
        return None if self.idle else self._attempt

    def _renew_budget(self) -> None:
        """Set the ticks for a new goal: fewer once the goals are too hard for this search."""
        if self._attempt is None or self._attempt.search.cost == 0:
            self._left = self.budget
        elif self._left is not None:
            self._left //= 4

    def _begun(self, gap: Gap) -> Attempt:
        """Return a new search for the part's goal."""
        parents = self._parents(gap)
        core = gap.core(gap.goal)
        start = None
        if parents:
            wholes = [completed(gap.graph, with_fewer_colors(p, gap.goal), gap.goal) for p in parents]
            starts = np.array(wholes)[:, gap.inside(core)]
            start = starts if len(starts) > 1 else starts[0]
        make, seed = SEARCHES[self.name], (*self.seed, gap.goal)
        return Attempt(
            make(gap.core_graph(core), gap.goal, seed=seed, initial=start, **self._params), core
        )

    def _parents(self, gap: Gap) -> list[NDArray[np.int32]]:
        """Return colorings to start from, whose smallest classes are dissolved then."""
        parents = [gap.incumbent.coloring] if self.from_best else []
        if self._attempt is None:
            return parents
        search, core = self._attempt
        if isinstance(search, Memetic) and (couple := search.couple()):
            # The individuals that found k colors together continue with k - 1 together.
            for colors in couple[-1:] if self.from_best else couple:
                whole = np.full(gap.graph.n, -1, np.int32)
                whole[gap.inside(core)] = colors
                parents.append(completed(gap.graph, whole, search.k))
        return parents

    def report(self, work: Attempt, gap: Gap) -> None:
        self.idle = self._left is not None and work.search.ticks >= self._left
        if work.search.cost == 0:
            self.idle = True
        super().report(work, gap)
