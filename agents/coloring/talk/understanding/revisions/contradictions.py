"""
Contradictions within a message, which become questions.

Corrections that the grammar reads ("b2 red, no, blue") leave one color for a node. If several colors are
left, the last one holds only in a list of assignments ("b2=red, b2=blue") and behind a word such as
"then" or "actually"; else the agent asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reading import Reading
from ...tokens import Token
from ...wordlist import words
from ..message import Message, Result

_NOT_SURE = "I am not sure what you mean."
_STATED = words("demand report required")
_DENIED = words("negation forbidden")
_CORRECTS = words("correction meant mean")
_DENIES = words("not never no")
#: After one of these the second statement is later than the first.
_THEN = words("then later wait sorry no actually rather instead")
#: Signs of an assignment; "b2=red, b2=blue" is a list, whose last entry holds.
_ASSIGNS = words("= := ==")


def without_contradictions(message: Message, result: Result) -> None:
    """Put questions in the place of statements that contradict each other."""
    result.readings[:] = _without_contradictions(result.readings, message.tokens)


def _without_contradictions(readings: Sequence[Reading], tokens: Sequence[Token]) -> list[Reading]:
    stances = {one.kind for one in readings}
    unclear = Reading("doubt", None, None, 0.4, _NOT_SURE)
    if [one.kind for one in readings] == ["agree", "refuse"]:
        return [unclear]  # "well, yes and no", but not "no, you are right"
    if "satisfied" in stances and stances & {"refuse", "unsatisfied"}:
        # "Happy? No."
        readings = [one for one in readings if one.kind not in ("satisfied", "refuse")] + [unclear]
    if "demand" in stances and "refuse" in stances and "doubt" in stances:
        # "Red... ah no, my h2 is red, so green please" takes something back that was not read.
        readings = [one for one in readings if one.kind not in ("demand", "refuse")]
    readings = _corrected(readings, tokens)
    stated = [one for one in readings if one.kind in _STATED and one.node is not None]
    denied = {(one.node, one.color) for one in readings if one.kind in _DENIED}
    both = {one.node for one in stated if (one.node, one.color) in denied}
    for node in dict.fromkeys(one.node for one in stated):
        kinds = {one.kind for one in stated if one.node == node}
        colors = {one.color for one in stated if one.node == node}
        if len(colors) > 1 and (kinds == {"required"} or not _is_later(node, tokens)):
            both.add(node)
    if not both:
        return list(readings)
    kept = [one for one in readings if one.node not in both or one.kind not in _STATED | _DENIED]
    # In the order of the text: that of a set would differ from process to process.
    for node in dict.fromkeys(one.node for one in stated if one.node in both):
        colored = [one for one in stated if one.node == node]
        kept += _which([one for one in colored if (node, one.color) not in denied] or colored[:1])
    return kept


def _corrected(readings: Sequence[Reading], tokens: Sequence[Token]) -> Sequence[Reading]:
    """Leave out what was denied of a node before a correction that denies something else of it."""
    said = [token.text for token in tokens]
    marks = [i for i, word in enumerate(said) if word in _CORRECTS]
    if not marks:
        return readings
    after, denies = set(), False
    for token in tokens[marks[-1] :]:
        denies = token.kind != "sign" and (denies or token.text in _DENIES)
        if denies and token.is_color:
            after.add(token.text)
    denied = [one for one in readings if one.kind in _DENIED]
    again = {one.node for one in denied if one.color in after}
    return [one for one in readings if one not in denied or one.node not in again or one.color in after]


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
        question = f"{_NOT_SURE} Do you mean that {readings[0].node} must be {colors}?"
        return [Reading("doubt", None, None, 0.4, question)]
    return which(readings)


def _is_later(node: str | None, tokens: Sequence[Token]) -> bool:
    """
    Return whether a later statement about a node replaces an earlier one.

    It does in a list of assignments, and behind a word that says that what follows is later.
    """
    places = [i for i, token in enumerate(tokens) if token.text == node]
    if len(places) > 1 and all(tokens[i + 1].text in _ASSIGNS for i in places):
        return True
    return any(token.text in _THEN for token in tokens[places[0] if places else len(tokens) :])
