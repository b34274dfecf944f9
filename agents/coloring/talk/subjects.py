"""What a question about the state or a supposed coloring is about, more closely, by its words."""

from __future__ import annotations

import re
from dataclasses import replace

from .reading import Question

_SATISFIED = re.compile(
    r"\b(?:are|r) (?:you|u|ya)\b[^.?!;]*"
    r"\b(?:happy|satisfied|content|pleased|done|fine|ok|okay|good|set)\b"
    r"|\b(?:better|ok|okay|good|fine|happy|alright|all right|satisfied) now\b"
    r"|\b(?:is|are) (?:everything|all|it|that|we|things)\b[^.?!;]*"
    r"\b(?:ok|fine|good|better|settled|solved|done)\b"
)
_SCORE = re.compile(r"\b(?:scores?|points?)\b")
_MIND = re.compile(
    r"\b(?:would|do|will|wouldn't|don't) (?:you|u) (?:\w+ )?mind\b|\bobjections?\b"
    r"|\b(?:is|would|will|does|do|are) (?:it|that|this|there|you|u)\b[^.?!;]*"
    r"\b(?:problems?|bother|bothers|hurt|hurts|trouble|object)\b"
)


def with_subject(question: Question, text: str) -> Question:
    """Return a question with its subject, given the message that it stands in."""
    said = text.casefold()
    if question.kind in ("Q3", "Q5") and _SCORE.search(said):
        return replace(question, subject="score")
    if question.kind == "Q5" and _SATISFIED.search(said):
        return replace(question, subject="satisfied")
    if question.kind == "Q3" and _MIND.search(said):
        return replace(question, subject="mind")
    return question
