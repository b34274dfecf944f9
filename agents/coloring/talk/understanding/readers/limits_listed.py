"""
Answers about limits that the agent listed: "the first one is right, the second is wrong".

The agent's words have to name at least two limits that stand. Each part of the answer says of one of
them, by its place or by its node, that it holds or that it does not. What is not spoken of stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....situation import NodeColor
from ...grammar import Interpretation
from ...reading import Reading
from ...tokens import Token, tokens_of
from ...wordlist import words
from ..message import Message

_PLACE = (
    r"(?:the |my |number |limit |rule )*(?P<which>NODE|first|second|third|last|former|latter|1|2|3)"
    r"(?: (?:one|limit|rule|restriction|constraint|ban))?"
)
_LEAD = r"(?:(?:yes|no|well|ok|oh|sorry|actually|so|please|just|i think|that) )*"
_END = r"(?: (?:now|again|please|though|too|as well|of course|any ?more|any longer|then|thanks))*"
_HOLDS = (
    re.compile(rf"{_LEAD}keep {_PLACE}{_END}"),
    re.compile(
        rf"{_LEAD}{_PLACE} (?:(?:is|was|still|also) )*(?:right|correct|true|valid|ok|okay|fine|good"
        rf"|holds|stands|stays|applies|counts|remains|yes){_END}"
    ),
)
_IS_OVER = (
    re.compile(
        rf"{_LEAD}(?:drop|forget|lift|remove|scrap|delete|cancel|ignore|strike|withdraw)(?: about)? "
        rf"{_PLACE}{_END}"
    ),
    re.compile(
        rf"{_LEAD}{_PLACE} (?:(?:is|was|now|simply) )*(?:wrong|false|incorrect|outdated|obsolete|gone"
        r"|over|off|void|no|not(?: (?:right|correct|true|valid|ok))?|(?:does not|no longer) (?:holds?"
        rf"|stands?|appl(?:y|ies)|counts?|valid|true|right)){_END}"
    ),
)
_PLACES = {
    "first": 0, "former": 0, "1": 0, "second": 1, "2": 1, "third": 2, "3": 2, "last": -1, "latter": -1,
}  # fmt: skip
#: A question of the agent about statements that contradict each other, whose answer chooses one.
_WHICH = re.compile(r"\bwhich (?:one |of them )?is right\?", re.IGNORECASE)
_SIGNS = words(", . ; ! and but") | {"\n"}


def limits_listed_in(message: Message) -> Interpretation | None:
    """Return which of the limits that the agent listed end; None if a message says anything else."""
    listed = _listed(message)
    if len(listed) < 2 or _WHICH.search(message.said):
        return None
    ended: list[NodeColor] = []
    for part in _parts(message.tokens):
        limit, holds = _verdict(part, listed)
        if limit is None:
            return None
        ended += [] if holds else [limit]
    if not ended:
        return Interpretation([Reading("agree")])
    return Interpretation([Reading("retract", one.node, one.color, 0.85) for one in ended])


def _listed(message: Message) -> list[NodeColor]:
    """Return the limits of the person that stand and that the agent's words name, in their order."""
    standing = {
        NodeColor(one.node, one.color)
        for one in message.situation.constraints
        if one.by == message.view.person and one.kind == "forbidden"
    }
    node, listed = "", []
    for token in tokens_of(message.said, message.view):
        if token.is_node:
            node = token.text
        elif token.is_color:
            listed.append(NodeColor(node, token.text))
    return [one for one in dict.fromkeys(listed) if one in standing]


def _verdict(part: Sequence[str], listed: Sequence[NodeColor]) -> tuple[NodeColor | None, bool]:
    """Return the limit of which a part of an answer speaks, and whether it says that it holds."""
    nodes = {one.node for one in listed}
    said = " ".join("NODE" if word in nodes else word for word in part)
    held = [found for pattern in _HOLDS if (found := pattern.fullmatch(said))]
    over = [found for pattern in _IS_OVER if (found := pattern.fullmatch(said))]
    if not (held or over):
        return None, False
    place = (held or over)[0]["which"]
    if place in _PLACES:
        i = _PLACES[place]
        return (listed[i] if i < len(listed) else None), bool(held)
    limits = [one for one in listed if one.node in part]
    return (limits[0] if len(limits) == 1 else None), bool(held)


def _parts(tokens: Sequence[Token]) -> list[list[str]]:
    """Return the words of an answer, divided at signs and conjunctions."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token.text in _SIGNS:
            parts.append([])
        else:
            parts[-1].append(token.text)
    return [part for part in parts if part]
