"""
Specs: names of generated graphs, ``family:arguments``, for use in place of a file.

Examples: ``queen:12``, ``gnp:n=1000,p=0.5,seed=1``, ``road:1400,keep=0.5``. Positional arguments come
first, then named ones, as in a call. The families and their arguments are taken from the functions'
signatures.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass

from ...errors import InputError, expected, shortened
from ..graph import Graph
from . import hidden, independent, spatial, structured

FAMILIES: dict[str, Callable[..., Graph]] = {
    function.__name__: function
    for function in (
        structured.queen,
        structured.rook,
        structured.mycielski,
        structured.insertions,
        structured.full_insertions,
        structured.grid,
        independent.gnp,
        independent.rmat,
        hidden.planted,
        hidden.flat,
        hidden.leighton,
        spatial.geometric,
        spatial.delaunay,
        spatial.road,
    )
}

# Two letters at least, so that a Windows drive is not a family; no slash, so that a URL is not.
SHAPE = re.compile(r"([a-z_]{2,}):([\w.,=+\- ]*)", re.ASCII)


@dataclass(frozen=True)
class Row:
    """One line of the table of families: the name, the arguments as in a spec, and a summary."""

    name: str
    arguments: str
    summary: str


def is_spec(text: str) -> bool:
    """
    Whether ``text`` has the form of a spec rather than of a path or URL.

    A misspelled family has the form too, so that :func:`from_spec` can list the legal ones.
    """
    return SHAPE.fullmatch(text.strip()) is not None


def table() -> tuple[Row, ...]:
    """Return all families, for a help text."""
    return tuple(
        Row(name, _arguments(function), _summary(function)) for name, function in FAMILIES.items()
    )


def _summary(function: Callable[..., Graph]) -> str:
    """Return the first line of the docstring without markup; empty under ``python -OO``."""
    return re.sub(r" \[\d+\]_|``", "", (inspect.getdoc(function) or "").partition("\n")[0])


def parse_spec(text: str) -> tuple[str, dict[str, typing.Any]]:
    """
    Return the family that a spec names, and its arguments with their defaults.

    Raises
    ------
    InputError
        If the family is unknown, or an argument is unknown, missing, given twice or of the wrong type.
    """
    name, values = _parsed(text)
    for key, value in values.items():
        if isinstance(value, str):
            raise InputError(f"{shortened(text)}: {key} = {shortened(value)}: expected a number")
    return name, values


def _parsed(text: str) -> tuple[str, dict[str, typing.Any]]:
    """Return family and arguments; what should be a number and is not stays text."""
    match = SHAPE.fullmatch(text.strip())
    if match is None:
        raise expected("graph spec", text, "family:arguments, such as queen:12")
    name, rest = match.groups()
    if name not in FAMILIES:
        raise expected("family of the graph spec", name, f"one of {', '.join(FAMILIES)}")
    parameters = inspect.signature(FAMILIES[name]).parameters
    try:
        values = _parse(name, rest, parameters, typing.get_type_hints(FAMILIES[name]))
    except InputError as error:
        raise InputError(f"{shortened(text)}: {error}") from None
    defaults = {key: parameter.default for key, parameter in parameters.items()}
    return name, defaults | values


def from_spec(text: str) -> Graph:
    """
    Generate the graph that a spec names.

    Parameters
    ----------
    text
        ``family:arguments``. Commas separate the arguments, positional ones before named ones.

    Raises
    ------
    InputError
        If the family is unknown, or an argument is unknown, missing, given twice, of the wrong type or
        out of range.
    """
    name, values = _parsed(text)
    try:
        return FAMILIES[name](**values)
    except InputError as error:
        raise InputError(f"{shortened(text)}: {error}") from None


def _arguments(function: Callable[..., Graph]) -> str:
    parts = []
    for parameter in inspect.signature(function).parameters.values():
        default = parameter.default
        if default is parameter.empty:
            parts.append(parameter.name)
        elif default is None:
            parts.append(f"[{parameter.name}]")
        else:
            parts.append(f"[{parameter.name}={default}]")
    return ",".join(parts)


def _parse(
    name: str,
    text: str,
    parameters: typing.Mapping[str, inspect.Parameter],
    hints: dict[str, typing.Any],
) -> dict[str, object]:
    legal = f"expected {name}:{_arguments(FAMILIES[name])}"
    values: dict[str, object] = {}
    named_before = ""
    for position, part in enumerate(text.split(",") if text.strip() else []):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if equals:
            named_before = key
        elif named_before:
            raise InputError(f"positional argument {shortened(key)} after {named_before}=: {legal}")
        elif position >= len(parameters):
            raise InputError(f"too many arguments, {shortened(part.strip())}: {legal}")
        else:
            key, value = list(parameters)[position], key
        if key not in parameters:
            raise InputError(f"unknown argument {shortened(key)}: {legal}")
        if key in values:
            raise InputError(f"{key} is given twice: {legal}")
        values[key] = _convert(key, value, hints[key])
    for key, parameter in parameters.items():
        if key not in values and parameter.default is parameter.empty:
            raise InputError(f"{key} is missing: {legal}")
    return values


def _convert(name: str, text: str, hint: typing.Any) -> object:
    wanted = hint
    if isinstance(hint, types.UnionType):
        wanted = next(kind for kind in typing.get_args(hint) if kind is not type(None))
    if wanted is bool:
        if text.lower() in ("true", "yes", "1", "false", "no", "0"):
            return text.lower() in ("true", "yes", "1")
        raise expected(name, text, "true or false")
    try:
        if wanted is int:
            # 1e6 is a usual way to write a number of vertices; 5.0 is not.
            return _integral(text) if re.search(r"[eE]", text) else int(text)
        return float(text)
    except ValueError:
        return text  # the family refuses it, with the range that it has


def _integral(text: str) -> int:
    number = float(text)
    if not number.is_integer():
        raise ValueError(text)
    return int(number)
