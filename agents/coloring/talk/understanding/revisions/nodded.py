"""What is said behind a nod: "ok then put it back" and "fine, how many nodes do you have?" say more."""

from __future__ import annotations

import re

from ..message import Message, Result

_NOD = re.compile(
    r"(?:(?:ok|yes|sure|fine|good|great|well|alright|all right|cool|agreed|deal|perfect|thanks|right)"
    r"(?: (?:then|now|so|and|but|please|also|agent \d+|[,.!;:-]))* ?)+"
)
#: A change that is to be undone, which agrees to nothing.
_BACK = re.compile(
    r"^(?:(?:please|just|now|then|can you|could you|will you|would you|you can|you may) )*"
    r"(?:(?:put|change|set|turn|switch|move|bring|make|give|take|get|go)(?: (?:it|that|this|them"
    r"|everything|the (?:color|node)))?(?: (?:right|all))? (?:back\b|to (?:what|how|the way|where|as)"
    r" (?:it|they|things) (?:was|were))|(?:undo|revert|reverse|restore|reset)\b)"
)
_ASKS = re.compile(
    r"^(?:how (?:many|much|far|long|often|is|are|do|does|did|can|will|would)"
    r"|(?:what|who|whose|which|when|where|why) (?:is|are|was|do|does|did|can|will|would|should|else"
    r"|nodes?|colors?))\b|\w \?"
)
#: Questions that ask only for consent in turn.
_TAG = re.compile(
    r"(?:(?:ok|right|agreed|yes|no|fine|good|deal|true|correct|is (?:it|that) (?:ok|fine|good)"
    r"|(?:are|do) (?:you|we)(?: (?:ok|agree|agreed|fine|too))?|and you|you too|ok for you) ?)+\?"
)


def more_than_a_nod(message: Message, result: Result) -> None:
    """Leave a request behind a nod, and a question there that was not read, as not understood."""
    if [one.kind for one in result.readings] != ["agree"] or result.read.questions:
        return
    said = message.words.strip()
    nod = _NOD.match(said)
    rest = said[nod.end() :] if nod is not None else ""
    if _BACK.search(rest):
        result.readings.clear()
        result.unread = True
    elif _ASKS.search(rest) and not _TAG.fullmatch(rest):
        result.unread = True
