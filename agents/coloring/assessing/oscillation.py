"""
Detection of an agent that goes back and forth between two colorings.

The literal requirements make it do so forever: the greedy algorithm gives one coloring,
the snap the other. Two whole periods count as an oscillation. Turns in which nothing changed are left
out first, since an agent may have to wait for its turn to recolor.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..situation import Past, colors_digest
from ..view import Coloring


def oscillates(past: Sequence[Past], colors: Coloring) -> bool:
    """Return whether the last four different colorings, the present one being the last, are A B A B."""
    moves: list[str] = []
    for turn in past:
        if not moves or moves[-1] != turn.colors:
            moves.append(turn.colors)
    # A B A, and perhaps the present coloring once more.
    if len(moves) < 3 or moves[-1] != moves[-3]:
        return False
    present = colors_digest(colors)
    if present != moves[-1]:
        return present == moves[-2]
    return len(moves) >= 4 and moves[-2] == moves[-4]
