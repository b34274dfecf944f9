"""
Protocols and records shared by the parts of ``agents``.

A policy maps an observation to one action, a gateway sends requests to a language model, a sink receives
events. An object that has the methods of a protocol implements it; it need not import this module.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from sqlite3 import Connection

_NOT_IN_FUNCTIONS = re.compile(r"[^a-zA-Z0-9_-]")

Model = TypeVar("Model", bound=BaseModel)

#: Recipient of a message to all agents.
EVERYONE = "*"

#: Observation of a policy: ``time_step`` and ``agent_id`` always; ``messages``, ``tools`` and the parts
#: of the domains if there are any.
Observation = dict[str, Any]

#: Keys of an observation that no domain may have as its name.
OF_THE_WORLD = ("time_step", "agent_id", "messages", "tools")


class ActionRequest(BaseModel):
    """
    Action that an agent requests in one step.

    Attributes
    ----------
    run_id, time_step, agent_id
        Run, step and agent of the action.
    action_name
        Name of a tool of the world, or ``"domain:action"``.
    arguments
        Arguments of the action; checked against its schema before it is executed.
    reasoning
        The agent's explanation.
    metadata
        Details of the decision: the policy, the model, parse errors.
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
        """Return plain values, as stored in the trace."""
        return self.model_dump(mode="json")


class PlainRequest(ActionRequest):
    """
    Request of a policy that answers for its values: they are plain, and nobody changes them any more.

    The world writes it without reading it back; see :func:`agents.canonical.plain_lines`.
    """


_new = object.__new__
_set_fields, _set_given, _set_extra, _set_private = (
    BaseModel.__dict__[name].__set__
    for name in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)


def trusted(model: type[Model], values: Mapping[str, Any]) -> Model:
    """
    Return a model of values that are valid, without another check of them.

    It takes a fifth of the time of the check. Fields that are left out have their defaults; those whose
    default is made by a function have to be given.
    """
    return _with_values(model, {**_defaults(model), **values})


def trusted_request(fields: dict[str, Any]) -> ActionRequest:
    """
    Return a request with all its fields, which are valid, without another check of them.

    It takes 0.3 us, the check 2 us. The dictionary becomes part of the request.
    """
    return _with_values(ActionRequest, fields)


def _with_values(model: type[Model], values: dict[str, Any]) -> Model:
    made = _new(model)
    _set_fields(made, values)
    _set_given(made, set(values))
    _set_extra(made, None)
    _set_private(made, None)
    return made


@functools.lru_cache(maxsize=32)
def _defaults(model: type[BaseModel]) -> dict[str, Any]:
    """Return the defaults of the fields of a model that have one; there are few models."""
    return {
        name: field.default
        for name, field in model.model_fields.items()
        if not field.is_required() and field.default_factory is None
    }


class ActionResult(BaseModel):
    """Result of an action."""

    model_config = ConfigDict(extra="forbid")

    success: bool
    data: dict[str, Any] | None = None
    error: str | None = None
    trace_id: str | None = None


class TraceEvent(BaseModel):
    """
    One row of a trace: an action and its result.

    Attributes
    ----------
    trace_id, run_id, time_step, seq, agent_id
        Identifiers of the row; ``seq`` is the position of the agent within the step.
    timestamp
        Logical time (the step plus 0.001 times ``seq``) or wall-clock time.
    action_type
        Name of the action.
    info, outcome
        Request and result as plain values.
    environment_state_hash
        Head of the hash chain before this step.
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
        """Return the recorded action request."""
        return ActionRequest.model_validate(self.info)


class RunMetadata(BaseModel):
    """
    Description of a run.

    Attributes
    ----------
    run_id
        Name of the run in the trace.
    seed
        Master seed, a 64-bit signed integer; the seeds of the agents are derived from it.
    created_at
        Seconds since 1970, or 0 if the trace must be reproducible byte for byte.
    config
        Other settings needed to repeat the run, as plain values.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    run_id: str = Field(min_length=1)
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    created_at: float = 0.0
    config: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class ToolSpec:
    """
    Description of an action for language models.

    Attributes
    ----------
    name, description
        Name and effect of the action.
    parameters
        JSON Schema of the arguments.
    """

    name: str
    description: str
    parameters: Mapping[str, Any] = field(
        default_factory=lambda: {"type": "object", "properties": {}, "additionalProperties": False}
    )

    @property
    def function_name(self) -> str:
        """Name for function calling, which allows 64 letters, digits, ``_`` and ``-``."""
        return _NOT_IN_FUNCTIONS.sub("_", self.name.replace(":", "__"))[:64]

    def openai(self) -> dict[str, Any]:
        """Return the tool in the shape of the OpenAI interface."""
        function = {
            "name": self.function_name,
            "description": self.description,
            "parameters": dict(self.parameters),
        }
        return {"type": "function", "function": function}


@dataclass(frozen=True)
class OutgoingMessage:
    """
    Message sent by an action; the recipient sees it in the next step.

    Attributes
    ----------
    content
        Text of the message.
    recipient
        Id of an agent, or ``"*"`` for all agents.
    kind
        Type of the payload: ``"text"`` if there is none.
    payload, report
        Typed content; it takes precedence over the text.
    payload_text, report_text
        The same as canonical JSON, from a domain that has written them already.
    """

    content: str
    recipient: str = EVERYONE
    kind: str = "text"
    payload: Mapping[str, Any] | None = None
    report: Mapping[str, Any] | None = None
    payload_text: str | None = None
    report_text: str | None = None


