"""The way from policies to the engine: requests go in one by one and come out all at once, in order."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from ..contracts import ActionRequest


class Channel(Protocol):
    """Carries the requests of one step."""

    def submit(self, request: ActionRequest) -> None:
        """Add a request."""

    def take_all(self) -> list[ActionRequest]:
        """Give all requests in the order they were submitted, and forget them."""


class InMemoryChannel:
    """A queue."""

    def __init__(self) -> None:
        self._queue: deque[ActionRequest] = deque()

    def submit(self, request: ActionRequest) -> None:
        """Add a request."""
        self._queue.append(request)

    def take_all(self) -> list[ActionRequest]:
        """Give all requests in the order they were submitted, and forget them."""
        taken = list(self._queue)
        self._queue.clear()
        return taken
