"""
One terminal for several people, who take their turns one after the other.

Each has a seat of their own. Between two people the screen is cleared, and the next one is waited for,
so that nobody reads what the others were told.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

from ...contracts import ActionRequest, Observation
from ...world import TraceDb
from ..inbox import received_as
from ..talk.translation import Translator
from ..turn import Turn
from .commands import read_typed
from .terminal import Terminal

#: Clear the screen and what was scrolled off it.
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Terminals:
    """
    Seats of several people at one terminal.

    Parameters
    ----------
    people
        Names of the people.
    source, target, color, translate, steps, they_offer
        See :class:`~agents.coloring.people.terminal.Terminal`.
    """

    stateless = True  # as a terminal

    def __init__(
        self,
        people: Sequence[str],
        source: TextIO | None = None,
        target: TextIO | None = None,
        color: bool | None = None,
        translate: Translator | None = None,
        steps: int | None = None,
        they_offer: bool = True,
    ) -> None:
        self._source = sys.stdin if source is None else source
        self._target = sys.stdout if target is None else target
        alone = len(people) == 1
        self._seats = {
            name: Terminal(self._source, self._target, color, translate, alone, steps, they_offer)
            for name in people
        }
        self._present: str | None = None

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Let a person take the seat, and the turn."""
        if len(self._seats) > 1 and agent_id != self._present:
            self._hand_over(agent_id)
        return self._seats[agent_id].decide(
            run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation
        )

    def resume(self, trace: TraceDb, run_id: str) -> None:
        """Continue after the last recorded step of a game; a new one has none."""
        done = trace.steps(run_id)
        for row in trace.fetch_trace_events(run_id, done - 1) if done else ():
            if row.agent_id in self._seats and row.action_type == "coloring:turn":
                self._seats[row.agent_id].follow(Turn.model_validate(row.info["arguments"]))

    def show_last(self, trace: TraceDb, run_id: str) -> None:
        """Show one person what was said in the last step, after which nobody had a turn."""
        if len(self._seats) == 1:
            ((name, seat),) = self._seats.items()
            step = trace.steps(run_id) - 1
            last = [one for one in trace.fetch_messages(run_id) if one.time_step == step]
            seat.show_last([received_as(one.visible()) for one in last if one.recipient == name])

    def typed_at(self) -> int:
        """Return the step of the last turn that anybody typed, -1 before."""
        return max(seat.typed_at for seat in self._seats.values())

    def _hand_over(self, name: str) -> None:
        clear = _CLEAR if self._target.isatty() else "\n"
        self._target.write(f"{clear}It is the turn of {name}. Press Enter when the others look away.\n")
        self._target.flush()
        read_typed(self._source)
        if self._target.isatty():
            self._target.write(_CLEAR)
        self._present = name
