"""
Costs as integers, so that sums are exact and do not depend on their order.

Binary floating point numbers are integers over a power of two. When one power serves all weights and
preferences of a problem and no sum of them can leave 62 bits, every engine computes with the integers
and agrees with every other to the last bit. That covers integers, halves and quarters of any size that
occurs, and decimal fractions such as 0.1 (that is, the double nearest to it) for sums up to about 100.
Nothing is ever rounded to make it fit: a problem that does not fit has no integer form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Sums stay below this, which leaves int64 room for a mark above every sum.
MAX_SUM = 1 << 62
#: Below this bound the same holds of int32.
MAX_SUM_32 = 1 << 30
#: Keeps ``2.0 ** -shift`` and every multiple of it a normal number.
MAX_SHIFT = 1000


@dataclass(frozen=True, eq=False)
class Costs:
    """
    Weights and preferences times ``2 ** shift``.

    Attributes
    ----------
    shift
        Fractional bits; 0 if all costs are integers, and never larger than necessary.
    weights
        int64[m], in the order of the problem's edges.
    preferences
        int64[n, k].
    bound
        Sum of all weights and of the largest absolute preference of each node: no penalty, whole or
        partial, is larger in absolute value.
    """

    shift: int
    weights: NDArray[np.int64]
    preferences: NDArray[np.int64]
    bound: int

    @property
    def scale(self) -> int:
        """``2 ** shift``: how many units of cost make 1."""
        return 1 << self.shift

    @property
    def dtype(self) -> type[np.int32] | type[np.int64]:
        """The narrowest type that holds every sum and a mark above them: int32 or int64."""
        return np.int32 if self.bound < MAX_SUM_32 else np.int64

    def to_float(self, costs: NDArray[np.integer] | int) -> NDArray[np.float64]:
        """Costs as floats: exact below ``2 ** 53`` units, else the nearest double."""
        return np.ldexp(np.asarray(costs, np.float64), -self.shift)


def fixed_point(weights: NDArray[np.float64], preferences: NDArray[np.float64]) -> Costs | None:
    """The exact integer form of finite costs, or None if they have none within 62 bits."""
    shift = max(fractional_bits(weights), fractional_bits(preferences))
    largest = max(np.abs(weights).max(initial=0.0), np.abs(preferences).max(initial=0.0))
    if shift > MAX_SHIFT or np.frexp(largest)[1] + shift > 62:
        return None
    integer_weights = np.ldexp(weights, shift).astype(np.int64)
    integer_preferences = np.ldexp(preferences, shift).astype(np.int64)
    # Python integers, since this very sum may be what does not fit.
    highest = np.abs(integer_preferences).max(axis=1, initial=0)
    bound = sum(integer_weights.tolist()) + sum(highest.tolist())
    if bound >= MAX_SUM:
        return None
    for array in (integer_weights, integer_preferences):
        array.flags.writeable = False
    return Costs(shift, integer_weights, integer_preferences, bound)


def fractional_bits(values: NDArray[np.float64]) -> int:
    """Fewest binary places that hold every value."""
    mantissa, exponent = np.frexp(values[values != 0])
    if len(mantissa) == 0:
        return 0
    digits = np.abs(np.ldexp(mantissa, 53)).astype(np.int64)
    lowest_one = np.frexp((digits & -digits).astype(np.float64))[1] - 1
    return max(0, int((53 - exponent.astype(np.int64) - lowest_one).max()))
