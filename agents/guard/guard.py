"""Guards and expressions: text, checked and compiled once, evaluated often."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from .check import check, plain
from .closures import Closure, Values, compiled
from .errors import GuardError
from .parser import parse
from .tree import (
    Binary,
    Call,
    Constant,
    Has,
    Items,
    Literal,
    Logic,
    Name,
    Node,
    children,
    path_of,
    walk,
)
from .types import BOOL, DYN, Declarations, RecordType, Type
from .values import Failure, kind_of


class Outcome(NamedTuple):
    """
    Result of a guard.

    Attributes
    ----------
    value
        Whether the guard holds; False if it failed.
    error
        Reason of the failure, or None.
    """

    value: bool
    error: str | None


class Evaluation(NamedTuple):
    """Result of an expression: its value, or None and the reason of the failure."""

    value: Any
    error: str | None


@dataclass(frozen=True)
class Expression:
    """
    Compiled expression of the guard language.

    Attributes
    ----------
    source
        Text of the expression.
    ast
        Syntax tree.
    type
        Type of the value according to the declarations.
    reads
        Paths that the value depends on, such as ``"answers.age"``; a path ends before a computed key.
    calls
        Names of the host's functions that it calls.
    declarations
        Declarations it was compiled against.
    """

    source: str
    ast: Node = field(repr=False)
    type: Type
    reads: frozenset[str]
    calls: frozenset[str]
    declarations: Declarations = field(repr=False, compare=False)
    run: Closure = field(repr=False, compare=False)

    def evaluate(self, values: Values) -> Evaluation:
        """
        Return the value, or the error of an expression that fails.

        Parameters
        ----------
        values
            Values by root: plain data, as in JSON.
        """
        try:
            return Evaluation(self.run(values), None)
        except Failure as failure:
            return Evaluation(None, str(failure))


@dataclass(frozen=True)
class Guard(Expression):
    """An :class:`Expression` of type bool. Calling it returns the bare value."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Hash, which would otherwise walk over the tree at each use."""
        return hash((self.source, self.ast))

    @cached_property
    def pinned(self) -> dict[tuple[str, ...], frozenset[Constant]]:
        """Return, by path, the constants one of which is its value if the guard holds."""
        conjuncts = (
            self.ast.operands if isinstance(self.ast, Logic) and self.ast.operator == "&&" else ()
        )
        found: dict[tuple[str, ...], frozenset[Constant]] = {}
        for node in conjuncts or (self.ast,):
            match node:
                case Binary(operator="==", left=left, right=Literal(value=value)):
                    constants: list[Constant] = [value]
                case Binary(operator="in", left=left, right=Items(items=items)) if all(
                    isinstance(item, Literal) for item in items
                ):
                    constants = [item.value for item in items if isinstance(item, Literal)]
                case _:
                    continue
            path = path_of(left)
            if path is not None:
                found[path] = found.get(path, frozenset(constants)).intersection(constants)
        return found

    def __call__(self, values: Values) -> bool:
        """Return whether the guard holds; a failure counts as False."""
        try:
            return self.run(values) is True
        except Failure:
            return False

    def evaluate(self, values: Values) -> Outcome:  # type: ignore[override]
        """
        Return whether the guard holds. A guard that fails does not hold, and ``error`` says why.

        Parameters
        ----------
        values
            Values by root: plain data, as in JSON.
        """
        try:
            value = self.run(values)
            if value.__class__ is bool:
                return Outcome(value, None)
            return Outcome(False, f"the guard is of type {kind_of(value)}, not bool")
        except Failure as failure:
            return Outcome(False, str(failure))


def compile_expression(source: str, declarations: Declarations) -> Expression:
    """
    Compile an expression of any type.

    Parameters
    ----------
    source
        Text of at most 4096 characters, 32 levels, 512 operators and operands.
    declarations
        Names that it may use.

    Raises
    ------
    GuardError
        If the text is ill-formed, outside of the profile, or ill-typed.
    """
    return Expression(*_compiled(source, declarations))


def compile_guard(source: str, declarations: Declarations) -> Guard:
    """
    Compile an expression of type bool; see :func:`compile_expression`.

    Raises
    ------
    GuardError
        Also if the expression is known not to be a bool.
    """
    parts = _compiled(source, declarations)
    kind, node = plain(parts[2]), parts[1]
    if kind not in (BOOL, DYN):
        raise GuardError("type", f"a guard is a bool, not {kind}", source=source, position=node.position)
    return Guard(*parts)


def _compiled(
    source: str, declarations: Declarations
) -> tuple[str, Node, Type, frozenset[str], frozenset[str], Declarations, Closure]:
    node = parse(source, frozenset(declarations.functions))
    kind = check(node, source, declarations)
    calls = frozenset(
        below.name
        for below in walk(node)
        if isinstance(below, Call) and not below.method and below.name in declarations.functions
    )
    reads = frozenset(".".join(path) for path in paths(node, declarations))
    return source, node, kind, reads, calls, declarations, compiled(node, declarations.functions)


def paths(node: Node, declarations: Declarations) -> set[tuple[str, ...]]:
    """Return the longest paths in a tree; ``'key' in record`` reads ``record.key``."""
    path = path_of(node)
    if path is not None:
        return {path}
    match node:
        case Binary(operator="in", left=Literal(kind="string", value=str(key)), right=right):
            record = path_of(right)
            if record is not None and _is_record(record, declarations):
                return {(*record, key)}
        case Has(path=select):
            return paths(select, declarations)
        case Name():
            return set()
    return {path for child in children(node) for path in paths(child, declarations)}


def _is_record(path: tuple[str, ...], declarations: Declarations) -> bool:
    kind: Type = declarations.types[path[0]]
    for name in path[1:]:
        kind = kind.fields[name] if isinstance(kind, RecordType) else DYN
    return isinstance(kind, RecordType)
