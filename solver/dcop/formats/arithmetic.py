"""The cost functions on two variables that wcsp and cfn give by a formula instead of a table."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: How many parameters each takes.
PARAMETERS = {">=": 2, ">": 2, "<=": 2, "<": 2, "=": 2, "disj": 3, "sdisj": 6}


def table_of(kind: str, rows: int, columns: int, parameters: list[float]) -> NDArray[np.float64]:
    """
    The table of a function of ``x`` and ``y``, the positions of two values.

    A comparison costs by how much it is missed, and is forbidden to be missed by more than the second
    parameter; the first is added to ``y``. ``disj`` and ``sdisj`` let two tasks not overlap.
    """
    x, y = np.mgrid[:rows, :columns].astype(np.float64)
    if kind == "disj":
        behind_y, behind_x, penalty = parameters
        return np.where((x >= y + behind_x) | (y >= x + behind_y), 0.0, penalty)
    if kind == "sdisj":
        behind_y, behind_x, last_x, last_y, cost_x, cost_y = parameters
        overlaps = (x < last_x) & (y < last_y) & ~((x >= y + behind_x) | (y >= x + behind_y))
        forbidden = (x > last_x) | (y > last_y) | overlaps
        return np.where(forbidden, math.inf, cost_x * (x == last_x) + cost_y * (y == last_y))
    shift, tolerance = parameters
    missed = {
        ">=": y + shift - x,
        ">": y + shift + 1 - x,
        "<=": x - shift - y,
        "<": x - shift + 1 - y,
        "=": np.abs(y + shift - x),
    }[kind]
    return np.maximum(0.0, np.where(missed <= tolerance, missed, math.inf))
