"""
The syntax tree of a guard. Nodes are immutable and have a position in the source.

The position is not compared. ``&&`` and ``||`` have any number of operands, so that a long chain is one
level deep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Constant: TypeAlias = bool | int | float | str | bytes | None


@dataclass(frozen=True, slots=True)
class Node:
    """Node; ``position`` is the 0-based offset of its operator, field or constant."""

    position: int = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """Constant. ``kind`` distinguishes ``1``, ``1.0`` and ``true``, which are equal in Python."""

    kind: str
    value: Constant


@dataclass(frozen=True, slots=True)
class Name(Node):
    """Declared root."""

    name: str


@dataclass(frozen=True, slots=True)
class Select(Node):
    """``operand.field``."""

    operand: Node
    field: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """``operand[key]``."""

    operand: Node
    key: Node


@dataclass(frozen=True, slots=True)
class Has(Node):
    """``has(path.field)``."""

    path: Select


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``!operand`` or ``-operand``."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """``left operator right`` for comparison, arithmetic and ``in``."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """``&&`` or ``||`` over two operands or more."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """``condition ? then : otherwise``."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Items(Node):
    """List: ``[a, b]``."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``name(arguments)``; a method's receiver is its first argument, and ``method`` is set."""

    name: str
    arguments: tuple[Node, ...]
    method: bool = False


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below, from left to right."""
    match node:
        case Name() | Literal():  # first, since most nodes are
            return ()
        case Select(operand=operand) | Unary(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Index(operand=operand, key=key):
            return (operand, key)
        case Has(path=path):
            return (path,)
        case Logic(operands=operands):
            return operands
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case Items(items=items):
            return items
        case Call(arguments=arguments):
            return arguments
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Return the node and all below it, each before its children."""
    waiting = [node]
    while waiting:
        below = waiting.pop()
        yield below
        waiting += reversed(children(below))


def path_of(node: Node) -> tuple[str, ...] | None:
    """Return ``("answers", "age")`` for ``answers.age`` or ``answers['age']``; None if not a path."""
    match node:
        case Name(name=name):
            return (name,)
        case (
            Select(operand=operand, field=last)
            | Index(operand=operand, key=Literal(kind="string", value=str(last)))
        ):
            above = path_of(operand)
            return None if above is None else (*above, last)
    return None
