"""
Answers to questions whose "no" consents: "Do you mind if a2 becomes green?", "Would that be a problem?".

"Not at all, green is fine" consents there and "yes, I do" refuses, so that the beginning of such an
answer is put as the answer to "Is that all right?". A bare "yes" is used for both.
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
    if not _ASKS.search(question) or any(token.text == "?" for token in tokens):
        return list(tokens)
    spoken = [token for token in tokens if token.text != "\n"]
    answer = " ".join(token.text for token in spoken)
    if _BARE_YES.fullmatch(answer):
        return [Token("word", "perhaps")]
    for pattern, stance in ((_CONSENTS, "yes"), (_MINDS, "no")):
        found = pattern.match(answer)
        if found is not None and found[0]:
            rest = spoken[len(found[0].split()) :]
            comma = [Token("sign", ",")] if rest and rest[0].kind != "sign" else []
            return [Token("word", stance), *comma, *rest]
    return list(tokens)
