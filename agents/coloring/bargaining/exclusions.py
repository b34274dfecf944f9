"""
What must not be suggested to a peer again: what it ruled out itself, in words or when it refused.

The one filter for every suggestion of colors, be it an option, a valid setting or an offer.
"""

from __future__ import annotations

from ..situation import NodeColor, Situation
from ..view import Coloring


def ruled_out(situation: Situation, peer: str, suggested: Coloring) -> str | None:
    """
    Say in plain words why a coloring of a peer's nodes must not be suggested; None if it may.

    It may if it keeps to what was said of the nodes, and holds nothing that the peer taught to be
    impossible when it refused an offer in this round.
    """
    for stated in situation.constraints:
        color = suggested.get(stated.node)
        if color is None:
            continue
        if stated.kind == "forbidden" and color == stated.color:
            return f"{stated.node} cannot be {stated.color}"
        if stated.kind == "required" and color != stated.color:
            return f"{stated.node} must be {stated.color}"
    for taught in impossible(situation, peer):
        if all(suggested.get(part.node) == part.color for part in taught):
            if len(taught) == 1:
                return f"{taught[0].node} cannot be {taught[0].color}"
            return " and ".join(f"{part.node} {part.color}" for part in taught) + " cannot go together"
    return None


def impossible(situation: Situation, peer: str) -> list[tuple[NodeColor, ...]]:
    """Combinations on a peer's nodes, single ones too, that it taught to be impossible in this round."""
    found: dict[tuple[NodeColor, ...], None] = {}
    for offer in situation.offers:
        if offer.recipient == peer:
            found.update(dict.fromkeys((condition,) for condition in offer.impossible_conditions))
            found.update(dict.fromkeys(filter(None, offer.impossible_combinations)))
    return list(found)


def rejected(situation: Situation, peer: str) -> set[frozenset[tuple[str, str]]]:
    """Sets of conditions that a peer refused in this round; none of them is offered again."""
    return {
        conditions_of(offer.conditions)
        for offer in situation.offers
        if offer.recipient == peer and offer.status == "rejected" and offer.conditions
    }


def conditions_of(conditions: tuple[NodeColor, ...]) -> frozenset[tuple[str, str]]:
    """Conditions without their order."""
    return frozenset((condition.node, condition.color) for condition in conditions)
