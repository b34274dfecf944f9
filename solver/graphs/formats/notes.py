"""Phrases for the repairs that building a graph made."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number and a noun, in the plural unless the number is 1."""
    return f"{number} {noun}{'s' * (number != 1)}"


def count_changes(loops: int, repeated: int) -> list[str]:
    """Return one phrase for each kind of change."""
    notes = []
    if loops:
        notes.append(f"dropped {counted(loops, 'loop')}")
    if repeated:
        notes.append(f"merged {counted(repeated, 'repeated edge')}")
    return notes


def ignored_columns(further: int) -> list[str]:
    """Return a phrase for the columns after the vertices, if there are any."""
    return [f"ignored {counted(further, 'further column')}"] if further else []
