"""
Limits of the agent's nodes that stand beside a demand: "make b2 blue. b2 must never be red".

"Make b2 blue, not red" only says blue once more. A clause of its own, with "never" or what the node must
not or cannot be, outlasts the demand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...reading import Reading
from ...tokens import Token
from ...wordlist import words
from ..message import Message, Result

_ENDS = words(", . ; ! ? and but") | {"\n"}
_LASTING = re.compile(
    r"\b(?:never|cannot|(?:must|can|could|may|should|shall) not|not (?:ever|allowed)|under no)\b"
)


def with_lasting(message: Message, result: Result) -> None:
    """Make limits of denials that a clause beside a demand for another color states for good."""
    demanded = {one.node: one.color for one in result.readings if one.kind == "demand"}
    if not demanded or not any(one.kind == "negation" for one in result.readings):
        return
    clauses = list(_clauses(message.tokens))

    def lasts(one: Reading) -> bool:
        return any(
            one.color in clause
            and demanded[one.node] not in clause
            and _LASTING.search(" ".join(clause)) is not None
            for clause in clauses
        )

    result.readings[:] = [
        replace(one, kind="forbidden")
        if one.kind == "negation" and one.node in demanded and lasts(one)
        else one
        for one in result.readings
    ]


def _clauses(tokens: Sequence[Token]) -> Iterator[list[str]]:
    clause: list[str] = []
    for token in tokens:
        if token.text in _ENDS:
            yield clause
            clause = []
        else:
            clause.append(token.text)
    yield clause
