"""What is asked behind a condition: "if b2 is red, could h1 be anything?" is about h1, not b2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...view import View
from ...wording.phrases import sentences_in
from ..reading import Question
from ..tokens import tokens_of
from .unseen_conditions import unseen_condition

_IF = re.compile(r"\b(?:if|with|when|assuming|supposing|given)\b", re.IGNORECASE)
_ANY = re.compile(r"\bany(?:thing| colou?r| of (?:them|the colou?rs))\b", re.IGNORECASE)
_PLAYER = re.compile(r"agent\d+")


def with_main_clause(questions: Sequence[Question], text: str, view: View) -> list[Question]:
    """
    Return questions with what a sentence asks behind what it supposes.

    Where that is about a node that the agent does not see, the supposition is answered without yes or
    no, which would be taken for an answer to the whole, and a question about the unseen stands first.
    """
    if unseen_condition(text, view) is not None:
        return [*questions]  # it is said that the answer leaves the condition out
    kept: list[Question] = []
    for question in questions:
        main = _main_clause(question, text, view) if question.kind == "Q3" else ""
        tokens = tokens_of(main, view)
        near = [one.text for one in tokens if one.is_node]
        unseen = [one for one in tokens if one.kind == "other" and not _PLAYER.fullmatch(one.text)]
        named = [node for name in near if (node := view.node_name(name)) is not None]
        if unseen:
            kept.append(Question("why", subject="unseen"))
        if unseen and not near and question.subject in ("", "given"):
            question = replace(question, subject="mind")
        elif named and _ANY.search(main):
            question = replace(question, subject="given")
            open_ones = [Question("Q1", node) for node in dict.fromkeys(named)]
            kept += [one for one in open_ones if one not in questions]
        kept.append(question)
    return list(dict.fromkeys(kept))


def _main_clause(question: Question, text: str, view: View) -> str:
    """Return the sentence of a supposition without it; empty if the sentence supposes nothing else."""
    for sentence in sentences_in(text):
        if not sentence.endswith("?") or not question.supposed or not _IF.search(sentence):
            continue
        rest = sentence
        for pair in question.supposed:
            is_so = rf"\b{re.escape(pair.node)}\b(?:\s+\w+){{0,3}}?\s+{re.escape(pair.color)}\b"
            found = re.search(is_so, rest, re.IGNORECASE)
            words = rest[: found.start()] if found else ""
            first = pair is question.supposed[0]
            if not found or (first and not _supposes(words, view)):
                break
            rest = f"{words}, {rest[found.end() :]}"
        else:
            return rest
    return ""


def _supposes(words: str, view: View) -> bool:
    """Return whether the words before a node end with a condition that names no other node."""
    start = [found.end() for found in _IF.finditer(words)]
    return bool(start) and all(
        one.kind in ("word", "sign") for one in tokens_of(words[start[-1] :], view)
    )
