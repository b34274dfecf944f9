"""Tabu searches for fewer colors than the other searches try at present."""

from __future__ import annotations

from ...search.tabucol import TabuCol, TabuColParams, is_sparse
from ..gap import Gap
from .attempt import Attempt, AttemptMember


class BelowGoalMember(AttemptMember):
    """
    Tabu searches from random colorings for colorings with fewer colors than the goal.

    Parameters
    ----------
    share
        Share of the work.
    seed
        Seed of the searches, to which what distinguishes an attempt is added.
    params
        Parameters of the tabu search.
    """

    name = "tabucol"
    late = True

    def __init__(self, share: float, seed: tuple[int, ...], *, params: TabuColParams) -> None:
        self.share, self.seed, self._params = share, seed, params
        self._attempt: Attempt | None = None

    def unit(self, gap: Gap) -> str:
        return "tabucol, sparse" if is_sparse(gap.graph, gap.goal) else "tabucol, dense"

    def _begun(self, gap: Gap, k: int, *seed: int) -> Attempt:
        """Return a new search for ``k`` colors."""
        core = gap.core(k)
        search = TabuCol(gap.core_graph(core), k, seed=(*self.seed, *seed, k), params=self._params)
        return Attempt(search, core)
