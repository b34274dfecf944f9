"""The behavioral states of a social agent: the example that the engine ships, not a limit of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum


class AgentState(StrEnum):
    """What a social agent is doing. Members are strings, so they go into JSON as they are."""

    IDLE = "idle"
    SCROLLING = "scrolling"
    EVALUATING = "evaluating"
    COMPOSING = "composing"
    ENGAGING_LIKE = "engaging_like"
    ENGAGING_REPLY = "engaging_reply"
    ENGAGING_RESHARE = "engaging_reshare"
    RESTING = "resting"


#: One line about each state, for the oracle's prompt.
DESCRIPTIONS: Mapping[AgentState, str] = {
    AgentState.IDLE: "stop browsing until the next round",
    AgentState.SCROLLING: "go on without engaging",
    AgentState.EVALUATING: "look at it more closely",
    AgentState.COMPOSING: "write something of one's own",
    AgentState.ENGAGING_LIKE: "like it",
    AgentState.ENGAGING_REPLY: "reply to it",
    AgentState.ENGAGING_RESHARE: "share it again",
    AgentState.RESTING: "take a break",
}


def fallback_among(options: Sequence[Enum], wanted: Enum | None) -> Enum:
    """
    Return where to go when no choice comes: the wanted option, or the first.

    With nothing wanted it is ``AgentState.SCROLLING``. Options are compared by identity: members of two
    string enums are equal if their words are.
    """
    wanted = AgentState.SCROLLING if wanted is None else wanted
    return wanted if any(option is wanted for option in options) else options[0]
