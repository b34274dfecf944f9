"""Whether "yes" confirms what the agent asked about, when it is not all that a message says."""

from __future__ import annotations

import re
from dataclasses import replace

from ..reading import Reading, Understanding
from .conversation import Conversation
from .second_reader import back

#: What may be said beside "yes" without taking it back.
_BESIDE = frozenset({"report", "forbidden", "required", "negation", "demand"})
#: "Yes, but only with b2 green" does not say yes yet.
_ON_CONDITION = re.compile(r"\b(?:but|if|only|unless|when|once|provided|except|instead|rather)\b", re.I)
#: A yes that is a sentence before the question.
_YES_FIRST = re.compile(
    r"\W*(?:oh |ok |okay |well )?(?:yes|yep|yeah|yup|sure|exactly|correct|right|indeed)"
    r"(?:,? (?:please|it is|exactly|of course|it does|it can(?:no|')t|thanks|that(?: i|')s right))?"
    r"\s*[.!;]",
    re.IGNORECASE,
)


def asked_again(reading: Reading) -> Reading:
    """Return the question to which a reading is the answer, once more."""
    node, color, mine = reading.node, reading.color, reading.kind == "demand"
    if reading.kind not in ("demand", "report"):
        limit = replace(reading, kind="forbidden") if reading.kind == "negation" else reading
        return Reading("doubt", None, None, 0.4, back(limit), meant=reading)
    if color is None:
        question = f"Which color do you want for {node}?" if mine else f"Which color does {node} have?"
    else:
        question = f"Do you want {node} to be {color}?" if mine else f"Is {node} {color} now?"
    return Reading("doubt", node, color, 0.4, question)


def confirms(understood: Understanding, conversation: Conversation) -> bool:
    """Return whether "yes" comes before other words: "yes, and h5 is green", "yes. What about b2?"."""
    kinds = [reading.kind for reading in understood.readings]
    agrees = kinds[:1] == ["agree"]
    others = {reading.node for reading in understood.readings[agrees:]}
    said = understood.text
    if understood.questions:
        agrees, others = _YES_FIRST.match(said) is not None, others | _asked_about(understood)
    return (
        agrees
        and set(kinds) - {"agree"} <= _BESIDE
        and (len(kinds) > 1 or bool(understood.questions))
        and not (_ON_CONDITION.search(said) and {*kinds} - {"agree", "report"})
        and not others & {reading.node for reading in conversation.asked}
        and bool(conversation.asked)
        and all(reading.color is not None for reading in conversation.asked)
        and len({reading.node for reading in conversation.asked}) == len(conversation.asked)
    )


def _asked_about(understood: Understanding) -> set[str | None]:
    asked = understood.questions
    return {one.node for one in asked} | {pair.node for one in asked for pair in one.supposed}


def changes_answer(understood: Understanding, conversation: Conversation) -> bool:
    """Return whether "yes" comes with another color than was asked about: "yes, but b2 green"."""
    asked = {reading.node: reading.color for reading in conversation.asked}
    return any(
        reading.node in asked and reading.color not in (None, asked[reading.node])
        for reading in understood.readings
    )
