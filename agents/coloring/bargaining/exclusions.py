"""
Colors that must not be suggested to a peer: it ruled them out in words or by refusing an offer.

This is the one filter for all suggestions of colors.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..situation import NodeColor, Situation
from ..view import Coloring
from .offers import COUNTERED


def ruled_out(situation: Situation, peer: str, suggested: Coloring) -> str | None:
    """
    Return the reason why a coloring of a peer's nodes must not be suggested, or None if it may be.

    A coloring may be suggested if it respects the constraints on the nodes, and contains nothing that
    the peer called impossible when it refused an offer in this round.
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
    """Return combinations of a peer's colors that it called impossible in this round."""
    combinations: dict[tuple[NodeColor, ...], None] = {}
    for offer in situation.offers:
        if offer.recipient == peer:
            combinations.update(dict.fromkeys((condition,) for condition in offer.impossible_conditions))
            combinations.update(dict.fromkeys(filter(None, offer.impossible_combinations)))
    return list(combinations)


def apart(situation: Situation, peer: str, colorings: Sequence[Coloring]) -> list[Coloring]:
    """Return the colorings without those that hold colors which a peer said can never go together."""
    never = impossible(situation, peer)
    return [
        one
        for one in colorings
        if not any(all(one.get(part.node) == part.color for part in taught) for taught in never)
    ]


def rejected(situation: Situation, peer: str) -> set[frozenset[tuple[str, str]]]:
    """Return sets of conditions that a peer refused in this round; none of them is offered again."""
    return {
        conditions_of(offer.conditions)
        for offer in situation.offers
        if offer.recipient == peer and offer.status == "rejected" and offer.conditions
        # A counter-offer states a preference; it is not a refusal of these conditions.
        if offer.reason_closed != COUNTERED
    }


def conditions_of(conditions: tuple[NodeColor, ...]) -> frozenset[tuple[str, str]]:
    """Return conditions without their order."""
    return frozenset((condition.node, condition.color) for condition in conditions)
