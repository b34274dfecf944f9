"""Bounds as a member: cliques, Mycielskians, column generation, and at last dives for a coloring."""

from __future__ import annotations

from ...bounds import LowerBound
from ..gap import Gap
from .base import Member


class LowerBoundMember(Member[LowerBound]):
    """
    Cliques, Mycielskians and fractional coloring by column generation, then dives.

    Parameters
    ----------
    share
        Share of the work.
    seed
        Seed of the clique search.
    patience
        Turns without an improvement that halve its share; linear programs show nothing until solved.
    """

    name = "column generation"

    def __init__(self, share: float, seed: int, *, patience: float = 128) -> None:
        self.share, self.seed, self.patience = share, seed, patience
        self._bound: LowerBound | None = None

    def unit(self, gap: Gap) -> str:
        return self.name

    def prepare(self, gap: Gap) -> LowerBound | None:
        best = gap.incumbent
        if self._bound is None:
            self._bound = LowerBound(
                gap.graph, clique=gap.clique, colors=best.coloring, threshold=best.k, seed=self.seed
            )
        self._bound.threshold = best.k
        self._bound.add_coloring(best.coloring)
        self.idle = self._bound.done and not _diving(self._bound)
        return None if self.idle else self._bound

    def run(self, work: LowerBound, ticks: int) -> None:
        if work.columns is not None and _diving(work):
            work.columns.run_dive(ticks)
        else:
            work.run(ticks)
        self.ticks = work.ticks

    def report(self, work: LowerBound, gap: Gap) -> None:
        gap.incumbent.raise_bound(work.value, work.certificate)
        if work.columns is not None:
            gap.offer(work.columns.colors(), self.name)


def _diving(bound: LowerBound) -> bool:
    """Return whether the bound is final and dives for a coloring are left."""
    columns = bound.columns
    return columns is not None and columns.bound_done and not columns.done
