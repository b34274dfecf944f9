"""
What "never mind" and "I take that back" end: what was said last, if it stands.

Behind a question, of either side, they only drop the question. Where several older statements stand and
none of them was the last word, the agent asks which one is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ...bargaining.offers import is_conditional
from ...situation import Constraint, Situation
from ...wording.phrases import enumerated
from ..reading import Reading
from ..tokens import Token
from ..understanding.readers.dropped import drops
from .conversation import Conversation

_BESIDE = r"(?:(?:no|oh|sorry|wait|ok|okay|actually|well|please|then|[,.!;-]) ?)*"
_RETRACTS = re.compile(
    rf"{_BESIDE}(?:i (?:do|did) not(?: (?:want|mean|need) (?:it|that)(?: any ?more)?)?"
    rf"|(?:i )?take (?:it|that|this) back|i take back (?:it|that|what i (?:just )?said)) ?{_BESIDE}"
)


def taken_back(
    tokens: Sequence[Token], situation: Situation, conversation: Conversation
) -> tuple[Reading, ...] | None:
    """Return what a message without names takes back; None if it is another message."""
    if any(token.kind not in ("word", "sign") or token.quoted for token in tokens):
        return None
    said = " ".join(token.text for token in tokens if token.text != "\n")
    if not (drops(said) or _RETRACTS.fullmatch(said)):
        return None
    if conversation.asked or conversation.choices:
        return (Reading("refuse"),)
    if last := tuple(filter(None, (_end(one, situation) for one in conversation.told))):
        return last
    standing = [*situation.forced, *(one.node for one in situation.constraints)]
    nodes = list(dict.fromkeys(standing))
    if not drops(said):
        # A text to all takes back what only another agent was told.
        return None if nodes or conversation.told or situation.offers else (Reading("refuse"),)
    if conversation.supposed or not nodes:
        return (Reading("refuse"),)
    waiting = any(one.status == "pending" and is_conditional(one) for one in situation.offers)
    if len(nodes) == 1 or waiting:
        return None
    which = f"Do you take back what you said about {enumerated(nodes, 'or')}? Please name it."
    return (Reading("doubt", None, None, 0.4, which),)


def putting_back(
    demands: Mapping[str, str], stated: Iterable[Constraint], situation: Situation
) -> list[Reading]:
    """Return what puts back the colors of own nodes that demands and exclusions of a turn end."""
    now, held = situation.colors, situation.forced
    ended = [node for node, color in demands.items() if now.get(node, color) != color]
    ended += [one.node for one in stated if one.kind == "forbidden" and now.get(one.node) == one.color]
    return [
        Reading("demand" if held.get(node) == now[node] else "restore", node, now[node])
        for node in dict.fromkeys(ended)
    ]


def _end(said: Reading, situation: Situation) -> Reading | None:
    """Return what ends a demand or a limit that stands."""
    if said.kind == "demand":
        stands = situation.forced.get(said.node or "") == said.color
        return Reading("release", said.node) if stands else None
    limits = [(one.node, one.color) for one in situation.constraints]
    # Without a color the end of a limit is the end of what the node must be, too.
    ended = Reading("retract", said.node, None if said.kind == "required" else said.color)
    return ended if (said.node, said.color) in limits else None
