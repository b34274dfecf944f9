"""
What an agent knows and is bound by when its turn comes; the platform owns it and hands it out.

Policies keep nothing between two turns: what a :class:`Situation` does not hold, an agent has forgotten.
Records here are plain data, in the observation as JSON and in the tables of the domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as checked_dataclass

from ..canonical import canonical, digest

PinKind = Literal["committed", "forced"]
ConstraintKind = Literal["forbidden", "required"]
OfferStatus = Literal["pending", "accepted", "rejected", "expired", "superseded", "withdrawn"]
Phase = Literal["configure", "bargain"]

#: Turns that an agent remembers.
REMEMBERED = 6

_STRICT = ConfigDict(extra="forbid")


@checked_dataclass(frozen=True, config=_STRICT)
class Pin:
    """
    A color that an own node has to keep: committed in a deal, or forced by a person.

    ``by`` is the partner of the deal, or the person; ``offer_id`` the deal.
    """

    node: str
    color: str
    kind: PinKind
    by: str
    offer_id: str | None = None


@checked_dataclass(frozen=True, config=_STRICT)
class Constraint:
    """
    What a peer said about a node of theirs: a color it can never have, or the one it must have.

    ``constraint_id`` is given by the platform; empty in a statement that is new.
    """

    node: str
    kind: ConstraintKind
    color: str
    by: str
    constraint_id: str = ""


@checked_dataclass(frozen=True, config=_STRICT)
class NodeColor:
    """One node and one color."""

    node: str
    color: str


@checked_dataclass(frozen=True, config=_STRICT)
class Offer:
    """
    A conditional offer: if the recipient takes the conditions, the sender takes the assignments.

    Attributes
    ----------
    offer_id
        Derived from kind, sender, recipient, step and place.
    conditions
        On nodes of the recipient; empty in an announcement.
    assignments
        Of nodes of the sender.
    status
        ``"pending"`` until one of the other five.
    step_sent, step_closed
        In steps of the world.
    impossible_conditions, impossible_combinations
        What the recipient taught when it refused.
    """

    offer_id: str
    sender: str
    recipient: str
    conditions: tuple[NodeColor, ...]
    assignments: tuple[NodeColor, ...]
    reasons: tuple[str, ...] = ()
    status: OfferStatus = "pending"
    step_sent: int = 0
    step_closed: int | None = None
    impossible_conditions: tuple[NodeColor, ...] = ()
    impossible_combinations: tuple[tuple[NodeColor, ...], ...] = ()


@checked_dataclass(frozen=True, config=_STRICT)
class ChartState:
    """Where the agent is in its behavior chart, and for how many turns it has been there."""

    state: str = "idle"
    ticks: int = 0


@checked_dataclass(frozen=True, config=_STRICT)
class Past:
    """One turn gone by: a digest of the colors, what they cost, whether the agent was satisfied."""

    colors: str
    penalty: float
    conflicts: int
    satisfied: bool


def colors_digest(colors: Mapping[str, str]) -> str:
    """Return a short name of a coloring, by which turns gone by are compared."""
    return digest(canonical(dict(colors)))[:16]


@checked_dataclass(frozen=True, config=_STRICT)
class Place:
    """
    An agent's place in a tree of agents, while tables go up it and colors down.

    Attributes
    ----------
    parent, children
        Neighbors in the tree.
    depth, height
        Of the agent, and of the tree.
    tick
        Steps since the round began. The agent tells its parent a table at ``height - depth``, and
        chooses its colors at ``height + depth``.
    beside
        Neighbors that choose at the same tick.
    """

    parent: str | None = None
    children: tuple[str, ...] = ()
    depth: int = 0
    height: int = 0
    tick: int = 0
    beside: tuple[str, ...] = ()

    @property
    def tells(self) -> bool:
        """Whether this is the step in which it tells its parent a table."""
        return self.parent is not None and self.tick == self.height - self.depth

    @property
    def chooses(self) -> bool:
        """Whether this is the step in which it chooses its colors."""
        return self.tick == self.height + self.depth


@checked_dataclass(frozen=True, config=_STRICT)
class HeardTable:
    """What a child in the tree said that colors of own nodes would cost it, see ``Utilities``."""

    boundary_nodes: tuple[str, ...]
    costs: tuple[float, ...]


@checked_dataclass(frozen=True, config=_STRICT)
class Situation:
    """
    The changing part of what an agent sees.

    Attributes
    ----------
    time_step
        Of the world.
    colors
        ``{node: color}`` of all own nodes.
    beliefs
        ``{node: color}`` of foreign nodes, as far as told.
    last_beliefs, last_pins
        What the last computation started from; None before the first.
    pins, constraints
        What binds its own nodes; what peers said of theirs.
    offers
        Those pending and those closed in this round of bargaining, sent or received, oldest first.
    announced
        ``{peer: {own node: color}}``, what each was last told.
    sent
        ``{peer: digests}`` of the last five messages to each.
    satisfied
        After the last turn.
    satisfied_peers
        Who of its peers said so of themselves.
    past
        The last six turns, oldest first.
    calm
        Whether an oscillation was found, and turns may not make things worse from then on.
    may_recolor
        Whether it is the agent's turn to change colors; if not, only demands, pins and deals change
        them, so that neighbors do not move at once.
    phase, round
        Of bargaining; a new announcement starts a new round.
    place
        In a tree of agents, while they pass tables on; None at other times.
    heard
        ``{child: table}`` in this round of it.
    strains
        ``{own node: {node: rounds}}``, after how many rounds an edge was left in conflict: edges weigh
        more the longer they resist.
    chart
        Of behavior.
    flow
        Snapshot of the conversation with the person; None where there is none.
    promises
        What the agent told the person it would do, checked at the next turn.
    """

    time_step: int
    colors: dict[str, str]
    beliefs: dict[str, str] = field(default_factory=dict)
    last_beliefs: dict[str, str] | None = None
    last_pins: tuple[Pin, ...] | None = None
    pins: tuple[Pin, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    offers: tuple[Offer, ...] = ()
    announced: dict[str, dict[str, str]] = field(default_factory=dict)
    sent: dict[str, tuple[str, ...]] = field(default_factory=dict)
    satisfied: bool = False
    satisfied_peers: tuple[str, ...] = ()
    past: tuple[Past, ...] = ()
    calm: bool = False
    may_recolor: bool = True
    phase: Phase = "configure"
    round: int = 0
    place: Place | None = None
    heard: dict[str, HeardTable] = field(default_factory=dict)
    strains: dict[str, dict[str, int]] = field(default_factory=dict)
    chart: ChartState = ChartState()
    flow: dict[str, Any] | None = None
    promises: tuple[NodeColor, ...] = ()

    @property
    def committed(self) -> dict[str, str]:
        """``{own node: color}`` that deals bind."""
        return {pin.node: pin.color for pin in self.pins if pin.kind == "committed"}

    @property
    def forced(self) -> dict[str, str]:
        """``{own node: color}`` that a person demanded."""
        return {pin.node: pin.color for pin in self.pins if pin.kind == "forced"}

    def json_dict(self) -> dict[str, Any]:
        """Plain values only."""
        # Not asdict, which asks of every text how to copy it: four times as long.
        return {name: _plain(value) for name, value in vars(self).items()}

    @classmethod
    def of(cls, observed: Any) -> Situation:
        """Read it back from an observation."""
        return _ADAPTER.validate_python(observed)


_ADAPTER: TypeAdapter[Situation] = TypeAdapter(Situation)


def _plain(value: Any) -> Any:
    """Give plain values of their own: the receiver may change them."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)([_plain(one) for one in value])
    if is_dataclass(value):
        return {name: _plain(one) for name, one in vars(value).items()}
    return value


@dataclass(frozen=True)
class Received:
    """A message as its recipient sees it."""

    sender: str
    kind: str
    text: str
    payload: dict[str, Any] | None = None
    report: dict[str, str] | None = None
    message_id: str = ""
    time_step: int = 0
