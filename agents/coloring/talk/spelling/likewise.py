"""
A second color that is liked like the first: "green on a4 would be fine, and so would red".

It is put beside the first one ("green or red on a4 would be fine"), so that "b2 red is good, blue too"
is not read as two statements.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..tokens import Token, outline

_AUXILIARY = r"(?:is|are|would|will|does|do|can|could|might|may)"
_LIKEWISE = re.compile(
    r"(?: [,;.-])?(?: (?:and|but|or))*"
    rf" (?:so {_AUXILIARY} COLOR(?: (?:be|do))?"
    rf"|(?:(?:with|in|also) )?COLOR(?: (?:{_AUXILIARY}|be|works?|suits?|goes))*"
    r" (?:too|as well|also|likewise|equally(?: (?:fine|ok|good|well))?))(?: (?:for|with|by) (?:me|us))?$"
)
_LIKED = re.compile(
    r"\b(?:fine|ok|good|great|alright|nice|perfect|acceptable|possible|works?|suits?|live with|accept"
    r"|like"
    r"|love|welcome|happy|can|could|may|might|no (?:problem|objections?))\b"
)
_ELSE = re.compile(r"\?|\b(?:not|never|nor|neither|cannot|without|if|unless|must|only|was)\b")


def with_second_color(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a message in which two colors that are liked alike stand side by side."""
    spoken = [token for token in tokens if token.text != "\n"]
    while spoken and spoken[-1].text in (".", "!"):
        spoken.pop()
    ends = [i for i, token in enumerate(spoken) if token.text in (".", "!")]
    if ends:
        # The last sentence alone may name two colors of one node.
        last = spoken[ends[-1] + 1 :]
        beside = with_second_color(last)
        return [*tokens] if beside == last else [*spoken[: ends[-1] + 1], *beside]
    colors = [i for i, token in enumerate(spoken) if token.kind == "color"]
    said = outline(spoken)
    found = _LIKEWISE.search(said)
    if found is None or len(colors) != 2 or sum(token.is_node for token in spoken) != 1:
        return list(tokens)
    first, second = colors
    before = said[: found.start()]
    if before.count(" ") < first or not _LIKED.search(before) or _ELSE.search(said):
        return list(tokens)
    rest = spoken[first + 1 : before.count(" ") + 1]
    return [*spoken[: first + 1], Token("word", "or"), spoken[second], *rest]
