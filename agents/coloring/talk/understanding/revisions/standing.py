"""Questions for what stands: all that the person told, what it asked for, or which nodes are fixed."""

from __future__ import annotations

import re
from dataclasses import replace

from ...reading import Question
from ..message import Message, Result

_FIXED = re.compile(
    r"\b(?:fixed|pinned|locked|frozen|immutable|preset|predefined|stuck"
    r"|(?:can not|cannot|may not|must not) (?:be )?(?:change|changed|move|moved|recolor\w*))\b"
)
_YOURS = re.compile(r"\b(?:you|your|yours)\b")
_MINE = re.compile(r"\b(?:i|my|mine|me)\b")
_TOLD = re.compile(
    r"\bi (?:have |already |just )*(?:tell|told|say|said|report|reported|give|given|gave|mention\w*)\b"
    r"|\b(?:remember|know|noted?)\b"
)
_LIMITS = re.compile(
    r"\b(?:rule|ruled|forb\w+|exclud\w+|constraints?|restrictions?|limit\w*)\b|\brules\b"
)
_ASKED = re.compile(
    r"\bi (?:have |already |just )*(?:ask|asked|demand|demanded|want|wanted|request\w*)\b"
)


def with_standing(message: Message, result: Result) -> None:
    """Say which of what stands a question is about."""
    said = " ".join(token.text for token in message.plain)
    for i, question in enumerate(result.read.questions):
        if question.kind == "constraints" and not question.subject:
            result.read.questions[i] = _about(question, said)


def _about(question: Question, said: str) -> Question:
    if _FIXED.search(said) and (_YOURS.search(said) or not _MINE.search(said)):
        return replace(question, subject="fixed")
    if _ASKED.search(said):
        return replace(question, subject="asked")
    if _TOLD.search(said) and not _LIMITS.search(said):
        return replace(question, subject="told")
    return question
