"""
Messages between participants, typed; the text of a message is only its rendering.

Kinds: ``cost_list`` (LLM_U), ``constraints`` (LLM_C), ``free_text`` (LLM_F, and all that a person
writes), ``rb`` (the moves of bargaining), ``utilities`` (a table passed on as in DPOP), ``reply`` (the
answer to a person), ``status``. A ``report`` beside any of them names own nodes that touch the
recipient, with their colors: the platform turns it into beliefs, and refuses a false one.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, TypeAdapter, with_config

from ..canonical import canonical, canonical_record, digest
from ..contracts import trusted
from .situation import NodeColor, Received

Kind = Literal["cost_list", "constraints", "free_text", "rb", "utilities", "reply", "status"]


class _Typed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


@with_config(ConfigDict(extra="forbid"))
@dataclass(slots=True)  # a frozen one takes four times as long to make, and a turn makes 16
class Option:
    """
    The sender's answer to one coloring of the recipient's border.

    ``human`` is the recipient's border (the requirements' name); ``penalty`` is that of the sender's
    best answer, or of its current colors in the current option.
    """

    human: dict[str, str]
    penalty: float
    conflicts: int
    agent_score: int
    human_score: int
    combined: int

    @property
    def feasible(self) -> bool:
        """Whether the sender could answer without a conflict."""
        return self.conflicts == 0

    def json_dict(self) -> dict[str, Any]:
        """Return the option as plain values."""
        return {
            "human": self.human,
            "penalty": self.penalty,
            "conflicts": self.conflicts,
            "agent_score": self.agent_score,
            "human_score": self.human_score,
            "combined": self.combined,
        }


class CostList(_Typed):
    """Scored options (LLM_U): at most ten, best first; ``current`` is None if beliefs are missing."""

    boundary_nodes: tuple[str, ...]
    known: dict[str, str]
    current: Option | None
    options: tuple[Option, ...]
    points: dict[str, int]

    @property
    def penalties(self) -> list[float]:
        """All floats of the list."""
        current = [] if self.current is None else [self.current]
        return [option.penalty for option in (*current, *self.options)]

    def plain(self) -> dict[str, Any]:
        """Return plain values, as ``model_dump`` does; parts of it are shared."""
        return {
            "boundary_nodes": list(self.boundary_nodes),
            "known": self.known,
            "current": None if self.current is None else self.current.json_dict(),
            "options": [option.json_dict() for option in self.options],
            "points": self.points,
        }


class Constraints(_Typed):
    """
    Status, and the colorings of the recipient's border that the sender could accept (LLM_C).

    ``valid_configs`` are at most ten of ``valid_count``; ``missing`` names border nodes of unknown
    color; ``culprits`` are the facts that rule all colorings out, where there are none.
    """

    status: Literal["SUCCESS", "NEED_ALTERNATIVES"]
    current_boundary: dict[str, str]
    current_penalty: float
    current_conflicts: int
    valid_configs: tuple[dict[str, str], ...] = ()
    valid_count: int = 0
    per_node: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    missing: tuple[str, ...] = ()
    culprits: tuple[str, ...] = ()

    @property
    def penalties(self) -> list[float]:
        """All floats of the payload."""
        return [self.current_penalty]

    def plain(self) -> dict[str, Any]:
        """Return plain values, as ``model_dump`` does; parts of it are shared."""
        lists = {"valid_configs": list(self.valid_configs), "missing": list(self.missing)}
        per_node = {node: list(colors) for node, colors in self.per_node.items()}
        return {**self.__dict__, **lists, "per_node": per_node, "culprits": list(self.culprits)}


class ConditionalOffer(_Typed):
    """If the recipient takes the conditions, the sender takes the assignments."""

    move: Literal["ConditionalOffer"] = "ConditionalOffer"
    offer_id: str
    conditions: tuple[NodeColor, ...] = ()
    assignments: tuple[NodeColor, ...] = ()
    reasons: tuple[str, ...] = ()


class Accept(_Typed):
    """Accept an offer as a whole."""

    move: Literal["Accept"] = "Accept"
    refers_to: str
    reasons: tuple[str, ...] = ()


class Reject(_Typed):
    """Refuse an offer or end a deal; optionally say which conditions can never be met."""

    move: Literal["Reject"] = "Reject"
    refers_to: str
    reasons: tuple[str, ...] = ()
    impossible_conditions: tuple[NodeColor, ...] = ()
    impossible_combinations: tuple[tuple[NodeColor, ...], ...] = ()


class Withdraw(_Typed):
    """Withdraw an own offer."""

    move: Literal["Withdraw"] = "Withdraw"
    refers_to: str
    reasons: tuple[str, ...] = ()


class FeasibilityQuery(_Typed):
    """
    Ask, without commitment, whether the other could avoid conflicts under the conditions.

    The conditions are colors of nodes of the sender, of the recipient, or of both.
    """

    move: Literal["FeasibilityQuery"] = "FeasibilityQuery"
    query_id: str
    conditions: tuple[NodeColor, ...]


class FeasibilityResponse(_Typed):
    """
    Exact answer to a query.

    ``because`` is a smallest set of facts that rules it out, or, of what works, what the recipient has
    said against it; ``conditions`` are those of the query, empty in older traces.
    """

    move: Literal["FeasibilityResponse"] = "FeasibilityResponse"
    refers_to: str
    is_feasible: bool
    feasibility_penalty: float
    feasibility_conflicts: int
    because: tuple[str, ...] = ()
    conditions: tuple[NodeColor, ...] = ()


Move = Annotated[
    ConditionalOffer | Accept | Reject | Withdraw | FeasibilityQuery | FeasibilityResponse,
    Field(discriminator="move"),
]


class Bargaining(_Typed):
    """Moves of one turn to one recipient."""

    moves: tuple[Move, ...]


class Utilities(_Typed):
    """
    A table for the recipient: what its border costs the sender and those below it in the tree.

    ``costs`` has one entry for each coloring of ``boundary_nodes``, the last node varying fastest,
    colors in domain order.
    """

    boundary_nodes: tuple[str, ...]
    costs: tuple[float, ...]
    round: int
    role: Literal["up", "down"] = "up"


PAYLOADS: dict[str, Any] = {
    "cost_list": CostList,
    "constraints": Constraints,
    "rb": Bargaining,
    "utilities": Utilities,
}
MOVE: TypeAdapter[Move] = TypeAdapter(Move)


class Outgoing(_Typed):
    """
    A message in a turn.

    ``payload`` is the dump of the model in ``PAYLOADS`` for the kind; ``report`` holds own border nodes
    and their colors.
    """

    recipient: str
    kind: Kind
    text: str
    #: Plain values already: to look through them once more took half of the time to dump a turn.
    payload: Annotated[dict[str, Any] | None, PlainSerializer(lambda plain: plain)] = None
    report: dict[str, str] | None = None
    in_reply_to: str | None = None

    @classmethod
    def carrying(
        cls, recipient: str, kind: Kind, text: str, content: BaseModel, report: dict[str, str] | None
    ) -> Self:
        """Return a message with typed content, which is then not read from its plain form again."""
        if not isinstance(content, CostList | Constraints):
            message = cls.plainly(recipient, kind, text, report, content.model_dump(mode="json"))
            message.__dict__["content"] = content
            return message
        # Most messages of a large team are these: their plain form and its JSON are made at once.
        payload = content.plain()
        message = cls.plainly(recipient, kind, text, report, payload)
        message.__dict__["content"] = content
        written = canonical_record(payload, content.penalties)
        if written is not None:
            message.__dict__["payload_text"] = written
        return message

    @classmethod
    def plainly(
        cls,
        recipient: str,
        kind: Kind,
        text: str,
        report: dict[str, str] | None,
        payload: dict[str, Any] | None = None,
    ) -> Self:
        """Return a message made by the product itself, whose fields need no check."""
        fields = {"recipient": recipient, "kind": kind, "text": text}
        return trusted(cls, {**fields, "payload": payload, "report": report})

    def worded(self, text: str) -> Self:
        """Return a message with typed content in these words; what follows from the content is kept."""
        values = self.__dict__
        fields = ("recipient", "kind", "payload", "report", "in_reply_to")
        made = trusted(type(self), {**{name: values[name] for name in fields}, "text": text})
        made.__dict__.update({name: values[name] for name in _OF_CONTENT & values.keys()})
        return made

    @functools.cached_property
    def content(self) -> Any:
        """
        The payload as the model of its kind; None for kinds without one.

        Raises
        ------
        pydantic.ValidationError
            If the payload is not of the kind.
        """
        model = PAYLOADS.get(self.kind)
        return None if model is None else model.model_validate(self.payload)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of a message of bargaining; empty for other kinds."""
        return self.content.moves if self.kind == "rb" and self.payload is not None else ()

    @functools.cached_property
    def mark(self) -> str:
        """16 hex digits of the content: of the payload if there is any, else of the text."""
        said = canonical(self.text) if self.payload is None else self.payload_text
        return digest(f'["{self.kind}",{said},{self.report_text}]')[:16]

    @functools.cached_property
    def payload_text(self) -> str:
        """The payload as canonical JSON."""
        return canonical(self.payload)

    @functools.cached_property
    def report_text(self) -> str:
        """The report as canonical JSON."""
        return canonical(self.report)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields replaced; what follows from them is derived again."""
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop("mark", None)
        copied.__dict__.pop("report_text", None)
        if update and "payload" in update:
            copied.__dict__.pop("content", None)
            copied.__dict__.pop("payload_text", None)
        return copied


#: Values of a message that follow from its typed content and its report.
_OF_CONTENT = frozenset({"content", "payload_text", "report_text", "mark"})


def moves_in(message: Received) -> tuple[Move, ...]:
    """Return the moves of bargaining in a message that was received."""
    if message.kind != "rb" or not message.payload:
        return ()
    # Several stages of a turn read them.
    moves: tuple[Move, ...] | None = message.__dict__.get("_moves")
    if moves is None:
        moves = message.__dict__["_moves"] = Bargaining.model_validate(message.payload).moves
    return moves


def fingerprint(message: Outgoing) -> str:
    """Return 16 hex digits of a message's content: typed content if there is any, else its text."""
    return message.mark
