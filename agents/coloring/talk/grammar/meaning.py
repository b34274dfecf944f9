"""Meanings of sentences in the grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MeaningKind = Literal[
    "report", "demand", "forbid", "require", "is_not", "avoid", "avoid_current", "what_else", "request",
    "withdrawn", "all_but", "not_both", "not_same", "one_of", "conditional",
]  # fmt: skip


@dataclass(frozen=True)
class Meaning:
    """A statement about nodes and colors: ``pairs`` of a node and a color, or nodes and colors."""

    kind: MeaningKind
    nodes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
