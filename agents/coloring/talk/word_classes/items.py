"""The parts of a clause: node sets, color sets, signs, and words with their classes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """
    A part of a clause.

    Attributes
    ----------
    kind
        ``"node"``, ``"color"``, ``"sign"`` or ``"word"``.
    names
        Nodes or colors; the words of a phrase; the sign.
    joint
        Connection of several names: ``"and"`` or ``"or"``.
    classes
        Classes of a word or phrase; none if the lexicon does not have it.
    """

    kind: str
    names: tuple[str, ...]
    joint: str = ""
    classes: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """Words of the item."""
        return " ".join(self.names)


__all__ = ["Item"]
