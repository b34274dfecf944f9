"""
What participants say to each other, typed; the text of a message is only its rendering.

Kinds: ``cost_list`` (LLM_U), ``constraints`` (LLM_C), ``free_text`` (LLM_F, and all that a person
writes), ``rb`` (the moves of bargaining), ``utilities`` (a table passed on as in DPOP), ``reply`` (the
answer to a person), ``status``. A ``report`` beside any of them names own nodes that touch the
recipient, with the colors they have: the platform turns it into beliefs, and refuses one that is not
true.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..canonical import canonical, digest
from .situation import NodeColor

Kind = Literal["cost_list", "constraints", "free_text", "rb", "utilities", "reply", "status"]


class _Typed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Option(_Typed):
    """
    What the sender could do if the recipient colored its border so.

    ``human`` is the recipient's border (the name is the requirements'); ``penalty`` what the sender's
    best answer costs, or for the current option what its current colors cost.
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


class CostList(_Typed):
    """Scored options (LLM_U): at most ten, best first; ``current`` is None if beliefs are missing."""

    boundary_nodes: tuple[str, ...]
    known: dict[str, str]
    current: Option | None
    options: tuple[Option, ...]
    points: dict[str, int]


class Constraints(_Typed):
    """
    Status first, then which colorings of the recipient's border would do (LLM_C).

    ``valid_configs`` are at most ten of ``valid_count``; ``missing`` names border nodes whose color the
    sender does not know; ``culprits`` are the facts that make it impossible, where it is.
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


class ConditionalOffer(_Typed):
    """If the recipient takes the conditions, the sender takes the assignments."""

    move: Literal["ConditionalOffer"] = "ConditionalOffer"
    offer_id: str
    conditions: tuple[NodeColor, ...] = ()
    assignments: tuple[NodeColor, ...] = ()
    reasons: tuple[str, ...] = ()


class Accept(_Typed):
    """Take the whole deal."""

    move: Literal["Accept"] = "Accept"
    refers_to: str
    reasons: tuple[str, ...] = ()


class Reject(_Typed):
    """Refuse a deal, or end one that was made; perhaps teach what is impossible."""

    move: Literal["Reject"] = "Reject"
    refers_to: str
    reasons: tuple[str, ...] = ()
    impossible_conditions: tuple[NodeColor, ...] = ()
    impossible_combinations: tuple[tuple[NodeColor, ...], ...] = ()


class Withdraw(_Typed):
    """Take an own offer back."""

    move: Literal["Withdraw"] = "Withdraw"
    refers_to: str
    reasons: tuple[str, ...] = ()


class FeasibilityQuery(_Typed):
    """Ask, without being bound, whether the other could color validly under the conditions."""

    move: Literal["FeasibilityQuery"] = "FeasibilityQuery"
    query_id: str
    conditions: tuple[NodeColor, ...]


class FeasibilityResponse(_Typed):
    """Answer exactly; ``because`` is a smallest set of facts that rules it out."""

    move: Literal["FeasibilityResponse"] = "FeasibilityResponse"
    refers_to: str
    is_feasible: bool
    feasibility_penalty: float
    feasibility_conflicts: int
    because: tuple[str, ...] = ()


Move = Annotated[
    ConditionalOffer | Accept | Reject | Withdraw | FeasibilityQuery | FeasibilityResponse,
    Field(discriminator="move"),
]


class Bargaining(_Typed):
    """Moves of one turn to one recipient: an announcement may stand beside one of substance."""

    moves: tuple[Move, ...]


class Utilities(_Typed):
    """
    A table for the recipient: what its border costs the sender, others' tables included.

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

    ``payload`` is the dump of the model that ``PAYLOADS`` names for the kind; ``report`` holds own
    border nodes and their colors.
    """

    recipient: str
    kind: Kind
    text: str
    payload: dict[str, Any] | None = None
    report: dict[str, str] | None = None
    in_reply_to: str | None = None


def fingerprint(message: Outgoing) -> str:
    """Sixteen digits that say what a message says: typed content if it has any, else its text."""
    said = message.text if message.payload is None else message.payload
    return digest(canonical([message.kind, said, message.report]))[:16]
