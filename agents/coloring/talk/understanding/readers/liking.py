"""
What a person likes for one of its nodes, in any words: "I like h1 more in green, if possible".

A liking binds nobody: the agent works out what it would mean. So the words between need not be known, as
long as none of them denies, asks, or depends on anything but whether it is possible.
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Reading
from ..message import Message

_LIKES = re.compile(
    r"\b(?:like|likes|love|loves|prefer|prefers|preferably|preference|preferred|fav(?:o|ou)rite|rather|sooner|gladly|ideally"
    r"|ideal|best|better|nicer|nice|lovely|beautiful|pretty|tend|tending|lean|leaning|inclined|in favor of|am (?:more )?for"
    r"|wish|hope|hoping|enjoy|happier|happiest|comfortable|would suit|would fit|dream|fond of|keen on|fan of|soft spot|would go for)\b"
)
#: Conditions that depend on nothing said elsewhere.
_POSSIBLE = re.compile(
    r"\b(?:if|when) (?:it |that |this )?(?:is )?(?:at all )?(?:possible|feasible|ok|fine|allowed)\b"
    r"|\bif i (?:may|can|could|had to) (?:choose|pick|decide|say)\b|\bif (?:you ask me|it were up to me|i am honest)\b"
)
_ELSE = re.compile(
    r"\?|\b(?:not|no|never|none|neither|nor|hardly|if|unless|when|once|until|than|instead|except|but not|you|your|deal|offer|exchange"
    r"|must|can ?not|only|because of you|else|was|were|had|used to|changed|anything|conflict|clash|like (?:you|before|it (?:is|was))|no longer)\b"
)


def liking_in(message: Message) -> Interpretation | None:
    """Return the color that a person likes for its node; None if the message may say more."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    if any(token.quoted or token.kind in ("other", "typo", "no_color") for token in tokens):
        return None
    nodes = {token.text for token in tokens if token.is_node}
    colors = {token.text for token in tokens if token.is_color}
    said = _POSSIBLE.sub(" ", message.words)
    if len(nodes) != 1 or len(colors) != 1 or not _LIKES.search(said) or _ELSE.search(said):
        return None
    (node,), (color,) = nodes, colors
    return Interpretation([Reading("preference", node, color, 0.7)]) if node in message.view.owners else None
