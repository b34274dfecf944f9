"""
Rules for the end of a game.

A game ends when everybody has been satisfied for some steps in a row, when the person ends it, when it
is solved (if that is asked for), or after a number of steps. A penalty of 0 alone does not end it, since
a participant may still want something else.
"""

from __future__ import annotations

import json
from typing import Protocol

from ...world import TraceDb
from .tables import read_finished


class StopSettings(Protocol):
    """The settings that decide when a game ends."""

    @property
    def soft(self) -> int:
        """Number of steps in a row that everybody must be satisfied for."""

    @property
    def hard(self) -> bool:
        """Whether a solved game ends."""

    @property
    def max_steps(self) -> int:
        """Number of steps after which the game ends."""

    @property
    def human(self) -> str:
        """Kind of person; ``"none"`` if there is none."""

    def people(self) -> tuple[str, ...]:
        """Return the names of the participants who are people."""


def stop_reason(trace: TraceDb, run_id: str, settings: StopSettings) -> str | None:
    """Return why a game is over, from its trace; None if it is not."""
    rows = (
        trace.query(
            "SELECT time_step, conflicts, satisfied FROM coloring_eval WHERE run_id = ? "
            "ORDER BY time_step DESC LIMIT ?",
            (run_id, settings.soft),
        )
        if _has_table(trace)
        else []
    )
    if not rows:
        return None
    steps, conflicts = rows[0][0] + 1, rows[0][1]
    satisfied = [json.loads(text) for _, _, text in rows]
    if read_finished(trace.connection, run_id, steps):
        return "finished"
    if len(rows) == settings.soft and all(all(one.values()) for one in satisfied):
        return "satisfied" if settings.human == "none" else "consensus"
    # The people are asked for last, since finding them builds the whole team again.
    if settings.hard and not conflicts and all(satisfied[0][name] for name in settings.people()):
        return "solved"
    if steps >= settings.max_steps:
        return "max_steps"
    return None


def _has_table(trace: TraceDb) -> bool:
    ((count,),) = trace.query("SELECT count(*) FROM sqlite_schema WHERE name = 'coloring_eval'")
    return bool(count)
