"""
A color that is allowed again, and another one that is ruled out: "h2 may be blue, but not green".

Without a standing limit "may be blue" only says what is left. Where blue was ruled out before, it is
allowed again; read without it, the message would leave the agent with both limits.
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Reading, ReadingKind
from ...tokens import outline
from ..message import Message, Result

_LEAD = (
    r"(?:(?:hm+|no|nope|sorry|ok|well|wait|oh|but|and|actually|rather|correction|so|now|i mean|i meant"
    r"|,|\.|!|;|:|-|\n) )*"
)
_AGAIN = r"(?:(?:now|again|also|after all|too|still|in fact|actually) )*"
_NOT = (
    r"(?:,|;|\.|-|but|only|just|though|and|however) (?:(?:,|but|only|just|and|though|it|NODE) )*"
    r"(?:(?:may|can|must|should|could|shall) )?(?:not|never|cannot) (?:(?:be|become|have|take|get|in) )?"
)
_ALLOWED_BUT_NOT = re.compile(
    rf"{_LEAD}(?:my |your )?NODE {_AGAIN}(?:may|can|could|might|is allowed to) {_AGAIN}"
    rf"(?:be|become|have|take|get|go|use) (?:in )?(?P<allowed>COLOR ){_AGAIN}"
    rf"{_NOT}(?P<denied>COLOR (?:(?:or|nor|and|,) )*(?:COLOR )?)(?:(?:\.|!|\n|please|though|sorry) )*"
)


def allowed_in(message: Message) -> Interpretation | None:
    """Return which color of a node is allowed again, and which other ones are ruled out."""
    tokens = message.tokens
    nodes = {token.text for token in tokens if token.is_node}
    colors = [token.text for token in tokens if token.is_color]
    if len(nodes) != 1 or len(colors) < 2 or any(token.quoted for token in tokens):
        return None
    (node,) = nodes
    said = outline(tokens) + " "
    first, *others = colors
    if not _ALLOWED_BUT_NOT.fullmatch(said) or first in others or not _is_barred(message, node, first):
        return None
    kind: ReadingKind = "negation" if node in message.view.own else "forbidden"
    denied = [Reading(kind, node, color, 0.9) for color in dict.fromkeys(others)]
    return Interpretation([Reading("retract", node, first, 0.9), *denied])


def with_denied(message: Message, result: Result) -> None:
    """Rule out what is denied beside a color that is allowed again: "blue is fine, but green isn't"."""
    freed = {one.node for one in result.readings if one.kind == "retract" and one.color is not None}
    result.readings[:] = [
        Reading("forbidden", one.node, one.color, one.confidence)
        if one.kind == "negation" and one.node in freed and one.node in message.view.owners
        else one
        for one in result.readings
    ]


def _is_barred(message: Message, node: str, color: str) -> bool:
    return any(
        (one.node, one.color, one.kind) == (node, color, "forbidden")
        for one in message.situation.constraints
    )
