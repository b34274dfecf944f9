"""The interface of a member of the portfolio."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from ...search.base import Search
from ..gap import Gap

Work = TypeVar("Work")


class Member(ABC, Generic[Work]):
    """
    A technique that improves the coloring or the lower bound of a part, in turns.

    A turn is :meth:`prepare`, which returns the state to work on, :meth:`run` and :meth:`report`.

    Attributes
    ----------
    name
        Name of the technique in results.
    share
        Share of the work, relative to the other members.
    threads
        Number of threads that it uses in a turn.
    ticks, iterations
        Work done and moves made so far.
    idle
        Whether it has nothing to do, at present or for good.
    first
        Whether it has its turns before all members that are not, as long as it has something to do.
    patience
        Turns without an improvement that halve its share.
    progress
        Number that changes when it comes nearer to an answer.
    search
        Its local search for a coloring, if one is at work.
    late
        Whether each turn waits until its share covers it, the first one too.
    by_gap
        Whether its share is reduced while the lower bound is far below the coloring.
    early
        Factor of its share at first, which grows to 1 with the turns in vain of the local searches.
    """

    name: str
    share: float
    threads = 1
    ticks = 0
    iterations = 0
    idle = False
    first = False
    patience = 16.0
    progress = 0
    search: Search | None = None
    late = False
    by_gap = False
    early = 1.0

    def ahead(self, gap: Gap) -> int:
        """Return the ticks that its next turn takes before it can find anything, as far as known."""
        return 0

    def unit(self, gap: Gap) -> str | None:
        """Return the kernels that it needs, a name in ``readiness.UNITS``, or None."""
        return None

    @abstractmethod
    def prepare(self, gap: Gap) -> Work | None:
        """Return the state to work on in this turn, or None if there is nothing to do."""

    @abstractmethod
    def run(self, work: Work, ticks: int) -> None:
        """Work for about ``ticks`` a thread; may run beside other members, so on its own state only."""

    @abstractmethod
    def report(self, work: Work, gap: Gap) -> None:
        """Offer what was found to the part's incumbent."""
