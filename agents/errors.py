"""
The errors of the agents; they derive from the root of the solver's errors.

    KempeError
    ├── ActionRejected   an action is refused; the state does not change
    ├── GatewayError     a language model did not answer, or its answer is unreadable
    ├── PolicyError      more policies failed than the world allows
    └── TraceError       a trace database is unusable, or its contents are inconsistent
"""

from __future__ import annotations

from solver.errors import DefinitionError, Finding, InputError, KempeError, expected, shortened

__all__ = [
    "ActionRejected",
    "DefinitionError",
    "Finding",
    "GatewayError",
    "InputError",
    "KempeError",
    "PolicyError",
    "TraceError",
    "expected",
    "rejected",
    "shortened",
]


class ActionRejected(KempeError):
    """An action breaks a rule of its domain; the message names the rule and the legal values."""


def rejected(what: str, value: object, legal: str) -> ActionRejected:
    """
    Return the refusal of a value, in the form that :func:`expected` gives to input errors.

    Examples
    --------
    >>> str(rejected("assignments.h9", "red", "one of your nodes: h1, h2"))
    "assignments.h9 = 'red': expected one of your nodes: h1, h2"
    """
    return ActionRejected(f"{what} = {shortened(value)}: expected {legal}")


class GatewayError(KempeError):
    """
    A language model did not answer, or its answer is unreadable.

    Attributes
    ----------
    kind
        ``"timeout"``, ``"rate_limit"``, ``"server"``, ``"connection"``, ``"malformed"``, ``"refused"``,
        ``"outage"`` (no answer for a while), ``"size"`` (the answer is too large), ``"budget"``, or
        ``"missing"`` (a library, a valid key, a model or a recorded answer).
    retry_after
        Seconds that the server asks to wait, if any.
    retried
        Whether a gateway has made all the attempts that it is allowed to make.
    """

    def __init__(self, message: str, *, kind: str, retry_after: float | None = None) -> None:
        self.kind = kind
        self.retry_after = retry_after
        self.retried = False
        super().__init__(message)


class PolicyError(KempeError, RuntimeError):
    """Policies lost more turns than the world allows; the steps are recorded."""


class TraceError(KempeError, RuntimeError):
    """
    A trace database is unusable, or its contents are inconsistent.

    Attributes
    ----------
    path, step
        File, and first step concerned, if any.
    """

    def __init__(self, message: str, *, path: str | None = None, step: int | None = None) -> None:
        self.path = path
        self.step = step
        where = [path] if path else []
        where += [f"step {step}"] if step is not None else []
        super().__init__(": ".join([*where, message]))
