"""Colors that a vertex may not have: the scratch that first fits for symmetric matrices share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper
from ..vectors.simd import at


class Palette(NamedTuple):
    """Colors around the present vertex ``v``; an entry of ``v`` marks a color, -1 on entry."""

    seen: np.ndarray  # int32[colors + 1], colors of neighbors
    forbidden: np.ndarray  # int32[colors + 1]

    @classmethod
    def of(cls, n):
        """Return the palette for ``n`` vertices."""
        return cls(np.full(n + 1, -1, np.int32), np.full(n + 1, -1, np.int32))


@helper
def lowest_allowed(forbidden, v):
    """Return the lowest color that is not forbidden to ``v``."""
    color = 0
    while at(forbidden, color) == v:
        color += 1
    return color
