"""
Limits of the agent's nodes that stand beside a demand: "make b2 blue. b2 must never be red".

"Make b2 blue, not red" only says blue once more, and what cannot be "right now" or "as h2 is green" is a
reason. Only a clause of its own that says "never" of a node that it names outlasts the demand.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...tokens import clauses_of, outline
from ..message import Message, Result

_LASTING = re.compile(
    r"(?:(?:also|please|remember|my|your) )*NODE (?:(?:must|can|may|should|shall) )?"
    r"never(?: ever)? (?:be|become|get|turn|go|have) COLOR(?: (?:again|please))*"
)


def with_lasting(message: Message, result: Result) -> None:
    """Make limits of denials that a clause beside a demand for another color states for good."""
    demanded = {one.node for one in result.readings if one.kind == "demand"}
    barred = [
        tuple(token.text for token in clause if token.is_node or token.is_color)
        for clause in clauses_of(message.tokens)
        if _LASTING.fullmatch(outline(clause))
    ]
    committed = message.situation.committed.items()
    result.readings[:] = [
        replace(one, kind="forbidden")
        if one.kind == "negation"
        and one.node in demanded
        and (one.node, one.color) in barred
        and (one.node, one.color) not in committed
        else one
        for one in result.readings
    ]
