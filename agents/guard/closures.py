"""
Compilation of a tree to a closure; an evaluation takes about 1 us.

Each node becomes a function of the values. Paths and constant operands have specialized closures, which
saves a call. Failures are exceptions, which cost nothing in Python 3.11 until one is raised.
"""

from __future__ import annotations

import operator as op
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

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
)
from .types import BOOL, BYTES, DOUBLE, INT, NULL, STRING, Enum, Function, ListType, Type
from .values import (
    BINARY,
    METHOD,
    Failure,
    a_kind,
    contained,
    equal,
    has,
    kind_of,
    lookup,
    negate,
    select,
)

Values: TypeAlias = Mapping[str, Any]
Closure: TypeAlias = Callable[[Values], Any]

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<": op.lt, "<=": op.le, ">": op.gt, ">=": op.ge}
_KIND_OF_TYPE = {
    BOOL: "bool",
    INT: "int",
    DOUBLE: "double",
    STRING: "string",
    BYTES: "bytes",
    NULL: "null",
}


def compiled(node: Node, functions: Mapping[str, Function]) -> Closure:
    """
    Compile a checked tree.

    Returns
    -------
    callable
        Function of the values of the roots; it returns the value or raises ``Failure``.
    """

    def build(below: Node) -> Closure:
        return compiled(below, functions)

    path = path_of(node)
    if path is not None:
        return _path(path)
    match node:
        case Literal(value=value):
            return lambda values: value
        case Select(operand=operand, field=field):
            return _select(build(operand), field)
        case Index(operand=operand, key=key):
            return _index(build(operand), build(key), text_of(operand))
        case Has(path=select_):
            return _has(select_, build(select_.operand))
        case Unary(operator="!", operand=operand):
            return _not(build(operand))
        case Unary(operand=operand):
            inner = build(operand)
            return lambda values: negate(inner(values))
        case Binary(operator="==" | "!=" as symbol, left=left, right=Literal() as literal):
            return _equals_constant(build(left), literal, symbol == "==")
        case Binary(operator="<" | "<=" | ">" | ">=" as symbol, left=left, right=Literal() as literal):
            return _ordered_constant(symbol, build(left), literal)
        case Binary(operator="in", left=left, right=Items(items=items)) if items and all(
            isinstance(item, Literal) for item in items
        ):
            return _in_constants(
                build(left), [item.value for item in items if isinstance(item, Literal)]
            )
        case Binary(operator=symbol, left=left, right=Literal(value=constant)):
            operate, inner = BINARY[symbol], build(left)
            return lambda values: operate(inner(values), constant)
        case Binary(operator=symbol, left=left, right=right):
            return _binary(BINARY[symbol], build(left), build(right))
        case Logic(operator=symbol, operands=operands):
            return _logic(symbol, tuple(build(operand) for operand in operands))
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return _conditional(build(condition), build(then), build(otherwise))
        case Items(items=items):
            parts = [build(item) for item in items]
            return lambda values: [part(values) for part in parts]
        case Call(name=name, arguments=arguments, method=method):
            parts = [build(argument) for argument in arguments]
            if method or name == "size":
                return _method(METHOD[name], parts)
            return _call(name, functions[name], parts)
    raise AssertionError(node)


def text_of(node: Node) -> str:
    """Return the name of a node in messages: its path, if it is one."""
    path = path_of(node)
    return "the value" if path is None else ".".join(path)


def _path(path: tuple[str, ...]) -> Closure:
    root = path[0]

    def slow(values: Values) -> Any:
        if root not in values:
            raise Failure(f"{root} is missing")
        value = values[root]
        for depth, name in enumerate(path[1:], 2):
            value = select(value, name, ".".join(path[:depth]))
        return value

    if len(path) == 2:
        field = path[1]

        def two(values: Values) -> Any:
            try:
                record = values[root]
                if record.__class__ is dict:
                    return record[field]
            except KeyError:
                pass
            return slow(values)

        return two
    if len(path) == 3:
        first, second = path[1:]

        def three(values: Values) -> Any:
            try:
                record = values[root]
                if record.__class__ is dict:
                    record = record[first]
                    if record.__class__ is dict:
                        return record[second]
            except KeyError:
                pass
            return slow(values)

        return three
    return slow


def _select(operand: Closure, field: str) -> Closure:
    return lambda values: select(operand(values), field, field)


def _index(operand: Closure, key: Closure, text: str) -> Closure:
    def index(values: Values) -> Any:
        container, by = operand(values), key(values)
        return lookup(container, by, f"{text}[{by!r}]")

    return index


