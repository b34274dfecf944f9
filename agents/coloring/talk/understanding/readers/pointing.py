"""
Messages that point at what was said: "same question for h2 blue", "both swapped?", "I meant h4, not a4".

A question that is asked again supposes what it names. Colors that are exchanged are those that the agent
believes. Who named a wrong node takes back what the message frees, and is asked about the right one.
"""

from __future__ import annotations

import re

from ....situation import NodeColor
from ...grammar import Interpretation
from ...reading import Question, Reading
from ..message import Message, Result
from ..rules import read_by_rules

_LEAD = r"(?:(?:and|so|ok|hm+|then|now|but|well|what if|how about|what about|what with|,|\.) )*"
_AGAIN = re.compile(
    rf"{_LEAD}(?:the )?same (?:question|query|check|again) (?:but )?(?:for|with|about|on|if)?(?: my)? "
    r"?(N) (?:is |in |being |as |to |= |at |were |was )?C(?: (?:please|then|instead))*(?: [?.!])*"
)
_EXCHANGED = re.compile(
    rf"{_LEAD}(?:if )?(?:both |my )*N (?:and|with|/|,) (?:my )?N (?:both )?(?:are |were |got |get )?"
    r"(?:swapped|exchanged|switched|reversed|the other way (?:a?round|about))(?: instead| then)?"
    r" \?[ ?!.]*"
)
_RENAMES = re.compile(
    r"(?:(?:oops|ups|sorry|no|wait|ah|oh|actually|,|-) )*i (?:meant|mean) (?:my |your |the )?N ,? ?"
    r"(?:and |but )?not (?:my |your |the )?N [.,;!] "
)


def pointing_in(message: Message, result: Result) -> Interpretation | None:
    """Return what a message that points at earlier words means; None if it is no such message."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    if any(token.quoted or token.kind in ("other", "typo", "no_color") for token in tokens):
        return None
    said = " ".join("N" if token.is_node else "C" if token.is_color else token.text for token in tokens)
    nodes = [token.text for token in tokens if token.is_node]
    if _AGAIN.fullmatch(said):
        color = next(token.text for token in tokens if token.is_color)
        return Interpretation([], [Question("Q3", supposed=(NodeColor(nodes[0], color),))])
    if _EXCHANGED.fullmatch(said):
        one, other = nodes
        known = {**message.situation.beliefs, **message.situation.colors}
        if one == other or not {one, other} <= {*known} or known[one] == known[other]:
            return None
        pairs = (NodeColor(one, known[other]), NodeColor(other, known[one]))
        return Interpretation([], [Question("Q3", supposed=pairs)])
    renames = _RENAMES.match(said)
    if renames is None:
        return None
    right, wrong = nodes[:2]
    rest = tokens[len(renames[0].split()) :]
    freed = read_by_rules(rest, message.view, message.situation).read
    frees = {(one.kind, one.node) for one in freed.readings}
    if frees not in ({("release", wrong)}, {("retract", wrong)}) or freed.questions or right == wrong:
        return None
    question = f"What did you want to say about {right}?"
    return Interpretation([*freed.readings, Reading("doubt", None, None, 0.4, question)])
