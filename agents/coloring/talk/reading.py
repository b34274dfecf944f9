"""
The meaning of a message: readings, one for each statement, and questions.

Only demands, reports, constraints and their withdrawals change anything, and none of them does more than
its author could do with typed commands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..situation import Constraint, NodeColor

#: ``demand``, ``release`` and ``restore``, which also ends a demand, are about own nodes; ``report``,
#: ``forbidden``, ``required`` and ``retract`` about foreign ones. ``refused`` is a demand that cannot be
#: met; a ``doubt`` makes the agent ask.
ReadingKind = Literal[
    "demand",
    "refused",
    "report",
    "preference",
    "forbidden",
    "required",
    "release",
    "restore",
    "retract",
    "hypothetical",
    "negation",
    "complaint",
    "agree",
    "refuse",
    "indifferent",
    "satisfied",
    "unsatisfied",
    "doubt",
    "foreign_language",
    "help",
    "off_topic",
]
#: Kinds of questions: colors that work for one node (Q1), colorings of the border (Q2), feasibility of a
#: supposed coloring (Q3), the color of a node (Q4), the status (Q5), reasons, stated constraints, what
#: was agreed, which offers there are, what the points are, and which nodes both sides see.
QuestionKind = Literal[
    "Q1", "Q2", "Q3", "Q4", "Q5", "why", "constraints", "deals", "offers", "points", "sees"
]  # fmt: skip
#: What a question is about more closely.
Subject = Literal[
    "",
    "satisfied",
    "score",
    "either",
    "higher score",
    "asker's score",
    "asker's conflicts",
    "both conflicts",
    "mind",
    "before",
    "deal",
    "ending",
    "anyway",
    "mind anyway",
    "conflicts",
    "change",
    "offer",
    "told",
    "asked",
    "fixed",
    "last",
    "done",
    "unseen",
    "given",
    "promise",
    "open",
    "made",
    "received",
    "rejected",
    "taken",
    "wanted",
    "meant",
    "agreed",
    "now",
]
#: Who read it: the rules, the network beside them, or a language model as second reader.
Source = Literal["rules", "network", "model"]
Intent = Literal["COMMAND", "QUERY", "PREFERENCE", "INFORMATION", "NONE"]

_INTENTS: dict[str, Intent] = {
    "demand": "COMMAND",
    "refused": "COMMAND",
    "release": "COMMAND",
    "restore": "COMMAND",
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
    One statement.

    Attributes
    ----------
    kind
        Kind of the statement.
    node, color
        Node and color; a color outside the domain is kept as written.
    confidence
        Confidence from 0 to 1.
    reason
        Sentence to the person: why the statement is refused, or a question about it.
    source
        Reader: the rules, the network beside them, or a language model as second reader.
    decided
        Whether a report is of a color that the person is about to give a node.
    deliberate
        Whether a doubt is about what was understood well, but cannot be acted upon as it is.
    meant
        What "yes" confirms to a doubt about a limit.
    """

    kind: ReadingKind
    node: str | None = None
    color: str | None = None
    confidence: float = 0.9
    reason: str | None = None
    source: Source = "rules"
    decided: bool = False
    deliberate: bool = False
    meant: Reading | None = None


@dataclass(frozen=True)
class Question:
    """
    A question about a ``supposed`` coloring, or about a ``node`` and perhaps one ``color``.

    ``subject`` says more closely what it is about: whether the agent is satisfied, what it scores,
    whether it would mind, to which "no" would be consent, what was before, how a deal looks, why it
    made one, or whether one may be ended, the conflicts of the asker,
    whether it is to do what costs a conflict anyway, what the person is to change, or what the agent
    has offered; of what stands, whether it is all that was told, what was asked for, or which nodes
    are fixed; of a bare "why not?", that it is about what was supposed last; of a supposition, that
    another question in its sentence depends on it; of a color, that the agent is to promise it; of
    offers, whether the open ones are meant, those that the agent made, received or rejected, or one
    that it is to make; of the status, whether it is to explain the agent's last message, or to say
    whether that was a yes; of a color, that the present one is asked for in so many words.
    """

    kind: QuestionKind
    node: str | None = None
    supposed: tuple[NodeColor, ...] = ()
    color: str | None = None
    confidence: float = 0.8
    source: Source = "rules"
    subject: Subject = ""


@dataclass(frozen=True)
class Alternative:
    """One of several things that a message may mean."""

    readings: tuple[Reading, ...] = ()
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True)
class Understanding:
    """
    The meaning of a message.

    Attributes
    ----------
    text
        Cleaned message.
    readings, questions
        Statements and questions, in the order of the text.
    conditions, assignments
        Terms of an offer such as "if you make b2 red, I'll make h2 blue": colors of the recipient's
        nodes and of the sender's nodes.
    cut
        Number of characters that were not read.
    unread
        Whether a sentence has no meaning in the grammar.
    choices
        What an unclear part may mean, in the order in which the agent lists it.
    """

    text: str
    readings: tuple[Reading, ...] = ()
    questions: tuple[Question, ...] = ()
    conditions: tuple[NodeColor, ...] = ()
    assignments: tuple[NodeColor, ...] = ()
    cut: int = 0
    unread: bool = False
    choices: tuple[Alternative, ...] = ()
    _by_kind: dict[str, tuple[Reading, ...]] = field(default_factory=dict, compare=False, repr=False)

    def of(self, *kinds: ReadingKind) -> tuple[Reading, ...]:
        """Return the readings of some kinds."""
        return tuple(reading for reading in self.readings if reading.kind in kinds)

    @property
    def demands(self) -> tuple[NodeColor, ...]:
        """Own nodes and the colors that they are to have."""
        return _pairs(self.of("demand"))

    @property
    def reports(self) -> dict[str, str]:
        """``{foreign node: color}`` as reported."""
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
        """Statements that the agent asks about."""
        return self.of("doubt")

    @property
    def intents(self) -> tuple[Intent, ...]:
        """Intents, the most confident one first; more than one is MIXED in the rules."""
        weighed: dict[Intent, float] = {}
        for reading in self.readings:
            intent = _INTENTS.get(reading.kind)
            if intent is not None:
                weighed[intent] = max(weighed.get(intent, 0.0), reading.confidence)
        if self.questions:
            weighed["QUERY"] = max(question.confidence for question in self.questions)
        return tuple(sorted(weighed, key=lambda intent: -weighed[intent])) or ("NONE",)

    def constraints(self, by: str) -> tuple[Constraint, ...]:
        """Return the constraints that the sender stated about its nodes."""
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
