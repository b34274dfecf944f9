"""
Two questions in one sentence, of which one would be lost: "what's c1 now and what did we agree?".

Each of them is read alone. Together they count only where they ask all that the sentence was read to
ask, and more: so nothing that depends on both halves is torn apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..grammar import Interpretation
from ..reading import Question
from .message import Result

_ASKS = (
    r"(?:what|which|who|whose|where|why|how|what's|whats|is|are|am|do|does|did|have|has|can|could|will)"
)
_AND = re.compile(rf"(?:,? and|,) (?:also |then )?(?={_ASKS}\b)", re.IGNORECASE)
_ASKS_FIRST = re.compile(
    rf"\W*(?:(?:so|and|but|ok|hey|please|well|tell me)\W+)*{_ASKS}\b", re.IGNORECASE
)
#: A supposition, under which the other question is asked: "what if h2 wasn't red, what would be left?".
_GIVEN = re.compile(r"\b(?:if|unless|suppose|supposing|assuming|imagine|say|when|once)\b", re.IGNORECASE)
#: Nodes of which the first question speaks, for which "they" stands in the second one.
_NODES = re.compile(r"\b(my|your) (?:own )?(?:nodes?|ones|colors)\b", re.IGNORECASE)
_THEY = re.compile(r"\b(?:they|these|those|them)\b", re.IGNORECASE)
#: Colors that the agent takes nodes for: "what do you think they are?".
_TAKEN_FOR = re.compile(r"\bmy nodes (?:are|have)\b", re.IGNORECASE)


def both_questions(
    text: str, read: Interpretation, read_of: Callable[[str], Result]
) -> Interpretation | None:
    """
    Return both questions of a sentence; None if nothing of them is lost.

    Parameters
    ----------
    read
        The sentence as it is read as a whole.
    read_of
        Reader of each half.
    """
    if read.readings or _GIVEN.search(text) or not _ASKS_FIRST.match(text):
        return None
    for and_ in _AND.finditer(text):
        halves = text[: and_.start()] + "?", _spelled_out(text[and_.end() :], text[: and_.start()])
        parts = [read_of(half) for half in halves]
        if any(one.unread or one.readings or not one.read.questions for one in parts):
            continue
        asked = list(dict.fromkeys(question for one in parts for question in one.read.questions))
        if {*map(_key, read.questions)} < {*map(_key, asked)}:
            return Interpretation([], asked)
    return None


def _key(question: Question) -> tuple[object, ...]:
    return question.kind, question.node, question.supposed, question.color


def _spelled_out(text: str, first: str) -> str:
    """Return the second question with the nodes of the first one in the place of "they"."""
    nodes = _NODES.findall(first)
    text = _THEY.sub(f"{nodes[-1]} nodes", text) if nodes else text
    return _TAKEN_FOR.sub("my colors are", text)
