"""
The type check of a guard.

It is strict if types are known, and permissive if one side is ``dyn``. It differs from CEL's checker in
that an int and a double may be compared, constants may be compared with constants of any type, and
everything with null; and a constant that an enumeration lacks is an error, since it is never equal.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from .errors import GuardError
from .tree import (
    Binary,
    Call,
    Conditional,
    Has,
    Index,
    Items,
    Literal,
    Logic,
    Name,
    Node,
    Select,
    Unary,
    path_of,
    walk,
)
from .types import (
    BOOL,
    BYTES,
    DOUBLE,
    DYN,
    INT,
    NULL,
    STRING,
    Declarations,
    Enum,
    Function,
    ListType,
    MapType,
    RecordType,
    Type,
    constant_type,
    spelled,
)

_NUMBERS = (INT, DOUBLE)
_TEXT = {"startsWith", "endsWith", "contains"}


def check(node: Node, source: str, declarations: Declarations) -> Type:
    """
    Return the type of an expression.

    Raises
    ------
    GuardError
        With code ``"unknown"`` or ``"type"``, at the innermost node with an error.
    """
    return _Checker(source, declarations).type_of(node)


def plain(kind: Type) -> Type:
    """Return the type behind an enumeration."""
    return kind.base if isinstance(kind, Enum) else kind


def comparable(a: Type, b: Type) -> bool:
    """Return whether values of two types can ever be equal."""
    a, b = plain(a), plain(b)
    if DYN in (a, b) or NULL in (a, b) or a == b or (a in _NUMBERS and b in _NUMBERS):
        return True
    if isinstance(a, ListType) and isinstance(b, ListType):
        return comparable(a.of, b.of)
    return isinstance(a, (MapType, RecordType)) and isinstance(b, (MapType, RecordType))


def assignable(kind: Type, parameter: Type) -> bool:
    """Return whether an argument of one type is valid for a parameter of another."""
    kind, parameter = plain(kind), plain(parameter)
    if DYN in (kind, parameter) or kind == parameter:
        return True
    if isinstance(kind, ListType) and isinstance(parameter, ListType):
        return assignable(kind.of, parameter.of)
    return isinstance(kind, (MapType, RecordType)) and isinstance(parameter, (MapType, RecordType))


class _Checker:
    def __init__(self, source: str, declarations: Declarations) -> None:
        self.source = source
        self.declarations = declarations

    def error(self, code: str, reason: str, node: Node) -> GuardError:
        return GuardError(code, reason, source=self.source, position=node.position)

    def unknown(self, what: str, name: str, known: Iterable[str], node: Node) -> GuardError:
        names = sorted(known)
        close = difflib.get_close_matches(name, names, n=1)
        if close:
            hint = f"; did you mean {close[0]}?"
        elif names:
            hint = f"; declared are {', '.join(names[:8])}{', …' if len(names) > 8 else ''}"
        else:
            hint = "; none is declared"
        return self.error("unknown", f"no {what} {name}{hint}", node)

    def type_of(self, node: Node) -> Type:
        match node:
            case Literal(value=value):
                return constant_type(value)
            case Name(name=name):
                return self.root(name, node)
            case Select(operand=operand, field=field):
                return self.field(self.type_of(operand), field, node)
            case Has(path=path):
                self.type_of(path)
                return BOOL
            case Index(operand=operand, key=key):
                return self.index(self.type_of(operand), key, node)
            case Unary(operator="!", operand=operand):
                return self.boolean(operand, "!")
            case Unary(operand=operand):
                kind = plain(self.type_of(operand))
                if kind not in (INT, DOUBLE, DYN):
                    raise self.error("type", f"no -{kind}", node)
                return kind
            case Logic(operator=operator, operands=operands):
                for operand in operands:
                    self.boolean(operand, operator)
                return BOOL
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                self.boolean(condition, "?:")
                return self.joined(self.type_of(then), self.type_of(otherwise), node)
            case Items(items=items):
                kinds = {plain(self.type_of(item)) for item in items}
                return ListType("list", kinds.pop() if len(kinds) == 1 else DYN)
            case Binary():
                return self.binary(node)
            case Call():
                return self.call(node)
        raise AssertionError(node)

    def root(self, name: str, node: Node) -> Type:
        kind = self.declarations.types.get(name)
        if kind is not None:
            return kind
        if name in self.declarations.functions:
            raise self.error("unknown", f"{name} is a function; write {name}(…)", node)
        raise self.unknown("root", name, self.declarations.types, node)

    def field(self, kind: Type, field: str, node: Node) -> Type:
        if isinstance(kind, RecordType):
            if field in kind.fields:
                return kind.fields[field]
            raise self.unknown(
                "field", ".".join(path_of(node) or (field,)), self.beside(kind, node), node
            )
        if isinstance(kind, MapType):
            return kind.of
        if kind is not DYN:
            raise self.error("type", f"a value of type {kind} has no field {field}", node)
        return DYN

    @staticmethod
    def beside(kind: RecordType, node: Node) -> list[str]:
        """Return the paths of the fields of a record, as written in a guard."""
        above = (path_of(node) or ())[:-1]
        return [".".join((*above, name)) for name in kind.fields]

    def index(self, kind: Type, key: Node, node: Node) -> Type:
        by = plain(self.type_of(key))
        if isinstance(kind, ListType) and by in (INT, DYN):
            return kind.of
        if isinstance(kind, RecordType) and isinstance(key, Literal) and isinstance(key.value, str):
            return self.field(kind, key.value, node)
        if isinstance(kind, (MapType, RecordType)) and by in (STRING, DYN):
            return kind.of if isinstance(kind, MapType) else DYN
        if kind is not DYN:
            raise self.error("type", f"no {kind}[{by}]", node)
        return DYN

    def boolean(self, operand: Node, operator: str) -> Type:
        kind = plain(self.type_of(operand))
        if kind not in (BOOL, DYN):
            raise self.error("type", f"{operator} takes a bool, not a value of type {kind}", operand)
        return BOOL

    def joined(self, a: Type, b: Type, node: Node) -> Type:
        if a == b:
            return a
        a, b = plain(a), plain(b)
        if DYN in (a, b) or NULL in (a, b):
            return DYN
        if not assignable(a, b):
            raise self.error("type", f"the branches of ?: are of types {a} and {b}", node)
        return a

    def binary(self, node: Binary) -> Type:
        left, right = self.type_of(node.left), self.type_of(node.right)
        if node.operator in ("==", "!="):
            self.equality(node.left, left, node.right, right, node)
            return BOOL
        if node.operator == "in":
            self.membership(node, left, right)
            return BOOL
        a, b = plain(left), plain(right)
        if node.operator in ("<", "<=", ">", ">="):
            legal = DYN in (a, b) or (a in _NUMBERS and b in _NUMBERS) or a == b
            for kind in (a, b):
                legal &= kind in (DYN, INT, DOUBLE, STRING, BOOL, BYTES)
            if not legal:
                raise self.error("type", f"no {a} {node.operator} {b}", node)
            return BOOL
        return self.arithmetic(node, a, b)

    def arithmetic(self, node: Binary, a: Type, b: Type) -> Type:
        legal: dict[str, tuple[Type, ...]] = {"%": (INT,), "+": (INT, DOUBLE, STRING, BYTES)}
        allowed = legal.get(node.operator, _NUMBERS)
        lists = [kind for kind in (a, b) if isinstance(kind, ListType)]
        if node.operator == "+" and lists and all(isinstance(k, ListType) or k is DYN for k in (a, b)):
            return lists[0] if a == b else ListType("list", DYN)
        if all(kind is DYN or kind in allowed for kind in (a, b)) and (a == b or DYN in (a, b)):
            return b if a is DYN else a
        raise self.error("type", f"no {a} {node.operator} {b}", node)

    def equality(self, one: Node, a: Type, other: Node, b: Type, node: Node) -> None:
        for kind, constant in ((a, other), (b, one)):
            if isinstance(kind, Enum) and isinstance(constant, Literal) and constant.kind != "null":
                self.member(kind, constant)
        if not comparable(a, b) and not (_constant(one) and _constant(other)):
            raise self.error("type", f"{a} {node_symbol(node)} {b} is decided by the types alone", node)

    def member(self, kind: Enum, constant: Literal) -> None:
        value = constant.value
        same = value in kind.members
        if same and kind.base is DYN:
            alike = (v for v in kind.values if v == value)
            same = any(comparable(constant_type(v), constant_type(value)) for v in alike)
        elif same:
            same = comparable(kind.base, constant_type(value))
        if not same:
            raise self.error("type", f"{spelled(constant.value)} is not {kind}", constant)

    def membership(self, node: Binary, left: Type, right: Type) -> None:
        if isinstance(right, (MapType, RecordType)):
            if plain(left) not in (STRING, DYN):
                raise self.error("type", f"no {left} in {right}", node)
            if isinstance(right, RecordType) and isinstance(node.left, Literal):
                self.field(right, str(node.left.value), node.left)
        elif isinstance(right, ListType):
            if isinstance(node.right, Items):
                for item in node.right.items:
                    self.equality(node.left, left, item, self.type_of(item), node)
            elif not comparable(left, right.of) and not _constant(node.left):
                raise self.error("type", f"no {left} in {right}", node)
        elif right is not DYN:
            raise self.error("type", f"nothing is in a value of type {right}", node)

    def call(self, node: Call) -> Type:
        kinds = [plain(self.type_of(argument)) for argument in node.arguments]
        if node.name == "size" or node.method:
            return self.method(node, kinds)
        function = self.declarations.functions.get(node.name)
        if function is None:
            if node.name in _TEXT:
                raise self.error("unknown", f"{node.name} is a method: text.{node.name}(part)", node)
            raise self.unknown("function", node.name, self.declarations.functions, node)
        self.signature(node, kinds, function)
        return function.result

    def method(self, node: Call, kinds: list[Type]) -> Type:
        if node.name == "size":
            sized = len(kinds) == 1 and (
                kinds[0] in (STRING, BYTES, DYN) or isinstance(kinds[0], (ListType, MapType, RecordType))
            )
            if not sized:
                raise self.error("type", f"no size({', '.join(map(str, kinds))})", node)
            return INT
        if len(kinds) != 2 or any(kind not in (STRING, DYN) for kind in kinds):
            given = ", ".join(map(str, kinds[1:]))
            raise self.error("type", f"no {kinds[0]}.{node.name}({given}); it takes strings", node)
        return BOOL

    def signature(self, node: Call, kinds: list[Type], function: Function) -> None:
        least, most = len(function.parameters), len(function.parameters) + len(function.optional)
        if not least <= len(kinds) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise self.error("type", f"{node.name} takes {wanted} arguments, not {len(kinds)}", node)
        wanted_types = (*function.parameters, *function.optional)
        for argument, kind, parameter in zip(node.arguments, kinds, wanted_types, strict=False):
            if isinstance(parameter, Enum) and isinstance(argument, Literal):
                self.member(parameter, argument)
            if not assignable(kind, parameter):
                raise self.error("type", f"{node.name} takes {parameter} here, not {kind}", argument)


def _constant(node: Node) -> bool:
    return not any(isinstance(below, (Name, Call)) for below in walk(node))


def node_symbol(node: Node) -> str:
    """Return the operator as it was written."""
    return node.operator if isinstance(node, Binary) else "=="
