"""
A gateway around a gateway: limits, retries, a circuit breaker, accounts and cassettes are such wrappers.

Each does one thing and passes the call on, so they combine in any order. The order that makes sense,
from outside: account, cassette, retries, circuit breaker, limits, model; so that each attempt waits for
its turn, none is made while the circuit is open, and what comes from a cassette is charged as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ..contracts import LLMGateway
from .calls import call_request
from .completion import tokens


class GatewayWrapper:
    """
    Passes calls on; says of itself what the gateway inside says.

    Parameters
    ----------
    gateway
        The one inside.
    """

    def __init__(self, gateway: LLMGateway) -> None:
        self.gateway = gateway

    @property
    def stateless(self) -> bool:
        """Whether an answer depends on nothing but the request."""
        return bool(getattr(self.gateway, "stateless", False))

    @property
    def supports_tool_calls(self) -> bool:
        """Whether the model can call tools by itself."""
        return bool(getattr(self.gateway, "supports_tool_calls", True))

    def chat(self, **call: Any) -> dict[str, Any]:
        """Ask the gateway inside."""
        return self.gateway.chat(**call)

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Ask the gateway inside."""
        return await self.gateway.achat(**call)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.gateway!r})"


def request_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """The request in a call of ``chat``: all arguments but the time-out."""
    return call_request(**{name: value for name, value in call.items() if name != "timeout"})


def estimated_tokens(call: Mapping[str, Any]) -> int:
    """Tokens of a prompt before it is sent: a quarter of its characters, its tools included."""
    return tokens(f"{call.get('messages')}{call.get('tools') or ''}")


def used_tokens(answer: Mapping[str, Any]) -> int:
    """Tokens that a completion says it took, prompt and answer together; 0 if it does not say."""
    usage = answer.get("usage") or {}
    return int(usage.get("prompt_tokens") or 0) + int(usage.get("completion_tokens") or 0)


@dataclass
class Tally:
    """How many requests were sent for one call."""

    attempts: int = 0


_tally: ContextVar[Tally | None] = ContextVar("tally", default=None)


@contextmanager
def tallying() -> Iterator[Tally]:
    """Count the requests that are sent inside; they count outside, too."""
    outer, inner = _tally.get(), Tally()
    token = _tally.set(inner)
    try:
        yield inner
    finally:
        _tally.reset(token)
        if outer is not None:
            outer.attempts += inner.attempts


def sent(requests: int = 1) -> None:
    """Say that so many requests were sent."""
    tally = _tally.get()
    if tally is not None:
        tally.attempts += requests
