"""
The life of offers between two participants, as the platform keeps it.

A conditional offer is pending until it is accepted, rejected, withdrawn or expired, each with a reason;
a counter-offer rejects the offers that it answers. An announcement is superseded by the next one. A
deal, which is an accepted offer, stands until either side ends it, both replace it by another deal, or a
new round of bargaining begins; the platform ends none. Its colors are commitments of both sides,
pins that bind from the next step on: in this one, all participants have already decided. A belief that a
deal gave ends with it, see :class:`Applied`.

All participants decide on the same state, so their moves may cross. The result does not depend on the
order of execution, with one exception. An offer that is withdrawn in the step in which it is accepted is
withdrawn, and the acceptance is void, unless a person accepts the offer of an agent: the person answers
what is on the screen, so the withdrawal is void. An offer that is countered in that step is accepted;
and of two deals that contradict each other, the one executed first stands, and the other acceptance is
void. A void move is recorded, and its author finds the offer closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..events import Event, event
from ..messages import (
    Accept,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Move,
    Reject,
    Withdraw,
)
from ..situation import NodeColor, Offer, OfferStatus, Pin
from .rb_text import ENDS

#: Steps after which the platform closes an unanswered offer. A person, who takes a step with each
#: message, sees it on the screen for longer: offers that came back under new numbers were a nuisance.
PATIENCE, PATIENCE_WITH_PEOPLE = 5, 10
#: Reason of the rejection that a counter-offer is.
COUNTERED = "answered by a counter-offer"
#: Reason of the rejection of an acceptance that contradicts a deal, after the name of who is bound.
BOUND = "is bound by another deal"
#: Reasons with which an agent ends a deal, in words.
FEWER = "without it I would have fewer conflicts"
#: The conflict may come from a later change of either side, so the deal is not blamed for it.
UNSOLVED = "I had a conflict in spite of it"
ROUND = "a round of tables begins"
#: Reasons why all offers and deals end.
NEW_ROUND, BEFORE_ROUNDS = (
    "a new round of bargaining begins",
    "the person ended this round of bargaining",
)
#: Reason of the rejections that a person's control token makes.
IMPOSSIBLE = "none of the offers is possible for them"


@dataclass(frozen=True)
class Book:
    """
    Offers between two participants, and the pins of both.

    Attributes
    ----------
    offers
        Offers of this round in either direction, oldest first.
    pins
        ``{participant: pins}`` of both, including those of deals with others.
    people
        Participants who are people.
    """

    offers: tuple[Offer, ...]
    pins: Mapping[str, tuple[Pin, ...]]
    people: Collection[str] = ()

    def find(self, offer_id: str) -> Offer | None:
        """Return the offer of that id, or None."""
        return next((offer for offer in self.offers if offer.offer_id == offer_id), None)

    def binds_at_sight(self, offer: Offer) -> bool:
        """Return whether an acceptance comes before a withdrawal in the same step."""
        return offer.recipient in self.people and offer.sender not in self.people

    def put(self, offer: Offer) -> Book:
        """Return the book with the offer in place of the one of the same id."""
        return replace(
            self, offers=tuple(offer if o.offer_id == offer.offer_id else o for o in self.offers)
        )


@dataclass(frozen=True)
class Applied:
    """
    Result of the moves of one message.

    Attributes
    ----------
    book
        Book after the moves.
    beliefs
        ``{participant: {node: color}}`` that each may rely on after a new deal.
    ended
        Deals that ended; neither side may rely on their colors any longer.
    events
        Events in order.
    """

    book: Book
    beliefs: Mapping[str, Mapping[str, str]]
    ended: tuple[Offer, ...]
    events: tuple[Event, ...]


def is_conditional(offer: Offer) -> bool:
    """Return whether an offer asks for something; an announcement does not, and needs no answer."""
    return bool(offer.conditions)


def was_deal(offer: Offer) -> bool:
    """Return whether a rejected offer had been a deal, which its rejection ended."""
    return offer.status == "rejected" and offer.reason_closed in (ENDS, FEWER, UNSOLVED, ROUND)


def numbers(offers: Iterable[Offer], recipient: str) -> dict[str, int]:
    """
    Return the number of each offer to a participant, by its id.

    The number is its place among all offers to the recipient in this round of bargaining, so that it
    stays while others are answered or withdrawn.
    """
    asked = [one for one in offers if one.recipient == recipient and is_conditional(one)]
    return {offer.offer_id: n for n, offer in enumerate(asked, 1)}


def numbered(offers: Sequence[Offer], recipient: str) -> dict[int, Offer]:
    """Return the offers that wait for an answer, each with its number."""
    number = numbers(offers, recipient)
    waiting = [one for one in offers if one.offer_id in number and one.status == "pending"]
    return {number[offer.offer_id]: offer for offer in waiting}


def apply_moves(book: Book, sender: str, recipient: str, moves: Iterable[Move], step: int) -> Applied:
    """
    Execute the moves of a message, which ``protocol`` has found legal, one after the other.

    Parameters
    ----------
    book
        Book of the sender and the recipient.
    """
    beliefs: dict[str, dict[str, str]] = {sender: {}, recipient: {}}
    events: list[Event] = []
    standing = [offer for offer in book.offers if offer.status == "accepted"]
    for move in moves:
        match move:
            case ConditionalOffer():
                book = _offer(book, sender, recipient, move, step, events)
            case Accept():
                book = _accept(book, sender, move, step, beliefs, events)
            case Reject():
                book = _close(book, sender, move, "rejected", step, events)
            case Withdraw():
                book = _close(book, sender, move, "withdrawn", step, events)
            case FeasibilityQuery():
                question = {"query_id": move.query_id, "from": sender, "to": recipient}
                events.append(event("rb.feasibility", {**question, "feasible": None}))
            case FeasibilityResponse():
                answer = {"query_id": move.refers_to, "from": sender, "to": recipient}
                events.append(event("rb.feasibility", {**answer, "feasible": move.is_feasible}))
    ended = tuple(deal for deal in standing if book.find(deal.offer_id) != deal)
    return Applied(book, beliefs, ended, tuple(events))


def _offer(
    book: Book, sender: str, recipient: str, move: ConditionalOffer, step: int, events: list[Event]
) -> Book:
    made = Offer(
        offer_id=move.offer_id,
        sender=sender,
        recipient=recipient,
        conditions=move.conditions,
        assignments=move.assignments,
        reasons=move.reasons,
        step_sent=step,
    )
    for old in book.offers:
        if old.status != "pending":
            continue
        # An offer with conditions answers those of the other side; an announcement replaces the last.
        answered = is_conditional(made) and is_conditional(old) and old.sender == recipient
        replaced = not is_conditional(made) and not is_conditional(old) and old.sender == sender
        if replaced:
            book = book.put(replace(old, status="superseded", step_closed=step))
        elif answered and old.step_sent < step:
            countered = replace(old, status="rejected", step_closed=step, reason_closed=COUNTERED)
            book = book.put(countered)
            events.append(_event("rb.reject", old, by=sender, deal=False, reasons=[COUNTERED]))
    events.append(_event("rb.offer", made, conditional=is_conditional(made)))
    return replace(book, offers=(*book.offers, made))


def _accept(
    book: Book,
    sender: str,
    move: Accept,
    step: int,
    beliefs: dict[str, dict[str, str]],
    events: list[Event],
) -> Book:
    offer = book.find(move.refers_to)
    just_countered = offer is not None and offer.step_closed == step and offer.reason_closed == COUNTERED
    just_withdrawn = (
        offer is not None
        and (offer.status, offer.step_closed) == ("withdrawn", step)
        and book.binds_at_sight(offer)
    )
    if offer is None or not (offer.status == "pending" or just_countered or just_withdrawn):
        events.append(_void("Accept", sender, move.refers_to, offer))
        return book
    terms = {offer.recipient: offer.conditions, offer.sender: offer.assignments}
    amended = [old for old in amended_by(book.offers, offer) if old.step_closed != step]
    for party, part in terms.items():
        color_of = {term.node: term.color for term in part}
        for pin in book.pins.get(party, ()):
            bound = pin.kind == "committed" and pin.offer_id not in {old.offer_id for old in amended}
            if bound and color_of.get(pin.node, pin.color) != pin.color:
                why = f"{party} {BOUND}"
                events.append(_void("Accept", sender, move.refers_to, offer, why=why))
                events.append(_event("rb.reject", offer, by=party, deal=False, reasons=[why]))
                return book.put(replace(offer, status="rejected", step_closed=step, reason_closed=why))
    for old in amended:
        why = f"replaced by {offer.offer_id}"
        replaced = replace(old, status="superseded", step_closed=step, reason_closed=why)
        book = _release(book.put(replaced), old)
        events.append(_event("rb.superseded", old, by=offer.offer_id))
    book = book.put(replace(offer, status="accepted", step_closed=step, reason_closed=""))
    pins = {
        party: (*book.pins.get(party, ()), *_pins(part, offer, party)) for party, part in terms.items()
    }
    beliefs[offer.recipient].update((term.node, term.color) for term in offer.assignments)
    beliefs[offer.sender].update((term.node, term.color) for term in offer.conditions)
    events.append(_event("rb.accept", offer, by=sender))
    return replace(book, pins={**book.pins, **pins})


def _pins(terms: Sequence[NodeColor], offer: Offer, party: str) -> list[Pin]:
    other = offer.sender if party == offer.recipient else offer.recipient
    return [Pin(term.node, term.color, "committed", other, offer.offer_id) for term in terms]


def _close(
    book: Book,
    sender: str,
    move: Reject | Withdraw,
    status: OfferStatus,
    step: int,
    events: list[Event],
) -> Book:
    offer = book.find(move.refers_to)
    if offer is None or offer.status not in ("pending", "accepted"):
        # Both sides may end a deal in the same step.
        if offer is None or offer.step_closed != step:
            events.append(_void(move.move, sender, move.refers_to, offer))
        return book if offer is None else _taught(book, sender, move, offer)
    was_deal = offer.status == "accepted"
    just_accepted = was_deal and offer.step_closed == step
    if just_accepted and isinstance(move, Withdraw) and book.binds_at_sight(offer):
        events.append(_void("Withdraw", sender, move.refers_to, offer))
        return book
    why = " and ".join(reason for reason in move.reasons if " " in reason) or "; ".join(move.reasons)
    closed = replace(offer, status=status, step_closed=step, reason_closed=why)
    book = _taught(book.put(closed), sender, move, closed)
    if was_deal:
        book = _release(book, offer)
        if just_accepted:
            events.append(_void("Accept", offer.recipient, offer.offer_id, closed))
    name = "rb.reject" if status == "rejected" else "rb.withdraw"
    events.append(_event(name, offer, by=sender, deal=was_deal, reasons=list(move.reasons)))
    return book


def _taught(book: Book, sender: str, move: Reject | Withdraw, offer: Offer) -> Book:
    """Remember what the recipient of an offer can never do, also if the offer was closed before."""
    if not isinstance(move, Reject) or offer.recipient != sender:
        return book
    # What a person can never do is a limit, which words can take back: see ``game/step``.
    never = () if sender in book.people else move.impossible_conditions
    if not never and not move.impossible_combinations:
        return book
    return book.put(
        replace(
            offer,
            impossible_conditions=never,
            impossible_combinations=move.impossible_combinations,
        )
    )


def _release(book: Book, offer: Offer) -> Book:
    pins = {
        party: tuple(pin for pin in kept if pin.offer_id != offer.offer_id)
        for party, kept in book.pins.items()
    }
    return replace(book, pins=pins)


def amended_by(offers: Iterable[Offer], offer: Offer) -> list[Offer]:
    """Return the deals between the same two that an acceptance of the offer would replace."""
    terms = {term.node: term.color for term in (*offer.conditions, *offer.assignments)}
    pair = {offer.sender, offer.recipient}
    return [
        old
        for old in offers
        if old.status == "accepted"
        and {old.sender, old.recipient} == pair
        and any(
            terms.get(term.node, term.color) != term.color
            for term in (*old.conditions, *old.assignments)
        )
    ]


def patience_with(recipient: str, people: Collection[str]) -> int:
    """Return the number of steps after which an offer to a participant is closed unanswered."""
    return PATIENCE_WITH_PEOPLE if recipient in people else PATIENCE


def is_overdue(offer: Offer, step: int, people: Collection[str] = ()) -> bool:
    """Return whether an offer was not answered in time."""
    waits = offer.status == "pending" and is_conditional(offer)
    return waits and step - offer.step_sent >= patience_with(offer.recipient, people)


def expire(
    offers: Iterable[Offer], step: int, people: Collection[str] = ()
) -> tuple[tuple[Offer, ...], tuple[Event, ...]]:
    """Close, at the end of a step, the offers that were not answered in time."""
    kept: list[Offer] = []
    events: list[Event] = []
    for offer in offers:
        if is_overdue(offer, step, people):
            why = f"not answered in {patience_with(offer.recipient, people)} steps"
            kept.append(replace(offer, status="expired", step_closed=step, reason_closed=why))
            events.append(_event("rb.expired", offer))
        else:
            kept.append(offer)
    return tuple(kept), tuple(events)


def reject_waiting(
    offers: Iterable[Offer], party: str, step: int
) -> tuple[tuple[Offer, ...], tuple[Event, ...]]:
    """Reject the offers of earlier steps that wait for a participant, who says that none is possible."""
    closed: list[Offer] = []
    events: list[Event] = []
    for offer in offers:
        waits = offer.status == "pending" and is_conditional(offer) and offer.recipient == party
        if waits and offer.step_sent < step:
            offer = replace(offer, status="rejected", step_closed=step, reason_closed=IMPOSSIBLE)
            events.append(_event("rb.reject", offer, by=party, deal=False, reasons=[IMPOSSIBLE]))
        closed.append(offer)
    return tuple(closed), tuple(events)


def end_round(
    offers: Iterable[Offer], step: int, why: str = NEW_ROUND
) -> tuple[tuple[Offer, ...], tuple[Event, ...]]:
    """Close all offers and deals, by default since a new round of bargaining begins."""
    closed: list[Offer] = []
    events: list[Event] = []
    for offer in offers:
        if offer.status == "accepted":
            withdrawn = replace(offer, status="withdrawn", step_closed=step, reason_closed=why)
            closed.append(withdrawn)
            by = offer.sender
            events.append(_event("rb.withdraw", offer, by=by, deal=True, reasons=[why]))
        elif offer.status == "pending" and is_conditional(offer):
            closed.append(replace(offer, status="expired", step_closed=step, reason_closed=why))
            events.append(_event("rb.expired", offer))
        else:
            closed.append(offer)
    return tuple(closed), tuple(events)


def released_by(pins: Iterable[Pin], moves: Iterable[Move], offers: Sequence[Offer] = ()) -> set[str]:
    """
    Return the nodes whose commitments the moves of a turn end, so that the turn may recolor them.

    Parameters
    ----------
    pins, offers
        Pins and offers of the participant whose turn it is.
    """
    moves = list(moves)
    ended = {move.refers_to for move in moves if isinstance(move, Reject | Withdraw)}
    taken = {move.refers_to for move in moves if isinstance(move, Accept)}
    for offer in offers:
        if offer.offer_id in taken:
            ended.update(old.offer_id for old in amended_by(offers, offer))
    return {pin.node for pin in pins if pin.kind == "committed" and pin.offer_id in ended}


def agreed_by(party: str, moves: Iterable[Move], offers: Sequence[Offer]) -> dict[str, str]:
    """Return ``{node: color}`` that a participant takes on by the acceptances of a turn."""
    taken = {move.refers_to for move in moves if isinstance(move, Accept)}
    return {
        term.node: term.color
        for offer in offers
        if offer.offer_id in taken and offer.recipient == party
        for term in offer.conditions
    }


def _event(name: str, offer: Offer, **more: Any) -> Event:
    parties = {"offer_id": offer.offer_id, "from": offer.sender, "to": offer.recipient}
    return event(name, {**parties, **more})


def _void(move: str, sender: str, offer_id: str, offer: Offer | None, why: str = "") -> Event:
    status = "unknown" if offer is None else offer.status
    return event("rb.void", {"move": move, "by": sender, "offer_id": offer_id, "why": why or status})
