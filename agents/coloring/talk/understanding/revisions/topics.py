"""Questions about colors whose words carry another topic: a reason, a wish, or what an agent sees."""

from __future__ import annotations

import re

from ...reading import Question
from ..message import Message, Result

_REASONS = re.compile(
    r"\b(?:reasons?|rationale|obstacles?|insistence|what (?:forces|pins|speaks)"
    r"|(?:what|which|any|is there|your) (?:\S+ ){0,4}problem with"
    r"|speaks against|(?:have|has) against|come from|invariant|justification)\b"
)
_BESIDE = re.compile(
    r"\b(?:next to|adjacent|neighbou?rs?|around|connected|linked|contact with|shares? an edge"
    r"|touch(?:es)?)\b"
)
#: Questions for colors that suit the other side, and about what it sees.
_SUITS = re.compile(
    r"\b(?:what|which|any) colors?\b.*\b(?:you|your)\b.*\b(?:rather|prefer|like|pick|choose|want|suggest"
    r"|recommend|advise|wish|need|best)\b"
    r"|\b(?:candidates?|options?|alternatives?|possibilities|choices?|wishes|preferences?"
    r"|on the (?:table|roadmap|menu|cards|agenda)|in play|feasible|viable"
    r"|acceptable|allowed|available|permit(?:ted)?|tolerate|accept"
    r"|flexible|movable|changeable|easier to (?:change|move|recolor|switch))\b"
)
#: What the agent says of a node for which it has no choice.
_ONLY = re.compile(r"\b(\w+\d) can only be \w+ now\b")
_VISIBLE = re.compile(r"\b(?:can|could|are) you (?:\w+ ){0,2}(?:see|able to see)\b")


def with_topic(message: Message, result: Result) -> None:
    """
    Give a question about colors its topic, if its words carry another one.

    "What is the rationale behind a5 being green?" asks for a reason, "who is next to h1?" for no color.
    A bare "why?" behind "a5 can only be green now" asks about a5.
    """
    read, tokens = result.read, message.plain
    only = _ONLY.findall(message.said)
    if read.questions == [Question("why")] and len(only) == 1 and not read.readings:
        read.questions[:] = [Question("why", only[0])]
    kinds = {question.kind for question in read.questions}
    said = " ".join(token.text for token in tokens)
    if read.readings or not kinds or not kinds <= {"Q1", "Q3", "Q4", "Q5"} or kinds == {"Q5"}:
        return
    if _REASONS.search(said):
        first = read.questions[0]
        supposed = first.supposed[:1] if len(first.supposed) == 1 else ()
        read.questions[:] = [Question("why", None if supposed else first.node, supposed)]
    elif kinds == {"Q4"} and _SUITS.search(said):
        read.questions[:] = [Question("Q1", question.node) for question in read.questions]
    elif "Q3" in kinds or any(token.is_color for token in tokens):
        return
    elif _BESIDE.search(said) or (kinds == {"Q4"} and _VISIBLE.search(said)):
        read.questions[:] = [Question("sees")]