@dataclass(frozen=True)
class ActionOutcome:
    """Effect of an action: data for its author and messages for others."""

    data: Mapping[str, Any] = field(default_factory=dict)
    messages: Sequence[OutgoingMessage] = ()


@runtime_checkable
class DomainHandler(Protocol):
    """
    Domain of a world: owns part of the state and executes the actions named ``"domain:action"``.

    A domain with a method ``present(*, run_id, time_step)`` decides which agents of the run live in a
    step: the others are not asked, see nothing and have no row.

    Its tables are in the trace database, named ``<name>_...``, STRICT, each with the columns ``run_id``
    and ``time_step``. Its writes are part of the transaction of the step. Its state in memory must
    follow from its tables or from the actions, since a run may be resumed.

    Attributes
    ----------
    name
        Part of an action's name before the colon, and key in the observation; none of
        :data:`OF_THE_WORLD`.
    actions
        Actions with their schemas; the world checks the arguments first.

    A domain with a true attribute ``observes_copies`` promises that :meth:`observe` returns new plain
    values; the world then does not copy and check them once more. One with ``writes_at_the_end``
    promises that :meth:`handle_action` writes nothing to the database, so that no rejected action has to
    be rolled back.
    """

    name: str
    actions: Sequence[ToolSpec]

    def init_schema(self, connection: Connection) -> None:
        """Create the missing tables of the domain."""

    def load(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Prepare to run from ``time_step``: 0 for a new run, more for a resumed one."""

    def observe(self, *, run_id: str, time_step: int, agent_id: str) -> dict[str, Any] | None:
        """Return the observation of an agent; None if it sees nothing of the domain."""

    def handle_action(
        self, *, action: str, request: ActionRequest, connection: Connection
    ) -> ActionOutcome:
        """
        Execute an action, or raise :class:`agents.errors.ActionRejected` with the memory unchanged.

        The world rolls back the writes of a rejected action. Any other error, or a message to an unknown
        recipient, is a bug of the domain and stops the run before this step.
        """

    def end_step(self, *, run_id: str, time_step: int, connection: Connection) -> None:
        """Evaluate the state after all actions of a step."""

    def get_state_snapshot(self, *, run_id: str, time_step: int) -> dict[str, Any]:
        """Return the state after the step as plain values; its hash is part of the chain."""


@runtime_checkable
class AgentPolicy(Protocol):
    """
    Policy of an agent: the same observation and the same random state give the same action.

    The attribute ``reads_last_step = True`` states that the policy reads the messages of the last step
    only; it is then shown no older ones. With ``reads_no_messages = True`` it is shown none, since a
    domain shows it what it needs.

    The attribute ``stateless = True`` states that the policy keeps nothing between two calls, not even a
    random state; when a run is resumed, it is not called again for the recorded steps.
    """

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action of an agent in one step."""


@runtime_checkable
class AsyncAgentPolicy(Protocol):
    """Asynchronous :class:`AgentPolicy`, such as one that calls a language model."""

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action of an agent in one step."""


@dataclass(frozen=True)
class ChatRequest:
    """
    One request to a language model: the arguments of :meth:`LLMGateway.chat` as a record.

    Attributes
    ----------
    model
        Name of the model.
    messages
        Messages ``{"role", "content"}``, as in the OpenAI interface.
    tools, tool_choice
        Tools the model may call, as in the OpenAI interface.
    temperature, seed
        Sampling parameters of the model.
    response_schema
        JSON Schema of the content.
    timeout
        Time limit in seconds. It does not affect the answer and is not recorded.
    """

    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] | None = None
    tool_choice: str | Mapping[str, Any] | None = None
    temperature: float = 0.2
    seed: int | None = None
    response_schema: Mapping[str, Any] | None = None
    timeout: float | None = None

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments of ``chat``, without those that are None."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in given.items() if value is not None}

    def plain(self) -> dict[str, Any]:
        """Return everything that determines the answer, as plain values: all but the timeout."""
        return {
            "model": self.model,
            "messages": [dict(message) for message in self.messages],
            "tools": None if self.tools is None else [dict(tool) for tool in self.tools],
            "tool_choice": self.tool_choice,
            "temperature": float(self.temperature),
            "seed": self.seed,
            "response_schema": self.response_schema,
        }


@runtime_checkable
class LLMGateway(Protocol):
    """
    Interface to language models.

    ``chat`` takes the fields of a :class:`ChatRequest` and returns a completion in the shape of the
    OpenAI interface: ``{"choices": [{"message": {"role", "content", "tool_calls"}}], "usage":
    {"prompt_tokens", "completion_tokens"}, ...}``. It raises only :class:`agents.errors.GatewayError`.
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
        """Return the model's answer; ``timeout`` is in seconds."""

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
        """Return the model's answer, asynchronously."""


@runtime_checkable
class EventSink(Protocol):
    """Receiver of structured events, such as the trace of a world."""

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """Record an event ``"package.event"`` with plain data, without wall-clock time."""


def emit_all(
    sink: EventSink, events: Sequence[tuple[str, Mapping[str, Any]]], *, plain: bool = False
) -> None:
    """
    Record events in order.

    Parameters
    ----------
    plain
        Whether the maker of the events answers for their data: a sink with a method ``emit_plain`` then
        takes them together and does not check them.
    """
    together = getattr(sink, "emit_plain", None) if plain else None
    if together is not None:
        together(events)
        return
    for name, data in events:
        sink.emit(name, data)
