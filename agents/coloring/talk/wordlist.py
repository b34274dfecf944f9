"""Sets of words, written as plain text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def one_of(patterns: str) -> str:
    """Return the pattern that matches one of the patterns, which stand one in a line, as whole words."""
    lines = [line.strip() for line in patterns.splitlines()]
    return rf"\b(?:{'|'.join(filter(None, lines))})(?!\w)"
