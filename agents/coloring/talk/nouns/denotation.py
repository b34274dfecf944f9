"""What a description denotes: the nodes of which all that it says holds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .description import Description, Relation


@dataclass(frozen=True)
class Sides:
    """
    Nodes of the two who talk, as far as each may speak of them.

    Attributes
    ----------
    speaker, hearer
        All nodes of the speaker and of the hearer that may be described.
    border
        Those with an edge across.
    edges
        Pairs of neighbors.
    """

    speaker: Sequence[str]
    hearer: Sequence[str]
    border: Collection[str]
    edges: Collection[tuple[str, str]]

    def of(self, owner: str) -> Sequence[str]:
        """Return the nodes of an owner."""
        return self.speaker if owner == "speaker" else self.hearer

    def owner_of(self, node: str) -> str:
        """Return the owner of a node."""
        return "speaker" if node in self.speaker else "hearer"

    def touch(self, a: str, b: str) -> bool:
        """Return whether two nodes are neighbors."""
        return (a, b) in self.edges or (b, a) in self.edges


def owner_of(phrase: Description, sides: Sides, named: Sequence[str] = ()) -> str:
    """
    Return the owner of the nodes that a phrase describes: empty if that is open.

    A phrase that names none is about the nodes across the border from those that it names; "the other"
    has the owner of the node that was named last.
    """
    if phrase.owner:
        return phrase.owner
    targets = {node for relation in phrase.near for node in _targets(relation, sides)}
    if targets and targets <= {*sides.speaker}:
        return "hearer"
    if targets and targets <= {*sides.hearer}:
        return "speaker"
    return sides.owner_of(named[-1]) if phrase.other and named else ""


def members_of(phrase: Description, sides: Sides, owner: str) -> list[str]:
    """
    Return the nodes of an owner that have the edges of a description.

    Its color, its number, and what "other" excludes are left to the caller.
    """
    nodes = [node for node in sides.of(owner) if not phrase.on_border or node in sides.border]
    for relation in phrase.near:
        every = all if relation.joint == "and" else any
        targets = _targets(relation, sides)
        nodes = [n for n in nodes if every(sides.touch(n, one) for one in targets)]
    return nodes


def _targets(relation: Relation, sides: Sides) -> Sequence[str]:
    return relation.names or [n for n in sides.of(relation.owner) if n in sides.border]
