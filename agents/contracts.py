"""
What the parts of the agents share: protocols and records, and nothing that does anything.

A policy gets an observation and returns one action; a gateway asks a language model; a sink takes
events. Whoever fits a protocol may stand behind it, without importing anything from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

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


@runtime_checkable
class AgentPolicy(Protocol):
    """Decides for an agent: the same observation and the same random state give the same action."""

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
