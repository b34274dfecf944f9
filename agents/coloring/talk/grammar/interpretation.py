"""Interpretations of a message, and the question which of several is the right one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...situation import NodeColor
from ...wording.phrases import enumerated
from ..reading import Alternative, Question, Reading

NOT_SURE = "I am not sure what you mean."
#: Choices that a question lists.
MOST_CHOICES = 3


@dataclass
class Interpretation:
    """One interpretation of a message: statements, questions, and the two sides of an offer."""

    readings: list[Reading] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    conditions: list[NodeColor] = field(default_factory=list)
    assignments: list[NodeColor] = field(default_factory=list)
    choices: list[Alternative] = field(default_factory=list)

    @property
    def key(self) -> tuple[object, ...]:
        """Content, by which interpretations are compared."""
        facts = tuple((one.kind, one.node, one.color) for one in self.readings)
        asked = tuple((one.kind, one.node, one.supposed, one.color) for one in self.questions)
        return facts, asked, tuple(self.conditions), tuple(self.assignments)

    @property
    def is_conditional(self) -> bool:
        """Whether it is a statement with a condition and nothing else."""
        return bool(self.readings) and all(one.reason == NO_CONDITIONS for one in self.readings)


#: Answer to a statement with a condition that is no offer.
NO_CONDITIONS = "I cannot act on a condition. Tell me again when it holds."


def unclear(question: str) -> Reading:
    """Return a question about a statement as a whole."""
    return Reading("doubt", None, None, 0.4, question)


def asked_back(question: str) -> Reading:
    """Return a question about what was understood well, but cannot be acted upon as it is."""
    return Reading("doubt", None, None, 0.4, question, deliberate=True)


def choice(several: Sequence[Interpretation]) -> Interpretation:
    """Ask which of several interpretations is the right one."""
    by_phrase = _by_phrase(several)
    shared = _reported_by_all(several)
    if len(by_phrase) < 2:
        return Interpretation([*shared, unclear(NOT_SURE)])
    asked = _asked(list(by_phrase), [_alternative(one, shared) for one in by_phrase.values()])
    return replace(asked, readings=[*shared, *asked.readings])


def _reported_by_all(several: Sequence[Interpretation]) -> list[Reading]:
    """
    Return the reports of colors that a message contains, whichever interpretation is right.

    Where one of them asks, the color may be supposed; where they differ about the node, so may it.
    """
    if any(one.questions for one in several):
        return []
    said = [{*map(_said, one.readings)} for one in several]
    shared = set.intersection(*said)
    doubted = {node for one in said for _, node, _ in one - shared}
    reports = [one for one in several[0].readings if one.kind == "report" and _said(one) in shared]
    return [one for one in reports if one.node not in doubted]


def guess(readings: Sequence[Reading]) -> Interpretation:
    """Ask whether a sentence that was not understood means one of some readings."""
    by_phrase = _by_phrase([Interpretation([reading]) for reading in readings])
    choices = [_alternative(one) for one in by_phrase.values()]
    return _asked([*by_phrase, "something else"], [*choices, Alternative()])


def whether(several: Sequence[Interpretation]) -> Interpretation:
    """Ask whether a message means what it is read to mean."""
    by_phrase = _by_phrase(several)
    if not by_phrase:
        return Interpretation([unclear(NOT_SURE)])
    question = f"Do you mean {', or '.join(by_phrase)}?"
    return Interpretation([unclear(question)], choices=[_alternative(one) for one in by_phrase.values()])


def _by_phrase(several: Sequence[Interpretation]) -> dict[str, Interpretation]:
    """Return the first few interpretations that differ in words, by their words."""
    by_phrase: dict[str, Interpretation] = {}
    for one in several:
        phrase = _phrase(one)
        if phrase and len(by_phrase) < MOST_CHOICES:
            by_phrase.setdefault(phrase, one)
    return _differing(by_phrase)


def _differing(by_phrase: dict[str, Interpretation]) -> dict[str, Interpretation]:
    """Return interpretations by the parts of their words that they do not all share."""
    parts = [dict.fromkeys(_parts(one)) for one in by_phrase.values()]
    if len(parts) < 2:
        return by_phrase
    shared = set.intersection(*({*one} for one in parts))
    left = [enumerated(part for part in one if part not in shared) for one in parts]
    # Where one says all that another one says and more, only the whole tells them apart.
    return dict(zip(left, by_phrase.values(), strict=True)) if all(left) else by_phrase


def _asked(phrases: Sequence[str], choices: list[Alternative]) -> Interpretation:
    numbered = "; ".join(f"({number}) {phrase}" for number, phrase in enumerate(phrases, start=1))
    return Interpretation([unclear(f"{NOT_SURE[:-1]}: {numbered}?")], choices=choices)


def _alternative(one: Interpretation, taken: Sequence[Reading] = ()) -> Alternative:
    """Return what is chosen, without what is taken anyway; all of it if it is nothing else."""
    rest = [r for r in one.readings if _said(r) not in map(_said, taken)]
    return Alternative(tuple(rest if rest or one.questions else one.readings), tuple(one.questions))


def _said(reading: Reading) -> tuple[str, str | None, str | None]:
    return reading.kind, reading.node, reading.color


_PHRASES: dict[str, str] = {
    "demand": "that {node} should be {color}",
    "report": "that {node} is {color}",
    "forbidden": "that {node} cannot be {color}",
    "required": "that {node} must be {color}",
    "preference": "that you would like {node} {color}",
    "negation": "that {node} should not be {color}",
    "release": "that {node} is free",
    "retract": "that {node} is free",
    "hypothetical": "what happens with {node} {color}",
    "complaint": "that {color} for {node} was not right",
    "refused": "that {node} should be {color}",
    "agree": "yes",
    "refuse": "no",
    "satisfied": "that you are satisfied",
    "unsatisfied": "that you are not satisfied",
}
_ASKED = {
    "Q1": "which colors work for {node}",
    "Q2": "what would work",
    "Q4": "which color {node} has",
    "Q5": "how things stand",
    "why": "that you ask why",
    "constraints": "what you ruled out",
    "deals": "what we agreed on",
    "offers": "which offers there are",
    "points": "what the points are",
    "sees": "which nodes we see",
}


#: Kinds that say less of a node and a color than those behind them.
_LESS = {"hypothetical": 1, "preference": 2}


def _phrase(one: Interpretation) -> str:
    return enumerated(_parts(one))


def _parts(one: Interpretation) -> list[str]:
    """Return the words for each statement and question; of a node and a color only what says most."""
    most: dict[object, int] = {}
    for reading in one.readings:
        pair = (reading.node, reading.color)
        most[pair] = max(most.get(pair, 0), _LESS.get(reading.kind, 3))
    parts = [
        _PHRASES[reading.kind].format(node=reading.node, color=reading.color)
        for reading in one.readings
        if reading.kind in _PHRASES
        and (reading.kind != "refused" or reading.color is not None)
        and _LESS.get(reading.kind, 3) == most[reading.node, reading.color]
    ]
    for question in one.questions:
        if question.kind == "Q3":
            pairs = enumerated(f"{pair.node} {pair.color}" for pair in question.supposed)
            parts.append(f"whether {pairs} would work" if pairs else "whether I can solve this")
        else:
            parts.append(_ASKED[question.kind].format(node=question.node))
    return parts
