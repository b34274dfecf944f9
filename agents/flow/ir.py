"""
The intermediate representation of a flow, version 1, as pydantic models.

A flow is a graph of nodes (question, decision, action, subgraph, terminal) and guarded edges, with
named subgraphs beside it. The models say what a document may look like; what it may *mean* is checked
by the compiler, so that fields which only the meaning requires (the key of a question) are optional
here and each rule has one home. Unknown fields are refused: a misspelled ``gaurd`` is not "no guard".

Text for people (prompts, labels, ``ui``, ``meta``, tags) is apart from logic: translating a flow leaves
:func:`logic` unchanged, and conversations under way go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from ..canonical import canonical
from ..canonical import digest as sha256
from .path_policy import PathPolicy

VERSION = "v1"

#: Target of an edge that leaves a subgraph.
EXIT = "__exit__"

#: Guards that are words and no expressions.
ELSE = "else"
ACTION_FAILED = "action_failed"

DEFAULT_PRIORITY = 100

DataType = Literal["any", "text", "number", "integer", "boolean", "date", "email", "phone", "url"]

#: Fields that speak to people and decide nothing.
CONTENT = frozenset(
    {
        "clarification",
        "description",
        "error_message",
        "examples",
        "keywords",
        "label",
        "message",
        "meta",
        "prompt",
        "retry_prompt",
        "tags",
        "ui",
        "upgrades",
    }
)


class Model(BaseModel):
    """Strict and immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, validate_by_name=True)


class Node(Model):
    """What all nodes have; ``ui`` may hold ``x``, ``y``, ``group`` and ``color`` for an editor."""

    id: str
    key: str | None = None
    prompt: str | None = None
    label: str | None = None
    description: str | None = None
    tags: list[str] = []
    meta: dict[str, JsonValue] = {}
    ui: dict[str, JsonValue] = {}


class QuestionNode(Node):
    """
    Asks for the value of ``key``.

    Attributes
    ----------
    required
        Whether the flow is incomplete without it. An optional question without an incoming edge is never
        asked, but its answer is taken when somebody volunteers it.
    priority, dependencies
        As in a checklist: lower first; keys that must be answered before.
    when
        A guard: the question applies only while it is true.
    validator
        ``validate`` in the document: the name of a registered validator, or a guard over ``value``.
    data_type, allowed_values, minimum, maximum, min_length, max_length, pattern
        What an answer may be; a pattern must match all of the text.
    max_attempts
        Invalid answers before the flow gives up on the question.
    skip_known, overwrite
        Override the policies of the flow.
    """

    type: Literal["question"]
    required: bool = True
    priority: int = DEFAULT_PRIORITY
    dependencies: list[str] = []
    when: str | None = None
    validator: str | None = Field(default=None, alias="validate")
    data_type: DataType = "any"
    allowed_values: list[str] | None = None
    minimum: float | None = Field(default=None, allow_inf_nan=False)
    maximum: float | None = Field(default=None, allow_inf_nan=False)
    min_length: int | None = Field(default=None, ge=0)
    max_length: int | None = Field(default=None, ge=0)
    pattern: str | None = None
    error_message: str | None = None
    retry_prompt: str | None = None
    clarification: str | None = None
    examples: list[str] = []
    max_attempts: int | None = Field(default=None, ge=1)
    skip_known: bool | None = None
    overwrite: bool | None = None


class DecisionNode(Node):
    """Chooses among its edges at once; nobody is asked."""

    type: Literal["decision"]


class ActionNode(Node):
    """Calls a registered action; ``outputs`` maps answer keys to names in what it returns."""

    type: Literal["action"]
    action: str | None = None
    arguments: dict[str, JsonValue] = {}
    outputs: dict[str, str] = {}


class SubgraphNode(Node):
    """
    Calls the subgraph ``ref`` and goes on along its own edges when that exits.

    An isolated subgraph starts with no answers but ``inputs`` (its key: the caller's key), and leaves
    none behind but ``outputs`` (the caller's key: its key).
    """

    type: Literal["subgraph"]
    ref: str | None = None
    scope: Literal["shared", "isolated"] = "shared"
    inputs: dict[str, str] = {}
    outputs: dict[str, str] = {}


class TerminalNode(Node):
    """Ends the whole flow, also from within a subgraph."""

    type: Literal["terminal"]
    outcome: Literal["success", "handoff", "failure"] = "success"
    reason: str | None = None


AnyNode = Annotated[
    QuestionNode | DecisionNode | ActionNode | SubgraphNode | TerminalNode,
    Field(discriminator="type"),
]

#: What makes the engine look at an edge: the ordinary course of things; an invalid answer; the last of
#: ``max_attempts``; the person does not know; the action failed.
Cause = Literal["next", "invalid", "exhausted", "unknown", "failure"]


