"""The messages that each agent sees: the newest to all and to the agent, oldest first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from heapq import merge
from itertools import chain, islice, takewhile
from typing import Any, NamedTuple

from ..canonical import from_canonical
from ..contracts import EVERYONE


class Message(NamedTuple):
    """One message, in the order of the columns of its table, without the run id."""

    time_step: int
    seq: int
    message_id: str
    author_id: str
    recipient: str
    kind: str
    content: str
    payload_json: str | None
    report_json: str | None
    created_at: float

    def visible(self) -> dict[str, Any]:
        """Return new plain values for an observation, without wall-clock time."""
        seen: dict[str, Any] = {
            "message_id": self.message_id,
            "time_step": self.time_step,
            "author_id": self.author_id,
            "recipient": self.recipient,
            "kind": self.kind,
            "content": self.content,
        }
        if self.payload_json is not None:
            seen["payload"] = from_canonical(self.payload_json)
        if self.report_json is not None:
            seen["report"] = from_canonical(self.report_json)
        return seen


class Mailbox:
    """
    The messages that the agents of a world can see.

    Parameters
    ----------
    limit
        Maximum number of messages that an agent sees; older ones are dropped.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._boxes: dict[str, deque[Message]] = {}

    def deliver(self, messages: Iterable[Message]) -> None:
        """Add the messages of a finished step, in order."""
        for message in messages:
            box = self._boxes.get(message.recipient)
            if box is None:
                box = self._boxes[message.recipient] = deque(maxlen=self._limit)
            box.append(message)

    def seen_by(self, agent_id: str, since: int = 0) -> list[dict[str, Any]]:
        """Return the newest messages to this agent or to everyone from a step on, oldest first."""
        boxes = [reversed(self._boxes[name]) for name in (EVERYONE, agent_id) if name in self._boxes]
        newest_first = merge(*boxes, key=_place, reverse=True) if len(boxes) > 1 else chain(*boxes)
        newest = takewhile(lambda message: message.time_step >= since, newest_first)
        seen = [message.visible() for message in islice(newest, self._limit)]
        seen.reverse()
        return seen


def _place(message: Message) -> tuple[int, int]:
    return message.time_step, message.seq
