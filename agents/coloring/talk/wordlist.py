"""Sets of words, written as one writes words."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Give the words of a text."""
    return frozenset(text.split())
