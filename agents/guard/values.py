"""
CEL's operators on values, and their :class:`Failure`.

Values are those of JSON (None, bool, int, float, str, lists, maps) and bytes. A bool is not a number;
ints and doubles are compared exactly, but do not mix in arithmetic; an int has 64 bits; ``%`` has the
sign of its left operand.
"""

from __future__ import annotations

import operator as op
from collections.abc import Callable, Mapping
from typing import Any

from .parser import INT_MAX, INT_MIN

_KINDS: dict[type, str] = {
    bool: "bool",
    int: "int",
    float: "double",
    str: "string",
    bytes: "bytes",
    type(None): "null",
    list: "list",
    tuple: "list",
    dict: "map",
}
_NUMBERS = frozenset({"int", "double"})
_PLAIN = frozenset({int, float, str})
_ORDERED = frozenset({"bool", "string", "bytes"})
#: Limit of nesting in comparisons, since lists and maps may contain themselves.
_MAX_NESTING = 64


class Failure(Exception):
    """Failure of an expression; the text is the reason. Caught by ``&&``, ``||`` and the guard."""


def kind_of(value: object) -> str:
    """Return CEL's name for the type of a value."""
    kind = _KINDS.get(type(value))
    if kind is not None:
        return kind
    for base in (bool, int, float, str, bytes, list, tuple):
        if isinstance(value, base):
            return _KINDS[base]
    if isinstance(value, Mapping):
        return "map"
    raise Failure(f"a value of type {type(value).__name__} has no meaning in a guard")


def a_kind(value: object) -> str:
    """Return the type with an article: ``"an int"``, ``"a string"``."""
    kind = kind_of(value)
    return f"an {kind}" if kind == "int" else f"a {kind}"


def equal(a: Any, b: Any, nesting: int = 0) -> bool:
    """Return ``a == b``; values of different types are unequal."""
    kind, other = kind_of(a), kind_of(b)
    if kind != other:
        return kind in _NUMBERS and other in _NUMBERS and bool(a == b)
    if kind not in ("list", "map"):
        return bool(a == b)
    if nesting == _MAX_NESTING:
        raise Failure(f"cannot compare values nested over {_MAX_NESTING} deep")
    if len(a) != len(b):
        return False
    if kind == "list":
        return all(equal(x, y, nesting + 1) for x, y in zip(a, b, strict=True))
    return all((found := find(b, key)) is not MISSING and equal(a[key], found, nesting + 1) for key in a)


MISSING = object()


def find(values: Any, key: Any) -> Any:
    """Return the value of a key, or ``MISSING``; ``1`` and ``1.0`` are one key, ``true`` another."""
    kind = kind_of(key)
    if kind == "double" and not key.is_integer():
        return MISSING
    if kind not in ("string", "int", "double", "bool"):
        raise Failure(f"{a_kind(key)} is not a key of a map")
    try:
        if key not in values:
            return MISSING
        if kind == "string" or key not in (0, 1):
            return values[key]
        # In Python True equals 1.
        stored = next(k for k in values if k == key)
        return values[stored] if (kind == "bool") == (kind_of(stored) == "bool") else MISSING
    except Failure:
        raise
    except Exception as error:  # another mapping of the host
        raise Failure(f"{type(error).__name__} when looking up {key!r}") from error


def lookup(values: Any, key: Any, where: str) -> Any:
    """Return ``values[key]`` of a map or a list."""
    kind = kind_of(values)
    if kind == "map":
        found = find(values, key)
        if found is MISSING:
            raise Failure(f"{where} is missing")
        return found
    if kind != "list":
        raise Failure(f"{where}: {a_kind(values)} has no fields")
    index = kind_of(key)
    if index not in _NUMBERS or key != key // 1:
        raise Failure(f"{where}: the index of a list is an int, not {a_kind(key)}")
    if not 0 <= key < len(values):
        raise Failure(f"{where}: index {key} of a list of {len(values)}")
    return values[int(key)]


def select(values: Any, name: str, where: str) -> Any:
    """Return ``values.name``."""
    if kind_of(values) != "map":
        raise Failure(f"{where}: {a_kind(values)} has no fields")
    return lookup(values, name, where)


