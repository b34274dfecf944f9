"""What an undo changes: the colors before the last change, except those that other deals hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...errors import InputError
from ..messages import Accept
from ..situation import Situation
from ..talk.deal_words import worded
from ..turn import Turn
from ..wording.phrases import enumerated, stated
from .commands import Typed


@dataclass(frozen=True)
class Change:
    """
    A change of colors that can be undone.

    Attributes
    ----------
    before
        ``{node: color}`` of the nodes that changed, before the change.
    accepted
        Ids of the offers that were accepted with it.
    """

    before: Mapping[str, str]
    accepted: Sequence[str]

    @classmethod
    def of(cls, turn: Turn, situation: Situation) -> Change | None:
        """Return the change that a turn makes, or None if it changes no color."""
        before = {
            node: color for node, color in situation.colors.items() if turn.assignments[node] != color
        }
        moves = [move for one in turn.messages if one.kind == "rb" for move in one.moves]
        accepted = [move.refers_to for move in moves if isinstance(move, Accept)]
        return cls(before, accepted) if before else None


def undo(changes: list[Change], typed: Typed, situation: Situation) -> str:
    """
    Put what an undo of the last change does into typed input, and return it in words.

    A deal that was accepted with the change ends. Nodes of other deals keep what was agreed: the
    platform would carry it out again in the next turn.

    Parameters
    ----------
    changes
        Changes so far, oldest first; the last ones are removed if all is as before them.

    Raises
    ------
    InputError
        If nothing can be undone.
    """
    while changes:
        change = changes[-1]
        deals = [one for one in situation.offers if one.offer_id in change.accepted]
        ended = [one for one in deals if one.status == "accepted"]
        ids = {one.offer_id for one in ended}
        held = {
            pin.node: pin.color
            for pin in situation.pins
            if pin.kind == "committed" and pin.offer_id not in ids
        }
        before = {v: color for v, color in change.before.items() if situation.colors[v] != color}
        typed.colors = {v: color for v, color in before.items() if v not in held}
        typed.ended = sorted(ids)
        kept = enumerated(f"{v} stays {held[v]}" for v in before if v in held)
        if typed.colors or ended:
            parts = [f"{stated(typed.colors)} again"] if typed.colors else []
            parts += [f"the deal {worded(one.conditions, one.assignments)} ends" for one in ended]
            return f"Undone: {enumerated(parts)}." + (f" {kept}, as agreed." if kept else "")
        if kept:
            raise InputError(
                f'nothing is undone: {kept}, as agreed; "I end our deal" ends the agreement'
            )
        changes.pop()
    raise InputError("nothing to undo")
