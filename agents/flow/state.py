"""
Where a conversation stands, as plain data.

It survives JSON at any point between two calls of the session, also in the middle of a subgraph. It
remembers under which logic it was begun (:func:`agents.flow.ir.digest`).
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from .path_policy import PathState

Status = Literal["new", "waiting", "done", "escalated", "stuck"]


class Frame(BaseModel):
    """
    One level of the call stack.

    Attributes
    ----------
    graph, node
        Where; on all levels but the last, ``node`` is the subgraph node that called.
    answers, unknown
        Known values; keys whose answer the person does not know. None if shared with the level below.
    attempts
        Invalid answers in a row, by key.
    """

    model_config = ConfigDict(extra="forbid")

    graph: str
    node: str
    answers: dict[str, JsonValue] | None = None
    unknown: list[str] | None = None
    attempts: dict[str, int] = Field(default_factory=dict)


class State(BaseModel):
    """
    A conversation.

    Attributes
    ----------
    flow, hash
        Under which flow and logic it was begun.
    status, reason
        ``"new"``, ``"waiting"`` for the person, ``"done"``, ``"escalated"``, ``"stuck"``; and why.
    turn
        How often the person has spoken.
    focus
        The key that is being asked for: the ``pending_field``.
    frames
        The call stack; the first is the flow itself.
    path
        The votes.
    ctx
        What the host knows beside the answers; guards read it.
    """

    model_config = ConfigDict(extra="forbid")

    flow: str
    hash: str
    status: Status = "new"
    reason: str | None = None
    turn: int = 0
    focus: str | None = None
    frames: list[Frame]
    path: PathState = Field(default_factory=PathState)
    ctx: dict[str, JsonValue] = Field(default_factory=dict)


class Reply(NamedTuple):
    """
    What the engine says after each call.

    Attributes
    ----------
    kind
        ``"ask"``, ``"retry"`` (the answer was not valid), ``"done"``, ``"escalate"`` or ``"stuck"``.
    node, key, prompt
        Which question, if one is asked; which terminal and its text, if the flow is done.
    reason
        Why, in a word: the reason of the terminal, ``"max_attempts"``, ``"no_edge"`` ...
    errors
        What was not stored and why, by key.
    clarify
        Paths to ask the person about, because the votes leave it open for too long.
    incomplete
        One-of groups that are not satisfied at the end, as text.
    """

    kind: str
    node: str | None = None
    key: str | None = None
    prompt: str | None = None
    reason: str | None = None
    errors: dict[str, str] = {}  # noqa: RUF012 - never changed
    clarify: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the conversation has ended."""
        return self.kind in ("done", "escalate", "stuck")

    def json_dict(self) -> dict[str, Any]:
        """Plain values only."""
        plain = self._asdict()
        return {**plain, "clarify": list(self.clarify), "incomplete": list(self.incomplete)}
