"""
A correction of the person's last statement: "no, rather green" behind "h1 will be blue".

It is about the node that the person spoke of last. If the agent spoke of its own nodes in between, the
words may be about these as well, so the agent asks.
"""

from __future__ import annotations

import re

from ...view import View
from ..reading import Reading
from ..tokens import tokens_of
from .conversation import Conversation

_SIGN = r"(?:,|\.|!|:|;|-|\.\.\.|\n)"
_CORRECTION = re.compile(
    rf"(?:(?:hm+|oh|ah|eh|ok|well|um|uh|sorry|wait|actually|{_SIGN}) )*"
    r"(?P<mark>(?:(?:no|rather|i mean|i meant|better|make it|make that|sorry|wait|actually|it is"
    rf"|{_SIGN}) )*)"
    rf"(?P<color>COLOR )(?P<behind>(?:(?:instead|rather|better|i mean|i meant|sorry|please|{_SIGN}) )*)"
)
_MARKS = re.compile(r"\b(?:no|rather|mean|meant|instead|better)\b")


def correction_of(text: str, conversation: Conversation, view: View) -> Reading | None:
    """Return what a text without a node makes of the person's last statement; None if it is another."""
    if len(conversation.told) != 1 or any(one.color for one in conversation.asked):
        return None
    (last,) = conversation.told
    if last.kind not in ("report", "demand"):
        return None
    tokens = tokens_of(text, view)
    if any(token.quoted or token.kind == "other" for token in tokens):
        return None
    said = "".join(("COLOR" if token.is_color else token.text) + " " for token in tokens)
    found = _CORRECTION.fullmatch(said)
    if found is None or not _MARKS.search(found["mark"] + found["behind"]):
        return None
    (color,) = (token.text for token in tokens if token.is_color)
    if color == last.color:
        return None
    if last.kind == "report" and _speaks_of_own(conversation.said, view):
        return Reading("doubt", last.node, color, 0.4, f"Is {last.node} {color} now?")
    return Reading(last.kind, last.node, color, 0.9)


def _speaks_of_own(said: str, view: View) -> bool:
    return any(token.kind == "own" for token in tokens_of(said, view))
