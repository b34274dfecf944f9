"""Extraction of hidden color classes as a member: it shows a coloring far below the best at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..._kernels.vectors.rng import fill_random, rng_state
from ...cliques.hidden_classes import HiddenClasses
from ...search.tabucol import TabuCol
from ..gap import Gap
from .base import Member

#: Ticks, in all, in which it has its turns before other members once it has found a class.
HEAD_START = 1 << 29
#: Classes of one extraction from which on a hidden coloring is as good as certain.
SURE = 4
#: The same ticks, once an extraction has ``SURE`` classes.
HEAD_START_SURE = HEAD_START << 2
#: Ticks of the tabu search that corrects an extraction with vertices left, as a multiple of n k.
REPAIR = 400


class HiddenClassesMember(Member[HiddenClasses]):
    """
    Extraction of independent sets that chance does not explain.

    As soon as a set is found, the graph is likely to have a hidden coloring, and the extraction goes on
    before all other members, until one of some classes ends that does not improve on the best coloring.
    It is over for good when every vertex has a class. Before, an extraction that ended early, after a
    set by chance, ended the head start of all later ones, and so did ``HEAD_START`` ticks in the midst
    of one: flat(1000, 60, 0.49) took 66 and 71 CPU seconds with seeds 936 and 938, and 20 and 19 now.

    Parameters
    ----------
    share
        Share of the work until the first set is found.
    seed
        Seed of the random number generators.
    patience
        Turns without an improvement that halve its share.
    """

    name = "hidden classes"
    late = True

    def __init__(self, share: float, seed: tuple[int, ...], *, patience: float = 256) -> None:
        self.share, self.seed, self.patience = share, seed, patience
        self._extraction: HiddenClasses | None = None
        self._least = 1
        self._ahead = 0  # ticks in turns before other members
        self._found: NDArray[np.int32] | None = None
        self._is_promising = True

    def unit(self, gap: Gap) -> str:
        return self.name

    def prepare(self, gap: Gap) -> HiddenClasses | None:
        if self._extraction is None:
            self._extraction = HiddenClasses(gap.graph, seed=self.seed)
        self._least = gap.incumbent.lower_bound
        return None if self.idle else self._extraction

    def run(self, work: HiddenClasses, ticks: int) -> None:
        before = work.ticks
        self._found = None
        if work.run(ticks):
            self._found = work.colors() if work.complete else self._repaired(work)
        self.ticks += work.ticks - before
        self._ahead += self.first * (work.ticks - before)

    def _repaired(self, work: HiddenClasses) -> NDArray[np.int32]:
        """Return a coloring with as many colors as there are classes, or one with more."""
        k = max(len(work.classes), self._least)
        start = np.empty(work.graph.n, np.int32)
        seed = (*self.seed, work.rounds)
        fill_random(start, k, rng_state(seed))
        for c, members in enumerate(work.classes):
            start[members] = c
        search = TabuCol(work.graph, k, seed=seed, initial=start)
        search.run(REPAIR * work.graph.n * k)
        self.ticks += search.ticks
        self.iterations += search.iterations
        return work.colors() if search.cost else search.colors()

    def report(self, work: HiddenClasses, gap: Gap) -> None:
        if self._found is not None:
            best_k = gap.incumbent.k
            gap.offer(self._found, self.name)
            if len(work.classes) >= SURE:
                self._is_promising = gap.incumbent.k < best_k
        self.idle = work.complete
        has_class = bool(work.classes) and self._found is None
        most = HEAD_START_SURE if len(work.classes) >= SURE else HEAD_START
        self.first = has_class and self._is_promising and self._ahead < most
