"""
Types and declarations of a host: roots with fields, and functions with signatures.

A type is a statement of the host about its data. The checker and the analysis use it; the evaluation
does not rely on it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from ..errors import InputError, shortened
from .parser import INT_MAX, INT_MIN, METHODS, RESERVED

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TAKEN = RESERVED | METHODS | {"has", "in", "true", "false", "null"}


@dataclass(frozen=True)
class Type:
    """Type with CEL's name; ``dyn`` is any type."""

    name: str

    def __str__(self) -> str:
        return self.name


BOOL = Type("bool")
INT = Type("int")
DOUBLE = Type("double")
STRING = Type("string")
BYTES = Type("bytes")
NULL = Type("null")
DYN = Type("dyn")


@dataclass(frozen=True)
class ListType(Type):
    """List with items of one type."""

    of: Type

    def __str__(self) -> str:
        return f"list({self.of})"


@dataclass(frozen=True)
class MapType(Type):
    """Map from strings to values of one type."""

    of: Type

    def __str__(self) -> str:
        return f"map(string, {self.of})"


@dataclass(frozen=True)
class RecordType(Type):
    """Map with known fields, any of which may be missing."""

    fields: Mapping[str, Type] = field(hash=False)


@dataclass(frozen=True, init=False)
class Enum(Type):
    """Enumeration of constants: ``Enum("buy", "rent")``."""

    values: tuple[bool | int | float | str, ...]

    def __init__(self, *values: bool | int | float | str) -> None:
        if not values or not all(map(_is_constant, values)):
            raise InputError(
                f"Enum{shortened(values)}: expected strings, booleans, whole numbers of 64 bits or "
                "finite numbers, one at least"
            )
        # A bool is not a number, though in Python True equals 1.
        distinct = dict.fromkeys((isinstance(value, bool), value) for value in values)
        object.__setattr__(self, "name", "enum")
        object.__setattr__(self, "values", tuple(value for _, value in distinct))

    def __str__(self) -> str:
        return f"one of {', '.join(map(spelled, self.values))}"

    @cached_property
    def members(self) -> frozenset[bool | int | float | str]:
        """Values as a set; equal numbers of different types are one."""
        return frozenset(self.values)

    @cached_property
    def base(self) -> Type:
        """Common type of the values, or ``DYN``."""
        kinds = {constant_type(value) for value in self.values}
        return kinds.pop() if len(kinds) == 1 else DYN


def _is_constant(value: object) -> bool:
    """Return whether a guard can contain a value."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return INT_MIN <= value <= INT_MAX
    return isinstance(value, str)


def spelled(value: object) -> str:
    """Return a constant as guards spell it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


#: A type, or the fields of a record.
Declared: TypeAlias = "Type | Mapping[str, Declared]"


def LIST(of: Declared = DYN) -> ListType:
    """Return a list whose items are of type ``of``."""
    return ListType("list", as_type(of, "LIST"))


def MAP(of: Declared = DYN) -> Type:
    """Return a map from strings to values of type ``of``, or a record if ``of`` is a mapping."""
    kind = as_type(of, "MAP")
    return kind if isinstance(of, Mapping) else MapType("map", kind)


def constant_type(value: object) -> Type:
    """Return the type of a Python constant."""
    kinds = {bool: BOOL, int: INT, float: DOUBLE, str: STRING, bytes: BYTES, type(None): NULL}
    return kinds.get(type(value), DYN)


def as_type(declared: Declared, where: str) -> Type:
    """Return the type of a declaration; ``where`` is its name in errors."""
    if isinstance(declared, Type):
        return declared
    if not isinstance(declared, Mapping):
        given = "LIST without ()" if declared is LIST else "MAP without ()" if declared is MAP else None
        legal = "a type, such as STRING or LIST(STRING), or a mapping of fields to types"
        raise InputError(f"{where}: expected {legal}, got {given or shortened(declared)}")
    fields = {}
    for name, kind in declared.items():
        if not isinstance(name, str):
            raise InputError(f"{where}: the name of a field is a string, not {name!r}")
        fields[name] = as_type(kind, f"{where}.{name}")
    return RecordType("record", MappingProxyType(fields))


@dataclass(frozen=True)
class Function:
    """
    Function of a host for guards. It must be pure.

    Attributes
    ----------
    parameters, result
        Signature. Values of unknown type, and the result, are checked at run time.
    call
        Python function. If it raises, the guard fails.
    optional
        Types of further, optional parameters.
    with_values
        Whether the first argument of ``call`` is the values that the guard is evaluated on.
    """

    parameters: tuple[Type, ...]
    result: Type
    call: Callable[..., Any]
    optional: tuple[Type, ...] = ()
    with_values: bool = False

    def __post_init__(self) -> None:
        for name in ("parameters", "optional"):
            kinds = getattr(self, name)
            if isinstance(kinds, Type):
                raise InputError(f"Function: {name} is a sequence of types, such as (INT,), got {kinds}")
            object.__setattr__(self, name, tuple(kinds))
        for kind in (*self.parameters, *self.optional, self.result):
            if not isinstance(kind, Type):
                raise InputError(f"Function: parameters and result are types, got {kind!r}")
        if not callable(self.call):
            raise InputError(f"Function: call is a callable, got {self.call!r}")


@dataclass(frozen=True)
class Declarations:
    """
    Names that a guard may use.

    Attributes
    ----------
    roots
        Types of roots by name; a mapping from fields to types is a record.
    functions
        Functions by name.
    """

    roots: Mapping[str, Declared] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    types: Mapping[str, Type] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in (*self.roots, *self.functions):
            if not isinstance(name, str) or not _NAME.match(name) or name in _TAKEN:
                raise InputError(
                    f"Declarations: {name!r} cannot be the name of a root or function; legal are"
                    " letters, digits and _, not beginning with a digit, and no word of CEL"
                )
        for name in self.functions:
            if name in self.roots:
                raise InputError(f"Declarations: {name!r} is both a root and a function")
            if not isinstance(self.functions[name], Function):
                raise InputError(f"Declarations: functions[{name!r}] is not a Function")
        types = {name: as_type(kind, name) for name, kind in self.roots.items()}
        object.__setattr__(self, "types", MappingProxyType(types))
        object.__setattr__(self, "functions", MappingProxyType(dict(self.functions)))
