"""Ask which node is meant: one color is said of none of several, or one of several is to change."""

from __future__ import annotations

from collections.abc import Sequence

from ...grammar import Interpretation, choice
from ...reading import Reading
from ...wordlist import words
from ..message import Message, Result

_ALL = words("both all each every everything they them these those two three either neither same")


def which_to_change(message: Message, result: Result) -> None:
    """Ask back after "a4 or a5 has to change", which needs no change of both."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    either = any(
        a.kind == c.kind == "own" and b.text == "or"
        for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )
    said = [one for one in result.readings if one.node is not None]
    changes = all(one.kind == "negation" for one in said) and len(said) > 1
    if not either or not changes or result.read.questions or any(one.is_color for one in tokens):
        return
    _ask_for_one(said, result)


def which_node(message: Message, result: Result) -> None:
    """Ask back after "blue then", unless it says that all are meant."""
    named = any(token.kind in ("own", "foreign") for token in message.plain)
    if named or len(message.about) < 2 or result.read.questions:
        return
    if not _ALL.isdisjoint(token.text for token in message.tokens):
        return
    said = [one for one in result.readings if one.node is not None]
    kinds, nodes = {(one.kind, one.color) for one in said}, {one.node for one in said}
    if len(kinds) != 1 or nodes != {*message.about} or "doubt" in {one.kind for one in said}:
        return
    _ask_for_one(said, result)


def _ask_for_one(said: Sequence[Reading], result: Result) -> None:
    """Put the question which of some readings, or of two perhaps both, is meant in their place."""
    several = [Interpretation([one]) for one in said]
    asked = choice([*several, Interpretation([*said])] if len(said) == 2 else several)
    rest = [one for one in result.readings if one.node is None]
    result.read.readings[:] = [*rest, *asked.readings]
    result.read.choices[:] = asked.choices
