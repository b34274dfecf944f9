"""Questions what an offer of the agent is good for, and why it made one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....bargaining.offers import is_conditional, numbered
from ....situation import Offer
from ...grammar import Interpretation
from ...reading import Question
from ..message import Message

_OFFER = re.compile(
    r"\b(?:offer|proposal|number) (?:number |no |# ?)?(\d{1,9})\b|# ?(\d{1,9})\b"
    r"|\b(?:your|the|this|that) (?:\w+ )?(?:offer|proposal)\b"
)
_WORTH = re.compile(
    r"\b(?:why|good for|benefits?|advantages?|gains?|brings?|use of|point of|useful|helps?|solves?"
    r"|improves?|does (?:\w+ ){1,3}(?:do|change|mean)|in it for|worth|happens?|purpose|sense)\b"
)
#: Why an offer was made: "why did you offer that?".
_MADE = re.compile(
    r"\b(?:why|reasons?|what for|how come|what made|explain)\b.*\b"
    r"(?:you (?:\w+ )?(?:offer|propose|suggest|make|made)(?:d|ed)?"
    r"|(?:your|this|that|the) (?:\w+ )?(?:offer|proposal|suggestion))\b"
)
#: The same of one that is told: "why did you offer me h5 red?".
_MADE_OF = re.compile(r"\bwhy (?:did|do|have|would) you (?:\w+ )?(?:offer|propose)(?:d|ed)?\b")
_TAKES = re.compile(r"\b(?:accept|accepted|take|agree|reject|rejected|refuse|refused|withdr\w+|back)\b")


def made_in(message: Message) -> Interpretation | None:
    """Return the question why the agent made its last offer to the person."""
    said = message.words
    named = any(token.is_node or token.is_color for token in message.tokens)
    if named and not _MADE_OF.search(said):
        return None
    if "offer" not in said and "propos" not in said and "suggest" not in said:
        return None
    asks = _MADE.search(said) and not _TAKES.search(said)
    return Interpretation([], [Question("deals", subject="offer")]) if asks else None


def worth_in(message: Message) -> Interpretation | None:
    """Return the question whether the colors that an open offer of the agent asks for would do."""
    said = message.words
    named = _OFFER.search(said)
    if named is None or not _WORTH.search(said) or any(token.is_color for token in message.tokens):
        return None
    offer = _meant(named[1] or named[2], message)
    if offer is None:
        return None
    return Interpretation([], [Question("Q3", supposed=tuple(offer.conditions), subject="mind")])


def _meant(number: str | None, message: Message) -> Offer | None:
    """Return the open offer of the agent with a number on the person's screen, or the only one."""
    offers = message.situation.offers
    mine = [
        one
        for one in offers
        if one.sender == message.view.agent and one.status == "pending" and is_conditional(one)
    ]
    if number is not None:
        shown: Sequence[Offer | None] = [
            numbered(offers, one.recipient).get(int(number)) for one in mine
        ]
        mine = [one for one in mine if one in shown]
    return mine[0] if len(mine) == 1 else None
