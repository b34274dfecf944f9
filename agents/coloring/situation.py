"""
The knowledge and obligations of an agent at its turn; the platform owns these records.

Policies keep nothing between two turns: what a :class:`Situation` does not hold, an agent has forgotten.
The records are plain data, in the observation as JSON and in the tables of the domain.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, with_config

from ..canonical import canonical, canonical_record, digest

PinKind = Literal["committed", "forced"]
ConstraintKind = Literal["forbidden", "required"]
OfferStatus = Literal["pending", "accepted", "rejected", "expired", "superseded", "withdrawn"]
Phase = Literal["configure", "bargain"]

#: Turns that an agent remembers.
REMEMBERED = 6

#: Records are checked where they are read from an observation, not each time the platform changes one.
_STRICT = ConfigDict(extra="forbid")


@with_config(_STRICT)
@dataclass(frozen=True)
class Pin:
    """
    A color that an own node has to keep: committed in a deal, or forced by a person.

    ``by`` is the partner of the deal, or the person; ``offer_id`` is the deal.
    """

    node: str
    color: str
    kind: PinKind
    by: str
    offer_id: str | None = None


@with_config(_STRICT)
@dataclass(frozen=True)
class Constraint:
    """
    A peer's statement about its own node: a color it can never have, or the one it must have.

    About the agent's node, a person's statement that it must not have a color.

    The platform gives ``constraint_id``; it is empty in a new statement.
    """

    node: str
    kind: ConstraintKind
    color: str
    by: str
    constraint_id: str = ""


@with_config(_STRICT)
@dataclass(frozen=True)
class NodeColor:
    """One node and one color."""

    node: str
    color: str


@with_config(_STRICT)
@dataclass(frozen=True)
class Offer:
    """
    A conditional offer: if the recipient takes the conditions, the sender takes the assignments.

    Attributes
    ----------
    offer_id
        Id, derived from kind, sender, recipient, step and place.
    conditions
        Colors of nodes of the recipient; empty in an announcement.
    assignments
        Colors of nodes of the sender.
    status
        ``"pending"``, or how the offer was closed.
    step_sent, step_closed
        Steps of the world in which it was sent and closed.
    impossible_conditions, impossible_combinations
        Conditions that the recipient said can never be met when it refused.
    reason_closed
        Reason for the closing, in words; empty while the offer is open or stands.
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
    reason_closed: str = ""


@with_config(_STRICT)
@dataclass(frozen=True)
class ChartState:
    """State of the agent in its behavior chart, and the number of turns it has been there."""

    state: str = "idle"
    ticks: int = 0


@with_config(_STRICT)
@dataclass(frozen=True)
class Past:
    """A past turn: a digest of the colors, their cost, and whether the agent was satisfied."""

    colors: str
    penalty: float
    conflicts: int
    satisfied: bool


def believed(
    beliefs: Mapping[str, str], learned: Mapping[str, str], denied: Collection[str]
) -> Mapping[str, str]:
    """Return beliefs after what was learned from text, without those that it denied."""
    if not learned and not denied:
        return beliefs
    return {**{node: color for node, color in beliefs.items() if node not in denied}, **learned}


def colors_digest(colors: Mapping[str, str]) -> str:
    """Return a short digest of a coloring, by which past turns are compared."""
    plain_colors = dict(colors)
    return digest(canonical_record(plain_colors, ()) or canonical(plain_colors))[:16]


