"""
Specs: graphs named in one word, ``family:arguments``, wherever a file would be.

``queen:12``, ``gnp:n=1000,p=0.5,seed=1``, ``road:1400,keep=0.5``: positional arguments first, then named
ones, as in a call. The families and their arguments are read off the functions' signatures.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass

from ...errors import InputError
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

# Two letters at least, so that no Windows drive is taken for a family; no slash, so that no URL is.
SHAPE = re.compile(r"([a-z_]{2,}):([\w.,=+\- ]*)", re.ASCII)


@dataclass(frozen=True)
class Row:
    """One line of the table of families: its name, its arguments as in a spec, what it makes."""

    name: str
    arguments: str
    summary: str


def is_spec(text: str) -> bool:
    """
    Whether ``text`` has the shape of a spec rather than of a path or URL.

    A misspelled family has the shape too, so that :func:`from_spec` can say what it should have been.
    """
    return SHAPE.fullmatch(text.strip()) is not None


def table() -> tuple[Row, ...]:
    """All families, for a help text."""
    return tuple(
        Row(name, _arguments(function), _summary(function)) for name, function in FAMILIES.items()
    )


def _summary(function: Callable[..., Graph]) -> str:
    """First line of the docstring without its markup; empty where ``python -OO`` removed it."""
    return re.sub(r" \[\d+\]_|``", "", (inspect.getdoc(function) or "").partition("\n")[0])


def from_spec(text: str) -> Graph:
    """
    Make the graph that a spec names.

    Parameters
    ----------
    text
        ``family:arguments``; the arguments are separated by commas, named ones after positional ones.

    Raises
    ------
    InputError
        If the family is unknown or an argument unknown, missing, given twice, of the wrong type or
        out of range; the message names it, and says what is legal.
    """
    match = SHAPE.fullmatch(text.strip())
    if match is None:
        raise InputError(f"{text!r} is no graph spec; expected family:arguments, such as queen:12")
    name, rest = match.groups()
    if name not in FAMILIES:
        raise InputError(f"{text!r}: unknown family {name!r}; expected one of {', '.join(FAMILIES)}")
    function = FAMILIES[name]
    values = _parse(name, rest, inspect.signature(function).parameters, typing.get_type_hints(function))
    try:
        return function(**values)
    except InputError as error:
        raise InputError(f"{text!r}: {error}") from None


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
            raise InputError(f"{name}: positional {key!r} after {named_before}=...; {legal}")
        elif position >= len(parameters):
            raise InputError(f"{name}: {part.strip()!r} is one argument too many; {legal}")
        else:
            key, value = list(parameters)[position], key
        if key not in parameters:
            raise InputError(f"{name}: unknown argument {key!r}; {legal}")
        if key in values:
            raise InputError(f"{name}: {key} is given twice; {legal}")
        values[key] = _convert(name, key, value, hints[key])
    for key, parameter in parameters.items():
        if key not in values and parameter.default is parameter.empty:
            raise InputError(f"{name}: {key} is missing; {legal}")
    return values


def _convert(family: str, name: str, text: str, hint: typing.Any) -> object:
    wanted = hint
    if isinstance(hint, types.UnionType):
        wanted = next(kind for kind in typing.get_args(hint) if kind is not type(None))
    if wanted is bool:
        if text.lower() in ("true", "yes", "1", "false", "no", "0"):
            return text.lower() in ("true", "yes", "1")
        raise InputError(f"{family}: {name} = {text!r}, expected true or false")
    try:
        if wanted is int:
            # 1e6 is a number of vertices that people write.
            return int(text) if re.fullmatch(r"[+-]?[\d_]+", text) else _integral(text)
        return float(text)
    except ValueError:
        kind = "an integer" if wanted is int else "a number"
        raise InputError(f"{family}: {name} = {text!r}, expected {kind}") from None


def _integral(text: str) -> int:
    number = float(text)
    if not number.is_integer():
        raise ValueError(text)
    return int(number)
