"""
The intermediate representation of a flow, version 1, as pydantic models.

A flow is a graph of nodes (question, message, decision, assign, action, subgraph, terminal) and guarded
edges, with named subgraphs. The models define the syntax of a document; the compiler checks its meaning,
so fields that only the meaning requires (the key of a question) are optional here. Unknown fields are
refused: a misspelled ``gaurd`` is not "no guard".

Text for people (prompts, labels, ``ui``, ``meta``, tags) is separate from logic: translating a flow
leaves :func:`logic` unchanged, and conversations in progress continue.
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

#: Guards that are keywords, not expressions.
ELSE = "else"
ACTION_FAILED = "action_failed"

DEFAULT_PRIORITY = 100

DataType = Literal["any", "text", "number", "integer", "boolean", "date", "email", "phone", "url"]

#: Fields with text for people.
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
    """Strict and immutable model."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, validate_by_name=True)


class Node(Model):
    """Common fields of nodes; ``ui`` may hold ``x``, ``y``, ``group`` and ``color`` for an editor."""

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
    Question for the value of ``key``.

    Attributes
    ----------
    required
        Whether the flow is incomplete without it. An optional question without an incoming edge is never
        asked, but its answer is accepted if volunteered.
    priority, dependencies
        Rank (lower first), and keys that must be answered before.
    when
        Guard: the question applies only while it is true.
    validator
        Name of a registered validator, or a guard over ``value``; ``validate`` in the document.
    data_type, allowed_values, minimum, maximum, min_length, max_length, pattern
        Constraints on an answer; a pattern must match the whole text.
    max_attempts
        Number of invalid answers before the flow gives up on the question.
    skip_known, overwrite
        Overrides of the policies of the flow.
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
    """Node that chooses among its edges without a question."""

    type: Literal["decision"]


class MessageNode(Node):
    """Node that shows its prompt and goes on without an answer."""

    type: Literal["message"]


class AssignNode(Node):
    """Node that stores the values of expressions as answers, in the order of ``values``."""

    type: Literal["assign"]
    values: dict[str, str] = {}


class ActionNode(Node):
    """
    Node that calls a registered action.

    Attributes
    ----------
    action, arguments, outputs
        Name, arguments, and names of results by the keys of the answers that they set.
    timeout
        Seconds until a call counts as failed; None for no limit.
    attempts, wait
        Number of calls until the action has failed, and seconds between them.
    again
        Whether the action is called again if a correction leads over it a second time.
    """

    type: Literal["action"]
    action: str | None = None
    arguments: dict[str, JsonValue] = {}
    outputs: dict[str, str] = {}
    timeout: float | None = Field(default=None, gt=0, le=3600)
    attempts: int = Field(default=1, ge=1, le=10)
    wait: float = Field(default=0.0, ge=0, le=60)
    again: bool = False


class Repeat(Model):
    """
    Repetition of a subgraph, whose answers become the items of a list.

    Attributes
    ----------
    key
        Key of the list; each item has the answers of one pass by key.
    prompt
        Question whether there is another item.
    minimum, maximum
        Limits of the number of items; the question is asked between them.
    """

    key: str
    prompt: str
    minimum: int = Field(default=1, ge=0, le=1000)
    maximum: int = Field(default=100, ge=1, le=1000)


class SubgraphNode(Node):
    """
    Node that calls the subgraph ``ref`` and follows its own edges when that exits.

    An isolated subgraph starts with the answers ``inputs`` (its key: the caller's key), and returns the
    answers ``outputs`` (the caller's key: its key). With ``repeat`` it is passed several times, and
    ``outputs`` are the fields of an item, by default all its answers.
    """

    type: Literal["subgraph"]
    ref: str | None = None
    scope: Literal["shared", "isolated"] = "shared"
    inputs: dict[str, str] = {}
    outputs: dict[str, str] = {}
    repeat: Repeat | None = None


class TerminalNode(Node):
    """Node that ends the whole flow, also within a subgraph."""

    type: Literal["terminal"]
    outcome: Literal["success", "handoff", "failure"] = "success"
    reason: str | None = None


AnyNode = Annotated[
    QuestionNode | DecisionNode | MessageNode | AssignNode | ActionNode | SubgraphNode | TerminalNode,
    Field(discriminator="type"),
]

#: Causes of following an edge: normal continuation, an invalid answer, the last of ``max_attempts``, an
#: unknown answer, a failed action.
Cause = Literal["next", "invalid", "exhausted", "unknown", "failure"]


