"""
The current scope: the step and the agent that an event or a call of a language model belongs to.

A gateway knows neither steps nor agents. The engine enters a scope around each decision, and emitted
events are added to it. Scopes are context variables, so concurrent tasks have separate ones.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from ..errors import GatewayError


class Scope:
    """
    One decision, or the commit of one step.

    Attributes
    ----------
    time_step, agent_id
        Step and agent; the agent is None at the commit.
    events
        Emitted events in order: name and canonical JSON.
    calls, seconds
        Calls of language models, as stored, and their durations, if known.
    replayed
        Number of recorded calls replayed so far.
    run_id
        Name of the run.
    answered
        Number of answers in the journal so far.
    failure
        Error of the gateway that lost the turn, if any.
    """

    __slots__ = (
        "agent_id", "answered", "calls", "events", "failure", "replayed", "run_id", "seconds",
        "time_step",
    )  # fmt: skip

    def __init__(self, time_step: int, agent_id: str | None, run_id: str = "") -> None:
        self.time_step = time_step
        self.agent_id = agent_id
        self.run_id = run_id
        # Most decisions emit nothing: a list is made with the first event.
        self.events: list[tuple[str, str]] | tuple[()] = ()
        self.calls: tuple[tuple[Any, ...], ...] = ()
        self.seconds: tuple[float | None, ...] = ()
        self.replayed = 0
        self.answered = 0
        self.failure: GatewayError | None = None

    def add_event(self, name: str, text: str) -> None:
        """Add an event."""
        if isinstance(self.events, tuple):
            self.events = []
        self.events.append((name, text))

    def add_call(self, call: tuple[Any, ...], seconds: float | None) -> None:
        """Add a call of a language model."""
        self.calls = (*self.calls, call)
        self.seconds = (*self.seconds, seconds)


_current: ContextVar[Scope | None] = ContextVar("scope", default=None)

#: Functions that make a scope current, and end it with what the first returned; for every turn, where a
#: context manager takes a share of the time that is measurable.
enter, leave = _current.set, _current.reset


def current() -> Scope | None:
    """Return the current scope, if any."""
    return _current.get()


class entered:
    """Context manager that makes a scope current inside its block."""

    __slots__ = ("_scope", "_token")

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def __enter__(self) -> Scope:
        self._token = _current.set(self._scope)
        return self._scope

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)
