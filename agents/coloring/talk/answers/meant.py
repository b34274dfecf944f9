"""The answer to "what do you mean?": the last message in other words, from the present state."""

from __future__ import annotations

import re
from dataclasses import replace

from ...bargaining.offers import is_conditional
from ..reading import Question
from .answer import Answer, Asked
from .offered import made_because
from .status import status

#: What the words of an agent mean, by what they are recognized by.
_WORDS = (
    (
        re.compile(r"\bworks?\b|\bwould work\b"),
        "Colors work for me if I can then color my nodes without a conflict.",
    ),
    (
        re.compile(r"\bfits?\b|\bconflicts?\b|\bclash(?:es)?\b"),
        "Two nodes that touch are in conflict if they have the same color; else they fit.",
    ),
    (
        re.compile(r"\bscores?\b"),
        "A score is the sum of the points of the colors of all my nodes.",
    ),
)
_OFFERS = re.compile(r"\bIf you color\b|\bPlease color\b|\bI (?:offered|asked for)\b")


def meant(question: Question, asked: Asked) -> Answer:
    """Explain the words of the last message, say why an offer in it was made, and how things stand."""
    said = str((asked.situation.flow or {}).get("said", ""))
    explained = [sentence for word, sentence in _WORDS if word.search(said)][:2]
    made = any(is_conditional(one) for one in asked.situation.offers if one.sender == asked.view.agent)
    if made and _OFFERS.search(said):
        explained.append(made_because(question, asked).text)
    now = status(replace(question, subject=""), asked)
    shown = next(iter(asked.view.border_to(asked.peer)), None)
    why = (
        f'You may ask why, as in "why is {shown} {asked.situation.colors[shown]}?".'
        if shown is not None
        else ""
    )
    text = " ".join(part for part in (*explained, now.text, why) if part)
    return replace(now, question=question, yes=None, text=text)
