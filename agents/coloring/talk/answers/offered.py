"""Answers about offers: which there are, what became of them, and why the last one was made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...bargaining.offers import BOUND, COUNTERED, is_conditional, was_deal
from ...bargaining.rb_text import terms
from ...situation import Offer
from ..reading import Question
from .answer import Answer, Asked
from .settings import settings
from .status import UNASKED, deals, why

#: Why an agent accepts an offer: no other is accepted.
TOOK = "I took it because it left me with no more conflicts than before."
#: Offers that a text lists, the latest ones.
LISTED = 4
#: What is said before bargaining has started.
TOO_EARLY = "Offers can be made only after bargaining has started."
_GAIN = re.compile(r"conflicts=(\d+)->(\d+)")
_NONE = {
    "open": "There is no open offer between us.",
    "made": "I have made you no offer in this round.",
    "received": "You have made me no offer in this round.",
    "rejected": "I have rejected no offer of yours in this round.",
}


def made_because(question: Question, asked: Asked) -> Answer:
    """Say what the last offer to the person was made for."""
    # The person asks about an offer that was on the screen.
    made = _made(asked)
    made = [one for one in made if one.step_sent < asked.situation.time_step] or made
    if not made:
        return Answer(question, None, _NONE["made"])
    last = made[-1]
    gains = [found for reason in last.reasons if (found := _GAIN.fullmatch(reason))]
    cause = ", because you asked about it" if "asked_for" in last.reasons else ""
    if gains:
        before, after = map(int, gains[0].groups())
        cause = f", to get from {_count(before)} to {after or 'none'}"
    return Answer(question, None, f"{_worded(last, asked)}{cause}.")


def taken_because(question: Question, asked: Asked) -> Answer:
    """Say why the agent took the offer that became the last deal."""
    taken = [one for one in _between(asked) if one.status == "accepted"]
    if not taken:
        return deals(question, asked)
    mine = taken[-1].sender == asked.view.agent
    return Answer(question, None, f"{_listed(taken[-1:], asked)}{'' if mine else f' {TOOK}'}")


def with_open(answer: Answer, asked: Asked) -> Answer:
    """Name the open offers to the person before an answer."""
    said = [f"{_worded(one, asked)}." for one in _made(asked) if one.status == "pending"]
    return replace(answer, text=" ".join([*said, answer.text]))


def offers_told(question: Question, asked: Asked) -> Answer:
    """List the offers that a question is about, each with what became of it."""
    if asked.situation.phase != "bargain":
        return Answer(question, None, TOO_EARLY)
    if question.subject == "wanted":
        return _wanted(question, asked)
    offers = {
        "open": [one for one in _between(asked) if one.status == "pending"],
        "made": _made(asked),
        "received": _received(asked),
        "rejected": _rejected(asked),
    }[question.subject]
    return Answer(question, None, _listed(offers, asked) or _NONE[question.subject])


def last_received(asked: Asked) -> str:
    """Word the last offer of the person with what became of it; empty without one."""
    return _listed(_received(asked)[-1:], asked)


def why_rejected(question: Question, asked: Asked) -> Answer:
    """Say what speaks against the last offer that the agent rejected, or what did so then."""
    answer = why(question, asked)
    if answer.text == UNASKED:
        return replace(answer, text=_NONE["rejected"])
    if answer.yes and (rejected := _rejected(asked)):
        # What spoke against it has changed.
        return replace(answer, text=f"{_listed(rejected[-1:], asked)} {answer.text}")
    return answer


def _wanted(question: Question, asked: Asked) -> Answer:
    """Name the open offers to the person; without one, say so, and what would work."""
    if found := [one for one in _made(asked) if one.status == "pending"]:
        return Answer(question, None, _listed(found, asked))
    none = "I have no offer for you now."
    if not asked.makes_offers:
        none = "I make no offers of my own in this game, but I answer yours."
    would_do = settings(Question("Q2", subject="change"), asked)
    return replace(would_do, question=question, text=f"{none} {would_do.text}")


def _between(asked: Asked) -> list[Offer]:
    """Return the offers between the agent and the person in this round, oldest first."""
    parties = {asked.view.agent, asked.peer}
    offers = [one for one in asked.situation.offers if {one.sender, one.recipient} == parties]
    return sorted(filter(is_conditional, offers), key=lambda one: one.step_sent)


def _made(asked: Asked) -> list[Offer]:
    """Return the offers to the person."""
    return [one for one in _between(asked) if one.sender == asked.view.agent]


def _received(asked: Asked) -> list[Offer]:
    """Return the offers of the person."""
    return [one for one in _between(asked) if one.sender == asked.peer]


def _rejected(asked: Asked) -> list[Offer]:
    """Return the offers of the person that were rejected, without deals that have ended."""
    return [one for one in _received(asked) if one.status == "rejected" and not was_deal(one)]


def _listed(offers: Sequence[Offer], asked: Asked) -> str:
    """Word the latest offers, each with what became of it."""
    said = [f"{_worded(one, asked)}; {_fate(one, asked)}." for one in offers[-LISTED:]]
    return " ".join(said)


def _worded(offer: Offer, asked: Asked) -> str:
    asks, name = terms(offer.conditions), f"[{offer.offer_id}]"
    mine = offer.sender == asked.view.agent
    if not offer.assignments:
        return f"{'I asked' if mine else 'You asked me'} for {asks} {name}"
    return f"{'I' if mine else 'You'} offered {terms(offer.assignments)} for {asks} {name}"


def _fate(offer: Offer, asked: Asked) -> str:
    """Say what became of an offer."""
    mine = offer.sender == asked.view.agent
    closer = {"rejected": not mine, "withdrawn": mine}.get(offer.status)
    who = "I" if closer else "you"
    if offer.status == "pending":
        return "it is open"
    if offer.status == "accepted":
        return "we have agreed on it"
    if offer.status == "superseded":
        return "another deal has replaced it"
    if offer.status == "expired":
        return "it was not answered in time"
    if was_deal(offer):
        return "that deal has ended"
    if offer.reason_closed == COUNTERED:
        return f"{who} answered it by another offer"
    if offer.reason_closed.endswith(BOUND):
        return "it came to nothing because of another deal"
    done = f"{who} {'rejected it' if offer.status == 'rejected' else 'took it back'}"
    # The reason may no longer hold, so that it is told as what it was.
    reason = offer.reason_closed if closer and " " in offer.reason_closed else ""
    return f"{done}, and my reason then was: {reason}" if reason else done


def _count(conflicts: int) -> str:
    return "1 conflict" if conflicts == 1 else f"{conflicts} conflicts"
