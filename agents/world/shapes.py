"""
Arguments of plain types: the schemas that most actions have, checked without a library.

A shape accepts what its schema surely accepts, in 0.3 us instead of the 2 to 14 us of ``jsonschema``;
what it does not accept is left to ``jsonschema``, which also words the refusal. fastjsonschema was as
fast, but it does not know the draft 2020-12 that language models are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
}
_ANNOTATIONS = frozenset({"title", "description", "default", "examples", "$comment"})
_OBJECT = frozenset({"type", "properties", "required", "additionalProperties"}) | _ANNOTATIONS
_VALUE = frozenset({"type"}) | _ANNOTATIONS


class Shape(NamedTuple):
    """
    Object whose properties have plain types.

    Attributes
    ----------
    types
        Types of each property.
    required
        Names of the required properties.
    closed
        Whether there are no other properties.
    """

    types: Mapping[str, tuple[type, ...]]
    required: tuple[str, ...]
    closed: bool

    def accepts(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether arguments surely match the schema."""
        types = self.types
        for name, value in arguments.items():
            allowed = types.get(name)
            if allowed is None:
                if self.closed:
                    return False
            elif type(value) not in allowed:
                return False
        return all(map(arguments.__contains__, self.required))


def shape_of(schema: Mapping[str, Any]) -> Shape | None:
    """Return the shape of a schema; None if it says more than a shape can."""
    properties = schema.get("properties", {})
    closed = schema.get("additionalProperties", True)
    if schema.get("type") != "object" or not _OBJECT.issuperset(schema) or type(closed) is not bool:
        return None
    types = {}
    for name, inner in properties.items():
        kind = inner.get("type") if isinstance(inner, Mapping) and _VALUE.issuperset(inner) else None
        if not isinstance(kind, str) or kind not in _TYPES:
            return None
        types[name] = _TYPES[kind]
    return Shape(types, tuple(schema.get("required", ())), not closed)
