"""
Contradictions within a message, which become questions.

The last of several statements about a node holds when they follow each other ("b2 red, b3 blue, b2
blue"), but statements that "and" or "but" connects are meant together.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from .grammar import NOT_SURE
from .reading import Reading
from .tokens import Token
from .wordlist import words

_STATED = words("demand report required")
_DENIED = words("negation forbidden")
_TOGETHER = words("and but & plus also yet while")
#: After one of these the second statement is later than the first.
_THEN = words("then now later wait sorry no actually rather instead")


def without_contradictions(readings: Sequence[Reading], tokens: Sequence[Token]) -> list[Reading]:
    """Return the readings with questions in the place of those that contradict each other."""
    stated = [one for one in readings if one.kind in _STATED and one.node is not None]
    denied = {(one.node, one.color) for one in readings if one.kind in _DENIED}
    both = {one.node for one in stated if (one.node, one.color) in denied}
    together = set(_stated_together(tokens))
    for node in dict.fromkeys(one.node for one in stated):
        kinds = {one.kind for one in stated if one.node == node}
        colors = {one.color for one in stated if one.node == node}
        if len(colors) > 1 and len(kinds) == 1 and (kinds == {"required"} or node in together):
            both.add(node)
    if not both:
        return list(readings)
    kept = [one for one in readings if one.node not in both or one.kind not in _STATED | _DENIED]
    for node in both:
        colored = [one for one in stated if one.node == node]
        kept += _which([one for one in colored if (node, one.color) not in denied] or colored[:1])
    return kept


def which(readings: Sequence[Reading]) -> list[Reading]:
    """Return the question which of several colors of a node is meant; each of them may be the answer."""
    (node,) = {one.node for one in readings}
    colors = " or ".join(dict.fromkeys(one.color or "" for one in readings))
    own = readings[0].kind == "demand"
    question = f"Do you want {node} to be {colors}?" if own else f"Is {node} {colors}?"
    return [Reading("doubt", node, one.color, 0.4, question) for one in readings]


def _which(readings: Sequence[Reading]) -> list[Reading]:
    if any(one.kind == "required" for one in readings):
        colors = " or ".join(dict.fromkeys(one.color or "" for one in readings))
        question = f"{NOT_SURE} Do you mean that {readings[0].node} must be {colors}?"
        return [Reading("doubt", None, None, 0.4, question)]
    return which(readings)


def _stated_together(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield nodes that are named twice with a conjunction before the second time."""
    places = [i for i, token in enumerate(tokens) if token.is_node]
    for i, j in itertools.pairwise(places):
        between = {token.text for token in tokens[i + 1 : j]}
        joined = between & _TOGETHER and not between & _THEN
        colored = any(token.is_color for token in tokens[i:j])
        if tokens[i].text == tokens[j].text and joined and colored:
            yield tokens[i].text


__all__ = ["which", "without_contradictions"]
