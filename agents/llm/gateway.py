"""The base class of our gateways: it turns the arguments of ``chat`` into one record."""

from __future__ import annotations

from typing import Any

from ..contracts import ChatRequest


class Gateway:
    """
    Gateway that answers a :class:`~agents.contracts.ChatRequest`.

    A subclass implements ``ask``, and ``aask`` if it has something to wait for.
    """

    def chat(self, **arguments: Any) -> dict[str, Any]:
        """Return the answer to a request, given by its fields."""
        return self.ask(ChatRequest(**arguments))

    async def achat(self, **arguments: Any) -> dict[str, Any]:
        """Return the answer to a request, given by its fields, asynchronously."""
        return await self.aask(ChatRequest(**arguments))

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer to a request."""
        raise NotImplementedError

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer to a request, asynchronously."""
        return self.ask(request)
