"""Answers to "are you content?": "I am not, I'm afraid" is about the coloring, and about no offer."""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Reading
from ...wordlist import words
from ..message import Message, Result

_ASKS = re.compile(
    r"\b(?:are|r) (?:you|u|we|all of us|both of us|we all)\b[^?]*"
    r"\b(?:content|happy|satisfied|pleased|glad|done|finished|comfortable|at ease|ok|okay|fine|good)\b"
    r"[^?]*\?$"
    r"|\b(?:are|is) (?:you|everything|all|it)\b[^?]*"
    r"\b(?:to your liking|as you (?:like|want|wish))\b[^?]*\?$"
    r"|\bdo you (?:\w+ )?like (?:it|this|that|the (?:result|coloring|solution|colors|outcome))\b[^?]*\?$"
)
#: A question whether a certain thing is acceptable, to which "yes" would agree.
_CERTAIN = re.compile(
    r"\b(?:if|with (?:that|this|it|my (?:offer|proposal|suggestion|plan)|the (?:offer|deal|plan))"
    r"|would|[ahb-z]\d+|to)\b"
)
_YES = re.compile(
    r"^(?:yes|sure|certainly|of course|indeed|absolutely|very|(?:i|we) (?:am|are)(?! not))\b"
)
_NO = re.compile(
    r"^(?:no|not|never|hardly|unfortunately|sadly|(?:i|we) (?:am|are) (?:\w+ )?not"
    r"|(?:i|we) would not say)\b"
)
#: "No, I am happy" may mean either, and so may "I am not unhappy".
_GLAD = re.compile(
    r"\bam (?:(?:so|really|very|quite|totally|completely|still|now) )*"
    r"(?:happy|content|satisfied|pleased|glad|done|finished|fine|good)\b"
)
_TWICE = re.compile(r"\bnot (?:\w+ )?unhappy\b|\bam$|\bam [,.!]")
_DENIES = re.compile(
    r"\b(?:no|not|never|hardly|unhappy|sorry|afraid|sadly|unfortunately|regret|still)\b"
)
_ALL = words(
    """
    yes no not never hardly i am are we is it that so really very much quite at all yet afraid sadly
    indeed unfortunately sorry to say sure certainly of course absolutely entirely fully completely
    totally , . ! ; - well ok hm hmm oh thanks thank you dear still now unhappy happy content
    satisfied pleased glad done finished fine good exactly honestly regret would am say
    there the moment
    """
)


def contented_in(message: Message, result: Result) -> Interpretation | None:
    """Return whether the person is satisfied, if the agent asked that and nothing else last."""
    question = re.split(r"(?<=[.!?])\s+|\n", message.said.strip())[-1].casefold()
    if not _ASKS.search(question) or _CERTAIN.search(question):
        return None
    spoken = [token.text for token in message.plain if token.text != "\n"]
    if any(token.kind not in ("word", "sign") or token.quoted for token in message.plain):
        return None
    said = " ".join(spoken)
    if not _ALL.issuperset(spoken):
        return None
    glad, denies = _GLAD.search(said), _DENIES.search(said)
    if _NO.search(said) and not glad and not _TWICE.search(said):
        return Interpretation([Reading("unsatisfied")])
    if (_YES.search(said) or glad) and not denies:
        return Interpretation([Reading("satisfied")])
    return None
