"""Questions about the agent's last message: "what do you mean?", "I don't get it", "was that a yes?"."""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Question
from ..message import Message

_LEADS = r"(?:(?:sorry|hm+|huh|eh|uh|ok|well|wait|but|and|so|hey|please|pardon|i am sorry|,|\.|\?) )*"
_THAT = r"(?:that|this|it|you|your (?:last )?(?:message|answer|reply|sentence|words)|a word|all that)"
_OTHERWISE = r"(?:differently|otherwise|again|in other words|more (?:clearly|simply))"
_FORMS = (
    rf"what (?:do|did) you (?:\w+ )?mean(?: (?:by|with) {_THAT})?",
    rf"what (?:does|did|is) {_THAT} (?:\w+ )?mean(?:ing)?",
    r"what (?:is|was) that supposed to mean",
    r"what are you (?:trying to say|saying|talking about)",
    rf"i (?:do|did|can|could) ?not (?:\w+ )?(?:understand|get|follow)(?: {_THAT})?",
    r"i (?:do|did|can|could) ?not (?:\w+ )?(?:understand|get) what you (?:mean|say|said|are saying)",
    r"i am (?:lost|confused)",
    rf"(?:can|could|would|will) you (?:please )?(?:rephrase|say|put) (?:that|this|it)(?: {_OTHERWISE})?",
    rf"(?:rephrase|say|put) (?:that|this|it) {_OTHERWISE}",
    r"rephrase(?: (?:that|this|it))?",
    r"in other words|come again|huh|pardon|meaning|what was that|say what",
)
_MEANT = re.compile(
    rf"{_LEADS}(?:{'|'.join(_FORMS)})(?: (?:exactly|please|here|at all|now|then|there))*(?: [.?!])*"
)
#: Whether the last message agreed: "was that a yes?", "so is that a no?".
_AGREED = re.compile(
    rf"{_LEADS}(?:(?:is|was) (?:that|this|it)|did you (?:just )?(?:say|mean)|do you mean)"
    r"(?: supposed to be| meant as)? (?:now )?(?:a |an |your |to say )?"
    r"(?:yes|no|rejection|refusal|acceptance)"
    r"(?: (?:or (?:a )?(?:yes|no)|then|now|just now|to (?:my|the|that) \w+))*(?: [.?!])*"
)


def meant_in(message: Message) -> Interpretation | None:
    """Return the question what the agent said; None if the message may say something else."""
    if any(token.is_node or token.is_color or token.quoted for token in message.tokens):
        return None
    said = " ".join(message.words.split())
    if message.said and _AGREED.fullmatch(said):
        return Interpretation([], [Question("Q5", subject="agreed")])
    # "Huh?" is spelled out as its sign.
    if not message.said or not (_MEANT.fullmatch(said) or {*said} == {"?"}):
        return None
    return Interpretation([], [Question("Q5", subject="meant")])
