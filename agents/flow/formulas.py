"""
Guards in the form that the analysis of a flow compares.

Predicates are replaced by their definitions, ``answers_has('k')`` by ``has(answers.k)``, and the length
of a text answer by a value of its own, ``lengths.k``, so that limits of lengths are comparisons with
constants. The limits of the questions are formulas too. What remains opaque are the functions of the
host.

Searches are counted: when the flow has used up its share of work, every further question has the answer
"unknown". The count does not depend on the speed of the machine, so neither do the findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

from ..guard import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    STRING,
    Declarations,
    Enum,
    Guard,
    Type,
    satisfiable,
)
from ..guard.closures import compiled
from ..guard.guard import paths
from ..guard.tree import (
    Binary,
    Call,
    Conditional,
    Has,
    Index,
    Items,
    Logic,
    Name,
    Node,
    Select,
    Unary,
    path_of,
    walk,
)
from ..guard.tree import Literal as Value
from ..guard.types import ListType
from .intake import Asked, OnValue
from .values import length_range, whole_range

#: Work of a search apart from its parts.
_OVERHEAD = 10

#: Limit of operators and operands of a guard with its predicates replaced; larger ones stay opaque.
MAX_NODES = 400

#: Limits of work, in evaluated atoms: of one search, and of all searches of a flow.
MAX_SEARCH, MAX_WORK = 6_000, 60_000

#: Limits of one search: operators and operands, and those of guards that call functions or compute.
MAX_SIZE, MAX_OPAQUE = 1_500, 150

#: Limit of operators and operands of a validator; longer ones are not considered.
MAX_VALIDATOR = 30

LENGTHS = "lengths"

Kind = Literal["possible", "impossible", "unknown"]


def field(root: str, key: str) -> Select:
    """Return the node ``root.key``."""
    return Select(Name(root, position=0), key, position=0)


def constant(value: bool | int | float | str) -> Value:
    """Return the node of a constant."""
    kinds = {bool: "bool", int: "int", float: "double", str: "string"}
    return Value(kinds[type(value)], value, position=0)


def negation(node: Node) -> Node:
    """Return ``!node``."""
    return Unary("!", node, position=0)


def joined(operator: str, *nodes: Node) -> Node:
    """Return nodes joined by ``&&`` or ``||``; a single one unchanged."""
    return nodes[0] if len(nodes) == 1 else Logic(operator, nodes, position=0)


def known(key: str) -> Node:
    """Return ``has(answers.key)``."""
    return Has(field("answers", key), position=0)


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a node with its children changed."""
    match node:
        case Select(operand=operand):
            return replace(node, operand=change(operand))
        case Unary(operand=operand):
            return replace(node, operand=change(operand))
        case Index(operand=operand, key=key):
            return replace(node, operand=change(operand), key=change(key))
        case Has(path=path):
            changed = change(path)
            return replace(node, path=changed) if isinstance(changed, Select) else node
        case Binary(left=left, right=right):
            return replace(node, left=change(left), right=change(right))
        case Logic(operands=operands):
            return replace(node, operands=tuple(map(change, operands)))
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            parts = change(condition), change(then), change(otherwise)
            return replace(node, condition=parts[0], then=parts[1], otherwise=parts[2])
        case Items(items=items):
            return replace(node, items=tuple(map(change, items)))
        case Call(arguments=arguments):
            return replace(node, arguments=tuple(map(change, arguments)))
    return node


@lru_cache(maxsize=4096)
def _size(guard: Guard) -> int:
    return sum(1 for _ in walk(guard.ast))


@lru_cache(maxsize=4096)
def _plain(guard: Guard) -> bool:
    """Return whether a guard only compares paths with constants."""
    return not any(
        isinstance(node, Call | Conditional)
        or (isinstance(node, Binary) and (node.operator in "+-*%" or not _constant(node)))
        for node in walk(guard.ast)
    )


def _constant(node: Binary) -> bool:
    return sum(path_of(side) is not None for side in (node.left, node.right)) == 1


def _holds_for_some(node: Node) -> bool:
    """
    Return whether a guard is a comparison that evidently holds for some values.

    The other ones need a search, also for numbers close to the ends of their type.
    """
    match node:
        case Binary(operator="==", left=left, right=Value(value=str())):
            return path_of(left) is not None
        case Binary(operator="==" | "!=" | "<" | "<=" | ">" | ">=", left=left, right=Value(value=value)):
            if isinstance(value, bool) or not isinstance(value, int | float):
                return False
            return abs(value) < 2**62 and path_of(left) is not None
    return False


