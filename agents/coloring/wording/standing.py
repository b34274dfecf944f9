"""
The facts of a message to one participant after a turn.

The facts name only what the recipient sees: its border, and the own nodes that touch it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..assessing.binding import Refusal
from ..assessing.options import OptionTable

Pairs = Mapping[str, str]


@dataclass  # a frozen one takes four times as long to make
class Standing:
    """
    Facts for one recipient.

    Attributes
    ----------
    peer
        Recipient.
    border
        ``{node: color}`` of the peer's border, as believed.
    missing
        Nodes of the border whose color is not known.
    mine
        ``{node: color}`` of the own nodes that touch the peer.
    clashes
        Conflicts with the peer: (own node, node of the peer, color).
    inner, others
        Number of conflicts among own nodes, and with other neighbors.
    score
        Points of all own nodes.
    satisfied
        Whether the agent is satisfied.
    changes
        ``{node: (old, new)}`` of own nodes that the peer sees and knows with another color.
    inner_changes
        Whether nodes changed that the peer does not see.
    table
        Options for the peer, if they were computed.
    alone
        Whether the agent could solve its conflicts while the peer's colors stay as they are.
    helpless
        Whether the conflicts lie elsewhere, and no colors of the peer's border would end them.
    culprits
        Facts that rule out every option, in words that the peer may read.
    forced, refused
        Demands that were met, and demands that were not.
    unseen
        Own nodes whose present color the peer had not seen yet when it wrote.
    hidden_demands
        Number of demands, met and not met, about nodes that the peer does not see.
    released
        Nodes that the peer sees and whose demand it ended.
    to_person
        Whether the peer is a person, who is told every change and all that is not known.
    has_others
        Whether it has neighbors besides the peer: these may have changed since it heard of them.
    demanded
        Nodes in conflict with the peer that it demanded earlier, with their colors.
    later
        Points that the agent can reach, without a change of the peer, once it may change all its nodes;
        None if it has them, or may do so now.
    """

    peer: str
    border: Pairs
    missing: tuple[str, ...]
    mine: Pairs
    clashes: tuple[tuple[str, str, str], ...]
    inner: int
    others: int
    score: int
    satisfied: bool
    changes: Mapping[str, tuple[str | None, str]] = field(default_factory=dict)
    inner_changes: bool = False
    table: OptionTable | None = None
    alone: bool = False
    helpless: bool = False
    culprits: tuple[str, ...] = ()
    forced: Pairs = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()
    hidden_demands: tuple[int, int] = (0, 0)
    released: tuple[str, ...] = ()
    to_person: bool = False
    has_others: bool = False
    demanded: Pairs = field(default_factory=dict)
    later: int | None = None

    @property
    def in_conflict(self) -> bool:
        """Whether the agent has any conflict."""
        return bool(self.clashes or self.inner or self.others)