def has(values: Any, name: str, where: str) -> bool:
    """Return ``has(values.name)``."""
    if kind_of(values) != "map":
        raise Failure(f"{where}: {a_kind(values)} has no fields")
    return find(values, name) is not MISSING


def contained(item: Any, values: Any) -> bool:
    """Return ``item in values``."""
    kind = kind_of(values)
    if kind == "map":
        return find(values, item) is not MISSING
    if kind != "list":
        raise Failure(f"nothing is in {a_kind(values)}")
    return any(equal(item, other) for other in values)


def _order(symbol: str, compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], bool]:
    def ordered(a: Any, b: Any) -> bool:
        if a.__class__ in _PLAIN and b.__class__ is a.__class__:
            return bool(compare(a, b))
        kind, other = kind_of(a), kind_of(b)
        if (kind in _NUMBERS and other in _NUMBERS) or (kind == other and kind in _ORDERED):
            return bool(compare(a, b))
        raise Failure(f"no {kind} {symbol} {other}")

    return ordered


def _arithmetic(
    symbol: str, kinds: frozenset[str], compute: Callable[[Any, Any], Any]
) -> Callable[[Any, Any], Any]:
    def operate(a: Any, b: Any) -> Any:
        if a.__class__ is int and b.__class__ is int:
            result = compute(a, b)
            if INT_MIN <= result <= INT_MAX:
                return result
        kind, other = kind_of(a), kind_of(b)
        if kind != other or kind not in kinds:
            raise Failure(f"no {kind} {symbol} {other}")
        result = compute(a, b)
        if kind == "int" and not INT_MIN <= result <= INT_MAX:
            raise Failure(f"{a} {symbol} {b} overflows 64 bits")
        return result

    return operate


def _remainder(a: int, b: int) -> int:
    if b == 0:
        raise Failure(f"{a} % 0")
    if (a, b) == (INT_MIN, -1):  # the quotient exceeds 64 bits
        raise Failure(f"{a} % {b} overflows 64 bits")
    remainder = abs(a) % abs(b)
    return -remainder if a < 0 else remainder


def _concatenate(a: Any, b: Any) -> Any:
    return a + b if a.__class__ is int or not isinstance(a, (list, tuple)) else [*a, *b]


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "==": equal,
    "!=": lambda a, b: not equal(a, b),
    "<": _order("<", op.lt),
    "<=": _order("<=", op.le),
    ">": _order(">", op.gt),
    ">=": _order(">=", op.ge),
    "in": contained,
    "+": _arithmetic("+", frozenset({"int", "double", "string", "bytes", "list"}), _concatenate),
    "-": _arithmetic("-", frozenset({"int", "double"}), op.sub),
    "*": _arithmetic("*", frozenset({"int", "double"}), op.mul),
    "%": _arithmetic("%", frozenset({"int"}), _remainder),
}


def negate(value: Any) -> int | float:
    """Return ``-value``."""
    kind = kind_of(value)
    if kind not in _NUMBERS:
        raise Failure(f"no -{kind}")
    if kind == "int" and value == INT_MIN:
        raise Failure(f"-({value}) overflows 64 bits")
    return -value  # type: ignore[no-any-return]


def size(value: Any) -> int:
    """Return ``size(value)``: code points, bytes, items or keys."""
    kind = kind_of(value)
    if kind not in ("string", "bytes", "list", "map"):
        raise Failure(f"no size of {a_kind(value)}")
    return len(value)


def _text_method(name: str, test: Callable[[str, str], bool]) -> Callable[[Any, Any], bool]:
    def call(text: Any, part: Any) -> bool:
        if kind_of(text) != "string" or kind_of(part) != "string":
            raise Failure(f"no {kind_of(text)}.{name}({kind_of(part)})")
        return test(text, part)

    return call


METHOD: dict[str, Callable[..., Any]] = {
    "size": size,
    "startsWith": _text_method("startsWith", str.startswith),
    "endsWith": _text_method("endsWith", str.endswith),
    "contains": _text_method("contains", str.__contains__),
}