class Edge(Model):
    """A transition: lower ``priority`` first, then the document's order; no guard is always true."""

    id: str | None = None
    source: str = Field(alias="from")
    target: str = Field(alias="to")
    guard: str | None = None
    priority: int = DEFAULT_PRIORITY
    on: Cause = "next"
    label: str | None = None
    tags: list[str] = []
    meta: dict[str, JsonValue] = {}
    ui: dict[str, JsonValue] = {}


class Graph(Model):
    """Nodes and edges with an entry, by default the only node without incoming edges."""

    entry: str | None = None
    label: str | None = None
    description: str | None = None
    nodes: list[AnyNode]
    edges: list[Edge]
    tags: list[str] = []
    meta: dict[str, JsonValue] = {}
    ui: dict[str, JsonValue] = {}


class OneOf(Model):
    """At least one alternative must be answered completely; ``exclusive`` allows no second one."""

    id: str | None = None
    alternatives: list[list[str]]
    exclusive: bool = False
    message: str | None = None


class Constraint(Model):
    """A guard over several answers, checked whenever one of the keys it reads is to be stored."""

    id: str | None = None
    check: str
    message: str | None = None


class Path(Model):
    """A topic that a conversation may turn out to be about; guards read it as ``path.current``."""

    label: str | None = None
    description: str | None = None
    keywords: list[str] = []


class Policies(Model):
    """
    How a flow behaves where authors differ.

    Attributes
    ----------
    path
        See :class:`PathPolicy`.
    ambiguity
        Two guards of one priority are true: take the ``"first"`` by order, ``"escalate"``, or let a
        ``"tie_break"`` choose (given to the session; without one, the first).
    allow_cycles, allow_recursion
        Cycles through questions or actions, subgraphs that call themselves. Cycles of decisions alone
        are never legal.
    skip_known
        Do not ask for what is already known.
    overwrite
        Whether a later answer replaces an earlier one; a correction always does.
    on_unknown
        The person does not know a required answer: go on without (``"skip"``), ``"escalate"``, or
        ``"ask"`` again.
    max_attempts, max_hops, max_depth
        Invalid answers to one question; nodes passed in one turn; subgraphs within subgraphs where
        recursion is allowed (without it their nesting is bounded by their number).
    """

    path: PathPolicy = PathPolicy()
    ambiguity: Literal["first", "escalate", "tie_break"] = "first"
    allow_cycles: bool = False
    allow_recursion: bool = False
    skip_known: bool = True
    overwrite: bool = False
    on_unknown: Literal["skip", "escalate", "ask"] = "skip"
    max_attempts: int = Field(default=3, ge=1)
    max_hops: int = Field(default=1000, ge=1, le=100_000)
    max_depth: int = Field(default=32, ge=1, le=1000)


class Upgrade(Model):
    """How nodes and keys of an older logic, ``source``, are called now: lets conversations go on."""

    source: str = Field(alias="from")
    nodes: dict[str, str] = {}
    keys: dict[str, str] = {}


class Flow(Graph):
    """
    A whole document.

    Attributes
    ----------
    given
        Keys that no question asks for: the host supplies their answers.
    predicates
        Named guards, called as ``name()`` in others.
    """

    version: str
    id: str
    subgraphs: dict[str, Graph] = {}
    given: list[str] = []
    oneOf: list[list[str]] | list[OneOf] = []
    predicates: dict[str, str] = {}
    constraints: list[Constraint] = []
    paths: dict[str, Path] = {}
    policies: Policies = Policies()
    upgrades: list[Upgrade] = []

    @property
    def groups(self) -> list[OneOf]:
        """The one-of groups; a plain list of alternatives is one group."""
        if self.oneOf and isinstance(self.oneOf[0], list):
            return [OneOf(alternatives=self.oneOf)]
        return self.oneOf  # type: ignore[return-value]


def logic(document: Any) -> Any:
    """The document without what only speaks to people."""
    if isinstance(document, Mapping):
        return {key: _logic_of(key, value) for key, value in document.items() if key not in CONTENT}
    return [logic(item) for item in document] if isinstance(document, list) else document


#: Objects whose keys are names given by the author: a path called "label" is no label.
_NAMED = frozenset({"subgraphs", "paths"})
#: Values that are data or text throughout, and no part of the document's grammar.
_DATA = frozenset({"arguments", "predicates", "inputs", "outputs"})


def _logic_of(key: str, value: Any) -> Any:
    if key in _DATA:
        return value
    if key in _NAMED and isinstance(value, Mapping):
        return {name: logic(item) for name, item in value.items()}
    return logic(value)


def digest(flow: Flow) -> str:
    """``"sha256:..."`` of the logic of a flow; defaults count as if they were written."""
    plain = logic(flow.model_dump(mode="json", by_alias=True))
    return "sha256:" + sha256(canonical(plain))
