"""The seat of a person: a stand-in, a script or a terminal that takes the turns."""

from __future__ import annotations

from typing import Protocol

from ...contracts import ActionRequest, Observation
from ..turn import Turn


class Seat(Protocol):
    """A policy that takes a person's turns."""

    stateless: bool

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the person's turn; this may wait for input."""


def request_of(turn: Turn, run_id: str, time_step: int, agent_id: str, policy: str) -> ActionRequest:
    """Return a turn as an action of the world."""
    return ActionRequest(
        run_id=run_id,
        time_step=time_step,
        agent_id=agent_id,
        action_name="coloring:turn",
        arguments=turn.model_dump(mode="json", exclude_defaults=True),
        metadata={"policy": policy},
    )
