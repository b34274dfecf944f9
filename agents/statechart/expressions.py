"""
Expressions of a document, compiled by the guard language; errors are collected, not raised.

A document in ``datamodel="ecmascript"`` is accepted if its expressions mean the same here: ``===``
and ``!==`` are written as ``==`` and ``!=``, a condition that is not a comparison is evaluated as in
JavaScript, and everything else must be legal in the guard language. An expression that is legal but has
another meaning in JavaScript is refused (:func:`foreign_meaning`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..guard import (
    BOOL,
    DYN,
    STRING,
    Declarations,
    Expression,
    Function,
    Guard,
    GuardError,
    Type,
    compile_expression,
    compile_guard,
)
from ..guard.tree import Binary, Call, Has, Literal, Logic, Node, Select, Unary, path_of, walk
from .content import Fixed, Value

#: Names that a document cannot declare.
SYSTEM = ("_event", "_name", "_sessionid", "_ioprocessors", "_states", "_x", "In", "defined")
_TEXT = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
_LOOSE = re.compile(r"(?<![=!<>])==(?!=)|!=(?!=)")
_NUMERIC = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|0[xX][0-9a-fA-F]+|")
_LITERAL_OR_EQUAL = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|===|!==")


def is_in(values: Mapping[str, Any], id: str) -> bool:
    """Return whether a state is active: the function ``In(id)``."""
    return id in values["_states"]


def is_defined(values: Mapping[str, Any], name: str) -> bool:
    """Return whether a variable has a value: the function ``defined(name)``."""
    return name in values and not name.startswith("_")


def declarations(variables: Mapping[str, Type]) -> Declarations:
    """Return the declarations for expressions of a chart: variables, the event, functions."""
    event = dict.fromkeys(("sendid", "origin", "origintype", "invokeid", "data"), DYN)
    roots: dict[str, Any] = {"_event": {"name": STRING, "type": STRING, **event}}
    roots.update({"_name": STRING, "_sessionid": STRING, "_ioprocessors": DYN}, **variables)
    functions = {"In": is_in, "defined": is_defined}
    return Declarations(
        roots,
        {name: Function((STRING,), BOOL, call, with_values=True) for name, call in functions.items()},
    )


@dataclass(frozen=True)
class Truthy:
    """A condition of a document in JavaScript that need not be a bool: 0, NaN, "" and null are false."""

    expression: Expression

    @property
    def source(self) -> str:
        """Text of the expression."""
        return self.expression.source

    def evaluate(self, values: Mapping[str, Any]) -> tuple[bool, str | None]:
        """Return the value or an error; never raise."""
        value, error = self.expression.evaluate(values)
        false = value is None or (isinstance(value, bool | int | float | str) and value in (0, ""))
        return error is None and not false and value == value, error


class Expressions:
    """
    Compiler of the expressions of a document.

    Parameters
    ----------
    variables
        Ids of the data model; their types are unknown.
    note
        Receiver of the code, line and message of each error.
    foreign
        Whether to read ``===`` as ``==``.
    """

    def __init__(
        self, variables: Iterable[str], note: Callable[[str, int, str], None], *, foreign: bool
    ) -> None:
        self.note = note
        self.foreign = foreign
        self.variables = frozenset(variables)
        self.declarations = declarations(dict.fromkeys(self.variables, DYN))

    def text(self, source: str) -> str:
        """Return a source in the syntax of the guard language."""
        source = source.strip()
        if not self.foreign:
            return source
        return _LITERAL_OR_EQUAL.sub(lambda m: {"===": "==", "!==": "!="}.get(m[0], m[0]), source)

    def condition(self, source: str, line: int) -> Guard | Truthy | None:
        """Compile a condition; return None if it is illegal."""
        try:
            if self.foreign:
                expression = compile_expression(self.text(source), self.declarations)
                if difference := foreign_meaning(expression.ast, source):
                    self.note("CHART007", line, f"{source.strip()!r}: {difference}")
                    return None
                if expression.type != BOOL:
                    return Truthy(expression)
            return compile_guard(self.text(source), self.declarations)
        except GuardError as error:
            self.note("CHART007", line, f"{source.strip()!r}: {error}")
            return None

    def value(self, source: str, line: int) -> Value:
        """Compile an expression or a JSON object."""
        if source.lstrip().startswith("{"):
            try:
                return Fixed(json.loads(source))
            except ValueError:
                pass  # the guard language reports the error
        try:
            expression = compile_expression(self.text(source), self.declarations)
        except GuardError as error:
            self.note("CHART007", line, f"{source.strip()!r}: {error}")
            return Fixed(None)
        if self.foreign and (difference := foreign_meaning(expression.ast, source)):
            self.note("CHART007", line, f"{source.strip()!r}: {difference}")
        return expression

    def location(self, source: str, line: int) -> tuple[str, ...]:
        """Return the location of an assignment: a declared variable and fields in it."""
        path = tuple(part.strip() for part in source.split("."))
        if path[0] not in self.variables:
            known = ", ".join(sorted(self.variables)) or "none"
            self.note("CHART008", line, f"location {source!r}: declared are {known}")
        elif not all(part.isidentifier() for part in path):
            self.note("CHART008", line, f"location {source!r}: expected a variable, or fields of one")
        return path


#: Paths that are strings, which ``==`` compares as ``===`` does.
_STRINGS = {("_event", "name"), ("_event", "type"), ("_name",), ("_sessionid",)}
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in")


def foreign_meaning(tree: Node, source: str) -> str | None:
    """
    Return how the meaning of a legal expression differs in ECMAScript, or None if it does not.

    Refused are ``in`` with values, ``length``, ``!`` of what may not be a boolean, and ``==`` that
    converts: with a numeric string or null.
    """
    loose = bool(_LOOSE.search(_TEXT.sub("''", source)))
    for node in walk(tree):
        match node:
            case Binary("in"):
                found = "'in' tests keys, not values"
            case Select(_, "length"):
                found = "'length' is size() here"
            case Unary("!", operand) if not _is_bool(operand):
                found = "'!' takes any value, here only a boolean"
            case Binary("==" | "!=", left, right) if loose and _converts(left, right):
                found = "'==' converts its operands: use '==='"
            case _:
                continue
        return f"ECMAScript expression with another meaning here: {found}"
    return None


def _is_bool(node: Node) -> bool:
    match node:
        case Binary(operator):
            return operator in _COMPARISONS
        case Logic() | Has() | Call() | Unary("!") | Literal("bool"):
            return True
    return False


def _converts(left: Node, right: Node) -> bool:
    """Return whether ``==`` of a constant and another operand may convert types."""
    for constant, other in ((left, right), (right, left)):
        if not isinstance(constant, Literal) or path_of(other) in _STRINGS:
            continue
        value = constant.value
        if value is None or (isinstance(value, str) and _NUMERIC.fullmatch(value.strip())):
            return not isinstance(other, Literal)
    return False


def inline(text: str) -> Fixed:
    """Return the text of an element: JSON, or else words separated by single spaces."""
    try:
        return Fixed(json.loads(text))
    except ValueError:
        return Fixed(" ".join(text.split()))


def legal_names(ids: Iterable[tuple[str, int]], note: Callable[[str, int, str], None]) -> list[str]:
    """Return the ids that are valid names of variables; the others are errors."""
    names = []
    for id, line in ids:
        try:
            if id in SYSTEM:
                raise InputError(f"{id!r} is a name of the system")
            Declarations({id: DYN})
        except InputError as error:
            note("CHART008", line, str(error))
        else:
            names.append(id)
    return list(dict.fromkeys(names))
