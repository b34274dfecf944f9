"""
Texts with placeholders: ``Hello {name}`` contains the answer ``name``.

``{name|you}`` has a text for a missing answer, ``{ctx.field}`` a value of the host, and ``{{`` and
``}}`` are braces. Other braces stand for themselves. Values are inserted as text and not expanded again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_PLACEHOLDER = re.compile(
    r"\{\{|\}\}|\{(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)(?:\|(?P<default>[^{}]*))?\}"
)


#: Fields of nodes whose texts have placeholders.
TEXTS = ("prompt", "retry_prompt", "clarification")


def placeholders(text: str) -> list[tuple[str, bool]]:
    """Return the names of the placeholders, and whether each has a text for a missing answer."""
    matches = _PLACEHOLDER.finditer(text)
    return [(m["name"], m["default"] is not None) for m in matches if m["name"] is not None]


def rendered(text: str, values: Mapping[str, Any]) -> str:
    """
    Return a text with the values of its placeholders.

    Parameters
    ----------
    text
        Text of a document.
    values
        Values by root: ``answers`` and ``ctx``.
    """
    if "{" not in text and "}" not in text:
        return text

    def insert(match: re.Match[str]) -> str:
        name = match["name"]
        if name is None:
            return match[0][0]
        root, dot, field = name.partition(".")
        if dot and root != "ctx":
            return match[0]
        value = values["ctx"].get(field) if dot else values["answers"].get(name)
        return shown(value) if value is not None else match["default"] or ""

    return _PLACEHOLDER.sub(insert, text)


def escaped(text: str) -> str:
    """Return a text that renders as itself."""
    return text.replace("{", "{{").replace("}", "}}")


def shown(value: Any) -> str:
    """Return a value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {shown(item)}" for key, item in value.items())
    return str(value)
