"""
Records that the domain and the policies of one process hand to each other beside their plain forms.

What is recorded, and what a replay reads, are the plain forms; the agents of this process need not read
and check again what the platform itself has made.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from .turn import Turn


class Handover:
    """
    The turns of a step as records.

    Parameters
    ----------
    agents
        Participants whose policies take records: they change nothing in what they are given.
    inboxes
        Whether the domain hands them the messages of the last step too. Where people write, the world
        does: their messages have ids, to which an answer refers.
    """

    def __init__(self, agents: Collection[str], *, inboxes: bool = False) -> None:
        self.agents = frozenset(agents)
        self.inboxes = inboxes
        self._turns: dict[str, tuple[Mapping[str, Any], Turn]] = {}

    def leave(self, agent: str, plain: Mapping[str, Any], turn: Turn) -> None:
        """Leave the turn of an agent, and its plain form."""
        self._turns[agent] = plain, turn

    def take(self, agent: str, plain: Mapping[str, Any]) -> Turn | None:
        """Take the turn of an agent that has this plain form; None if there is none."""
        left = self._turns.pop(agent, None)
        if left is None:
            return None
        return left[1] if left[0] is plain or left[0] == plain else None
