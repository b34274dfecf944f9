"""
The record of a call: what was asked and for what, what came back, and what it cost.

A gateway is given a sink, and whoever makes a call emits one event ``llm.call`` for it, in the one
shape that ``call_record`` gives. Who asks says for what with ``asking``; a gateway does not know. The
world's trace is such a sink: it keeps calls in a table of their own, with the step and the agent that
was deciding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ..canonical import canonical, digest
from ..errors import GatewayError

CALL = "llm.call"

_purpose: ContextVar[tuple[str, str | None]] = ContextVar("purpose", default=("unknown", None))


@contextmanager
def asking(purpose: str, prompt_version: str | None = None) -> Iterator[None]:
    """
    Say what the calls inside are for.

    Parameters
    ----------
    purpose
        Such as ``"decide"``, ``"oracle"``, ``"wording"``.
    prompt_version
        Of the prompt's wording, such as ``"world.action/1"``.
    """
    token = _purpose.set((purpose, prompt_version))
    try:
        yield
    finally:
        _purpose.reset(token)


def call_request(
    *,
    model: str,
    messages: Sequence[Mapping[str, Any]],
    tools: Sequence[Mapping[str, Any]] | None = None,
    tool_choice: str | Mapping[str, Any] | None = None,
    temperature: float = 0.2,
    seed: int | None = None,
    response_schema: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Bring together what decides an answer: all arguments of ``chat`` but the time-out."""
    return {
        "model": model,
        "messages": [dict(message) for message in messages],
        "tools": None if tools is None else [dict(tool) for tool in tools],
        "tool_choice": tool_choice,
        "temperature": float(temperature),
        "seed": seed,
        "response_schema": response_schema,
    }


def call_hash(request: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of a request: the key that a recorded answer is found by."""
    return digest(canonical(request))


def call_record(
    request: Mapping[str, Any],
    *,
    response: Mapping[str, Any] | None = None,
    error: GatewayError | None = None,
    cost: float | None = None,
    attempts: int = 1,
    seconds: float | None = None,
) -> dict[str, Any]:
    """
    Make the data of an event ``llm.call``.

    Parameters
    ----------
    request
        From :func:`call_request`.
    response, error
        One of the two.
    cost
        In US dollars, if known.
    attempts
        Requests that were sent, retries included.
    seconds
        Of the wall clock; kept outside of what is hashed.
    """
    purpose, prompt_version = _purpose.get()
    usage = (response or {}).get("usage")
    record = {
        "purpose": purpose,
        "prompt_version": prompt_version,
        "prompt_hash": call_hash(request),
        "model": request["model"],
        "request": request,
        "response": response,
        "error": None if error is None else f"{error.kind}: {error}",
        "prompt_tokens": _count(usage, "prompt_tokens"),
        "completion_tokens": _count(usage, "completion_tokens"),
        "cost": cost,
        "attempts": attempts,
    }
    return record if seconds is None else {**record, "seconds": seconds}


def _count(usage: object, name: str) -> int | None:
    """Read a number of tokens; None for whatever else a server may say."""
    found = usage.get(name) if isinstance(usage, Mapping) else None
    return found if type(found) is int and 0 <= found < 2**63 else None
