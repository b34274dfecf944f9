"""
The errors of Kempe.

    KempeError
    ├── InputError (ValueError)   a file or an argument is wrong
    ├── BudgetError               an exact routine would not fit its budget
    └── DefinitionError           a problem, chart or flow is ill-formed; carries every finding

    InputWarning (UserWarning)    an input was repaired, and how often

An error carries its data as attributes, so that a caller need not parse the message. A search that
runs out of time is no error: its result says so.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Sequence
from os import PathLike
from typing import Any, NamedTuple


class KempeError(Exception):
    """Root of every error that Kempe raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Python would call the class with the message, which few of the subclasses would accept: an
        # error of a worker process could not be read, and would end all workers.
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[KempeError], arguments: tuple[object, ...]) -> KempeError:
    """Return an error of another process; its attributes are set afterwards."""
    return kind.__new__(kind, *arguments)


class InputError(KempeError, ValueError):
    """
    A file or an argument is wrong.

    Attributes
    ----------
    path, line, column
        Where, if the input was a file; lines and columns count from 1.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.path = None if path is None else str(path)
        self.line = line
        self.column = column
        where = [str(x) for x in (self.path, line, column) if x is not None]
        super().__init__(": ".join([":".join(where), message]) if where else message)


def shortened(value: object, most: int = 60) -> str:
    """Return ``repr(value)`` in one line of ``most`` characters; long integers are never written out."""
    if isinstance(value, int) and abs(value) >= 10**most:
        return f"an integer of {value.bit_length()} bits"
    text = repr(value)
    if "\n" in text:  # of arrays and tables
        text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."


def expected(
    what: str,
    value: object,
    legal: str,
    *,
    path: str | PathLike[str] | None = None,
    line: int | None = None,
) -> InputError:
    """
    Return the error for a value out of range, in the one form that all messages have.

    Parameters
    ----------
    what
        Name of the argument, or of the part of a file.
    value
        The value, which is cut at 60 characters.
    legal
        Legal range, such as ``"an integer >= 1"``.
    path, line
        File and line, if the value was read from one.

    Examples
    --------
    >>> raise expected("k", 0, "an integer >= 1")
    Traceback (most recent call last):
    solver.errors.InputError: k = 0: expected an integer >= 1
    """
    return InputError(f"{what} = {shortened(value)}: expected {legal}", path=path, line=line)


class BudgetError(KempeError):
    """
    An exact routine would need more than it was allowed.

    Attributes
    ----------
    estimate, budget
        What it would need and what it was given, both in ``unit``; an infinite estimate means that it
        needs more, nobody knows how much.
    unit
        ``"bytes"``, ``"states"``, ``"cells"``, ``"nodes"``, ``"seconds"`` or ``"units of cost"``.
    """

    def __init__(self, message: str, *, estimate: float, budget: float, unit: str) -> None:
        self.estimate = estimate
        self.budget = budget
        self.unit = unit
        needs = f"{estimate:.3g} {unit}, allowed {budget:.3g}"
        if estimate == math.inf:  # nobody can tell in advance
            needs = f"more than the {budget:.3g} {unit} allowed"
        super().__init__(f"{message}: needs {needs}")


class Finding(NamedTuple):
    """
    One thing that is wrong, or looks wrong, with a definition.

    Attributes
    ----------
    code
        Of the rule that was broken, stable over versions: ``"FLOW012"``.
    location
        Where: a JSON pointer, a name, or a line.
    message
        What, with the value and what would have been legal.
    severity
        ``"error"``, ``"warning"``, or ``"note"`` if it may be intended.
    """

    code: str
    location: str
    message: str
    severity: str = "error"

    def __str__(self) -> str:
        return f"{self.location}: {self.severity} {self.code}: {self.message}"


class DefinitionError(KempeError):
    """
    A definition is ill-formed.

    Attributes
    ----------
    findings
        All that is wrong with it, not only the first.
    """

    def __init__(self, message: str, findings: Sequence[Finding | str] = ()) -> None:
        self.findings = tuple(findings)
        super().__init__("\n  ".join([message, *map(str, self.findings)]))


class InputWarning(UserWarning):
    """An input was repaired in a way that its format permits; the message counts what was changed."""


#: Packages whose lines no warning names: the caller's line is the first one outside.
PACKAGES = ("solver", "agents")


def warn(message: str) -> None:
    """Give an :class:`InputWarning` that names the caller's line, however deep in Kempe it is found."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in PACKAGES:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, InputWarning, stacklevel=level)


def loops_dropped(loops: int, first: str) -> str:
    """Return the message on dropped loops, which names the vertex of the first one."""
    if loops == 1:
        return f"dropped 1 loop, at {first}"
    return f"dropped {loops} loops, the first one at {first}"
