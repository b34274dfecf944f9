"""The behavioral states of a social agent: the example that the engine ships, not a limit of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


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
