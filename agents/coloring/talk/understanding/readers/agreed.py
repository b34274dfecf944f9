"""
Questions what is agreed: "just so I remember, what have the two of us settled on?".

They bind nobody, so that the words between need not be known. A question what could be agreed, and one
that names a color, is none: it may be an offer.
"""

from __future__ import annotations

import re

from ...deal_words import asks_ending, leaves
from ...grammar import Interpretation
from ...reading import Question
from ..message import Message

_WE = r"(?:we|us|you and (?:i|me)|(?:i|me) and you)"
_AGREED = (
    r"(?:agreed?|agreeing|settled?|arranged?|decided?|negotiated?|promised?|committed|concluded"
    r"|sh(?:ake|ook|aken) hands|deals?|agreements?|arrangements?|pacts?|bargains?|contracts?)"
)
_DEALS = r"(?:deals?|agreements?|arrangements?|pacts?|contracts?)"
_NAMED = re.compile(rf"\b{_DEALS}\b")
_TELLS = (
    r"(?:what|which|whats|anything|something|everything|tell|show|list|recall|remind|remember|repeat"
    r"|recap|sum|summarize|summary|overview|how many|whether)"
)
_ASKS = re.compile(
    rf"\b{_TELLS}\b[^?!;\n]*\b{_WE}\b[^?!;\n]*\b{_AGREED}\b"
    rf"|\b(?:have|has|had|did) (?:not )?(?:\w+ )?{_WE}\b[^!;\n]*\b{_AGREED}\b[^!;\n]*\?"
    rf"|\b(?:do|are|is|was) (?:not )?{_WE}\b[^!;\n]*\b(?:agreed|{_DEALS})\b[^!;\n]*\?"
    rf"|\bwhat(?: (?:is|are|was|were|about|of|s|else))+\b[^!;\n]*\b(?:agreed|in force|(?:our|the)"
    rf" (?:\w+ )?{_DEALS})\b"
    rf"|\b(?:is|are|does|do) (?:our|the|that|this) (?:\w+ )?{_DEALS}\b[^!;\n]*\?"
    rf"|\b(?:which|what|how many) (?:\w+ )?{_DEALS}\b[^!;\n]*\b(?:left|remain|still|there|stand)\b"
    r"|\b(?:what|which) (?:\w+ )?(?:did|have|had|has) (?:i|you) (?:\w+ )?(?:promised?|agree[ds]?"
    r"|committed?|accept(?:ed)?)\b"
    r"|\bwhat (?:am|are) (?:i|you|we) (?:\w+ )?(?:bound|held|committed|obliged)\b"
    rf"|\b(?:which|how many|any|list|show|tell|see|remind|repeat|name|recap|overview)\b[^!;\n]*\b"
    rf"(?:current|present|open|standing|existing|our) {_DEALS}\b"
)
#: Who wants to keep a deal wants to be told that it stands.
_HOLDS = re.compile(rf"\b(?:keep|hold|honou?r|stick (?:to|with)|stand by)\b (?:\w+ ){{0,3}}{_DEALS}\b")
_DENIES = re.compile(r"\b(?:not|no|never|cannot|if|unless)\b")
#: Words with which something may be agreed, or a reason is asked for.
_OTHERWISE = re.compile(
    r"\b(?:if|would|could|can|should|shall|will|might|may|must|want|wants|like|let|lets|why|unless|until"
    r"|offer|offers|propose|suggest|how)\b(?! many| do we stand)"
)
#: Questions what could be agreed, which what would do answers.
_COULD_BE = re.compile(
    r"\bwhat (?:deal )?(?:could|would|can|do|might|will) (?:we|you) (?:\w+ )?agree (?:to|on)\b"
    r"|\b(?:can|could|shall|should|let|lets) (?:we|us) (?:\w+ )?(?:agree on|settle on|make|find|get) "
    r"(?:a deal|an agreement|something|anything|a compromise)\b"
)
#: What is between the two that talk: "and us two?".
_BETWEEN_US = re.compile(
    r"^(?:(?:and|so|but|ok|well|,) )*(?:(?:what|how) (?:about|is with|of) |and )?"
    r"(?:(?:we|us)(?: two| both)?|the two of us|you and (?:me|i)) \?$"
)


def agreed_in(message: Message) -> Interpretation | None:
    """Return the question what is, or could be, agreed; None if a message may ask something else."""
    if any(token.is_color or token.quoted for token in message.tokens):
        return None
    said = message.words
    if asks_ending(said):
        return Interpretation([], [Question("deals", subject="ending")])
    between = message.situation.phase == "bargain" and _BETWEEN_US.fullmatch(said.strip())
    holds = _HOLDS.search(said) and not _DENIES.search(said)
    # Who ends a deal that there is not is told so; "leave b2 as we agreed" ends none.
    names = any(token.is_node for token in message.tokens)
    stands = any(offer.status == "accepted" for offer in message.situation.offers)
    out = leaves(said) and _NAMED.search(said) and not names and not stands
    if between or holds or out or (_ASKS.search(said) and not _OTHERWISE.search(said)):
        return Interpretation([], [Question("deals")])
    if _COULD_BE.search(said) and not names:
        return Interpretation([], [Question("Q2")])
    return None
