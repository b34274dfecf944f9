"""The answers to "what do you mean?" and "was that a yes?", about the agent's last message."""

from __future__ import annotations

import re
from dataclasses import replace

from ...bargaining.offers import is_conditional
from ...wording.phrases import sentences_in
from ..reading import Question
from .answer import Answer, Asked
from .offered import last_received, made_because
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
_AGREES = ("Yes", "I accept")
_VERDICT = re.compile(r"(?:Yes|No)(?=,)|I (?:accept|reject)\b")
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


def agreed(question: Question, asked: Asked) -> Answer:
    """Say whether the last message was a yes, and to which offer."""
    for said in sentences_in(str((asked.situation.flow or {}).get("said", ""))):
        if verdict := _VERDICT.match(said):
            # A bare "no" to "was that a no?" would deny it.
            word = "yes" if verdict[0] in _AGREES else "no"
            of_offer = last_received(asked) if verdict[0].startswith("I ") else ""
            return Answer(question, None, f"I said {word}. {of_offer}".rstrip())
    return Answer(question, None, "I said neither yes nor no.")
