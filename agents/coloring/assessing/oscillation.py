"""
Whether an agent goes back and forth between two colorings.

The requirements' rules, taken word for word, do so for ever: greedy gives one coloring, the snap the
other. Two whole periods are called an oscillation; turns in which nothing changed are left out first,
since an agent may have to wait for its turn to recolor.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...canonical import canonical, digest
from ..situation import Past
from ..view import Coloring

#: Turns that are remembered.
REMEMBERED = 6


def colors_digest(colors: Coloring) -> str:
    """A short name of a coloring."""
    return digest(canonical(dict(colors)))[:16]


def oscillates(past: Sequence[Past], colors: Coloring) -> bool:
    """Whether the last four different colorings, the present one being the last, are A B A B."""
    moves: list[str] = []
    for name in (*(turn.colors for turn in past), colors_digest(colors)):
        if not moves or moves[-1] != name:
            moves.append(name)
    return len(moves) >= 4 and moves[-1] == moves[-3] and moves[-2] == moves[-4]
