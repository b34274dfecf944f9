"""The cost functions on two variables that wcsp and cfn give by a formula instead of a table."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: Number of parameters of each function.
PARAMETERS = {">=": 2, ">": 2, "<=": 2, "<": 2, "=": 2, "disj": 3, "sdisj": 6}


def table_of(kind: str, rows: int, columns: int, parameters: list[float]) -> NDArray[np.float64]:
    """
    Return the table of a function of ``x`` and ``y``, the positions of two values.

    The cost of a comparison is the amount by which it is violated, and violation by more than the second
    parameter is forbidden; the first is added to ``y``. ``disj`` and ``sdisj`` keep two tasks apart.
    """
    x = np.arange(rows, dtype=np.float64)[:, None]
    y = np.arange(columns, dtype=np.float64)[None]
    if kind == "disj":
        behind_y, behind_x, penalty = parameters
        return np.where((x >= y + behind_x) | (y >= x + behind_y), 0.0, penalty)
    if kind == "sdisj":
        behind_y, behind_x, last_x, last_y, cost_x, cost_y = parameters
        overlaps = (x < last_x) & (y < last_y) & ~((x >= y + behind_x) | (y >= x + behind_y))
        forbidden = (x > last_x) | (y > last_y) | overlaps
        return np.where(forbidden, math.inf, cost_x * (x == last_x) + cost_y * (y == last_y))
    shift, tolerance = parameters
    if kind in ("<=", "<"):
        violation = x - shift - y
    else:
        violation = y + shift - x
    if kind in (">", "<"):
        violation = violation + 1
    elif kind == "=":
        violation = np.abs(violation)
    return np.maximum(0.0, np.where(violation <= tolerance, violation, math.inf))
