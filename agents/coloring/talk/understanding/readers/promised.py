"""Promises that an agent is asked for, or is said to have given: "do you promise b2 stays blue?"."""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Question
from ..message import Message, Result

_PROMISE = r"(?:promis(?:e|es|ed|ing)|guarantee[sd]?|swear|swore|sworn|vow(?:ed)?|assured?)"
_YOURS = re.compile(
    rf"\b(?:you|u) (?:(?!not\b)\w+ ){{0,2}}{_PROMISE}\b|\b{_PROMISE} (?:me|us)\b"
    r"|\b(?:your|you (?:\w+ )?(?:give|gave|given) (?:me |us )?(?:a|your)) (?:promise|word)\b"
)
#: Words with which a promise is about what may be, or is the person's own.
_OTHERWISE = re.compile(r"\b(?:if|unless|offer|offered|deal|deals|agreed|i (?:\w+ )?promise)\b")
_DENIES = re.compile(r"\b(?:not|never|no|cannot)\b")


def promise_in(message: Message, result: Result) -> Interpretation | None:
    """Return the question what keeps own nodes in the colors that are to be promised."""
    if not _YOURS.search(message.words) or _OTHERWISE.search(message.words):
        return None
    if any(one.kind == "complaint" for one in result.readings):
        return None  # a complaint is answered in the same way
    own = message.view.own
    named = {token.text for token in message.tokens if token.is_node}
    if not named or not named <= {*own}:
        return None
    said = [(one.node, one.color) for one in result.readings if one.node]
    for question in result.read.questions:
        said += [(pair.node, pair.color) for pair in question.supposed]
        said += [(question.node, question.color)] if question.node else []
    denied = _DENIES.search(message.words)
    # Without a color, as in "do you promise not to change b2?", the present one is meant.
    pairs = {node: None if denied else color for node, color in said if node in own}
    pairs = {**dict.fromkeys(sorted(named)), **pairs}
    return Interpretation(
        [], [Question("deals", node, color=color, subject="promise") for node, color in pairs.items()]
    )
