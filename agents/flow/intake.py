"""
Between a proposed answer and a stored one: everything is checked before anything is committed.

Each key is judged by itself, so that one bad value does not cost the good ones beside it. Then the rules
over several keys are held against what would be stored, and what breaks one is taken out again; the rest
is held against all rules once more, until nothing is left to object to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..guard import Guard
from .ir import OneOf, QuestionNode
from .values import AnswerCheck, missing


class Asked(NamedTuple):
    """
    A question, ready to judge its answers.

    Attributes
    ----------
    node
        The question.
    order
        Its rank: (priority, place in the document).
    check
        Type, range, options, pattern.
    validator
        The author's own, or None.
    when
        Its guard, or None.
    """

    node: QuestionNode
    order: tuple[int, int]
    check: AnswerCheck
    validator: Callable[[Any], bool] | None
    when: Guard | None

    def judge(self, value: Any) -> tuple[Any, str | None]:
        """The value in canonical form, and what is wrong with it."""
        value, error = self.check(value)
        if error is None and self.validator is not None:
            error = self._validated(value)
        return value, error

    def _validated(self, value: Any) -> str | None:
        assert self.validator is not None
        try:
            accepted = self.validator(value)
        except Exception as failure:
            return f"could not be checked: {type(failure).__name__}: {failure}"
        if accepted is True:
            return None
        return self.node.error_message or f"{self.node.validator} says no"

    def applies(self, values: Mapping[str, Any]) -> bool:
        """Whether the question is to be asked at all: dependencies settled and ``when`` true."""
        answers = values["answers"]
        for dependency in self.node.dependencies:
            if missing(answers.get(dependency)) and dependency not in values["unknown"]:
                return False
        return self.when is None or self.when(values)


class Constrained(NamedTuple):
    """A rule over several keys: checked as soon as all that it reads is there."""

    name: str
    guard: Guard
    keys: frozenset[str]
    message: str


@dataclass
class Verdict:
    """
    What may be stored and what not.

    Attributes
    ----------
    accepted
        Canonical values by key, in question order.
    invalid
        Why by key, in question order; to be asked again.
    rejected
        Why by key: nobody asks for it, or it is already answered.
    """

    accepted: dict[str, Any] = field(default_factory=dict)
    invalid: dict[str, str] = field(default_factory=dict)
    rejected: dict[str, str] = field(default_factory=dict)


class Intake:
    """
    Judges updates by the questions, constraints and groups of a flow.

    Parameters
    ----------
    constraints, groups
        Rules over several keys.
    overwrite
        Whether stored answers may be replaced, unless the question says otherwise.
    """

    def __init__(
        self, constraints: Iterable[Constrained], groups: Iterable[OneOf], *, overwrite: bool
    ) -> None:
        self._constraints = tuple(constraints)
        self._exclusive = tuple(group for group in groups if group.exclusive)
        self._overwrite = overwrite

    def judge(
        self,
        updates: Mapping[str, Any],
        questions: Mapping[str, Asked],
        values: Mapping[str, Any],
        *,
        pending: str | None,
        correcting: bool = False,
    ) -> Verdict:
        """
        Judge proposed answers; nothing is changed.

        Parameters
        ----------
        updates
            Values by key.
        questions
            Those that may be answered, by key.
        values
            The roots for guards: ``answers``, ``ctx``, ``path``; and ``unknown``, for predicates.
        pending
            The key that is being asked for; its answer may always be replaced.
        correcting
            The person changes earlier answers on purpose.
        """
        verdict = Verdict()
        answers = values["answers"]
        known = [key for key in updates if key in questions]
        if len(known) > 1:
            known.sort(key=lambda key: questions[key].order)
        if len(known) < len(updates):
            for key in updates:
                if key not in questions:
                    verdict.rejected[key] = "no question asks for it"
        for key in known:
            asked = questions[key]
            value, error = asked.judge(updates[key])
            if error is not None:
                verdict.invalid[key] = error
            elif key in answers and key != pending and not self._may_replace(asked, correcting):
                if answers[key] != value:
                    verdict.rejected[key] = "it is already answered"
            else:
                verdict.accepted[key] = value
        if self._constraints or self._exclusive:
            while verdict.accepted and (broken := self._broken(verdict.accepted, values)):
                for key, message in broken.items():
                    del verdict.accepted[key]
                    verdict.invalid[key] = message
            if len(verdict.invalid) > 1:
                order = sorted(verdict.invalid, key=lambda key: questions[key].order)
                verdict.invalid = {key: verdict.invalid[key] for key in order}
        return verdict

    def _may_replace(self, asked: Asked, correcting: bool) -> bool:
        own = asked.node.overwrite
        return correcting or (self._overwrite if own is None else own)

    def _broken(self, accepted: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, str]:
        """The accepted keys that break the first broken rule, and why."""
        trial = {**values["answers"], **accepted}
        roots = {**values, "answers": trial}
        for name, guard, keys, message in self._constraints:
            involved = [key for key in accepted if key in keys]
            if involved:
                outcome = guard.evaluate(roots)
                # An error means that something it reads is not there yet.
                if not outcome.value and outcome.error is None:
                    return dict.fromkeys(involved, message or f"breaks the rule {name}")
        for group in self._exclusive:
            complete = [a for a in group.alternatives if all(key in trial for key in a)]
            if len(complete) > 1:
                before = [a for a in complete if not any(key in accepted for key in a)]
                first = (before or complete)[0]
                second = {key for a in complete for key in a if key in accepted and key not in first}
                told = group.message or f"only one of these: {_alternatives(group)}"
                if second:
                    return dict.fromkeys(sorted(second), told)
        return {}


def satisfied(group: OneOf, answers: Mapping[str, Any]) -> bool:
    """Whether some alternative of a group is answered completely."""
    return any(all(not missing(answers.get(key)) for key in a) for a in group.alternatives)


def excused(key: str, groups: Iterable[OneOf], answers: Mapping[str, Any]) -> bool:
    """Whether a key need not be asked: another alternative of each of its groups is complete."""
    mine = [group for group in groups if any(key in a for a in group.alternatives)]
    return bool(mine) and all(
        any(key not in a and all(not missing(answers.get(k)) for k in a) for a in group.alternatives)
        for group in mine
    )


def _alternatives(group: OneOf) -> str:
    return " or ".join(" and ".join(alternative) for alternative in group.alternatives)
