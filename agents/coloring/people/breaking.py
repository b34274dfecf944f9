"""
What a person offers or accepts against a deal with another neighbor, or asks of one against its own.

The platform lets such a deal stand, and voids the new one without a word; only a trade with the same
neighbor replaces it. So it is refused before it is sent, with the way out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...errors import InputError
from ..bargaining.offers import BOUND, amended_by
from ..bargaining.rb_text import terms
from ..messages import Accept, ConditionalOffer, Move, Reject, Withdraw
from ..situation import NodeColor, Offer, Pin, Situation
from ..view import View
from .reports import clashes_inside, offers_to


def broken_pins(
    situation: Situation, wanted: Sequence[NodeColor], peer: str, ended: Collection[str] = ()
) -> list[Pin]:
    """
    Return the pins of deals with others than a neighbor that colors for this neighbor contradict.

    Parameters
    ----------
    wanted
        Colors of the person's nodes.
    ended
        Ids of deals that end before.
    """
    colors = {term.node: term.color for term in wanted}
    return [
        pin
        for pin in situation.pins
        if pin.kind == "committed"
        and pin.by != peer
        and pin.offer_id not in ended
        and colors.get(pin.node, pin.color) != pin.color
    ]


def broken_text(pins: Sequence[Pin]) -> str:
    """Word the deals that pins belong to: "your deal with Agent2 (h5 blue)"."""
    peers = dict.fromkeys(pin.by for pin in pins)
    held = {
        peer: terms([NodeColor(pin.node, pin.color) for pin in pins if pin.by == peer]) for peer in peers
    }
    return " and ".join(f"your deal with {peer} ({colors})" for peer, colors in held.items())


def against_offer(view: View, situation: Situation, offer: Offer) -> str:
    """Say what speaks against an offer: conflicts inside the cluster, and deals that it would break."""
    clash = clashes_inside(view, situation, {term.node: term.color for term in offer.conditions})
    ended = {old.offer_id for old in amended_by(situation.offers, offer)}
    broken = broken_pins(situation, offer.conditions, offer.sender, ended)
    breaks = f"it would break {broken_text(broken)}" if broken else ""
    return ", and ".join(filter(None, [clash, breaks]))


def made_void(situation: Situation, since: int) -> list[Offer]:
    """Return the offers whose acceptance, since a step, made no deal because one side was bound."""
    return [
        offer
        for offer in situation.offers
        if offer.status == "rejected"
        and offer.reason_closed.endswith(BOUND)
        and (offer.step_closed or 0) >= since
    ]


def void_text(offer: Offer, view: View, situation: Situation) -> str:
    """Say that an acceptance made no deal, since one side was bound by then."""
    peer, terms_of = offer.sender, offer.conditions
    who = "You accepted an offer of"
    if offer.sender == view.agent:
        peer, terms_of, who = offer.recipient, offer.assignments, "Your offer was accepted by"
    broken = broken_pins(situation, terms_of, peer)
    why = f"{broken_text(broken)} came first" if broken else f"{peer} is bound by another deal"
    return f"{who} {peer} ({terms(terms_of)}), but it made no deal: {why}."


def check_deals(
    view: View, situation: Situation, moves: Mapping[str, Sequence[Move]], ended: Collection[str] = ()
) -> None:
    """
    Refuse offers, requests and acceptances against a deal that stands, or against each other.

    Parameters
    ----------
    moves
        Moves of the turn to each neighbor.
    ended
        Ids of deals that the turn ends besides.

    Raises
    ------
    InputError
        If a color is agreed otherwise with another neighbor; the message names the deal.
    """
    offers = {offer.offer_id: offer for offer in situation.offers}
    made = [(peer, move) for peer, some in moves.items() for move in some]
    closed = {move.refers_to for _, move in made if isinstance(move, Reject | Withdraw)}
    taken = [
        offers[move.refers_to]
        for _, move in made
        if isinstance(move, Accept) and move.refers_to in offers
    ]
    replaced = {old.offer_id for offer in taken for old in amended_by(situation.offers, offer)}
    names = {offer.offer_id: f"offer {n}" for n, offer in offers_to(view, situation).items()}
    for peer, move in made:
        if isinstance(move, ConditionalOffer) and not move.assignments:
            _check_request(move, view, situation, peer, {*ended, *closed, *replaced})
            continue
        if isinstance(move, ConditionalOffer):
            wanted, what = move.assignments, f"to offer {peer} {terms(move.assignments)}"
        elif isinstance(move, Accept) and move.refers_to in offers:
            wanted = offers[move.refers_to].conditions
            what = f"to accept {names.get(move.refers_to, 'that')} ({terms(wanted)})"
        else:
            continue
        broken = broken_pins(situation, wanted, peer, {*ended, *closed, *replaced})
        if broken:
            how = " and ".join(f'"{by}: I end our deal"' for by in dict.fromkeys(p.by for p in broken))
            raise InputError(f"not sent: {what} would break {broken_text(broken)}; {how} ends it first")
    _check_each_other(taken, names)


def _check_request(
    move: ConditionalOffer, view: View, situation: Situation, peer: str, ended: Collection[str]
) -> None:
    """Refuse to ask for colors against a deal with the same neighbor: only a trade replaces the deal."""
    asked = {term.node: term.color for term in move.conditions}
    deals = amended_by(situation.offers, Offer(move.offer_id, view.agent, peer, move.conditions, ()))
    kept = {
        term: None
        for deal in deals
        if deal.offer_id not in ended
        for term in (*deal.conditions, *deal.assignments)
        if asked.get(term.node, term.color) != term.color
    }
    if kept:
        raise InputError(
            f"not sent: your deal with {peer} keeps {terms([*kept])}; "
            f'"{peer}: I end our deal" ends it first'
        )


def _check_each_other(taken: Sequence[Offer], names: Mapping[str, str]) -> None:
    """Refuse to accept two offers that ask for different colors of a node."""
    asked: dict[str, tuple[str, str]] = {}
    for offer in taken:
        name = names.get(offer.offer_id, "that offer")
        for term in offer.conditions:
            other, color = asked.setdefault(term.node, (name, term.color))
            if color != term.color:
                raise InputError(
                    f"not sent: {other} asks for {term.node} {color}, and {name} for {term.node} "
                    f"{term.color}; accept one of them"
                )
