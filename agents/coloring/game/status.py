"""The whole game after a step, as the platform sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import solver

from ..situation import Situation
from ..team import Team


class Status(NamedTuple):
    """
    State of the whole game after a step; no participant sees it.

    ``satisfied`` is by participant; ``score`` is the points of all nodes.
    """

    time_step: int
    conflicts: int
    penalty: float
    satisfied: Mapping[str, bool]
    score: int
    finished: bool

    @property
    def solved(self) -> bool:
        """Whether no edge is in conflict."""
        return self.conflicts == 0


def colors_of(seats: Mapping[str, Situation]) -> dict[str, str]:
    """Return the colors of all nodes."""
    return {node: color for seat in seats.values() for node, color in seat.colors.items()}


def evaluate(team: Team, seats: Mapping[str, Situation], time_step: int, *, finished: bool) -> Status:
    """Evaluate the colors that stand after a step."""
    colors: Any = colors_of(seats)
    encoded = team.problem.encode(colors)
    return Status(
        time_step,
        int(solver.conflict_counts(team.problem, encoded[None])[0]),
        float(solver.penalty(team.problem, encoded)),
        {name: seat.satisfied for name, seat in seats.items()},
        sum(team.points.get(color, 0) for color in colors.values()),
        finished,
    )
