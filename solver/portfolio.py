"""
A portfolio: searches for one k-coloring that take turns, more often the nearer they have come.

No search is best on all graphs: the memetic search leads on dense random ones, annealing on sparse and
on regular ones, PartialCol on le450_15c. Which kind a graph is of shows in the conflicts left: a search
gets work in inverse proportion to its cost, so that one with a single conflict left gets five times
the share of one with five. All start equal, and none is ever dropped.

Rounds, not a race: the members that play are chosen before a round and its result is looked at after it,
so the outcome depends on the number of threads, never on their timing.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from .search import Search


class Portfolio:
    """
    Searches with one target that share the work.

    Parameters
    ----------
    names, searches
        Its members, at least one; the first of equals plays first.
    pool
        Where they play.
    """

    def __init__(
        self, names: Sequence[str], searches: Sequence[Search], pool: ThreadPoolExecutor
    ) -> None:
        self.names = list(names)
        self.searches = list(searches)
        self._pool = pool

    @property
    def ticks(self) -> int:
        """Work of all members so far."""
        return sum(search.ticks for search in self.searches)

    @property
    def iterations(self) -> int:
        """Moves of all members so far."""
        return sum(search.iterations for search in self.searches)

    @property
    def leader(self) -> int:
        """Which member has the least cost."""
        return min(range(len(self.searches)), key=lambda i: self.searches[i].cost)

    def play(self, threads: int, ticks: int) -> None:
        """One round: so much work for each of the ``threads`` members whose turn it is."""
        playing = self._turn()[:threads]
        list(self._pool.map(_run, playing, [ticks] * len(playing)))

    def _turn(self) -> list[Search]:
        """Members by work done times cost, ascending; playing in this order makes shares 1 / cost."""
        return sorted(self.searches, key=lambda search: search.ticks * search.cost)


def _run(search: Search, ticks: int) -> None:
    search.run(ticks)
