"""
Records of calls: the request, its purpose, the answer and the cost.

A gateway with a sink emits one event ``llm.call`` per call, in the shape of :func:`call_record`. The
caller states the purpose with :func:`asking`. The trace of a world is such a sink: it stores calls in a
table, with the step and the agent that was deciding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ..canonical import canonical, digest
from ..contracts import ChatRequest
from ..errors import GatewayError

CALL = "llm.call"

_key: ContextVar[str | None] = ContextVar("key", default=None)
_purpose: ContextVar[tuple[str, str | None]] = ContextVar("purpose", default=("unknown", None))


@contextmanager
def asking(purpose: str, prompt_version: str | None = None) -> Iterator[None]:
    """
    Set the purpose of the calls inside the block.

    Parameters
    ----------
    purpose
        Purpose, such as ``"decide"``, ``"oracle"``, ``"wording"``.
    prompt_version
        Version of the wording of the prompt, such as ``"world.action/1"``.
    """
    token = _purpose.set((purpose, prompt_version))
    try:
        yield
    finally:
        _purpose.reset(token)


@contextmanager
def identified(key: str) -> Iterator[None]:
    """Give the call inside the block a key, the same whenever it is repeated."""
    token = _key.set(key)
    try:
        yield
    finally:
        _key.reset(token)


def idempotency_key() -> str | None:
    """Return the key of the current call; a server that knows it may answer again without a charge."""
    return _key.get()


def call_hash(request: ChatRequest) -> str:
    """Return the SHA-256 of a request in canonical JSON: the key of a recorded answer."""
    return plain_hash(request.plain())


def plain_hash(plain: Mapping[str, Any]) -> str:
    """Return the hash of a request given as plain values, as a cassette stores it."""
    return digest(canonical(plain))


def call_record(
    request: ChatRequest,
    *,
    response: Mapping[str, Any] | None = None,
    error: GatewayError | None = None,
    cost: float | None = None,
    attempts: int = 1,
    seconds: float | None = None,
) -> dict[str, Any]:
    """
    Return the data of an event ``llm.call``.

    Parameters
    ----------
    request
        The request.
    response, error
        Answer or error; one of the two.
    cost
        Cost in US dollars, if known.
    attempts
        Number of requests sent, retries included.
    seconds
        Wall-clock duration; not part of what is hashed.
    """
    purpose, prompt_version = _purpose.get()
    usage = (response or {}).get("usage")
    plain = request.plain()
    record = {
        "purpose": purpose,
        "prompt_version": prompt_version,
        "prompt_hash": plain_hash(plain),
        "model": request.model,
        "request": plain,
        "response": response,
        "error": None if error is None else f"{error.kind}: {error}",
        "prompt_tokens": _count(usage, "prompt_tokens"),
        "completion_tokens": _count(usage, "completion_tokens"),
        "cost": cost,
        "attempts": attempts,
    }
    return record if seconds is None else {**record, "seconds": seconds}


def _count(usage: object, name: str) -> int | None:
    """Return a reported number of tokens; None if it is not a 64-bit count."""
    count = usage.get(name) if isinstance(usage, Mapping) else None
    return count if type(count) is int and 0 <= count < 2**63 else None
