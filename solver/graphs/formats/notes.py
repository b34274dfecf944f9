"""The words for what building a graph changed."""

from __future__ import annotations


def count_changes(loops: int, repeated: int) -> list[str]:
    """One phrase for each kind of change that happened."""
    notes = []
    if loops:
        notes.append(f"dropped {loops} loop{'s' * (loops > 1)}")
    if repeated:
        notes.append(f"merged {repeated} repeated edge{'s' * (repeated > 1)}")
    return notes
