"""
Sentences that bind less than their words alone would: conditions, limits for a while, dislikes.

"H5 can't be green while b2 is" rules green out only then, and is asked about; "I'd rather leave h5
blue" is a preference and no limit.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...doubts import doubted
from ...grammar import NOT_SURE
from ...reading import Reading
from ...tokens import outline
from ..message import Message, Result

#: "A4 green, then we have a deal" agrees to nothing yet.
_THEN_A_DEAL = re.compile(r"\bthen we have a deal\b")
#: "H5 cannot be green while b2 is" binds h5 no longer than that.
_WHILE = re.compile(
    r"\bNODE (?:can|must|may|will) not (?:be|go|become|stay)(?: in| to)? COLOR"
    r" (?:while|as long as|so long as|when|whenever|if|until|unless)\b"
)
#: Who would rather keep a node does not say that it cannot be another color.
_RATHER_KEEP = re.compile(r"\bi would (?:rather|prefer to|sooner) (?:leave|keep)\b")
#: "I don't want h5 blue any more" takes back that it was to be blue.
_NO_MORE = re.compile(r"\bdo not (?:want|need) (?:my )?NODE (?:to be )?(?:in |as )?COLOR any ?more\b")
#: "H2 could be green, but I'd hate it" likes nothing.
_HATES = re.compile(r"\bbut i would (?:hate|really hate|dislike|rather not|prefer not|not like)\b")
#: "You ruled out red on a4" tells what the agent said, and is no wish.
_YOU_BARRED = re.compile(
    r"\byou (?:have )?(?:already |just )?(?:ruled|excluded|rejected|forbade|barred)\b"
)


def weakened(message: Message, result: Result) -> None:
    """Replace facts that bind less than their words alone would."""
    read, said, shape = result.read, message.words, outline(message.tokens)
    if _THEN_A_DEAL.search(said) and any(one.node for one in read.readings):
        kept = [one for one in read.readings if one.kind != "agree"]
        read.readings[:] = [doubted(one) if one.kind == "report" else one for one in kept]
    if _WHILE.search(shape):
        read.readings[:] = [doubted(one, strict=True) for one in read.readings]
    kinds = {one.kind for one in read.readings}
    if "required" in kinds and _RATHER_KEEP.search(said):
        read.readings[:] = [
            replace(one, kind="preference") if one.kind == "required" else one for one in read.readings
        ]
    if "forbidden" in kinds and _NO_MORE.search(shape):
        read.readings[:] = [
            Reading("retract", one.node, None, 0.8) if one.kind == "forbidden" else one
            for one in read.readings
        ]
    if _HATES.search(said):
        kept = [one for one in read.readings if one.kind != "preference"]
        read.readings[:] = kept or [Reading("doubt", None, None, 0.4, NOT_SURE)]
    if _YOU_BARRED.search(said):
        kept = [one for one in read.readings if one.kind != "negation"]
        asks = [Reading("doubt", None, None, 0.4, NOT_SURE)] if not (kept or read.questions) else []
        read.readings[:] = kept + asks
