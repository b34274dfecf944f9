"""The states of a social agent, an example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum


class AgentState(StrEnum):
    """State of a social agent; members are strings."""

    IDLE = "idle"
    SCROLLING = "scrolling"
    EVALUATING = "evaluating"
    COMPOSING = "composing"
    ENGAGING_LIKE = "engaging_like"
    ENGAGING_REPLY = "engaging_reply"
    ENGAGING_RESHARE = "engaging_reshare"
    RESTING = "resting"


#: Description of each state in one line, for the prompt of the oracle.
DESCRIPTIONS: Mapping[AgentState, str] = {
    AgentState.IDLE: "stop browsing until the next round",
    AgentState.SCROLLING: "go on without engaging",
    AgentState.EVALUATING: "look at it more closely",
    AgentState.COMPOSING: "write a new text",
    AgentState.ENGAGING_LIKE: "like it",
    AgentState.ENGAGING_REPLY: "reply to it",
    AgentState.ENGAGING_RESHARE: "share it again",
    AgentState.RESTING: "take a break",
}


def fallback_among(options: Sequence[Enum], wanted: Enum | None) -> Enum:
    """
    Return the fallback: the wanted option, or the first.

    The default is ``AgentState.SCROLLING``. Options are compared by identity, since members of two
    string enums with the same value are equal.
    """
    wanted = AgentState.SCROLLING if wanted is None else wanted
    return wanted if any(option is wanted for option in options) else options[0]
