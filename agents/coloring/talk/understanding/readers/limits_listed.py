"""
Answers about limits that the agent listed: "the first one is right, the second is wrong".

The agent has to have listed at least two limits that stand, and nothing else. Each part of the answer
says of one of them, by its place or as "the limit on h2", that it holds or that it does not. What is not
spoken of stands. "Keep h2" and "h2 is wrong" are about the color of h2.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....situation import NodeColor
from ...grammar import Interpretation
from ...reading import Reading
from ...tokens import Token, clauses_of, outline, tokens_of
from ..message import Message

_LIMIT = r"(?:limit|rule|restriction|constraint|ban)"
_PLACE = (
    rf"(?:the |my |your )?(?:(?:first|second|third|last|former|latter)(?: (?:one|{_LIMIT}))?"
    rf"|NODE {_LIMIT}|{_LIMIT} (?:on|of|for) NODE)"
)
_LEAD = r"(?:(?:yes|no|well|ok|oh|sorry|actually|so|please|just|i think|that) )*"
_END = r"(?: (?:now|again|please|though|too|as well|of course|any ?more|any longer|then|thanks))*"
_HOLDS = re.compile(
    rf"{_LEAD}(?:keep {_PLACE}|{_PLACE} (?:(?:is|was|still|also) )*"
    r"(?:right|correct|true|valid|ok|okay|fine|good|holds|stands|stays|applies|counts|remains|yes))"
    rf"{_END}"
)
_IS_OVER = re.compile(
    rf"{_LEAD}(?:(?:drop|forget|lift|remove|scrap|delete|cancel|ignore|strike|withdraw) {_PLACE}"
    rf"|{_PLACE} (?:(?:is|was|now|simply) )*(?:wrong|false|incorrect|outdated"
    r"|obsolete|gone|over|off|void|not(?: (?:right|correct|true|valid|ok))?|(?:does not|no longer)"
    rf" (?:holds?|stands?|appl(?:y|ies)|counts?|valid|true|right))){_END}"
)
_PLACES = {"first": 0, "former": 0, "second": 1, "third": 2, "last": -1, "latter": -1}
#: The sentences in which an agent lists limits, and one of the limits.
_LISTS = re.compile(r"(?:you told me that|noted:) (?P<limits>[^.?!]+)\.(?: is that right\?)?")
_LISTED = re.compile(r"NODE (?:cannot be|can not be|not) COLOR")


def limits_listed_in(message: Message) -> Interpretation | None:
    """Return which of the limits that the agent listed end; None if a message says anything else."""
    listed = _listed(message)
    if len(listed) < 2 or any(token.text == "?" or token.quoted for token in message.plain):
        return None
    ended: list[NodeColor] = []
    # In the plain words "the first" is the first limit, and not yet the first of the nodes.
    for clause in clauses_of(message.plain):
        limit, holds = _verdict(clause, listed)
        if limit is None:
            return None
        ended += [] if holds else [limit]
    if not ended:
        return Interpretation([Reading("agree")])
    return Interpretation([Reading("retract", one.node, one.color, 0.85) for one in ended])


def _listed(message: Message) -> list[NodeColor]:
    """Return the limits that the agent's words list, in their order; none if one is not plain."""
    listing = _LISTS.fullmatch(message.said.strip().casefold())
    if listing is None:
        return []
    standing = {
        NodeColor(one.node, one.color)
        for one in message.situation.constraints
        if one.by == message.view.person and one.kind == "forbidden"
    }
    entries = clauses_of(tokens_of(listing["limits"], message.view))
    named = [
        NodeColor(*(one.text for one in entry if one.is_node or one.is_color))
        for entry in entries
        if _LISTED.fullmatch(outline(entry))
    ]
    return named if len(named) == len(entries) and {*named} <= standing else []


def _verdict(clause: Sequence[Token], listed: Sequence[NodeColor]) -> tuple[NodeColor | None, bool]:
    """Return the limit of which a clause of an answer speaks, and whether it says that it holds."""
    said = outline(clause)
    holds = _HOLDS.fullmatch(said)
    if not (holds or _IS_OVER.fullmatch(said)):
        return None, False
    named = {token.text for token in clause if token.is_node}
    limits = [one for one in listed if one.node in named]
    for place in _PLACES.keys() & {token.text for token in clause}:
        limits = list(listed[_PLACES[place] :][:1])
    return (limits[0] if len(limits) == 1 else None), holds is not None
