"""
The check of proposed answers before any is stored.

Each key is checked separately, so that an invalid value does not affect the others. Then the rules over
several keys are applied to what would be stored; values that break a rule are removed, and the rules are
applied again until no rule is broken.
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
    A compiled question.

    Attributes
    ----------
    key, node
        Key and node of the question.
    order
        Rank: (priority, position in the document).
    check
        Check of type, range, options and pattern.
    validator
        Validator of the author, or None.
    when
        Guard, or None.
    """

    key: str
    node: QuestionNode
    order: tuple[int, int]
    check: AnswerCheck
    validator: Callable[[Any], bool] | None
    when: Guard | None

    def judge(self, value: Any) -> tuple[Any, str | None]:
        """Return the value in canonical form, and an error."""
        value, error = self.check(value)
        if error is None and self.validator is not None:
            error = self._validated(value, self.validator)
        return value, error

    def _validated(self, value: Any, validator: Callable[[Any], bool]) -> str | None:
        try:
            accepted = validator(value)
        except Exception as failure:
            return f"could not be checked: {type(failure).__name__}: {failure}"
        if accepted is True:
            return None
        return self.node.error_message or f"refused by {self.node.validator}"

    def applies(self, values: Mapping[str, Any]) -> bool:
        """Return whether the question applies: its dependencies are settled and ``when`` is true."""
        answers = values["answers"]
        for dependency in self.node.dependencies:
            if missing(answers.get(dependency)) and dependency not in values["unknown"]:
                return False
        return self.when is None or self.when(values)


@dataclass(frozen=True)
class OnValue:
    """Validator that is a guard over ``value``."""

    guard: Guard

    def __call__(self, value: Any) -> bool:
        """Return whether a value is valid."""
        return self.guard({"value": value})


class Constrained(NamedTuple):
    """A rule over several keys, checked as soon as all of them are known."""

    name: str
    guard: Guard
    keys: frozenset[str]
    message: str


@dataclass
class Verdict:
    """
    Result of checking updates.

    Attributes
    ----------
    accepted
        Canonical values by key, in question order.
    invalid
        Errors by key, in question order; these are asked again.
    rejected
        Reasons by key: no question asks for it, or it is already answered.
    """

    accepted: dict[str, Any] = field(default_factory=dict)
    invalid: dict[str, str] = field(default_factory=dict)
    rejected: dict[str, str] = field(default_factory=dict)


class Intake:
    """
    Check of updates against the questions, constraints and groups of a flow.

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
        Check proposed answers; nothing is changed.

        Parameters
        ----------
        updates
            Values by key.
        questions
            Questions that may be answered, by key.
        values
            Values that guards read: ``answers``, ``ctx``, ``path``, ``unknown``.
        pending
            Pending key; its answer may always be replaced.
        correcting
            Whether earlier answers are to be replaced.
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
        """Return the accepted keys that break the first broken rule, with messages."""
        trial = {**values["answers"], **accepted}
        roots = {**values, "answers": trial}
        for name, guard, keys, own_message in self._constraints:
            involved = [key for key in accepted if key in keys]
            if involved:
                outcome = guard.evaluate(roots)
                # An error means that a value it reads is still missing.
                if not outcome.value and outcome.error is None:
                    return dict.fromkeys(involved, own_message or f"breaks the rule {name}")
        for group in self._exclusive:
            complete = [a for a in group.alternatives if all(key in trial for key in a)]
            if len(complete) > 1:
                before = [a for a in complete if not any(key in accepted for key in a)]
                first = (before or complete)[0]
                second = {key for a in complete for key in a if key in accepted and key not in first}
                message = group.message or f"only one of these: {_alternatives(group)}"
                if second:
                    return dict.fromkeys(sorted(second), message)
        return {}


def satisfied(group: OneOf, answers: Mapping[str, Any]) -> bool:
    """Return whether an alternative of a group is complete."""
    return any(all(not missing(answers.get(key)) for key in a) for a in group.alternatives)


def excused(key: str, groups: Iterable[OneOf], answers: Mapping[str, Any]) -> bool:
    """Return whether a key need not be asked: each of its groups has another complete alternative."""
    own_groups = [group for group in groups if any(key in a for a in group.alternatives)]
    return bool(own_groups) and all(
        any(key not in a and all(not missing(answers.get(k)) for k in a) for a in group.alternatives)
        for group in own_groups
    )


def _alternatives(group: OneOf) -> str:
    return " or ".join(" and ".join(alternative) for alternative in group.alternatives)
