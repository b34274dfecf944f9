"""
What answers say beside what their words state: colors that are not possible, and leave that is given.

"I can't, h5 is red" to "Can you make h4 red?" refuses, and rules red out for h4: without that the agent
would ask for it again. A mere "no" only refuses, since the person may not want it now. "Yes! And then I
turn h4 blue" to "Shall I make a4 green?" gives leave, though what it states is of h4.
"""

from __future__ import annotations

import re

from ...reading import Reading
from ..message import Message, Result
from ..readers.listed import named_in

_ASKS = re.compile(
    r"^(?:(?:and|so|but|then|ok)\W+)*(?:(?:can|could|would|will) (?:you|\w+\d)\b"
    r"|(?:is|would) \w+\d\b|what (?:do you think (?:about|of)|about)|how about|is it possible\b)"
    r"[^?]*\?$",
    re.IGNORECASE,
)
_CANNOT = re.compile(
    r"(?:(?:no|sorry|well|hm+|oh|ah|but|unfortunately|sadly|i am afraid|afraid|really|,|\.|!) )*"
    r"(?:(?:i|it|that|this|we) )?(?:(?:really|simply|just|sadly|unfortunately) )*"
    r"(?:can not|(?:is |am |are )?(?:not possible|impossible|not able to|unable to)|no can do"
    r"|(?:does|will|would) not work)"
    r"(?: (?:do|be|make|accept|change|have|take)(?: (?:it|that|this|so))?)?"
    r"(?: (?:for me|at all|unfortunately|sadly|sorry|here|there|,? ?i am afraid|because|since|as it is"
    r"|though|to do|of course)\b.*| [,.;!:-].*|)"
)
#: A question of the agent whether it may do something, and a yes before what the person does.
_ASKS_LEAVE = re.compile(
    r"^(?:(?:and|so|but|then|ok)\W+)*(?:shall|should|may|can|could) i\b[^?]*\?$", re.IGNORECASE
)
_YES = re.compile(
    r"(?:(?:ok|oh|well|,) )*(?:yes|sure|of course|certainly|absolutely|definitely|gladly|agreed|perfect"
    r"|great|please do|do (?:it|that|so)|go ahead)"
    r"(?: (?:please|thing|thanks|do|do it|do that|go ahead))* [,.!;-].*"
)
#: Words with which the yes may be none.
_LIMITED = re.compile(r"\b(?:if|but|not|unless)\b")
#: Words with which it may be possible after all, or what stands in the way is not the person's.
_OPEN = re.compile(
    r"\b(?:you|your|deal|promised|agreed|agent\d*|long|while|if|unless|until|when|once|yet|now|today"
    r"|before|so far|moment|except|only|instead|maybe|then|actually|wait|yes|ok|could|joking|kidding)\b"
    r"|\?"
)


def with_leave(message: Message, result: Result) -> None:
    """Agree to what the agent asked leave for where a yes comes before what the person does."""
    question = _last_sentence(message.said)
    said = _spoken(message)
    kinds = {one.kind for one in result.readings}
    named = {pair.node for pair in named_in(question, message.view)}
    if kinds != {"report"} or result.read.questions or named & {one.node for one in result.readings}:
        return
    plainly = _YES.fullmatch(said) and _LIMITED.search(said) is None
    if _ASKS_LEAVE.search(question) and plainly:
        result.readings.insert(0, Reading("agree"))


def with_declined(message: Message, result: Result) -> None:
    """Rule out the color of a node of the person that the agent asked for and that is not possible."""
    question = _last_sentence(message.said)
    if _ASKS.search(question) is None:
        return
    asked = named_in(question, message.view)
    if len(asked) != 1 or asked[0].node not in message.view.owners:
        return
    (pair,) = asked
    if any(token.kind == "own" for token in message.tokens):
        return
    said = _spoken(message)
    kinds = {one.kind for one in result.readings}
    about = {one.node for one in result.readings}
    if kinds - {"refuse", "report"} or pair.node in about or result.read.questions:
        return
    if _OPEN.search(said) or _CANNOT.fullmatch(said) is None:
        return
    if "refuse" not in kinds:
        result.readings.insert(0, Reading("refuse"))
    result.readings.append(Reading("forbidden", pair.node, pair.color, 0.85))
    result.unread = False


def _last_sentence(said: str) -> str:
    return re.split(r"(?<=[.!?])\s+|\n", said.strip())[-1]


def _spoken(message: Message) -> str:
    return " ".join(token.text for token in message.plain if token.text != "\n")
