"""
What the parts of the agents share: protocols and records, and nothing that does anything.

A policy gets an observation and returns one action; a gateway asks a language model; a sink takes
events. Whoever fits a protocol may stand behind it, without importing anything from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from sqlite3 import Connection

#: The recipient of a message to all.
EVERYONE = "*"

#: What a policy sees: ``time_step`` and ``agent_id`` always; ``messages``, ``tools`` and whatever the
#: domains of the world add.
Observation = dict[str, Any]


class ActionRequest(BaseModel):
    """
    What an agent wants to do in one step.

    Attributes
    ----------
    run_id, time_step, agent_id
        Whose action it is, and when.
    action_name
        A tool of the world, or ``"domain:action"``.
    arguments
        Of the action; checked against its schema before anything happens.
    reasoning
        Why, in the agent's own words.
    metadata
        About the decision: the policy, the model, what could not be parsed.
    """

    model_config = ConfigDict(extra="forbid")

    run_id: str
    time_step: int = Field(ge=0)
    agent_id: str
    action_name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    reasoning: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)

    def json_dict(self) -> dict[str, Any]:
        """Plain values only, as the trace stores them."""
        return self.model_dump(mode="json")


class ActionResult(BaseModel):
    """What became of an action."""

    model_config = ConfigDict(extra="forbid")

    success: bool
    data: dict[str, Any] | None = None
    error: str | None = None
    trace_id: str | None = None


class TraceEvent(BaseModel):
    """
    One row of a trace: an action and what became of it.

    Attributes
    ----------
    trace_id, run_id, time_step, seq, agent_id
        Whose it is; ``seq`` is the place of the agent in its step.
    timestamp
        Logical (the step and a thousandth for each agent before) or of the wall clock.
    action_type
        The name of the action.
    info, outcome
        The request and the result, as plain values.
    environment_state_hash
        Of everything recorded before this step: the head of the chain that the agent acted upon.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    trace_id: str
    run_id: str
    time_step: int
    seq: int
    timestamp: float
    agent_id: str
    action_type: str
    info: dict[str, Any]
    outcome: dict[str, Any]
    environment_state_hash: str | None = None

    def request(self) -> ActionRequest:
        """Give the action back as it was asked for, to execute it again or to vary it."""
        return ActionRequest.model_validate(self.info)


class RunMetadata(BaseModel):
    """
    What a run is.

    Attributes
    ----------
    run_id
        Its name in the trace.
    seed
        The master seed, within 64 signed bits; the seeds of the agents derive from it.
    created_at
        Seconds since 1970, or 0 where the trace is to be repeatable to the byte.
    config
        Whatever else it takes to make the run again, as plain values.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    run_id: str = Field(min_length=1)
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    created_at: float = 0.0
    config: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class ToolSpec:
    """
    An action that agents may take, as a language model is told of it.

    Attributes
    ----------
    name, description
        What it is called, and what it does.
    parameters
        The JSON Schema of its arguments.
    """

    name: str
    description: str
    parameters: Mapping[str, Any] = field(
        default_factory=lambda: {"type": "object", "properties": {}, "additionalProperties": False}
    )

    def openai(self) -> dict[str, Any]:
        """Shape it as the OpenAI interface takes tools."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": dict(self.parameters),
        }
        return {"type": "function", "function": function}


@dataclass(frozen=True)
class OutgoingMessage:
    """
    A message that an action sends; its recipient sees it in the next step.

    Attributes
    ----------
    content
        The text.
    recipient
        An agent of the world, or ``"*"`` for all.
    kind
        What the payload is: ``"text"`` if there is none.
    payload, report
        Typed content, authoritative over the text.
    """

    content: str
    recipient: str = EVERYONE
    kind: str = "text"
    payload: Mapping[str, Any] | None = None
    report: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class ActionOutcome:
    """What a tool or a domain makes of an action: data for its author and messages for others."""

    data: Mapping[str, Any] = field(default_factory=dict)
    messages: Sequence[OutgoingMessage] = ()


@runtime_checkable
class DomainHandler(Protocol):
    """
    A domain of the world: owns its part of the state and judges the actions named ``"domain:action"``.

    Its tables live in the trace database beside the world's, named ``<name>_...``, STRICT, each with the
    columns ``run_id`` and ``time_step``. All that it writes in a step stands or falls with the step.
    What it keeps in memory must follow from its tables or from the actions, since a run may be resumed.

    Attributes
    ----------
    name
        The part of an action's name before the colon, and the key of its part of the observation.
    actions
        What it can be asked to do, with the schemas; the world checks the arguments first.
    """

    name: str
    actions: Sequence[ToolSpec]

    def init_schema(self, connection: Connection) -> None:
        """Create its tables where they are missing."""

    def load(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Make ready to continue before ``time_step``: at 0 for a new run, later for a resumed one."""

    def observe(self, *, run_id: str, time_step: int, agent_id: str) -> dict[str, Any] | None:
        """Say what the agent sees of the domain; None if nothing."""

    def handle_action(
        self, *, action: str, request: ActionRequest, connection: Connection
    ) -> ActionOutcome:
        """
        Do it, or raise :class:`agents.errors.ActionRejected` and leave what is in memory as it was.

        What it wrote to its tables before it raised is undone for it. Any other error, or a message to
        someone who is not there, is the domain's mistake: it stops the run before this step.
        """

    def end_step(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Evaluate the state after all actions of a step."""

    def get_state_snapshot(self, *, run_id: str, time_step: int) -> dict[str, Any]:
        """Describe the state after the step in plain values; its hash goes into the chain."""


@runtime_checkable
class AgentPolicy(Protocol):
    """
    Decides for an agent: the same observation and the same random state give the same action.

    A policy with the attribute ``stateless = True`` promises to keep nothing between two calls, not even
    a random state; when a run is resumed, it alone is not asked again about the steps already recorded.
    """

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Choose one action for this agent and step."""


@runtime_checkable
class AsyncAgentPolicy(Protocol):
    """An :class:`AgentPolicy` that waits for others, a language model for instance."""

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Choose one action for this agent and step."""


@runtime_checkable
class LLMGateway(Protocol):
    """
    The one door to language models.

    ``chat`` takes messages ``{"role", "content"}`` and tools as the OpenAI interface has them, and
    returns a completion of that shape: ``{"choices": [{"message": {"role", "content", "tool_calls"}}],
    "usage": {"prompt_tokens", "completion_tokens"}, ...}``. It raises
    :class:`agents.errors.GatewayError` and nothing else.
    """

    def chat(
        self,
        *,
        model: str,
        messages: Sequence[Mapping[str, Any]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        tool_choice: str | Mapping[str, Any] | None = None,
        temperature: float = 0.2,
        seed: int | None = None,
        response_schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """Ask once; ``timeout`` is in seconds, ``response_schema`` a JSON Schema for the content."""

    async def achat(
        self,
        *,
        model: str,
        messages: Sequence[Mapping[str, Any]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        tool_choice: str | Mapping[str, Any] | None = None,
        temperature: float = 0.2,
        seed: int | None = None,
        response_schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """Like :meth:`chat`."""


@runtime_checkable
class EventSink(Protocol):
    """Takes structured events: a list, a file of lines, the world's trace."""

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """Take one event; ``name`` is ``"room.what"``, ``data`` plain values without wall time."""
