"""
The stance of a clause: agreement or refusal, satisfied or not.

Only clauses without a color of a node have a stance. "Ok" alone is an agreement; before another
statement it is not.
"""

from __future__ import annotations

import re
from typing import Literal

Stance = Literal["agree", "refuse", "satisfied", "unsatisfied"]

_UNSATISFIED = re.compile(
    r"\b(?:not|never|hardly|isn't) (?:\w+ )?(?:happy|satisfied|content|done|finished|good enough"
    r"|pleased)\b|\bunhappy\b|\bdissatisfied\b|\bunsatisfied\b"
    r"|\bnot yet (?:happy|satisfied|done)\b|\bfar from (?:being )?(?:happy|satisfied|done|good)\b"
)
_SATISFIED = re.compile(
    r"\b(?:i|we) (?:am|are) (?:\w+ )?(?:happy|satisfied|content|done|finished|pleased|good|fine)\b"
    r"|^(?:\w+ )?(?:happy|satisfied|done|finished)(?: with (?:this|that|it|my colors|everything"
    r"|the result))?$"
    r"|\blooks (?:\w+ )?(?:good|great|fine|perfect|right)\b|^no (?:complaints|objections|problems"
    r"|issues)\b.*|\ball (?:is )?(?:good|fine|set)\b|\b(?:everything|it all) (?:is|looks) (?:good"
    r"|fine|great|ok)\b"
)
_REFUSE = re.compile(
    r"^(?:absolutely|certainly|definitely|of course|rather|better|please) not$|^(?:(?:sorry|well"
    r"|hmm|ok) )*no(?: (?:deal|thanks|thank you|way|sorry|please|never))?$|\bno deal\b"
    r"|\bno thanks\b|\b(?:reject|decline|refuse)\b"
    r"|\bnot (?:\w+ )?(?:accept|agree|acceptable|do that|take it|take that|want that|like that"
    r"|agreed)\b|\bdisagree\b"
    r"|\b(?:that|this|it) (?:does|do|will|would|can) not work(?: for me)?\b"
)
_AGREE = re.compile(
    r"^(?:(?:yes|ok|sure|great|fine|well|alright|then|cool|perfect) )*(?:yes|ok|sure|fine|deal"
    r"|agreed|accepted|perfect|absolutely|definitely|alright|"
    r"of course|certainly|gladly|great|cool|correct|right|exactly)(?: (?:please|then|with me|by me"
    r"|for me|thanks))?$"
    r"|\bi like (?:it|that|this|your offer)\b|\b(?:ok|fine|good) with (?:me|that|it|this"
    r"|your offer)\b|\bi (?:\w+ )?(?:accept|agree)\b|^(?:accept|agree)(?: (?:the|your|this"
    r"|that))?(?: offer| deal)?$|\bsounds (?:\w+ )?(?:good|great|fine|ok|perfect|right)\b"
    r"|\b(?:that|this|it) (?:would )?(?:works|work|is (?:\w+ )?(?:ok|fine|good|acceptable"
    r"|great))(?: (?:for|with|by) me)?$"
    r"|^(?:(?:yes|ok|sure|please) )*(?:please do|go for it|why not|that is right|do that)"
    r"(?: then| please)?$"
    r"|^sure ,? ?why not$|^(?:yes )?(?:that|this) is (?:right|correct)$"
    r"|\blet us do (?:that|it|this)\b|\byou have a deal\b|\bit is a deal\b|^do it$|^go ahead$|^i am in$"
)


def stance_of(shape: str, *, alone: bool = True) -> Stance | None:
    """
    Return the stance of a clause.

    Parameters
    ----------
    alone
        Whether the clause is a whole sentence: only there "ok" is an agreement.
    """
    words = shape.replace(" !", "").strip()
    if _UNSATISFIED.search(words):
        return "unsatisfied"
    if _REFUSE.search(words):
        return "refuse"
    if (
        _SATISFIED.search(words)
        and not words.startswith(("you ", "are "))
        and (alone or not re.search(r"^done$|\bwe are\b", words))
    ):
        return "satisfied"
    if _AGREE.search(words) and (
        alone or words not in ("ok", "fine", "great", "right", "well", "cool", "perfect")
    ):
        return "agree"
    return None
