"""
Limits that a message takes back itself: "h1 can't be green ... wait no, h1 can be anything".

Behind a word that takes back, a sentence that allows the color, all colors, or just "it can", ends what
the message ruled out before. Without such a word the agent asks, unless the sentence speaks of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...doubts import doubted
from ...reading import Reading
from ...tokens import Token
from ..message import Message, Result

_TAKES_BACK = re.compile(
    r"\b(?:wait|actually|sorry|oops|pardon|correction|rather|wrong|(?:scrap|forget|cancel|scratch|strike"
    r"|ignore) (?:that|it|this|what i)|never mind|nevermind|second thought|changed? my mind|(?:ah|oh|hm+"
    r"|no|well) ,? ?no|i mean|i meant|my mistake|my bad|(?:just )?kidding|not true|mistaken|but no"
    r"|take (?:that|it) back|on reflection|thinking again|come to think|hang on|hold on|no , it)\b"
)
_ALLOWS = re.compile(
    r"\b(?:can|could|may|might|is|are|be|does|do|will|would|am|has|have|take|use)\b.*"
    r"\b(?:COLOR|anything|any|whatever|all|every|open|free|fine|ok|okay|allowed|possible|good"
    r"|no (?:limits?|restrictions?|constraints?|rules?))\b"
    r"|\b(?:COLOR|any|all|every|that|it)\b.*\b(?:fine|ok|okay|allowed|possible|works|goes|good|too|do"
    r"|suits)\b"
    r"|\b(?:it|that|i|they) (?:can|could|may|does|is)\b|\bany(?:thing)?\b.*\b(?:goes|works|will do)\b"
    r"|\b(?:open|free) (?:again|after all)\b|\bno (?:limits?|restrictions?|constraints?)\b"
)
#: Words of a sentence that allows less than it seems to, or only the rest.
_ELSE = re.compile(
    r"\?|\b(?:not|never|nothing|none|neither|nor|cannot|except|apart|besides|but|only|else|otherwise"
    r"|other"
    r"|others|rest|if|unless|when|until|instead|must|should|want|please|without|avoid)\b"
)
#: Words of a message that leaves a node open except for what it rules out.
_REST = re.compile(
    r"\b(?:only|just|but|except|otherwise|else|others?|rest|apart|besides|anymore|longer|instead|now)\b"
)
_OTHERWISE = re.compile(r"\b(?:otherwise|(?:other than|apart from|besides|except for) that|but else)\b")
_LIMITS = ("forbidden", "negation")


def without_taken_back(message: Message, result: Result) -> None:
    """Leave out limits that the message takes back, and put what it allows instead in their place."""
    limits = [one for one in result.readings if one.kind in _LIMITS and one.node is not None]
    if not limits:
        return
    behind = _behind(message.tokens)
    if behind is not None:
        said = " ".join("COLOR" if token.is_color else token.text for token in behind)
        nodes = {token.text for token in behind if token.is_node}
        colors = {token.text for token in behind if token.is_color}
        ended = [
            one
            for one in limits
            if (not nodes or one.node in nodes) and (not colors or one.color in colors)
        ]
        allows = _ALLOWS.search(said) is not None and _ELSE.search(_without_markers(said)) is None
        named = {one.node for one in limits}
        if allows and ended and nodes <= named and colors <= {one.color for one in limits}:
            over = {(one.node, one.color) for one in ended}
            kept = [one for one in result.readings if one not in ended and not _repeats(one, over)]
            freed = [Reading("retract", n, c if colors else None, 0.8) for n, c in sorted(over, key=str)]
            result.readings[:] = [*kept, *dict.fromkeys(freed)]
            return
    if _OTHERWISE.search(message.words):
        # "Not red, otherwise I don't mind" leaves open what is not ruled out, and lifts nothing.
        named = {one.node for one in limits}
        result.readings[:] = [
            one
            for one in result.readings
            if one.kind not in ("release", "retract") or one.color or one.node not in named
        ]
    allowed = {(one.node, one.color) for one in result.readings if one.kind == "preference"}
    rest = _REST.search(message.words) is not None
    result.readings[:] = [
        doubted(one, strict=True)
        if one in limits
        and ((one.node, one.color) in allowed or (one.node in _opened(result.readings[i:]) and not rest))
        else one
        for i, one in enumerate(result.readings)
    ]


def _opened(readings: Sequence[Reading]) -> set[str | None]:
    return {one.node for one in readings if one.kind in ("retract", "release") and one.color is None}


def _behind(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """Return what stands behind the words that take back a limit, from the color of it on."""
    colored = [i for i, token in enumerate(tokens) if token.is_color]
    if not colored:
        return None
    first = colored[0]
    for i in range(len(tokens) - 1, first, -1):
        if _TAKES_BACK.match(" ".join(token.text for token in tokens[i:])):
            # Of several such words in a row the first one counts.
            while i - 1 > first and _TAKES_BACK.match(" ".join(token.text for token in tokens[i - 1 :])):
                i -= 1
            before = {token.text for token in tokens[:i] if token.is_color}
            return tokens[i:] if before else None
    return None


def _without_markers(said: str) -> str:
    return _TAKES_BACK.sub(" ", said)


def _repeats(reading: Reading, over: set[tuple[str | None, str | None]]) -> bool:
    """Return whether a reading is only another word for what is allowed again."""
    nodes = {node for node, _ in over}
    if reading.kind in ("preference", "retract", "release"):
        return reading.node in nodes
    return reading.kind in ("agree", "refuse", "doubt") and reading.node is None
