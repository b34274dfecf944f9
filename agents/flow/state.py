"""
The state of a conversation as plain data.

It can be saved as JSON between any two calls of the session, also in a subgraph, and has the hash of its
logic (:func:`agents.flow.ir.digest`).
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from .path_policy import PathState

Status = Literal["new", "waiting", "done", "escalated", "stuck", "rewound"]


class Frame(BaseModel):
    """
    Level of the call stack.

    Attributes
    ----------
    graph, node
        Graph and node; on all levels but the last, ``node`` is the calling subgraph node.
    answers, unknown
        Known values, and keys whose answer the person does not know. None if shared with the level
        below.
    attempts
        Number of consecutive invalid answers, by key.
    """

    model_config = ConfigDict(extra="forbid")

    graph: str
    node: str
    answers: dict[str, JsonValue] | None = None
    unknown: list[str] | None = None
    attempts: dict[str, int] = Field(default_factory=dict)


class State(BaseModel):
    """
    State of a conversation.

    Attributes
    ----------
    flow, hash
        Id of the flow and hash of its logic.
    status, reason
        ``"new"``, ``"waiting"`` for the person, ``"done"``, ``"escalated"``, ``"stuck"``, or
        ``"rewound"`` to the entry for another version of the flow; and the reason.
    outcome
        Outcome of the terminal, if the flow is done.
    turn
        Number of turns of the person.
    focus
        Key of the pending question.
    frames
        Call stack; the first frame is the main graph.
    path
        Votes on the path.
    ctx
        Further values that guards read.
    passed
        Number of times that each node was left, by graph and node.
    visited
        Digests of the nodes that were left, for a resume with another version of the flow.
    failed
        Actions whose last call failed.
    local
        Answers in isolated subgraphs that were left, by the calling node.
    """

    model_config = ConfigDict(extra="forbid")

    flow: str
    hash: str
    status: Status = "new"
    reason: str | None = None
    outcome: str | None = None
    turn: int = 0
    focus: str | None = None
    frames: list[Frame]
    path: PathState = Field(default_factory=PathState)
    ctx: dict[str, JsonValue] = Field(default_factory=dict)
    passed: dict[str, int] = Field(default_factory=dict)
    visited: dict[str, str] = Field(default_factory=dict)
    failed: list[str] = Field(default_factory=list)
    local: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)


class Reply(NamedTuple):
    """
    Reply of the engine.

    Attributes
    ----------
    kind
        ``"ask"``, ``"retry"`` (the answer was not valid), ``"done"``, ``"escalate"`` or ``"stuck"``.
    node, key, prompt
        Question, if one is asked; terminal and its text, if the flow is done.
    reason
        Reason in a word: that of the terminal, ``"max_attempts"``, ``"no_edge"`` ...
    errors
        Errors of answers that were not stored, by key.
    clarify
        Paths to ask the person about, since the votes have not locked one.
    incomplete
        One-of groups that are not satisfied at the end, as text.
    outcome
        Outcome of the terminal, if the flow is done: ``"success"``, ``"failure"`` or ``"handoff"``.
    messages
        Texts of the message nodes that were passed, to show before the prompt.
    """

    kind: str
    node: str | None = None
    key: str | None = None
    prompt: str | None = None
    reason: str | None = None
    errors: dict[str, str] = {}  # noqa: RUF012 - never changed
    clarify: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    outcome: str | None = None
    messages: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the conversation has ended."""
        return self.kind in ("done", "escalate", "stuck")

    def json_dict(self) -> dict[str, Any]:
        """Return plain values."""
        plain = self._asdict()
        if self.outcome is None:
            del plain["outcome"]
        if not self.messages:
            del plain["messages"]
        else:
            plain["messages"] = list(self.messages)
        return {**plain, "clarify": list(self.clarify), "incomplete": list(self.incomplete)}