class Edge(Model):
    """Transition; lower ``priority`` first, then document order. Without a guard it is always true."""

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
    """Group of which at least one alternative must be complete; ``exclusive``: at most one."""

    id: str | None = None
    alternatives: list[list[str]]
    exclusive: bool = False
    message: str | None = None


class Constraint(Model):
    """Guard over several answers, checked when one of its keys is to be stored."""

    id: str | None = None
    check: str
    message: str | None = None


class Path(Model):
    """Possible topic of a conversation; guards read it as ``path.current``."""

    label: str | None = None
    description: str | None = None
    keywords: list[str] = []


class Policies(Model):
    """
    Policies of a flow.

    Attributes
    ----------
    path
        See :class:`PathPolicy`.
    ambiguity
        Treatment of two true guards of one priority: ``"first"`` takes the first, ``"escalate"`` hands
        over, ``"tie_break"`` calls the function given to the session.
    allow_cycles, allow_recursion
        Whether cycles through questions or actions, and recursive subgraphs, are legal. Cycles of
        decisions alone never are.
    skip_known
        Whether known answers are not asked.
    overwrite
        Whether a later answer replaces an earlier one; a correction always does.
    on_unknown
        Treatment of an unknown required answer: ``"ask"`` again, at most ``max_attempts`` times,
        ``"escalate"``, or continue without it (``"skip"``).
    max_attempts, max_hops, max_calls, max_depth
        Limits of invalid answers to one question, of nodes passed again in one turn before a new one is
        reached, of calls of one action in one turn, and of nested subgraphs if recursion is allowed.
    """

    path: PathPolicy = PathPolicy()
    ambiguity: Literal["first", "escalate", "tie_break"] = "first"
    allow_cycles: bool = False
    allow_recursion: bool = False
    skip_known: bool = True
    overwrite: bool = False
    on_unknown: Literal["skip", "escalate", "ask"] = "ask"
    max_attempts: int = Field(default=3, ge=1)
    max_hops: int = Field(default=1000, ge=1, le=100_000)
    max_calls: int = Field(default=3, ge=1, le=1000)
    max_depth: int = Field(default=32, ge=1, le=1000)


#: Type of a value that the host declares.
ValueType = Literal[DataType, "list"]


class Signature(Model):
    """Arguments and results of an action, by name."""

    arguments: dict[str, ValueType] = {}
    results: dict[str, ValueType] = {}


class Operation(Model):
    """Parameters and result of a function of the host for guards."""

    parameters: list[ValueType] = []
    result: ValueType = "boolean"


class Upgrade(Model):
    """New names of the nodes and keys of an older logic ``source``, for saved conversations."""

    source: str = Field(alias="from")
    nodes: dict[str, str] = {}
    keys: dict[str, str] = {}


class Flow(Graph):
    """
    Whole document.

    Attributes
    ----------
    given
        Keys whose answers the host supplies.
    context
        Types of the fields of ``ctx``; without any, guards may read any field.
    predicates
        Named guards, called as ``name()`` in other guards.
    actions, functions, validators
        Functions of the host: signatures of actions and of functions for guards, names of validators.
        A flow that declares what it uses can be checked without the host.
    """

    version: str
    id: str
    subgraphs: dict[str, Graph] = {}
    given: list[str] = []
    oneOf: list[list[str]] | list[OneOf] = []
    context: dict[str, ValueType] = {}
    predicates: dict[str, str] = {}
    actions: dict[str, Signature] = {}
    functions: dict[str, Operation] = {}
    validators: list[str] = []
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
    """Return the document without text for people."""
    if isinstance(document, Mapping):
        return {key: _logic_of(key, value) for key, value in document.items() if key not in CONTENT}
    return [logic(item) for item in document] if isinstance(document, list) else document


#: Objects whose keys are names given by the author: a path named "label" is not a label.
_NAMED = frozenset({"subgraphs", "paths"})
#: Values that are data, not part of the grammar of documents.
_DATA = frozenset(
    {
        "values",
        "arguments",
        "predicates",
        "inputs",
        "outputs",
        "context",
        "actions",
        "functions",
        "validators",
    }
)


def _logic_of(key: str, value: Any) -> Any:
    if key in _DATA:
        return value
    if key in _NAMED and isinstance(value, Mapping):
        return {name: logic(item) for name, item in value.items()}
    return logic(value)


def digest(flow: Flow) -> str:
    """Return ``"sha256:..."`` of the logic of a flow; a default counts as left out."""
    plain = logic(flow.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    return "sha256:" + sha256(canonical(plain))
