"""
Answers to questions that ask for consent, put as "yes" or "no".

To "Do you mind if a2 becomes green?" and "Would that be a problem?" it is "no" that consents: "not at
all, green is fine" consents there and "yes, I do" refuses. A bare "yes" is used for both. "Why not?"
consents to "Is that all right?", though it asks for a reason after "I can't do that", and who will do
something when pigs fly will not do it. "Not a single one" says no to "Do you have a conflict?", and so
does "but I do then" to "If you make h2 green, I have no conflicts." Who says "ok, whatever" of what the
agent did consents, and frees no node.
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
#: What the agent says of its own side only, and who answers that it does not hold for the other one.
_NO_CONFLICT = re.compile(r"\bi (?:would )?have no conflicts?\W*$")
_MINE_THOUGH = re.compile(
    r"(?=.*\b(?:but|though|however)\b)(?:(?:yes|no|ok|well|oh|hm+|maybe|right|sure|and|but|however|then"
    r"|now|,) )*i (?:do|would|am not|(?:(?:do|will|would) )?(?:have|get)"
    r"(?: (?:one|two|some|them|several|(?:an? |the |my )?(?:conflicts?|clash(?:es)?|problems?)))?)"
    r"(?: (?:then|though|however|there|instead|with it|with that|,))*[ .!]*"
)
#: Whether there are conflicts, and that there is none: "not a single one".
_ASKS_CONFLICTS = re.compile(
    r"^(?:(?:and|so|but|then)\W+)*(?:do|have|are|is)\b[^?]*\b(?:conflicts?|clash(?:es)?|collisions?)\b[^?]*\?$"
)
_NONE = re.compile(
    r"(?:(?:no|well|oh|hm+|luckily|happily|,) )*(?:not (?:(?:a|even a) single one|even one|one|any)|zero"
    r"|none|nil|nada|zilch)"
    r"(?: (?:whatsoever|at all|left|any ?more|now|here|from what i see|on my side|,))*[ .!]*"
)
#: The last sentence of the agent if it tells what it did, and who leaves it at that: "ok, whatever".
_TELLS_CHANGE = re.compile(r"i (?:also )?changed [^.;?]* to \w+\.")
_LEAVES_IT = re.compile(
    r"(?:ok (?:, )?)?whatever|i do not mind|(?:it )?does not matter|(?:it is )?all the same to me"
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
    spoken = [token for token in tokens if token.text != "\n"]
    answer = " ".join(token.text for token in spoken)
    objects = _NO_CONFLICT.search(question) and _MINE_THOUGH.fullmatch(answer)
    if objects or (_ASKS_CONFLICTS.search(question) and _NONE.fullmatch(answer)):
        return [Token("word", "no")]
    if _TELLS_CHANGE.fullmatch(question) and _LEAVES_IT.fullmatch(answer.strip(" .!")):
        return [Token("word", "ok")]
    if not question.endswith("?") or any(token.is_node or token.is_color for token in tokens[:2]):
        return list(tokens)
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
