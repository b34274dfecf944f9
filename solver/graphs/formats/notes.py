"""Phrases for the repairs that building a graph made."""

from __future__ import annotations


def count_changes(loops: int, repeated: int) -> list[str]:
    """Return one phrase for each kind of change."""
    notes = []
    if loops:
        notes.append(f"dropped {loops} loop{'s' * (loops > 1)}")
    if repeated:
        notes.append(f"merged {repeated} repeated edge{'s' * (repeated > 1)}")
    return notes
