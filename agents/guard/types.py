"""
Types, and what a host declares: roots with their fields, and functions with their signatures.

A type is a claim of the host about its data. The checker holds a guard against it, the analysis reasons
with it; the evaluation does not rely on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from ..errors import InputError
from .parser import METHODS, RESERVED

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TAKEN = RESERVED | METHODS | {"has", "in", "true", "false", "null"}


@dataclass(frozen=True)
class Type:
    """The type of a value, by CEL's name for it; ``dyn`` is any."""

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
    """A list whose items are all of one type."""

    of: Type

    def __str__(self) -> str:
        return f"list({self.of})"


@dataclass(frozen=True)
class MapType(Type):
    """A map from strings to values of one type."""

    of: Type

    def __str__(self) -> str:
        return f"map(string, {self.of})"


@dataclass(frozen=True)
class RecordType(Type):
    """A map with known fields, any of which may be missing."""

    fields: Mapping[str, Type] = field(hash=False)


@dataclass(frozen=True, init=False)
class Enum(Type):
    """One of a few constants: ``Enum("buy", "rent")``."""

    values: tuple[bool | int | float | str, ...]

    def __init__(self, *values: bool | int | float | str) -> None:
        if not values or not all(isinstance(value, (bool, int, float, str)) for value in values):
            raise InputError(f"Enum{values!r}: expected strings, numbers or booleans, one at least")
        object.__setattr__(self, "name", "enum")
        object.__setattr__(self, "values", tuple(dict.fromkeys(values)))

    def __str__(self) -> str:
        return f"one of {', '.join(map(repr, self.values))}"

    @property
    def base(self) -> Type:
        """The type that all the values have, or ``DYN``."""
        kinds = {constant_type(value) for value in self.values}
        return kinds.pop() if len(kinds) == 1 else DYN


#: A type, or the fields of a record.
Declared: TypeAlias = "Type | Mapping[str, Declared]"


def LIST(of: Declared = DYN) -> ListType:
    """A list whose items are of type ``of``."""
    return ListType("list", as_type(of, "LIST"))


def MAP(of: Declared = DYN) -> Type:
    """A map from strings to values of type ``of``; given a mapping, a record with these fields."""
    return as_type(of, "MAP") if isinstance(of, Mapping) else MapType("map", of)


def constant_type(value: object) -> Type:
    """The type of a Python constant."""
    kinds = {bool: BOOL, int: INT, float: DOUBLE, str: STRING, bytes: BYTES, type(None): NULL}
    return kinds.get(type(value), DYN)


def as_type(declared: Declared, where: str) -> Type:
    """Turn a declaration into a type; ``where`` names it in an error."""
    if isinstance(declared, Type):
        return declared
    if not isinstance(declared, Mapping):
        raise InputError(f"{where}: expected a type or a mapping of fields to types, got {declared!r}")
    fields = {}
    for name, kind in declared.items():
        if not isinstance(name, str):
            raise InputError(f"{where}: the name of a field is a string, not {name!r}")
        fields[name] = as_type(kind, f"{where}.{name}")
    return RecordType("record", MappingProxyType(fields))


@dataclass(frozen=True)
class Function:
    """
    A function that a host offers to guards. It must be pure: same arguments, same result, no effect.

    Attributes
    ----------
    parameters, result
        The signature. What the checker cannot know is checked at run time, the result too.
    call
        Does the work. An exception makes the guard fail, as any error at run time does.
    optional
        Types of further parameters that may be left out from the right.
    with_values
        Whether ``call`` takes, before its arguments, the values that the guard is evaluated on.
    """

    parameters: tuple[Type, ...]
    result: Type
    call: Callable[..., Any]
    optional: tuple[Type, ...] = ()
    with_values: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", tuple(self.parameters))
        object.__setattr__(self, "optional", tuple(self.optional))
        for kind in (*self.parameters, *self.optional, self.result):
            if not isinstance(kind, Type):
                raise InputError(f"Function: parameters and result are types, got {kind!r}")
        if not callable(self.call):
            raise InputError(f"Function: call is a callable, got {self.call!r}")


@dataclass(frozen=True)
class Declarations:
    """
    What a guard may name.

    Attributes
    ----------
    roots
        By name: a type, or a mapping from fields to types for a record, nested as needed.
    functions
        By name.
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
                raise InputError(f"Declarations: functions[{name!r}] is no Function")
        types = {name: as_type(kind, name) for name, kind in self.roots.items()}
        object.__setattr__(self, "types", MappingProxyType(types))
        object.__setattr__(self, "functions", MappingProxyType(dict(self.functions)))
