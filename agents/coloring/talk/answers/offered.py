"""Answers about the agent's own offers: which ones are open, and why it made the last one."""

from __future__ import annotations

import re
from dataclasses import replace

from ...bargaining.offers import is_conditional
from ...bargaining.rb_text import terms
from ...situation import Offer
from ..reading import Question
from .answer import Answer, Asked

_GAIN = re.compile(r"conflicts=(\d+)->(\d+)")


def made_because(question: Question, asked: Asked) -> Answer:
    """Say what the last offer to the person was made for."""
    made = _made(asked)
    if not made:
        return Answer(question, None, "I have made no offer.")
    last = made[-1]
    gains = [found for reason in last.reasons if (found := _GAIN.fullmatch(reason))]
    why = ", because you asked about it" if "asked_for" in last.reasons else ""
    if gains:
        before, after = map(int, gains[0].groups())
        why = f", to get from {_count(before)} to {after or 'none'}"
    return Answer(question, None, f"{_worded(last)}{why}.")


def with_open(answer: Answer, asked: Asked) -> Answer:
    """Name the open offers to the person before an answer."""
    said = [f"{_worded(one)}." for one in _made(asked) if one.status == "pending"]
    return replace(answer, text=" ".join([*said, answer.text]))


def _made(asked: Asked) -> list[Offer]:
    """Return the offers to the person, oldest first."""
    parties = (asked.view.agent, asked.peer)
    offers = [one for one in asked.situation.offers if (one.sender, one.recipient) == parties]
    return sorted(filter(is_conditional, offers), key=lambda one: one.step_sent)


def _worded(offer: Offer) -> str:
    if not offer.assignments:
        return f"I asked for {terms(offer.conditions)} [{offer.offer_id}]"
    return f"I offered {terms(offer.assignments)} for {terms(offer.conditions)} [{offer.offer_id}]"


def _count(conflicts: int) -> str:
    return "1 conflict" if conflicts == 1 else f"{conflicts} conflicts"
