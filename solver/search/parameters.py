"""
Declaration of tunable parameters: default, legal range and the instance that decided the value.

Each technique has one frozen dataclass of parameters. Its fields are declared with :func:`number` and
:func:`choice`, which :func:`validate` checks and :func:`table` lists; the line of help is the
attribute's entry in the docstring of the class, so that it is written once.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import expected

#: Largest value that a parameter may have where a kernel holds it in 32 bits.
INT32 = 2**31 - 1


@dataclasses.dataclass(frozen=True)
class Range:
    """Legal values of one number from ``low`` to ``high``; ``above`` excludes ``low``."""

    low: float
    high: float
    above: bool
    whole: bool

    def __contains__(self, value: object) -> bool:
        kinds = int if self.whole else (int, float)
        if not isinstance(value, kinds) or isinstance(value, bool):
            return False
        return (self.low < value if self.above else self.low <= value) and value <= self.high

    def __str__(self) -> str:
        kind = "an integer" if self.whole else "a number"
        if not self.above and self.high < math.inf:
            return f"{kind} from {self.low} to {self.high}"
        lower = f"{kind} {'>' if self.above else '>='} {self.low}"
        return lower if self.high == math.inf else f"{lower} and <= {self.high}"


@dataclasses.dataclass(frozen=True)
class Choice:
    """Legal values of one parameter that is a word."""

    values: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __str__(self) -> str:
        return " or ".join(map(repr, self.values))


class Option(NamedTuple):
    """
    One row of a table of parameters.

    Attributes
    ----------
    name
        Name, after a prefix and a dot if it belongs to a technique.
    default
        Default value.
    legal
        Legal values.
    help
        One line of help.
    decided_by
        Instance, graph class or measurement that decided the default; empty where it is customary.
    """

    name: str
    default: Any
    legal: Range | Choice
    help: str
    decided_by: str


def number(
    default: float, low: float, high: float = math.inf, *, above: bool = False, decided_by: str = ""
) -> Any:
    """
    Declare a parameter that is a number; an integer if the default is one.

    Parameters
    ----------
    default
        Default value.
    low, high
        Least and largest legal value.
    above
        Whether the value must be greater than ``low``.
    decided_by
        Instance, graph class or measurement that decided the default.
    """
    legal = Range(low, high, above, isinstance(default, int))
    return dataclasses.field(default=default, metadata={"legal": legal, "decided_by": decided_by})


def choice(default: str, *values: str, decided_by: str = "") -> Any:
    """Declare a parameter that is one of several words."""
    return dataclasses.field(
        default=default, metadata={"legal": Choice(values), "decided_by": decided_by}
    )


def validate(parameters: Any) -> None:
    """Raise :class:`~solver.InputError` if a declared field has an illegal value."""
    for field in dataclasses.fields(parameters):
        legal, value = field.metadata.get("legal"), getattr(parameters, field.name)
        if legal is not None and value not in legal:
            raise expected(field.name, value, str(legal))


def table(parameters: type, prefix: str = "") -> list[Option]:
    """Return a row for each declared field of a class of parameters."""
    lines = _help_lines(parameters)
    return [
        Option(
            prefix + field.name,
            field.default,
            field.metadata["legal"],
            lines.get(field.name, ""),
            field.metadata["decided_by"],
        )
        for field in dataclasses.fields(parameters)
        if "legal" in field.metadata
    ]


def assigned(parameters: Any, values: Mapping[str, object]) -> Any:
    """Return a copy of the parameters with some values replaced, which are validated."""
    known = {option.name for option in table(type(parameters))}
    for name in values:
        if name not in known:
            raise expected("option", name, f"one of {', '.join(sorted(known))}")
    return dataclasses.replace(parameters, **values)


def _help_lines(parameters: type) -> dict[str, str]:
    """Return the first sentence of each attribute in the docstring of a class."""
    _, _, section = inspect.cleandoc(parameters.__doc__ or "").partition("Attributes\n----------\n")
    lines: dict[str, list[str]] = {}
    name = ""
    for line in section.split("\n\nReferences")[0].splitlines():
        if line and not line[0].isspace():
            name = line
        elif name:
            lines.setdefault(name, []).append(line.strip())
    return {name: " ".join(text).strip().split(". ")[0].rstrip(".") for name, text in lines.items()}
