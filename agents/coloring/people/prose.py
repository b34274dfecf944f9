"""
What a person's words do: the moves in them, and what the person has to confirm before they are sent.

A seat at the terminal and one at the page read words by this one function. Moves that bind, and those
that a model read, are read back with what speaks against them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...errors import InputError
from ..bargaining.offers import amended_by, is_conditional
from ..messages import Accept, ConditionalOffer
from ..situation import Offer, Received, Situation
from ..talk.deal_words import deal_in_words
from ..talk.translated import Translation
from ..view import View
from .breaking import check_deals
from .choosing import Choice, WhichOne
from .commands import Typed
from .consent import taken_up
from .paragraphs import ID
from .reports import clashes_inside, offers_to
from .typed import Translate, asked_for, promised, translated

_NAMED = re.compile(r"(?:\b(?:our deal|offer) )?\b(offer_[^\s\].,;:]+)")


@dataclass(frozen=True)
class Prose:
    """
    Moves in a person's words.

    Attributes
    ----------
    moves
        ``{neighbor: translation}``; None where words make no moves.
    read_back
        Moves that the person has to confirm, in words; empty if there are none.
    previews
        Other moves, in words.
    """

    moves: Mapping[str, Translation] | None = None
    read_back: str = ""
    previews: Sequence[str] = ()


def prose_of(
    typed: Typed,
    view: View,
    situation: Situation,
    shown: Sequence[Received],
    translate: Translate | None,
) -> Prose:
    """
    Read what a person typed; before bargaining starts, words make no moves.

    Parameters
    ----------
    shown
        Messages since the person's last turn, which a bare "yes" answers.
    translate
        Translator of words into moves; None where they stay words.

    Raises
    ------
    InputError
        If the words make a move that is not legal.
    """
    if translate is None or situation.phase != "bargain":
        return Prose()
    moves = translated(typed, view, situation, translate)
    moves |= taken_up(typed, view, situation, shown, moves)
    for peer, one in moves.items():
        if one.refused:
            why = f"not sent to {peer}: {'; '.join(one.refused)}"
            if None in typed.said and all(other.refused for other in moves.values()):
                every = dict.fromkeys(reason for other in moves.values() for reason in other.refused)
                why = f"not sent: {'; '.join(every)}"
            if one.unclear is not None and len(one.refused) == 1:
                raise WhichOne(why, Choice(peer, one.unclear.some, one.unclear.what))
            raise InputError(why)
    check_deals(view, situation, {peer: one.moves for peer, one in moves.items()}, typed.ended)
    replaced = {peer: _replaced(one, view, situation, peer) for peer, one in moves.items()}
    words = {
        peer: f"To {peer}: {_words(one, view, situation)}{_replaces(replaced[peer], view)}"
        for peer, one in moves.items()
    }
    binding = {peer for peer, one in moves.items() if one.source == "model" or one.binds}
    ended = {deal.offer_id for deals in replaced.values() for deal in deals}
    left = situation.but(pins=tuple(pin for pin in situation.pins if pin.offer_id not in ended))
    now = {**situation.beliefs, **situation.colors, **typed.colors}
    would_be = {**asked_for(moves, situation), **promised(moves, situation)}
    clash = clashes_inside(view, left, would_be, now) if binding else ""
    read = [f"{words[peer]}{_beside(one)}" for peer, one in moves.items() if peer in binding]
    read += [f"But {clash}."] if clash else []
    others = [words[peer] for peer, one in moves.items() if one.moves and peer not in binding]
    return Prose(moves, " ".join(read), others)


def _replaced(found: Translation, view: View, situation: Situation, peer: str) -> list[Offer]:
    """Return the deals with a neighbor that end if what moves offer, or accept, becomes a deal."""
    offers = {offer.offer_id: offer for offer in situation.offers}
    made = [offers[move.refers_to] for move in found.moves if isinstance(move, Accept)]
    made += [
        Offer(move.offer_id, view.agent, peer, move.conditions, move.assignments)
        for move in found.moves
        if isinstance(move, ConditionalOffer)
    ]
    return [deal for one in made if is_conditional(one) for deal in amended_by(situation.offers, one)]


def _beside(found: Translation) -> str:
    """Quote what is sent in the person's own words beside what binds."""
    return f' And in your words: "{found.rest}"' if found.rest else ""


def _replaces(deals: Sequence[Offer], view: View) -> str:
    if not deals:
        return ""
    named = " and ".join(f"({deal_in_words(one, view.agent)})" for one in deals)
    return f" That would end our deal{'s' * (len(deals) > 1)} {named}."


def _words(found: Translation, view: View, situation: Situation) -> str:
    """Word moves with the number on the screen in the place of the id of an offer."""
    deals = [one for one in situation.offers if one.status == "accepted"]
    pairs = [{one.sender, one.recipient} for one in deals]
    names = {
        one.offer_id: "our deal"
        if pairs.count({one.sender, one.recipient}) == 1
        else f"our deal ({deal_in_words(one, view.agent)})"
        for one in deals
    }
    names |= {one.offer_id: f"offer {n}" for n, one in offers_to(view, situation).items()}
    return _NAMED.sub(lambda it: names.get(it[1], "my offer"), ID.sub("", found.prose))
