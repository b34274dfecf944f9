"""
Examples for findings: answers that the questions of a flow accept.

The analysis compares texts with constants and does not know the form of an e-mail address or of a date,
so its witness may be a text that no question accepts. Such a text is excluded and the search repeated;
at last it is tried with some texts of the right form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from ..guard import Guard
from ..guard.tree import Binary, Call, Node
from .compiled import CompiledGraph
from .formulas import Formulas, Kind, constant, field, joined, known, negation, shown_witness
from .intake import Asked, OnValue
from .ir import QuestionNode
from .values import AnswerCheck

#: Limit of the searches in which refused texts are excluded.
_ROUNDS = 6

#: Texts that are part of every answer of a type, and texts of the type.
_PARTS = {"email": ("@", "."), "url": ("://",)}
_SAMPLES = {
    "email": ("a@b.org", "x.y@example.com"),
    "phone": ("+4915112345678", "030 123456"),
    "date": ("2030-01-15", "1999-12-31"),
    "url": ("https://a.org", "HTTP://A.ORG/x"),
}


class Examples:
    """
    Search for examples.

    Parameters
    ----------
    formulas, graphs
        Formulas and graphs of the flow.
    checks
        Check of each key, None if several questions check it differently.
    """

    def __init__(
        self,
        formulas: Formulas,
        graphs: Mapping[str, CompiledGraph],
        checks: Mapping[str, AnswerCheck | None],
    ) -> None:
        self._formulas = formulas
        self._checks = checks
        self._asked: dict[str, list[Asked]] = {}
        for graph in graphs.values():
            for asked in graph.questions.values():
                self._asked.setdefault(asked.key, []).append(asked)
        self._questions = {key: asked[-1].node for key, asked in self._asked.items()}

    def find(
        self, hold: Sequence[Guard], fail: Sequence[Guard], present: Sequence[str]
    ) -> tuple[Kind, dict[str, Any] | None]:
        """Return whether guards can hold while others do not, for answers that are accepted."""
        solve, holding = self._formulas.meter.solve, list(hold)
        seen: set[str] = set()
        for _ in range(_ROUNDS):
            kind, witness = solve(holding, fail, present)
            refused = dict(self._refused(witness))
            if kind != "possible" or not refused:
                return kind, witness
            seen.update(refused)
            excluding = [node for key, text in refused.items() for node in self._without(key, text)]
            holding += [guard for guard in map(self._formulas.guard, excluding) if guard not in holding]
        for key in sorted(seen):
            samples = list(self._samples(key))
            if not samples:
                return "unknown", None
            holding.append(self._formulas.guard(self._formulas.among(key, samples)))
        kind, witness = solve(holding, fail, present)
        if kind != "possible" or any(self._refused(witness)):
            return "unknown", None
        return kind, witness

    def _refused(self, witness: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
        """Yield the texts of a witness that are no answers, by key."""
        for key, value in shown_witness(witness)["answers"].items():
            check = self._checks.get(key)
            # Numbers are compared with their limits by the analysis itself.
            if check is not None and isinstance(value, str) and not self._accepted(key, check, value):
                yield key, value

    def _accepted(self, key: str, check: AnswerCheck, text: str) -> bool:
        """Return whether a text is a canonical answer that the validator of a question accepts."""
        validators = [asked.validator for asked in self._asked[key]]
        valid = any(not isinstance(one, OnValue) or one(text) for one in validators)
        return valid and check(text) == (text, None)

    def _without(self, key: str, text: str) -> Iterator[Node]:
        """Yield formulas that exclude a refused text, and others like it."""
        question, answer = self._questions[key], field("answers", key)
        absent = negation(known(key))
        if question.data_type == "date":
            sides = [
                Binary(operator, answer, constant(day), position=0)
                for operator, day in zip(("<=", ">="), _days_around(text), strict=True)
                if day is not None
            ]
            yield joined("||", absent, *sides)
            return
        yield joined("||", absent, Binary("!=", answer, constant(text), position=0))
        for part in _PARTS.get(question.data_type, ()):
            yield joined("||", absent, _contains(answer, part))

    def _samples(self, key: str) -> Iterator[str]:
        question: QuestionNode = self._questions[key]
        check = self._checks[key]
        for text in (*question.examples, *_SAMPLES.get(question.data_type, ())):
            if check is not None and self._accepted(key, check, text):
                yield text


def _contains(answer: Node, part: str) -> Node:
    return Call("contains", (answer, constant(part)), True, position=0)


def _days_around(text: str) -> tuple[str | None, str | None]:
    """Return the last date that is not after a text, and the first that is, in the order of texts."""
    low, high = 0, date.max.toordinal() + 1  # the ordinals of a day before and of one after
    while high - low > 1:
        middle = (low + high) // 2
        if date.fromordinal(middle).isoformat() <= text:
            low = middle
        else:
            high = middle
    before = date.fromordinal(low).isoformat() if low else None
    return before, date.fromordinal(high).isoformat() if high <= date.max.toordinal() else None
