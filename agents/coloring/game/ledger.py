"""
All offers of a game while a step is carried out, and the pins that deals make.

The rules for one pair of participants are in ``bargaining/offers``; this module applies them to all.
Only pairs with moves or overdue offers are looked at: closed offers outnumber the others by far.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from ..bargaining.offers import (
    NEW_ROUND,
    Book,
    apply_moves,
    end_round,
    expire,
    is_overdue,
    reject_waiting,
)
from ..messages import Move
from ..situation import Offer, Pin, Situation


class Ledger:
    """
    Executor of the moves of a step.

    Parameters
    ----------
    seats
        Situation of each participant, with the offers that it takes part in.
    people
        Participants who are people.

    Attributes
    ----------
    changed
        Offers that are new, or whose status changed.
    events
        Events in order.
    """

    def __init__(self, seats: Mapping[str, Situation], people: Collection[str] = ()) -> None:
        self._seats = seats
        self._people = people
        #: Offers by the pair of participants, those of one pair in order; of pairs in use only.
        self._between: dict[frozenset[str], tuple[Offer, ...]] = {}
        self._before: dict[str, Offer] = {}
        self._pins = {name: seat.pins for name, seat in seats.items()}
        #: Changes of beliefs; None for a belief that ends.
        self._beliefs: dict[str, dict[str, str | None]] = {}
        #: Colors that ended deals have told, by the participant that has them and by the one it told.
        self._told: dict[str, dict[str, dict[str, str]]] = {}
        self.events: list[tuple[str, dict[str, Any]]] = []

    def _open(self, pair: frozenset[str]) -> tuple[Offer, ...]:
        """Return the offers of a pair, which is in use from now on."""
        if pair not in self._between:
            seats = [self._seats[name] for name in sorted(pair)]
            offers = itertools.chain.from_iterable([seat.offers for seat in seats])
            known = {o.offer_id: o for o in offers if o.sender in pair and o.recipient in pair}
            self._before.update(known)
            self._between[pair] = tuple(sorted(known.values(), key=_age))
        return self._between[pair]

    def _open_all(self, concerned: Callable[[Offer], bool]) -> None:
        """Put every pair to use that has such an offer."""
        for pair in {_pair(o) for seat in self._seats.values() for o in seat.offers if concerned(o)}:
            self._open(pair)

    def enter(self, sender: str, recipient: str, moves: Sequence[Move], step: int) -> None:
        """Carry out the moves of one message."""
        pair = frozenset((sender, recipient))
        between = self._open(pair)
        pins = {name: self._pins[name] for name in sorted(pair)}
        applied = apply_moves(Book(between, pins, self._people), sender, recipient, moves, step)
        self._between[pair] = tuple(sorted(applied.book.offers, key=_age))
        self._pins.update(applied.book.pins)
        for deal in applied.ended:
            self._withdraw_beliefs(deal)
        for name, learned in applied.beliefs.items():
            self._beliefs.setdefault(name, {}).update(learned)
        self.events += applied.events

    def _withdraw_beliefs(self, deal: Offer) -> None:
        """
        Let each side believe what the other reported last, in place of what the deal gave.

        What a side carried out and keeps was told by the deal, and counts as its last report.
        """
        for party, other, terms in (
            (deal.sender, deal.recipient, deal.assignments),
            (deal.recipient, deal.sender, deal.conditions),
        ):
            reported = self._seats[party].announced.get(other, {})
            believed = {**self._seats[other].beliefs, **self._beliefs.get(other, {})}
            for term in terms:
                if believed.get(term.node) != term.color:
                    continue
                if self._seats[party].colors.get(term.node) == term.color:
                    told = self._told.setdefault(party, {}).setdefault(other, {})
                    told[term.node] = term.color
                else:
                    self._beliefs.setdefault(other, {})[term.node] = reported.get(term.node)

    def reject_all(self, party: str, step: int) -> None:
        """Reject all conditional offers that wait for an answer of a participant."""
        self._open_all(lambda offer: party in (offer.sender, offer.recipient))
        oldest_first = sorted(self._between.items(), key=lambda item: [*map(_age, item[1][:1])])
        for pair, offers in oldest_first:
            if party in pair:
                self._between[pair], events = reject_waiting(offers, party, step)
                self.events += events

    def end_round(self, step: int, why: str = NEW_ROUND) -> None:
        """Close all offers and deals, by default since a new round of bargaining begins."""
        self._open_all(lambda _: True)
        all_offers = self._offers()
        for deal in all_offers:
            if deal.status == "accepted":
                self._withdraw_beliefs(deal)
        offers, events = end_round(all_offers, step, why)
        self._between = _by_pair(offers)
        self.events += events

    def expire(self, step: int) -> None:
        """Close the offers that were not answered in time."""
        self._open_all(lambda offer: is_overdue(offer, step, self._people))
        offers, events = expire(self._offers(), step, self._people)
        self._between = _by_pair(offers)
        self.events += events

    def _offers(self) -> list[Offer]:
        """Return the offers of all pairs in use, in order."""
        return sorted(itertools.chain.from_iterable(self._between.values()), key=_age)

    @property
    def changed(self) -> list[Offer]:
        """Offers that are new, or whose status changed."""
        return [o for o in self._offers() if self._before.get(o.offer_id) is not o]

    def seats(self) -> dict[str, Situation]:
        """Return the situations after the step; unchanged ones are the same objects."""
        after = dict(self._seats)
        used: dict[str, list[Offer]] = {name: [] for pair in self._between for name in pair}
        for offer in self._offers():
            used[offer.sender].append(offer)
            used[offer.recipient].append(offer)
        for name in used:
            seat = self._seats[name]
            unused = [offer for offer in seat.offers if _pair(offer) not in self._between]
            offers, pins = tuple(sorted([*unused, *used[name]], key=_age)), self._pins[name]
            beliefs = seat.beliefs
            if name in self._beliefs:
                merged = {**seat.beliefs, **self._beliefs[name]}
                beliefs = {node: color for node, color in merged.items() if color is not None}
            if pins is not seat.pins:
                pins = _without_twins(pins)
            announced = dict(seat.announced)
            for peer, told in self._told.get(name, {}).items():
                announced[peer] = {**announced.get(peer, {}), **told}
            same = pins == seat.pins and beliefs == seat.beliefs and _same(offers, seat.offers)
            if not same or name in self._told:
                seat = seat.but(offers=offers, pins=pins, beliefs=beliefs, announced=announced)
            after[name] = seat
        return after


def _pair(offer: Offer) -> frozenset[str]:
    return frozenset((offer.sender, offer.recipient))


def _by_pair(offers: Iterable[Offer]) -> dict[frozenset[str], tuple[Offer, ...]]:
    between: dict[frozenset[str], list[Offer]] = {}
    for offer in offers:
        between.setdefault(_pair(offer), []).append(offer)
    return {pair: tuple(some) for pair, some in between.items()}


def _same(some: Sequence[Offer], others: Sequence[Offer]) -> bool:
    """Return whether these are the same records; that is quicker to see than equality."""
    return len(some) == len(others) and all(map(operator.is_, some, others))


def _age(offer: Offer) -> tuple[int, str]:
    # By name within a step: the order must be the same in a run that was resumed.
    return offer.step_sent, offer.offer_id


def _without_twins(pins: Sequence[Pin]) -> tuple[Pin, ...]:
    return tuple(dict.fromkeys(pins))
