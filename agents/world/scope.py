"""
Who is deciding right now: the step and the agent that an event, or a call of a language model, belongs
to.

A gateway is made before the world and knows neither steps nor agents; the engine opens a scope around
each decision, and what is emitted inside lands there. Scopes are context variables: concurrent tasks
each have their own, whatever order their answers come in.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Scope:
    """
    One decision, or the commit of one step.

    Attributes
    ----------
    time_step, agent_id
        Whose; the world itself, at the commit, is no agent.
    events
        What was emitted, in order: name and canonical JSON.
    calls, seconds
        Of language models, as stored, and how long each took, if known.
    replayed
        How many recorded calls were given back so far.
    """

    time_step: int
    agent_id: str | None
    events: list[tuple[str, str]] = field(default_factory=list)
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    seconds: list[float | None] = field(default_factory=list)
    replayed: int = 0


_current: ContextVar[Scope | None] = ContextVar("scope", default=None)


def current() -> Scope | None:
    """Scope that this code runs in, if any."""
    return _current.get()


@contextmanager
def entered(scope: Scope) -> Iterator[Scope]:
    """Make a scope the current one."""
    token = _current.set(scope)
    try:
        yield scope
    finally:
        _current.reset(token)
