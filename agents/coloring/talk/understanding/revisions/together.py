"""
Suppositions on both sides, which belong together.

"What if I turned h5 red, would blue be an option for b2 then?" supposes one coloring.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ....situation import NodeColor
from ...reading import Question, Reading
from ..message import Message, Result

_SUPPOSES = re.compile(
    r"^(?:(?:and|so|but|ok|hm+|,|well) )*(?:what if|if|suppose|supposing|imagine|assuming)\b"
)
_IF = re.compile(r"\b(?:if|when|provided|assuming|suppose)\b")
_GIVES = re.compile(
    r"\bif i (?:give|gave|offer|offered|let you have) (?:you|it)\b[^?]*"
    r"\b(?:would|will) you\b(?! (?:still|be able))"
)


def together(message: Message, result: Result) -> None:
    """Join what is supposed on both sides into one question."""
    said = " ".join(token.text for token in message.tokens if token.text != "\n")
    read, view = result.read, message.view
    asked = read.questions
    if any(one.kind == "Q2" for one in asked):
        # "What would you need so that it works out?" asks for what is needed, not whether it works.
        asked[:] = [one for one in asked if one.kind != "Q3" or one.supposed]
    supposed = [one for one in asked if one.kind == "Q3" and one.supposed]
    pairs = tuple(dict.fromkeys(pair for one in supposed for pair in one.supposed))
    one_each = len({pair.node for pair in pairs}) == len(pairs)
    if len(supposed) > 1 and one_each and said.count("?") == 1 and _SUPPOSES.search(said):
        at = asked.index(supposed[0])
        asked[:] = [one for one in asked if one not in supposed]
        asked.insert(at, replace(supposed[0], supposed=pairs))
    elif len(supposed) == len(asked) == 1 and not read.readings and _GIVES.search(said):
        # "If I give you h2 in blue, would you go to red with b2?" is an offer, which binds nobody yet.
        mine = [pair for pair in pairs if pair.node in view.own]
        theirs = [pair for pair in pairs if pair.node not in view.own]
        if mine and theirs and one_each:
            asked.clear()
            read.readings[:] = [Reading("hypothetical", one.node, one.color, 0.8) for one in pairs]
            read.conditions[:], read.assignments[:] = mine, theirs
    kept = [one for one in read.readings if one.kind == "hypothetical" and one.node in view.owners]
    if asked and not supposed and kept and len(kept) == len(read.readings) and _IF.search(said):
        # "Which colors could b2 have if I keep h2 red?"
        named = tuple(NodeColor(one.node or "", one.color or "") for one in kept)
        read.readings.clear()
        asked.append(Question("Q3", supposed=named))
