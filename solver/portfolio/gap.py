"""
The gap of one graph: the fewest colors found, the most that are known to be needed, and who narrows it.

Members take turns, a slice of work each; who has worked least for its share is next. No local search
is best on all graphs: the memetic search leads on random ones, annealing on the queens' graphs and on
latin_square_10, PartialCol on le450_15c. Which kind a graph is of shows in the conflicts left: each
works in inverse proportion to its cost, and no less than an eighth of what the nearest does. (With the
square of the cost, whoever had just begun at a new k got next to nothing: DSJC1000.5 came to 91 colors
in 20 s, and with the cost to 86.) Whoever finds nothing, neither a coloring nor a bound nor fewer
conflicts, has a share that fades, and has it back with the next find; nobody who could still bring a
proof is silenced. Rounds, not a race: the course depends on the number of threads, never on their
timing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import KempeError
from ..graphs.graph import Graph
from ..graphs.repair import without_gaps
from ..graphs.verify import is_proper
from ..reductions.removal import Removal, low_degree
from ..search.base import Search

#: The part of a share that is left at last.
FLOOR = 1 / 8


class Member(ABC):
    """
    Someone who narrows a gap.

    Attributes
    ----------
    name
        What a result says of the routine that found it.
    share
        Of the work, relative to the others.
    ticks, iterations
        Work done and moves made so far.
    idle
        Whether it has nothing to do, now or for good.
    first
        Whether it goes before all who are not, for as long as it has something to do.
    patience
        Turns without a find that halve its share.
    search
        Its local search for a coloring, if it has one at work.
    """

    name: str
    share: float
    ticks = 0
    iterations = 0
    idle = False
    first = False
    patience = 16
    search: Search | None = None

    @abstractmethod
    def prepare(self, gap: Gap) -> None:
        """Look at the gap before a turn."""

    @abstractmethod
    def run(self, ticks: int) -> None:
        """Work; beside others perhaps, so on its own state only."""

    @abstractmethod
    def report(self, gap: Gap) -> None:
        """Tell the gap what was found."""


class Gap:
    """
    Bounds of the chromatic number of one graph.

    Attributes
    ----------
    graph, clique
        The graph, and pairwise adjacent vertices of it to begin with.
    coloring, k, method
        The best proper coloring so far, its number of colors, and whose it is.
    lower, certificate
        The best lower bound so far, and what shows it, in this graph's numbers.
    goal
        Colors to try next.
    """

    def __init__(
        self,
        graph: Graph,
        coloring: NDArray[np.int32],
        clique: NDArray[np.int32],
        members: Sequence[Member] = (),
    ) -> None:
        self.graph, self.clique = graph, clique
        self.members = list(members)
        self.lower = max(len(clique), min(graph.n, 1))
        self.certificate: dict[str, Any] = {"kind": "clique", "vertices": clique.tolist()}
        self.method = ""
        self.k = graph.n + 1
        self.offer(coloring, "")
        self.goal = self.k - 1
        self._due = [0.0] * len(self.members)
        self._vain = [0] * len(self.members)
        self._cores: dict[int, Removal | None] = {}

    @property
    def cost(self) -> int:
        """Of the best attempt at the goal."""
        attempts = [s.cost for m in self.members if (s := m.search) is not None and s.k == self.goal]
        return min(attempts, default=self.graph.n)

    def nearest(self, k: int) -> tuple[NDArray[np.int32], str] | None:
        """The best attempt at ``k`` colors, -1 where vertices can be colored last, and whose it is."""
        attempts = [m for m in self.members if m.search is not None and m.search.k == k]
        if not attempts:
            return None
        best = min(attempts, key=lambda m: m.search.cost if m.search else 0)
        assert best.search is not None
        core = self.core(k)
        colors = np.full(self.graph.n, -1, np.int32)
        colors[slice(None) if core is None else core.parts[0].vertices] = best.search.colors()
        return colors, best.name

    @property
    def ticks(self) -> int:
        """Work of all members."""
        return sum(member.ticks for member in self.members)

    @property
    def iterations(self) -> int:
        """Moves of all members."""
        return sum(member.iterations for member in self.members)

    def offer(self, coloring: NDArray[np.int32], method: str) -> None:
        """Take over a coloring, if it has fewer colors."""
        compact, k = without_gaps(coloring)
        if k < self.k:
            if not is_proper(self.graph, coloring):
                raise KempeError(f"{method} returned a coloring with conflicts; please report this")
            self.coloring, self.k, self.method = compact, k, method

    def raise_lower(self, lower: int, certificate: dict[str, Any]) -> None:
        """Take over a lower bound, if it is higher."""
        if lower > self.lower:
            self.lower, self.certificate = lower, certificate

    def core(self, k: int) -> Removal | None:
        """
        What is left when vertices of fewer than ``k`` neighbors go, one after another; None if all is.

        With ``k`` colors they can always be colored last.
        """
        if k not in self._cores:
            self._cores = {k: low_degree(self.graph, k)}
        return self._cores[k]

    def turn(self, pool: ThreadPoolExecutor, threads: int, ticks: int) -> bool:
        """Let the next ``threads`` members work for ``ticks`` each, side by side; False if none can."""
        playing: list[int] = []
        before = [member.ticks for member in self.members]
        found = self.k
        order = sorted(range(len(self.members)), key=lambda i: (not self.members[i].first, self._due[i]))
        for i in order:
            self.members[i].prepare(self)
            if not self.members[i].idle:
                playing.append(i)
            if len(playing) == threads:
                break
        known = [self._known(i) for i in playing]
        list(pool.map(lambda i: self.members[i].run(ticks), playing))
        for i, old in zip(playing, known, strict=True):
            member = self.members[i]
            member.report(self)
            self._vain[i] = 0 if old != self._known(i) else self._vain[i] + 1
            self._due[i] += max(ticks, member.ticks - before[i]) / (member.share * self._weight(i))
        return bool(playing) or self.k < found  # a search may succeed where it starts

    def _known(self, i: int) -> tuple[int, ...]:
        """What a member can change by finding something."""
        search = self.members[i].search
        return (self.k, self.lower) if search is None else (self.k, search.k, search.cost)

    def _weight(self, i: int) -> float:
        """What a member's share counts at present."""
        search = self.members[i].search
        if search is None:
            return self._faded(i)
        rivals = [j for j, m in enumerate(self.members) if m.search and m.search.cost and not m.idle]
        if i not in rivals:
            return 1.0
        costs = {j: s.cost for j in rivals if (s := self.members[j].search)}
        least = min(costs.values())
        claims = {j: max(FLOOR, least / cost) * self._faded(j) for j, cost in costs.items()}
        # Together they have their shares, however far from a coloring they all are.
        whole = sum(self.members[j].share for j in rivals)
        return claims[i] * whole / sum(self.members[j].share * claims[j] for j in rivals)

    def _faded(self, i: int) -> float:
        return max(FLOOR, 2 ** (-self._vain[i] / self.members[i].patience))
