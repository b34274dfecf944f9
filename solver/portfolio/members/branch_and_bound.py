"""Branch and bound on DSATUR as a member: it improves the coloring and the lower bound."""

from __future__ import annotations

from ...exact.dsatur import MAX_VERTICES, DsaturSearch
from ..gap import Gap
from .base import Member


class BranchAndBoundMember(Member[DsaturSearch]):
    """
    Branch and bound on DSATUR.

    Parameters
    ----------
    share
        Share of the work.
    head_start
        Ticks that it may use at the beginning before all other members.
    """

    name = "branch and bound"

    def __init__(self, share: float, *, head_start: int = 0) -> None:
        self.share, self.head_start = share, head_start
        self.first = head_start > 0
        self._tree: DsaturSearch | None = None

    def unit(self, gap: Gap) -> str:
        return self.name

    def prepare(self, gap: Gap) -> DsaturSearch | None:
        if gap.graph.n > MAX_VERTICES:
            self.idle = True
        elif self._tree is None:
            self._tree = DsaturSearch(gap.graph, clique=gap.clique, initial=gap.incumbent.coloring)
        else:
            self._tree.accept(gap.incumbent.coloring)
        return None if self.idle else self._tree

    def run(self, work: DsaturSearch, ticks: int) -> None:
        work.run(ticks)
        self.ticks = work.ticks

    def report(self, work: DsaturSearch, gap: Gap) -> None:
        self.idle = work.proven
        self.first = self.ticks < self.head_start
        gap.offer(work.colors(), self.name)
        gap.incumbent.raise_bound(work.lower_bound, {"kind": "search"})
