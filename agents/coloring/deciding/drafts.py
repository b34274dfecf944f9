"""Drafts of a turn, before the behavior chart decides which are sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..assessing.options import OptionTable
from ..messages import Outgoing, fingerprint
from ..situation import Situation
from ..wording.standing import Standing


@dataclass(frozen=True)
class Drafts:
    """
    Messages of stage 10 that are ready to be sent.

    Attributes
    ----------
    messages
        Message for each neighbor, except those that were sent before and that only programs read.
    standings
        The facts behind each.
    tables
        Options for each neighbor; None where they are over the budget.
    options_exist
        Whether some neighbor could end the agent's conflicts.
    fresh
        Messages that were not sent before.
    """

    messages: Mapping[str, Outgoing] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)
    tables: Mapping[str, OptionTable | None] = field(default_factory=dict)
    options_exist: bool = False
    fresh: tuple[Outgoing, ...] = ()


def is_repeated(message: Outgoing, situation: Situation) -> bool:
    """Return whether the recipient got the same before, and still knows what it reports."""
    announced = situation.announced.get(message.recipient, {})
    knows = all(announced.get(node) == color for node, color in (message.report or {}).items())
    return knows and fingerprint(message) in situation.sent.get(message.recipient, ())
