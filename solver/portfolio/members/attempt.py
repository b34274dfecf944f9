"""A search for a coloring with a number of colors, as the state that a member works on."""

from __future__ import annotations

from typing import NamedTuple

from ...reductions.removal import Removal
from ...search.base import Search
from ..gap import Gap
from .base import Member


class Attempt(NamedTuple):
    """A search for a coloring with the goal at which it was begun, on the core for that goal."""

    search: Search
    core: Removal | None


class AttemptMember(Member[Attempt]):
    """A member that works on one search at a time."""

    def run(self, work: Attempt, ticks: int) -> None:
        before = work.search.ticks, work.search.iterations
        work.search.run(ticks)
        self.ticks += work.search.ticks - before[0]
        self.iterations += work.search.iterations - before[1]

    def report(self, work: Attempt, gap: Gap) -> None:
        if work.search.cost == 0:
            gap.offer(work.search.colors(), self.name, work.core)
