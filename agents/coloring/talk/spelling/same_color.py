"""
"The same color" behind a node stands for the only color that was named before it.

"Keep a5 green but give a4 the same color" wants a4 green. What compares two nodes ("the same color as
h4") is left to the rules, and so is a message that names several colors before.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..tokens import Token
from ..wordlist import words

#: Words that may stand between a node and "the same color".
_BETWEEN = words(
    "to in with has have be is are get gets take takes should must can not also now as well"
)
_DENIES = words("not nor neither")
_AT = words("on at for in")
#: Words behind "the same color" that compare it.
_COMPARES = words("as like for on with than that of to")


def with_same_color(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a message with the color that "the same color" stands for."""
    found: list[Token] = []
    i = 0
    while i < len(tokens):
        end = _phrase_end(tokens, i)
        colors = {token.text: token for token in found if token.kind == "color"}
        if end and len(colors) == 1 and _is_of_node(found) and not _compares(tokens, end):
            found += colors.values()
            i = end
        else:
            found.append(tokens[i])
            i += 1
    return found


def with_denied_color(tokens: Sequence[Token]) -> list[Token]:
    """
    Return the words of a message with the color that "and not on a4 either" leaves out.

    It is the only color that was named before, and no color stands behind.
    """
    for i in range(1, len(tokens)):
        said = [token.text for token in tokens[i : i + 2]]
        if len(said) < 2 or said[0] not in _DENIES or said[1] not in _AT:
            continue
        named = {token.text: token for token in tokens[:i] if token.kind == "color"}
        behind = any(token.is_color for token in tokens[i:])
        if len(named) == 1 and not behind and any(token.is_node for token in tokens[i + 2 : i + 4]):
            return [*tokens[: i + 1], *named.values(), *tokens[i + 1 :]]
    return list(tokens)


def _phrase_end(tokens: Sequence[Token], i: int) -> int:
    """Return where "the same color" ends that begins at a place; 0 if it does not."""
    said = [token.text for token in tokens[i : i + 3]]
    if said == ["the", "same", "color"]:
        return i + 3
    return i + 2 if said[:2] == ["same", "color"] else 0


def _is_of_node(before: Sequence[Token]) -> bool:
    k = len(before)
    while k > 0 and before[k - 1].text in _BETWEEN:
        k -= 1
    return k > 0 and before[k - 1].is_node


def _compares(tokens: Sequence[Token], end: int) -> bool:
    return end < len(tokens) and tokens[end].text in _COMPARES
