"""
What a message was understood to say: readings, one for each thing said, and the questions asked.

A reading is a proposal. Only demands, reports, constraints and their ends change anything, and none of
them reaches farther than its author could reach by typed means.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..situation import Constraint, NodeColor

#: ``demand`` and ``release`` are about own nodes; ``report``, ``forbidden``, ``required`` and
#: ``retract`` about foreign ones. ``refused`` is a demand that cannot be met, ``doubt`` one thing to be
#: asked about.
ReadingKind = Literal[
    "demand",
    "refused",
    "report",
    "preference",
    "forbidden",
    "required",
    "release",
    "retract",
    "hypothetical",
    "negation",
    "complaint",
    "agree",
    "refuse",
    "satisfied",
    "unsatisfied",
    "doubt",
]
#: What can be asked: colors that would do for one node (Q1), colorings of the border (Q2), whether a
#: supposed coloring can be met (Q3), the color of a node (Q4), how things stand (Q5), why, and what was
#: said to be forbidden or required.
QuestionKind = Literal["Q1", "Q2", "Q3", "Q4", "Q5", "why", "constraints"]
Intent = Literal["COMMAND", "QUERY", "PREFERENCE", "INFORMATION", "NONE"]

_INTENTS: dict[str, Intent] = {
    "demand": "COMMAND",
    "refused": "COMMAND",
    "release": "COMMAND",
    "preference": "PREFERENCE",
    "hypothetical": "PREFERENCE",
    "report": "INFORMATION",
    "forbidden": "INFORMATION",
    "required": "INFORMATION",
    "retract": "INFORMATION",
    "negation": "INFORMATION",
    "complaint": "INFORMATION",
}


@dataclass(frozen=True)
class Reading:
    """
    One thing said.

    Attributes
    ----------
    kind
        What it is.
    node, color
        About what; the color is the word itself where it is none of the domain.
    confidence
        From 0 to 1.
    reason
        Why it is refused or in doubt, as a sentence to the person.
    source
        Who read it: the rules, or a model as second reader.
    """

    kind: ReadingKind
    node: str | None = None
    color: str | None = None
    confidence: float = 0.9
    reason: str | None = None
    source: Literal["rules", "model"] = "rules"


@dataclass(frozen=True)
class Question:
    """A question: about the coloring ``supposed``, or about ``node``, perhaps with a ``color`` named."""

    kind: QuestionKind
    node: str | None = None
    supposed: tuple[NodeColor, ...] = ()
    color: str | None = None
    confidence: float = 0.8
    source: Literal["rules", "model"] = "rules"


@dataclass(frozen=True)
class Understanding:
    """
    All that a message says.

    Attributes
    ----------
    text
        The message, cleaned.
    readings, questions
        In the order of the text.
    conditions, assignments
        Of "if you make b2 red, I'll make h2 blue": what the recipient would have to do, and what the
        sender would do then.
    cut
        How many characters were not read.
    """

    text: str
    readings: tuple[Reading, ...] = ()
    questions: tuple[Question, ...] = ()
    conditions: tuple[NodeColor, ...] = ()
    assignments: tuple[NodeColor, ...] = ()
    cut: int = 0
    _by_kind: dict[str, tuple[Reading, ...]] = field(default_factory=dict, compare=False, repr=False)

    def of(self, *kinds: ReadingKind) -> tuple[Reading, ...]:
        """Give the readings of some kinds."""
        return tuple(reading for reading in self.readings if reading.kind in kinds)

    @property
    def demands(self) -> tuple[NodeColor, ...]:
        """Own nodes and the colors that they are to have."""
        return _pairs(self.of("demand"))

    @property
    def reports(self) -> dict[str, str]:
        """``{foreign node: color}`` as told."""
        return {pair.node: pair.color for pair in _pairs(self.of("report"))}

    @property
    def released(self) -> tuple[str, ...]:
        """Own nodes whose demands end."""
        return tuple(reading.node for reading in self.of("release") if reading.node is not None)

    @property
    def refusals(self) -> tuple[Reading, ...]:
        """Demands that cannot be met, with reasons."""
        return self.of("refused")

    @property
    def doubts(self) -> tuple[Reading, ...]:
        """What is to be asked about."""
        return self.of("doubt")

    @property
    def intents(self) -> tuple[Intent, ...]:
        """All intents, the most confident one first; more than one is what the rules call MIXED."""
        weighed: dict[Intent, float] = {}
        for reading in self.readings:
            intent = _INTENTS.get(reading.kind)
            if intent is not None:
                weighed[intent] = max(weighed.get(intent, 0.0), reading.confidence)
        if self.questions:
            weighed["QUERY"] = max(question.confidence for question in self.questions)
        return tuple(sorted(weighed, key=lambda intent: -weighed[intent])) or ("NONE",)

    def constraints(self, by: str) -> tuple[Constraint, ...]:
        """Give what the sender stated of its nodes."""
        return tuple(
            Constraint(
                reading.node,
                "forbidden" if reading.kind == "forbidden" else "required",
                reading.color,
                by,
            )
            for reading in self.of("forbidden", "required")
            if reading.node is not None and reading.color is not None
        )


def _pairs(readings: tuple[Reading, ...]) -> tuple[NodeColor, ...]:
    return tuple(
        NodeColor(reading.node, reading.color)
        for reading in readings
        if reading.node is not None and reading.color is not None
    )
