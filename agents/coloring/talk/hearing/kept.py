"""
Which nodes a person wants to keep as they are.

"h4 stays red" is no limit, since the person may be talked out of it. Offers leave such a node as it is
while one of them still helps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...situation import NodeColor
from ..reading import Understanding


def stays(node: str, text: str) -> bool:
    """Return whether a node is to stay what it is: "I would like h1 to stay green"."""
    name = re.escape(node)
    pattern = (
        rf"\b{name} (?:really |just |simply |will |is |to )*(?:stay(?:s|ing)?|remain(?:s|ing)?)\b"
        rf"|\b(?:keep|leav)(?:e|ing)? (?:my |node )*{name}\b"
        rf"|\b{name} (?:is not|isn't|will not|won't|does not|doesn't) (?:going to )?(?:mov|chang|budg)"
        rf"|\bstay(?:ing)? with (?:my )?{name}\b|\b{name} \w+ stays?\b"
        r"|(?:(?<!why )\bnot|n't|\bnever) (?:going to |gonna |want to |wish to )?"
        rf"(?:chang|mov|touch|giv)\w* (?:up )?(?:my )?{name}\b"
    )
    return re.search(pattern, text, re.IGNORECASE) is not None


def kept_after(
    read: Iterable[Understanding], before: Iterable[NodeColor], shown: Mapping[str, str]
) -> tuple[NodeColor, ...]:
    """
    Return what a person wants to keep after some messages.

    Parameters
    ----------
    read
        The messages.
    before
        What it wanted to keep before them.
    shown
        Colors that its nodes have, as the platform reports them.
    """
    kept = {pair.node: pair.color for pair in before if shown.get(pair.node, pair.color) == pair.color}
    for one in read:
        for node, color in one.reports.items():
            if stays(node, one.text):
                kept[node] = color
            elif kept.get(node) != color:
                kept.pop(node, None)
        for reading in one.of("retract", "preference", "forbidden", "hypothetical"):
            if reading.node in kept:
                same = reading.color == kept[reading.node]
                if reading.kind == "retract" or same == (reading.kind == "forbidden"):
                    del kept[reading.node]
        for pair in (pair for question in one.questions for pair in question.supposed):
            if kept.get(pair.node, pair.color) != pair.color:
                del kept[pair.node]
    return tuple(NodeColor(node, color) for node, color in kept.items())
