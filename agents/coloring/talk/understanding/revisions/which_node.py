"""Ask which node is meant where one color is said of none, and the agent spoke of several."""

from __future__ import annotations

from ...grammar import Interpretation, choice
from ...wordlist import words
from ..message import Message, Result

_ALL = words("both all each every everything they them these those two three either neither same")


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
    several = [Interpretation([one]) for one in said]
    asked = choice([*several, Interpretation(said)] if len(said) == 2 else several)
    rest = [one for one in result.readings if one.node is None]
    result.read.readings[:] = [*rest, *asked.readings]
    result.read.choices[:] = asked.choices