def _has(path: Select, operand: Closure) -> Closure:
    field, text = path.field, f"has({text_of(path)})"
    if isinstance(path.operand, Name):
        root = path.operand.name

        def present_in_root(values: Values) -> bool:
            record = values.get(root)
            if record.__class__ is dict:
                return field in record
            return has(operand(values), field, text)

        return present_in_root

    def present(values: Values) -> bool:
        record = operand(values)
        return field in record if record.__class__ is dict else has(record, field, text)

    return present


def _not(operand: Closure) -> Closure:
    def negated(values: Values) -> bool:
        value = operand(values)
        if value is True:
            return False
        if value is False:
            return True
        raise Failure(f"no !{kind_of(value)}")

    return negated


def _equals_constant(operand: Closure, literal: Literal, wanted: bool) -> Closure:
    constant = literal.value
    exact = type(constant)
    if literal.kind == "string":  # the most frequent of all guards

        def equals_text(values: Values) -> bool:
            value = operand(values)
            if value.__class__ is str:
                return (value == constant) is wanted
            return equal(value, constant) is wanted

        return equals_text

    def equals(values: Values) -> bool:
        value = operand(values)
        if value.__class__ is exact:
            return (value == constant) is wanted
        return equal(value, constant) is wanted

    return equals


def _ordered_constant(symbol: str, operand: Closure, literal: Literal) -> Closure:
    constant = literal.value
    compare, slow = _COMPARE[symbol], cast(Callable[[Any, Any], bool], BINARY[symbol])
    fast = {int: (int, float), float: (int, float), str: (str,)}.get(type(constant), ())

    def ordered(values: Values) -> bool:
        value = operand(values)
        if value.__class__ in fast:
            return compare(value, constant)
        return slow(value, constant)

    return ordered


def _in_constants(operand: Closure, constants: list[Any]) -> Closure:
    if not all(isinstance(constant, str) for constant in constants):
        return lambda values: contained(operand(values), constants)
    texts = frozenset(constants)

    def among(values: Values) -> bool:
        value = operand(values)
        if value.__class__ is str:
            return value in texts
        return contained(value, constants)

    return among


def _binary(operate: Callable[[Any, Any], Any], left: Closure, right: Closure) -> Closure:
    return lambda values: operate(left(values), right(values))


def _logic(symbol: str, operands: tuple[Closure, ...]) -> Closure:
    """Return the closure of ``||`` or ``&&``: one operand that decides suffices."""
    decides = symbol == "||"

    def logic(values: Values) -> bool:
        failure = None
        for operand in operands:
            try:
                value = operand(values)
            except Failure as failed:
                failure = failed
                continue
            if value.__class__ is not bool:
                failure = Failure(f"no {symbol} with {a_kind(value)}")
            elif value == decides:
                return decides
        if failure is None:
            return not decides
        raise failure

    return logic


def _conditional(condition: Closure, then: Closure, otherwise: Closure) -> Closure:
    def choose(values: Values) -> Any:
        chosen = condition(values)
        if chosen is True:
            return then(values)
        if chosen is False:
            return otherwise(values)
        raise Failure(f"the condition of ?: is of type {kind_of(chosen)}")

    return choose


def _method(method: Callable[..., Any], parts: list[Closure]) -> Closure:
    if len(parts) == 1:
        only = parts[0]
        return lambda values: method(only(values))
    text, part = parts
    return lambda values: method(text(values), part(values))


def _call(name: str, function: Function, parts: list[Closure]) -> Closure:
    parameters = (*function.parameters, *function.optional)
    call, with_values = function.call, function.with_values

    def invoke(values: Values) -> Any:
        arguments = [part(values) for part in parts]
        for argument, parameter in zip(arguments, parameters, strict=False):
            if not conforms(argument, parameter):
                raise Failure(f"{name}() takes {parameter}, not {a_kind(argument)}")
        try:
            result = call(values, *arguments) if with_values else call(*arguments)
        except Exception as error:  # code of the host: if it raises, the guard has no value
            raise Failure(f"{name}() raised {type(error).__name__}: {error}") from error
        if not conforms(result, function.result):
            raise Failure(f"{name}() returned {result!r:.60}, not {function.result}")
        return result

    return invoke


def conforms(value: Any, kind: Type) -> bool:
    """Return whether a value has a type; items of lists and maps are not checked."""
    found = kind_of(value)
    if isinstance(kind, Enum):
        return any(equal(value, constant) for constant in kind.values)
    if kind in _KIND_OF_TYPE:
        return found == _KIND_OF_TYPE[kind]
    return kind.name == "dyn" or found == ("list" if isinstance(kind, ListType) else "map")
