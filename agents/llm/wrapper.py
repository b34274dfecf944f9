"""
Gateways around a gateway: limits, retries, a circuit breaker, accounts and cassettes.

Each wrapper does one thing and passes the request on, so wrappers combine in any order. The recommended
order, from the outside, is account, cassette, retries, circuit breaker, limits, model: each attempt then
waits for its turn, no attempt is made while the circuit is open, and answers from a cassette are
charged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ..contracts import ChatRequest, LLMGateway
from .completion import tokens
from .gateway import Gateway


class GatewayWrapper(Gateway):
    """
    Gateway that passes requests on to another one.

    Parameters
    ----------
    gateway
        Inner gateway.
    """

    def __init__(self, gateway: LLMGateway) -> None:
        self.gateway = gateway

    @property
    def stateless(self) -> bool:
        """Whether an answer depends on the request alone."""
        return bool(getattr(self.gateway, "stateless", False))

    @property
    def supports_tool_calls(self) -> bool:
        """Whether the model can call tools."""
        return bool(getattr(self.gateway, "supports_tool_calls", True))

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer of the inner gateway."""
        return self.gateway.chat(**request.arguments())

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer of the inner gateway, asynchronously."""
        return await self.gateway.achat(**request.arguments())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.gateway!r})"


def estimated_tokens(request: ChatRequest) -> int:
    """Estimate the tokens of a prompt: a quarter of its characters, tools included."""
    return tokens(f"{request.messages}{request.tools or ''}")


def used_tokens(answer: Mapping[str, Any]) -> int:
    """Return the tokens of prompt and answer that a completion reports; 0 if it reports none."""
    usage = answer.get("usage") or {}
    return int(usage.get("prompt_tokens") or 0) + int(usage.get("completion_tokens") or 0)


@dataclass
class Tally:
    """Number of requests sent for one call."""

    attempts: int = 0


_tally: ContextVar[Tally | None] = ContextVar("tally", default=None)


@contextmanager
def tallying() -> Iterator[Tally]:
    """Count the requests sent inside the block; an enclosing block counts them too."""
    outer, inner = _tally.get(), Tally()
    token = _tally.set(inner)
    try:
        yield inner
    finally:
        _tally.reset(token)
        if outer is not None:
            outer.attempts += inner.attempts


def sent(requests: int = 1) -> None:
    """Add to the number of requests sent."""
    tally = _tally.get()
    if tally is not None:
        tally.attempts += requests