class Meter:
    """Searches of one flow, counted."""

    def __init__(self) -> None:
        self.work = 0
        self._never: dict[Guard, bool] = {}

    @property
    def exhausted(self) -> bool:
        """Whether no work is left."""
        return self.work >= MAX_WORK

    def exhaust(self) -> None:
        """Leave no work, because the flow is too large."""
        self.work = MAX_WORK

    def solve(
        self, hold: Iterable[Guard], fail: Iterable[Guard] = (), present: Iterable[str] = ()
    ) -> tuple[Kind, dict[str, Any] | None]:
        """Return whether guards can hold while others do not, within the work that is left."""
        if self.exhausted:
            return "unknown", None
        holding, failing = list(hold), list(fail)
        size = sum(map(_size, (*holding, *failing)))
        # A search has a cost of its own, 1 ms, that of many small parts.
        self.work += _OVERHEAD + size
        if size > (MAX_SIZE if all(map(_plain, (*holding, *failing))) else MAX_OPAQUE):
            return "unknown", None
        budget = max(32, MAX_SEARCH // max(1, size))
        kind, witness, work = satisfiable(holding, failing, present=present, budget=budget)
        self.work += work
        return kind, witness

    def never(self, guard: Guard) -> bool:
        """Return whether a guard is proved to hold for no values at all."""
        if guard not in self._never:
            plain = _holds_for_some(guard.ast)
            self._never[guard] = not plain and self.solve([guard])[0] == "impossible"
        return self._never[guard]


class Formulas:
    """
    Formulas of one flow.

    Parameters
    ----------
    types
        Types of all keys.
    declared
        Declarations that all guards of the flow fit.
    meter
        Counter of the searches.
    """

    def __init__(self, types: Mapping[str, Type], declared: Declarations, meter: Meter) -> None:
        self.types = types
        self.meter = meter
        lengths = {key: INT for key, kind in types.items() if _has_length(kind)}
        self.sized = frozenset(lengths)
        roots = {**declared.roots, LENGTHS: lengths}
        self.declarations = Declarations(roots, declared.functions)
        self.predicates: dict[str, Node] = {}
        #: Formulas by the identity of guards, which are kept so that it stays theirs.
        self._of: dict[int, tuple[Guard, Guard]] = {}
        self._made: dict[Node, Guard] = {}

    def define(self, name: str, guard: Guard) -> None:
        """Let formulas replace a predicate by its definition."""
        body = self.rewritten(guard.ast)
        if sum(1 for _ in walk(body)) <= MAX_NODES:
            self.predicates[name] = body

    def of(self, guard: Guard) -> Guard:
        """Return the formula of a guard."""
        if id(guard) not in self._of:
            self._of[id(guard)] = guard, self._formula(guard)
        return self._of[id(guard)][1]

    def _formula(self, guard: Guard) -> Guard:
        body = self.rewritten(guard.ast)
        if body == guard.ast or sum(1 for _ in walk(body)) > MAX_NODES:
            body = guard.ast
            if body not in self._made:
                self._made[body] = replace(guard, declarations=self.declarations)
            return self._made[body]
        return self.guard(body, guard.source)

    def guard(self, body: Node, source: str = "") -> Guard:
        """Return a formula with this tree."""
        if body not in self._made:
            calls = frozenset(
                below.name
                for below in walk(body)
                if isinstance(below, Call) and below.name in self.declarations.functions
            )
            reads = frozenset(".".join(path) for path in paths(body, self.declarations))
            run = compiled(body, self.declarations.functions)
            self._made[body] = Guard(source, body, BOOL, reads, calls, self.declarations, run)
        return self._made[body]

    def rewritten(self, node: Node) -> Node:
        """Return a tree without predicates, and with lengths as values."""
        match node:
            case Call(name=name, arguments=()) if name in self.predicates:
                return self.predicates[name]
            case Call(name="always", arguments=()):
                return constant(True)
            case Call(name="path_locked", arguments=()):
                return field("path", "locked")
            case Call(name="answers_has", arguments=(Value(kind="string", value=str(key)),)):
                return known(key)
            case Call(name="answers_unknown", arguments=(Value(kind="string", value=str(key)),)):
                return joined("&&", negation(known(key)), node)  # an answer ends that it is unknown
            case Call(name="size", arguments=(argument,)):
                path = path_of(argument)
                sized = path is not None and len(path) == 2 and path[0] == "answers"
                if path is not None and sized and _has_length(self.types.get(path[1], DYN)):
                    return field(LENGTHS, path[1])
            case Index(operand=operand, key=Value(kind="string", value=str(key))):
                return Select(self.rewritten(operand), key, position=node.position)
        return rebuilt(node, self.rewritten)

    def limits(self, asked: Asked) -> list[Node]:
        """Return what is true of any answer to a question."""
        key, question = asked.key, asked.node
        kind = self.types.get(key)
        ends: tuple[float | None, ...] = question.minimum, question.maximum
        if kind == INT:
            given = zip(ends, whole_range(question), strict=True)
            ends = tuple(None if limit is None else whole for limit, whole in given)
        bounds: list[Node] = [
            Binary(operator, field("answers", key), constant(limit), position=0)
            for limit, operator in zip(ends, (">=", "<="), strict=True)
            if limit is not None and kind in (INT, DOUBLE)
        ]
        bounds += self.validation(asked)
        found = [joined("||", negation(known(key)), bound) for bound in bounds]
        if kind == STRING:
            found += self.length_limits(key, *length_range(question))
        return found

    def validation(self, asked: Asked) -> list[Node]:
        """Return what a validator that is a guard over ``value`` demands, if that is short."""
        if not isinstance(asked.validator, OnValue):
            return []

        def replaced(node: Node) -> Node:
            if isinstance(node, Name):
                return field("answers", asked.key)
            return rebuilt(node, replaced)

        body = self.rewritten(replaced(asked.validator.guard.ast))
        return [body] if sum(1 for _ in walk(body)) <= MAX_VALIDATOR else []

    def length_limits(self, key: str, least: int, most: int | None) -> list[Node]:
        """Return that the length of an answer, if known, lies between two numbers."""
        length = field(LENGTHS, key)
        here = Has(length, position=0)
        sides: list[Node] = [Binary(">=", length, constant(least), position=0)]
        if most is not None:
            sides.append(Binary("<=", length, constant(most), position=0))
        return [joined("||", negation(here), side) for side in sides]

    def among(self, key: str, values: Iterable[Any]) -> Node:
        """Return that an answer, if known, is one of some values."""
        items = Items(tuple(constant(value) for value in sorted(values, key=repr)), position=0)
        return joined("||", negation(known(key)), Binary("in", field("answers", key), items, position=0))

    def values_of(self, key: str) -> frozenset[Any] | None:
        """Return all values of a key, if they are few."""
        kind = self.types.get(key)
        if kind == BOOL:
            return frozenset({True, False})
        if isinstance(kind, Enum) and len(kind.values) <= 12:
            return frozenset(kind.values)
        return None


def apart(a: Guard, b: Guard) -> bool:
    """Return whether two guards differ in a constant that one path is compared with."""
    return any(
        constants.isdisjoint(b.pinned.get(path, constants)) for path, constants in a.pinned.items()
    )


def _has_length(kind: Type) -> bool:
    return kind == STRING or isinstance(kind, ListType)


def keys_of(formula: Guard) -> frozenset[str]:
    """Return the keys of answers that a formula reads, directly or by their length."""
    return _keys(formula.reads)


@lru_cache(maxsize=4096)
def _keys(reads: frozenset[str]) -> frozenset[str]:
    parts = (path.split(".", 2) for path in reads)
    return frozenset(part[1] for part in parts if len(part) > 1 and part[0] in ("answers", LENGTHS))


def shown_witness(witness: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a witness as values of the roots that authors know; a length becomes a text."""
    plain = {
        root: dict(value) if isinstance(value, dict) else value
        for root, value in (witness or {}).items()
    }
    answers = plain.setdefault("answers", {})
    for key, length in plain.pop(LENGTHS, {}).items():
        if isinstance(length, int) and len(str(answers.get(key, ""))) != length:
            answers[key] = "a" * min(max(length, 0), 10_000)
    return {root: value for root, value in plain.items() if value != {} or root == "answers"}
