"""The messages since the last turn, out of all that an observation shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..contracts import Observation
from .situation import Received


def received_as(message: Mapping[str, Any]) -> Received:
    """Return a message of an observation as a participant receives it."""
    return Received(
        sender=message["author_id"],
        kind=message["kind"],
        text=message["content"],
        payload=message.get("payload"),
        report=message.get("report"),
        message_id=message["message_id"],
        time_step=message["time_step"],
    )


def received(observation: Observation, agent_id: str) -> list[Received]:
    """
    Return the messages of the previous step to the participant, oldest first.

    A message of step t is seen from step t + 1 on for some steps; each is read once. Among several
    people an agent reads the words of the one whom it answers, and those of others in later steps.
    """
    part = observation.get("coloring", {})
    if "inbox" in part:
        return list(part["inbox"])
    last = observation["time_step"] - 1
    messages = [
        received_as(message)
        for message in observation.get("messages", ())
        if message["time_step"] == last and message["author_id"] != agent_id
    ]
    if "words" not in part:
        return messages
    typed = [one for one in messages if one.sender not in part["people"] or one.kind == "rb"]
    return [*typed, *(Received(**one) for one in part["words"])]
