"""
Questions which offers there are: "what did I offer?", "which of my offers did you reject?".

They bind nobody, so that the words between need not be known. What names a node or a color may be an
offer itself, and a question for a reason is about one offer.
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Question, Subject
from ..message import Message, Result

_OFFERS = r"(?:offers?|proposals?|counter ?-? ?offers?|trades?)"
_MADE = r"(?:offer|offers|offered|propose|proposes|proposed|suggest|suggested)"
_CLOSED = (
    r"(?:reject|rejected|refuse|refused|decline|declined|turn|turned|accept|accepted|answer|answered)"
)
_OPEN = r"(?:open|pending|outstanding|unanswered|waiting)"
_TELLS = r"(?:what|which|any|how many|is|are|list|show|see|tell)"
_LEADS = r"^(?:(?:please|so|and|but|ok|well|hey|then|now|,) )*"
_SOME = r"(?:an?|some|another|one|any|your|a new|a better|a different|a first|an other)"
#: What each subject is asked with, the more special ones first.
_PATTERNS: dict[Subject, tuple[str, ...]] = {
    "wanted": (
        # "Can I make you an offer?" and "I have an offer for you" want none.
        rf"{_LEADS}(?:(?:can|could|will|would|do|have) (?:you|we) (?:please |want to |like to )?)?"
        rf"(?:(?:make|give|send|show|have) )?(?:(?:me|us) )?{_SOME}(?: more)? {_OFFERS}\b"
        r"(?! to (?!me\b|us\b))[^,;.]*$",
        rf"{_LEADS}(?:(?:can|could|may) (?:i|we) (?:please )?(?:get|have|see)"
        rf"|(?:i|we) (?:(?:would|really|just|also) )*(?:want|need|like)(?: to (?:get|have|see))?)"
        rf" {_SOME}(?: more)? {_OFFERS}\b[^,;.]*$",
        rf"{_LEADS}(?:offer|propose) (?:me |us )?(?:something|anything|a deal|a trade)\b[^,;.]*$",
    ),
    "rejected": (
        r"\b(?:what|which|did|have|any)\b.*\byou (?:\w+ )?(?:reject|refuse|decline|turn)(?:ed|d)?\b"
        r"(?! to\b)",
        rf"\b(?:what|which|any|is|are|was|were)\b.*\b{_OFFERS}\b.*"
        rf"\b(?:rejected|refused|declined|turned down)\b",
        rf"\b(?:rejected|refused|declined) {_OFFERS}\b",
    ),
    "received": (
        rf"\b(?:what|which)\b.*\b(?:did|do|have|had) i (?:\w+ )?(?:{_MADE}|make|made|send|sent)\b",
        rf"\b(?:what|which) i (?:have |had |just |already )*{_MADE}\b",
        rf"\b(?:what|where|how|which|is|are|was|were|did|do|have|has|list|show|repeat)\b.*"
        rf"\bmy (?:\w+ )?{_OFFERS}\b",
        rf"\bdid i (?:\w+ )?(?:{_MADE}|make)\b",
        rf"\b(?:which|what|did|have) (?:\w+ )?(?:{_OFFERS} )?(?:did |have )?you (?:\w+ )?"
        rf"{_CLOSED}\b",
    ),
    "made": (
        rf"\b(?:what|which)\b.*\b(?:did|have|had) you (?:\w+ )?(?:{_MADE}|made|make|sent|send)\b",
        r"\b(?:what|which) you (?:have |had |just |already )*(?:offered|proposed|suggested)\b",
        rf"\b(?:did|have) you (?:\w+ )?(?:{_MADE}|make|made|send|sent)\b",
        rf"\b(?:which|what|did|have)\b.*\bi (?:\w+ )?{_CLOSED}\b",
        rf"\b(?:what|which|where|how|list|show|repeat|say|tell)\b.*"
        rf"\byour (?:(?!best|next)\w+ )?{_OFFERS}\b",
    ),
    "open": (
        rf"\b{_TELLS}\b.*\b{_OFFERS}\b.*"
        rf"\b(?:{_OPEN}|on the table|left|standing|there|to answer|do we have)\b",
        rf"\b{_TELLS}\b.*\b(?:{_OPEN}|current|existing|all|the) {_OFFERS}\b",
        r"^(?:list|show|see)? ?(?:all |any |my |open |the |our )*(?:offers|proposals|trades)"
        r"(?: please)? ?[?.]? ?$",
    ),
}
_IS_CLOSED = re.compile(rf"\b{_CLOSED}\b")
_ASKED = {subject: re.compile("|".join(patterns)) for subject, patterns in _PATTERNS.items()}
#: Words with which a message offers, wants or asks for something else; a deal is no offer any longer.
_ELSE = re.compile(
    r"\b(?:if|unless|why|because|how come|reasons?|explain|could|would|should|deals?|agreements?|instead"
    r"|take (?:it |that |this )?back|withdraw|not (?:want|like|accept|take)|else|what for|good for|worth"
    r"|mean|happens|help|do for)\b"
)
_ASKS = re.compile(
    r"\?|^(?:(?:so|and|but|ok|well|hey|hi|please|sorry|then|now|again|,) )*"
    r"(?:what|which|list|show|tell|repeat|did|have|are|is|any|how|remind|see|offers|proposals|all|open"
    r"|say)\b"
)
#: Who names the offers of one side names those of the other one, too: "list my offers and yours".
_BOTH = re.compile(
    r"\b(?:my|your) (?:\w+ ){1,3}(?:, )?(?:and|or|as well as|plus|&)(?: also)? (?:mine|yours)\b"
    rf"|\b(?:my and your|your and my|mine and your|yours and my) (?:\w+ )?{_OFFERS}\b"
    rf"|\b(?:you and i|i and you|we) (?:\w+ )?{_MADE}\b"
)
#: What is left of a message that names an offer, without a word on what is asked.
_NAMES = re.compile(rf"\b(?:{_OFFERS}|{_MADE}|reject\w*|refuse\w*|decline\w*|accept\w*|turn\w* down)\b")


def with_offer_wanted(message: Message, result: Result) -> None:
    """Read that a sentence beside others wants an offer: "h2 stays red. Offer me something better"."""
    if result.is_empty or any(one.kind == "offers" for one in result.read.questions):
        return
    said = re.split(r" ?[.!;\n] ?", message.words)
    if len(said) > 1 and any(_ASKED["wanted"].search(one) for one in said):
        others = [one for one in result.read.questions if one.kind != "Q2"]
        result.read.questions[:] = [*others, Question("offers", subject="wanted")]
        result.unread = False


def offers_asked_in(message: Message) -> Interpretation | None:
    """Return the question which offers there are; None if a message may ask something else."""
    if any(token.is_node or token.is_color or token.quoted for token in message.tokens):
        return None
    said = message.words.replace("\n", " ").strip()
    if not _NAMES.search(said):
        return None
    of_both = _BOTH.search(said) or all(_ASKED[one].search(said) for one in ("made", "received"))
    if of_both and _ASKS.search(said) and not _ELSE.search(said) and not _IS_CLOSED.search(said):
        return Interpretation([], [Question("offers", subject=one) for one in ("received", "made")])
    for subject, pattern in _ASKED.items():
        wants = subject == "wanted"
        if (wants or (_ASKS.search(said) and not _ELSE.search(said))) and pattern.search(said):
            return Interpretation([], [Question("offers", subject=subject)])
    return None
