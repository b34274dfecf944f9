"""
Answers to questions that ask for consent, put as "yes" or "no".

To "Do you mind if a2 becomes green?" and "Would that be a problem?" it is "no" that consents: "not at
all, green is fine" consents there and "yes, I do" refuses. A bare "yes" is used for both. "Why not?"
consents to "Is that all right?", though it asks for a reason after "I can't do that", and who will do
something when pigs fly will not do it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..tokens import Token

_ASKS = re.compile(
    r"\b(?:mind(?! (?:telling|explaining|saying))|bother|disturb|object|hurt|annoy|upset"
    r"|(?:be|is|it|that|any) (?:a |an )?(?:\w+ )?"
    r"(?:problem|issue|trouble|bother|objections?|inconvenient|inconvenience)"
    r"|(?:any|have|got|see|with) (?:any |an |a )?(?:objections?|problems?|issues?)|anything against)\b"
    r"(?! or\b)[^?]*\?$"
)
_DO = r"(?: (?:i|it|that|this) (?:do|does|would|will|is)(?: not)?(?: (?:mind|bother(?: me)?|object))?)?"
_CONSENTS = re.compile(
    rf"(?:(?:no|not really|not|never)(?: ,)?{_DO}(?: ,)? )?"
    r"(?:(?:no|not|none|never|nothing)(?: (?:at all|in the (?:least|slightest)|really|a bit|one bit"
    r"|against (?:it|that)|(?:a |any )?(?:problem|issue|bother|trouble|worries|objections?)))*"
    r"|of course not|certainly not|(?:i|it|that) (?:do|does|would|will|is|have) (?:not|no)"
    r"(?: (?:mind|bother(?: me)?|object|(?:a )?problem|objections?))?|(?:do|does) not (?:mind"
    r"|bother(?: me)?))"
    r"(?: (?:at all|really))?(?: (?=[,.!;-])|$| (?=(?:but|go|do|please|just|feel|that|it|you)\b))"
)
_MINDS = re.compile(
    r"(?:(?:yes|well|actually|sorry)(?: ,)? )*"
    r"(?:(?:i|it|that) (?:(?:really|actually|certainly|very much) )?(?:do|does|would|will|is)"
    r"(?! (?:not|no|fine|ok|good)\b)(?: (?:mind|bother(?: me)?|object|be|a problem))*"
    r"|i (?:mind|object)|it bothers me)(?: (?=[,.!;-])|$)"
)
#: A question for consent to what it names or to what was said before it.
_ASKS_CONSENT = re.compile(
    r"^(?!(?:why|what|which|how|who|where)\b).*\b(?:ok|okay|fine|good|all ?right|alright|acceptable"
    r"|possible"
    r"|agree|agreed|accept|deal|work|suit|shall|should|can|could|would|will|do it|interested)\b[^?]*\?$"
)
_WHY_NOT = re.compile(
    r"(?:(?:ok|well|sure|yes|sure thing|by all means|hm+|oh|so|and|then|i guess|of course"
    r"|fine)(?: ,)? )*"
    r"(?:why not|why (?:would|should) (?:it|that|i|we) not(?: be)?|why would i mind"
    r"|(?:i|we) (?:do not see|see no reason|can not see)(?: any reason)? why not)"
    r"(?: (?:then|indeed|[?.!,]))*(?: (?=(?:let us|go|do|please|i|we)\b)|$)"
)
#: Times that never come.
_NEVER = re.compile(
    r"\b(?:when|once|after|if|before|until|as soon as|the day|day)(?: (?:the|some))?"
    r" (?:(?:pigs?|elephants|cows?) (?:can |learn to |will )?(?:fly|flies|come home)"
    r"|hell freezes(?: over)?)"
    r"|^(?:(?:yes|sure|ok|of course|oh|no) ,? ?)*(?:in your dreams|over my dead body|dream on|fat chance"
    r"|not in a million years)\b"
)
_BARE_YES = re.compile(r"(?:well |um |hm+ |, )*(?:yes|yes please)[ .!]*")


def as_consent(tokens: Sequence[Token], said: str) -> list[Token]:
    """
    Return an answer in which "yes" consents and "no" refuses.

    Parameters
    ----------
    said
        Words of the agent before the message.
    """
    question = re.split(r"(?<=[.!?])\s+|\n", said.strip())[-1].casefold()
    if not question.endswith("?") or any(token.is_node or token.is_color for token in tokens[:2]):
        return list(tokens)
    spoken = [token for token in tokens if token.text != "\n"]
    answer = " ".join(token.text for token in spoken)
    if _NEVER.search(answer) and not any(token.is_node or token.is_color for token in spoken):
        return [Token("word", "no")]
    if _ASKS_CONSENT.search(question) and (found := _WHY_NOT.match(answer)) is not None:
        return _answer("yes", spoken[len(found[0].split()) :])
    if not _ASKS.search(question) or "?" in answer:
        return list(tokens)
    if _BARE_YES.fullmatch(answer):
        return [Token("word", "perhaps")]
    for pattern, stance in ((_CONSENTS, "yes"), (_MINDS, "no")):
        found = pattern.match(answer)
        if found is not None and found[0]:
            return _answer(stance, spoken[len(found[0].split()) :])
    return list(tokens)


def _answer(stance: str, rest: Sequence[Token]) -> list[Token]:
    comma = [Token("sign", ",")] if rest and rest[0].kind != "sign" else []
    return [Token("word", stance), *comma, *rest]
