"""
Moves that nobody needs to read: those that became void, and offers that came and went unseen.

A person who accepts an offer while the agent takes it back has a deal; to show "I take back my offer"
would deny it. Nor is an acceptance shown of an offer that the person took back in the same step. An
offer that was made and taken back since the last screen cannot be answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..bargaining.rb_text import render_move
from ..messages import Accept, ConditionalOffer, Move, Withdraw, moves_in
from ..situation import Offer, OfferStatus, Received


def without_void(
    text: str, moves: Iterable[Move], accepted: Collection[str], withdrawn: Collection[str]
) -> str:
    """
    Return the text of a message without its void moves.

    Parameters
    ----------
    accepted, withdrawn
        Ids of the offers that the reader accepted and withdrew in the step of the message.
    """
    return _without(
        text,
        [
            move
            for move in moves
            if (isinstance(move, Withdraw) and move.refers_to in accepted)
            or (isinstance(move, Accept) and move.refers_to in withdrawn)
        ],
    )


def readable(inbox: Sequence[Received], offers: Sequence[Offer]) -> list[Received]:
    """Return the messages since the last screen without what nobody needs to read."""
    taken_back = {
        move.refers_to for one in inbox for move in moves_in(one) if isinstance(move, Withdraw)
    }
    texts = []
    for one in inbox:
        moves = moves_in(one)
        text = without_void(
            one.text,
            moves,
            _closed(offers, "accepted", one.time_step),
            _closed(offers, "withdrawn", one.time_step),
        )
        made = {move.offer_id for move in moves if isinstance(move, ConditionalOffer)}
        texts.append((text, moves, made & taken_back))
    unseen = {offer_id for _, _, made in texts for offer_id in made}
    return [
        replace(one, text=_without(text, [move for move in moves if _name(move) in unseen]))
        for one, (text, moves, _) in zip(inbox, texts, strict=True)
    ]


def _name(move: Move) -> str:
    """Return the id of the offer that a move makes or takes back."""
    if isinstance(move, ConditionalOffer):
        return move.offer_id
    return move.refers_to if isinstance(move, Withdraw) else ""


def _closed(offers: Iterable[Offer], status: OfferStatus, step: int) -> set[str]:
    return {one.offer_id for one in offers if (one.status, one.step_closed) == (status, step)}


def _without(text: str, moves: Iterable[Move]) -> str:
    for move in moves:
        text = text.replace(render_move(move), "").replace("  ", " ").strip()
    return text