@with_config(_STRICT)
@dataclass(frozen=True)
class Place:
    """
    An agent's place in a tree of agents, in which tables go up and colors down.

    Attributes
    ----------
    parent, children
        Neighbors in the tree.
    depth, height
        Depth of the agent, and height of the tree.
    tick
        Steps since the round began. The agent sends its parent a table at ``height - depth``, and
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
        """Whether this is the step in which it sends its parent a table."""
        return self.parent is not None and self.tick == self.height - self.depth

    @property
    def chooses(self) -> bool:
        """Whether this is the step in which it chooses its colors."""
        return self.tick == self.height + self.depth


@with_config(_STRICT)
@dataclass(frozen=True)
class HeardTable:
    """A table of a child in the tree: its cost for each coloring of own nodes, see ``Utilities``."""

    boundary_nodes: tuple[str, ...]
    costs: tuple[float, ...]


@with_config(_STRICT)
@dataclass(frozen=True)
class Situation:
    """
    The part of an agent's observation that changes.

    Attributes
    ----------
    time_step
        Step of the world.
    colors
        ``{node: color}`` of all own nodes.
    beliefs
        ``{node: color}`` of foreign nodes, as far as reported.
    last_beliefs, last_pins
        Beliefs and pins of the last computation; None before the first.
    pins, constraints
        Colors that bind own nodes; statements of peers about theirs.
    offers
        Offers sent or received that are pending or were closed in this round of bargaining, oldest
        first.
    announced
        ``{peer: {own node: color}}``, the last report to each, in a message with a report or in words
        that the peer understood.
    seen_before
        ``{person: {own node: color}}``, what each person had been told when the last step began: what a
        person wrote in that step is about these.
    sent
        ``{peer: digests}`` of the last five messages to each.
    satisfied
        Whether the agent was satisfied after the last turn.
    satisfied_peers
        Peers that say they are satisfied.
    past
        The last six turns, oldest first.
    calm
        Whether an oscillation was found; from then on turns may not make things worse.
    may_recolor
        Whether it is the agent's turn to change colors; if not, only demands, pins and deals change
        them, so that neighbors do not move at once.
    phase, round
        Phase and round of bargaining; a new announcement starts a new round.
    place
        Place in a tree of agents, while they pass tables on; None at other times.
    heard
        ``{child: table}`` in this round of tables.
    strains
        ``{own node: {node: strains}}`` of edges that rounds left in conflict, one for each round, or
        three in a large team: the more they are, the more the edge weighs.
    chart
        State of the behavior chart.
    flow
        Snapshot of the conversation with the person; None where there is none.
    promises
        Promises of the agent to the person, checked at the next turn.
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
    seen_before: dict[str, dict[str, str]] = field(default_factory=dict)
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

    @property
    def barred(self) -> dict[str, tuple[str, ...]]:
        """``{own node: colors}`` that a person said it must not have."""
        barred: dict[str, tuple[str, ...]] = {}
        for one in self.constraints:
            if one.kind == "forbidden" and one.node in self.colors:
                barred[one.node] = (*barred.get(one.node, ()), one.color)
        return barred

    def told(self, peer: str | None) -> dict[str, str]:
        """Return own colors as a peer knows them: as last reported, or else as the turn began."""
        return {**self.colors, **self.announced.get(peer or "", {})}

    def seen(self, person: str) -> dict[str, str]:
        """Return own colors as a person saw them who wrote in the last step."""
        return {**self.told(person), **self.seen_before.get(person, {})}

    def but(self, **changes: Any) -> Situation:
        """Return the situation with some fields replaced; in a tenth of the time of ``replace``."""
        changed = object.__new__(Situation)
        object.__setattr__(changed, "__dict__", {**self.__dict__, **changes})
        return changed

    def json_dict(self) -> dict[str, Any]:
        """Return the situation as plain values."""
        # asdict deep-copies every text and takes four times as long.
        return {
            name: value if type(value) in _SCALARS else plain(value)
            for name, value in vars(self).items()
        }

    @classmethod
    def of(cls, observed: Any) -> Situation:
        """Read a situation from an observation, which may hold it as a record."""
        if isinstance(observed, Situation):
            return observed
        return _ADAPTER.validate_python(observed)


_ADAPTER: TypeAdapter[Situation] = TypeAdapter(Situation)


_SCALARS = frozenset({str, int, float, bool, type(None)})


def plain(value: Any) -> Any:
    """Return a copy in plain values, which the receiver may change."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    if is_dataclass(value):
        return {name: plain(one) for name, one in vars(value).items()}
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
