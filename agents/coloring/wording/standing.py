"""
Where an agent stands towards one other participant after its turn: the facts that a message is made of.

Only what the other sees is here: its border, and the own nodes that touch it. What goes on elsewhere is
told as that, without a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..assessing.binding import Refusal
from ..assessing.options import OptionTable

Pairs = Mapping[str, str]


@dataclass(frozen=True)
class Standing:
    """
    Facts for one recipient.

    Attributes
    ----------
    peer
        Who is spoken to.
    border
        ``{node: color}`` of the peer's border, as far as believed.
    missing
        Its nodes whose color is not known.
    mine
        ``{node: color}`` of the own nodes that touch the peer.
    clashes
        (own node, node of the peer, color).
    inner, others
        Number of conflicts among own nodes; and with other neighbors.
    score
        Points of all own nodes.
    satisfied
        Whether the agent is.
    changes
        ``{node: (old, new)}`` of own nodes that the peer sees.
    inner_changes
        Whether nodes changed that it does not see.
    table
        Options for the peer, if they were computed.
    alone
        Whether the agent could end its conflicts by itself, the peer's colors staying as they are.
    culprits
        Facts, fit for the peer, that rule every option out.
    forced, refused
        Demands that were met; and those that were not.
    hidden_demands
        How many demands were about nodes that the peer does not see: how many were met, how many not.
    released
        Nodes that the peer sees and let go of.
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
    culprits: tuple[str, ...] = ()
    forced: Pairs = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    hidden_demands: tuple[int, int] = (0, 0)
    released: tuple[str, ...] = ()

    @property
    def in_conflict(self) -> bool:
        """Whether anything is."""
        return bool(self.clashes or self.inner or self.others)
