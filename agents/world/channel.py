"""The channel from policies to the engine."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from ..contracts import ActionRequest


class Channel(Protocol):
    """Queue of the requests of one step."""

    def submit(self, request: ActionRequest) -> None:
        """Add a request."""

    def take_all(self) -> list[ActionRequest]:
        """Remove and return all requests, in the order of submission."""


class InMemoryChannel:
    """Queue in memory."""

    def __init__(self) -> None:
        self._queue: deque[ActionRequest] = deque()

    def submit(self, request: ActionRequest) -> None:
        """Add a request."""
        self._queue.append(request)

    def take_all(self) -> list[ActionRequest]:
        """Remove and return all requests, in the order of submission."""
        taken = list(self._queue)
        self._queue.clear()
        return taken
