"""
Conditions on which a person would do what the agent asked for: "only if you take red on b2".

The agent's words name the other side of the offer, so that the answer need not repeat it.
"""

from __future__ import annotations

import re

from ....situation import NodeColor
from ...grammar import Interpretation
from ...pairs import pairs_of
from ...reading import Reading
from ..message import Message
from .listed import named_in

_CONDITION = re.compile(
    r"(?:(?:yes|sure|ok|okay|fine|well|hm+|maybe|no|not|but|and|,|-|\.|deal|agreed|of course|gladly|only"
    r"|just|i (?:will|would|can|could)(?: do (?:it|that|so))?|possible|possibly|it depends|perhaps) ?)*"
    r"(?:if|(?<=not )unless|when|once|provided|providing|as long as|so long as|on condition"
    r"|under the condition"
    r"|in exchange for|in return for|assuming|(?:only )?after|in case)\b"
)
#: Words of a condition that says more, or something else.
_ELSE = re.compile(
    r"\?|\b(?:not|never|no|cannot|neither|nor|without|unless|except|either|or|otherwise|else|instead"
    r"|h\d|my|mine)\b"
)
_ASKS = re.compile(
    r"\?|\b(?:please|i suggest|i propose|i would like|i need|you could|you should|if you)\b",
    re.IGNORECASE,
)


def condition_in(message: Message) -> Interpretation | None:
    """Return the offer of a person who does what it was asked for on a condition."""
    said = message.words
    start = _CONDITION.match(said)
    if start is None or not _ASKS.search(message.said):
        return None
    if _ELSE.search(said[start.end() :]) or any(token.quoted for token in message.tokens):
        return None
    asked = {pair for pair in named_in(message.said, message.view) if pair.node in message.view.owners}
    pairs = pairs_of(message.tokens)
    mine = [
        NodeColor(node.text, pair.colors[0].text)
        for pair in pairs
        for node in pair.nodes
        if len(pair.colors) == 1 and pair.colors[0].kind == "color" and not pair.either
    ]
    names = [token for token in message.tokens if token.is_node or token.is_color]
    if len(asked) != 1 or not mine or len(names) != len(mine) + len(pairs):
        return None
    if not {pair.node for pair in mine} <= {*message.view.own}:
        return None
    readings = [Reading("hypothetical", pair.node, pair.color, 0.8) for pair in (*asked, *mine)]
    return Interpretation(readings, conditions=mine, assignments=[*asked])
