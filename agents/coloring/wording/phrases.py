"""Parts of prose: colorings, enumerations, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def enumerated(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words by commas and a last "and"."""
    parts = list(words)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


def listed(colors: Mapping[str, str]) -> str:
    """Word a coloring as a noun phrase: ``h1 red, h2 blue and h4 red``."""
    return enumerated(f"{node} {color}" for node, color in colors.items())


def assigned(colors: Mapping[str, str]) -> str:
    """Word a coloring as what to set: ``h1 to red and h2 to blue``."""
    return enumerated(f"{node} to {color}" for node, color in colors.items())


def stated(colors: Mapping[str, str]) -> str:
    """Word a coloring as a statement: ``h1 is red and h2 is blue``."""
    return enumerated(f"{node} is {color}" for node, color in colors.items())


def sentences_in(text: str) -> list[str]:
    """Split a text into its sentences."""
    return [part for part in re.split(r"(?<=[.!?])\s+", text.strip()) if part]
