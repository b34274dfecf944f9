"""
Branch and price as a member: it decides whether the bound or the coloring is optimal.

It works only while the two differ by one. A larger gap mostly means that a better coloring or bound is
to be found by cheaper means. Its progress is the fraction of the tree that is done, in steps, so that a
tree that would take very long has a small share, like a search that finds nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from ...bounds.renumbering import renumbered
from ...exact.branch_and_price import MAX_VERTICES, BranchAndPrice
from ...reductions.removal import Removal
from ..gap import Gap
from .base import Member

#: Parts of a tree of which each is progress.
PARTS = 256


class Question(NamedTuple):
    """A search for ``k`` colors, and the core that it works on."""

    tree: BranchAndPrice
    core: Removal | None


class BranchAndPriceMember(Member[Question]):
    """
    Branch and price for a coloring with as many colors as the lower bound.

    Parameters
    ----------
    share
        Share of the work.
    seed
        Seed of the random number generator.
    patience
        Turns without progress that halve its share.
    """

    name = "branch and price"

    def __init__(self, share: float, seed: int, patience: float = 16) -> None:
        self.share, self.seed, self.patience = share, seed, patience
        self._question: Question | None = None

    def unit(self, gap: Gap) -> str:
        return self.name

    def prepare(self, gap: Gap) -> Question | None:
        k = gap.incumbent.lower_bound
        if gap.incumbent.k != k + 1:
            self._question = None
            return None
        if self._question is None or self._question.tree.k != k:
            core = gap.core(k)
            graph = gap.core_graph(core)
            if not 1 <= graph.n <= MAX_VERTICES:
                return None
            self._question = Question(BranchAndPrice(graph, k, seed=self.seed), core)
            self._before = self.ticks
        return self._question

    def run(self, work: Question, ticks: int) -> None:
        work.tree.run(ticks)
        self.ticks = self._before + work.tree.ticks
        self.progress = int(work.tree.explored * PARTS)

    def report(self, work: Question, gap: Gap) -> None:
        tree = work.tree
        if tree.answer is None:
            return
        if tree.answer:
            gap.offer(tree.colors(), self.name, work.core)
        else:
            certificate = tree.certificate
            if work.core is not None:
                inside = work.core.parts[0].vertices
                certificate = renumbered(certificate, inside, gap.graph.n)
            gap.incumbent.raise_bound(tree.k + 1, certificate)
        self._question = None
