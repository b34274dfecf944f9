"""Which of two interpretations of a message holds: by the grammar, or by the classes of its words."""

from __future__ import annotations

from collections.abc import Sequence

from ..grammar import Interpretation
from ..tokens import Token


def leaves_out(one: Interpretation, tokens: Sequence[Token]) -> bool:
    """Return whether a color of the text is not in what it is read to mean."""
    named = {token.text for token in tokens if token.kind == "color"}
    said = {reading.color for reading in one.readings} | {pair.color for pair in one.conditions}
    return bool(named - said)


def is_doubtful(one: Interpretation) -> bool:
    """Return whether an interpretation asks back."""
    return any(reading.kind == "doubt" for reading in one.readings)


def is_better(of_classes: Interpretation, decided: Interpretation | None) -> bool:
    """Return whether the interpretation by classes holds rather than that by the grammar."""
    if is_doubtful(of_classes):
        return False
    if decided is None or is_doubtful(decided):
        return True
    if not of_classes.readings and {one.kind for one in of_classes.questions} == {"why"}:
        # "I do not understand why b2 has to be green" demands nothing.
        asked_more = len(of_classes.questions) < len(decided.questions)
        return asked_more or (
            bool(decided.readings) and "why" in {one.kind for one in decided.questions}
        )
    if _adds(of_classes, decided):
        return True
    if {one.kind for one in decided.readings} == {"refuse"} and decided.questions:
        # "B2 red? Never." refuses what the person asked itself, and no offer.
        supposed = {(pair.node, pair.color) for one in decided.questions for pair in one.supposed}
        return not of_classes.questions and supposed == {(r.node, r.color) for r in of_classes.readings}
    kinds = [reading.kind for reading in decided.readings]
    asked = {(one.kind, one.node) for one in of_classes.questions}
    if kinds == ["negation"] and asked == {("Q1", decided.readings[0].node)} and not of_classes.readings:
        # "Can you change b2?" asks whether it is possible, and orders nothing.
        return True
    if decided.readings:
        # "H2 green, is that ok or not?" reports nothing yet.
        checks = [one for one in of_classes.questions if one.kind == "Q3" and one.supposed]
        said = {(pair.node, pair.color) for one in checks for pair in one.supposed}
        facts = {(one.node, one.color) for one in decided.readings if one.kind in ("report", "demand")}
        open_check = any(one.kind == "Q3" and not one.supposed for one in decided.questions)
        return open_check and not of_classes.readings and facts == said
    # "What colors do you have at a2" asks for colors, not for those that would do.
    asks = {one.kind for one in decided.questions}, {one.kind for one in of_classes.questions}
    nodes = {one.node for one in decided.questions}, {one.node for one in of_classes.questions}
    return asks == ({"Q1"}, {"Q4"}) and nodes[0] == nodes[1] and not of_classes.readings


def _adds(of_classes: Interpretation, decided: Interpretation) -> bool:
    """Return whether the interpretation by classes states all that the other one does, and more."""
    facts = [
        {(one.kind, one.node, one.color) for one in each.readings} for each in (decided, of_classes)
    ]
    return facts[0] < facts[1] and {kind for kind, _, _ in facts[1]} <= {kind for kind, _, _ in facts[0]}


def says_less(one: Interpretation, other: Interpretation) -> bool:
    """Return whether another interpretation excludes the same colors and more."""
    kinds = {reading.kind for reading in (*one.readings, *other.readings)}
    if not kinds <= {"negation", "forbidden"} or one.questions or other.questions:
        return False
    return {(r.node, r.color) for r in one.readings} < {(r.node, r.color) for r in other.readings}
