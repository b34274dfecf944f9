"""Refuse an offer with the reason: conditions that can never be met, or else the current obstacles."""

from __future__ import annotations

from collections.abc import Sequence

import solver

from ..messages import Reject
from ..situation import NodeColor, Offer, Pin, Situation
from ..view import View
from .feasibility import Fact, facts_of, smallest_reason, split, told
from .offers import amended_by
from .rb_text import CLASHES


def refusal(view: View, situation: Situation, offer: Offer) -> Reject:
    """
    Return the rejection of an offer.

    It states single conditions, or combinations of them, that can never be met; where all of them can
    be met in principle, it states the current obstacles.
    """
    asked = [Fact("supposed", t.node, t.color) for t in offer.conditions if t.node in view.own]
    fixed = dict(view.fixed)
    singles = [fact for fact in asked if fixed.get(fact.node, fact.color) != fact.color]
    if singles:
        bound = [Fact("fixed", fact.node, fixed[fact.node]) for fact in singles]
        return Reject(
            refers_to=offer.offer_id,
            reasons=("impossible", *told(view, bound, offer.sender)),
            impossible_conditions=tuple(NodeColor(fact.node, fact.color) for fact in singles),
        )
    # A trade replaces the deals with its sender; a request, which gives nothing for them, does not.
    dealt = {
        term.node: term.color
        for deal in amended_by(situation.offers, offer)
        for term in (*deal.conditions, *deal.assignments)
        if situation.committed.get(term.node) == term.color and not offer.assignments
    }
    promised = [
        Fact("committed", fact.node, dealt[fact.node])
        for fact in asked
        if dealt.get(fact.node, fact.color) != fact.color
    ]
    if promised:
        return Reject(
            refers_to=offer.offer_id, reasons=("unacceptable", *told(view, promised, offer.sender))
        )
    asked_nodes = {fact.node for fact in asked}
    always = [Fact("fixed", v, c) for v, c in fixed.items() if v not in asked_nodes] + asked
    if _conflicts(view, always):
        reason, _ = smallest_reason(view, always)
        taught = tuple(NodeColor(f.node, f.color) for f in reason if f.kind == "supposed")
        single = len(taught) == 1
        return Reject(
            refers_to=offer.offer_id,
            reasons=(CLASHES, *told(view, reason, offer.sender)),
            impossible_conditions=taught if single else (),
            impossible_combinations=() if single or not taught else (taught,),
        )
    given = {term.node: term.color for term in offer.assignments}
    kept = situation.but(pins=_kept(situation, offer))
    rest = [fact for fact in facts_of(view, kept, given) if fact.node not in asked_nodes]
    against: tuple[str, ...] = ()
    # What the sender has or gives is no reason where all else is one.
    others = [fact for fact in rest if view.owners.get(fact.node) != offer.sender]
    blamed = next((some for some in (others, rest) if _conflicts(view, some + asked)), None)
    if blamed is not None:
        reason, _ = smallest_reason(view, blamed + asked)
        against = told(view, reason, offer.sender)
    return Reject(refers_to=offer.offer_id, reasons=("unacceptable", *against))


def _kept(situation: Situation, offer: Offer) -> tuple[Pin, ...]:
    """Return the pins that a deal would leave, without those of the deals that it replaces."""
    replaced = amended_by(situation.offers, offer)
    others = [one for one in situation.offers if one.status == "accepted" and one not in replaced]
    ends = {term for old in replaced for term in (*old.conditions, *old.assignments)}
    ends -= {term for one in others for term in (*one.conditions, *one.assignments)}
    return tuple(
        pin
        for pin in situation.pins
        if pin.kind != "committed" or NodeColor(pin.node, pin.color) not in ends
    )


def _conflicts(view: View, facts: Sequence[Fact]) -> int:
    known, own, barred = split(facts, view)
    return solver.best_response(barred.searched(own, unfixed=True), view.agent, known, own).conflicts
