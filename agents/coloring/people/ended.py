"""
What became of the offers on a person's last screen that do not wait any longer.

Agents say themselves which offers they take back, and a deal is shown as such. Every other end is said
here, once: otherwise an offer would be gone from the screen, and the person would not know why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..bargaining.offers import BOUND, COUNTERED, NEW_ROUND, was_deal
from ..messages import Withdraw, moves_in
from ..situation import Offer, Received, Situation


def ended_texts(
    waited: Mapping[int, Offer], situation: Situation, inbox: Sequence[Received]
) -> list[str]:
    """
    Say how offers ended, unless their end is told elsewhere on the screen.

    Parameters
    ----------
    waited
        Offers that waited for an answer on the last screen, by their numbers.
    inbox
        Messages that are shown.
    """
    taken_back = {
        move.refers_to for one in inbox for move in moves_in(one) if isinstance(move, Withdraw)
    }
    now = {offer.offer_id: offer for offer in situation.offers}
    said = []
    for number, offer in waited.items():
        why = _why(now.get(offer.offer_id), situation, offer.offer_id in taken_back)
        said += [f"Offer {number} has ended: {why}."] if why else []
    return said


def _why(offer: Offer | None, situation: Situation, told: bool) -> str:
    """Return why an offer ended; empty if it waits, or if its end is told elsewhere."""
    if offer is None:
        return NEW_ROUND if situation.phase == "bargain" else "you ended this round of bargaining"
    if was_deal(offer):
        return "you accepted it, and the deal is over"
    if offer.status == "rejected" and not offer.reason_closed.endswith(BOUND):
        return "you made another" if offer.reason_closed == COUNTERED else "you rejected it"
    if offer.status == "withdrawn" and not told:
        return f"{offer.sender} took it back"
    return f"it was {offer.reason_closed}" if offer.status == "expired" else ""
