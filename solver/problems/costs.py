"""
Costs as integers, so that sums are exact and do not depend on their order.

A binary floating-point number is an integer over a power of two. Where one power serves all costs and no
sum leaves 62 bits, every algorithm computes with the integers, and all agree to the last bit. That
covers integers, halves and quarters of any usual size, and decimal fractions such as 0.1 (the double
nearest to it) for sums up to about 100. :func:`fixed_point` never rounds: a problem that does not fit
has no exact integer form. Algorithms that can bear rounding put such costs on a grid
(:func:`grid_shift`, :func:`on_grid`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._kernels.problems import costs as kernels

IntegerType: TypeAlias = type[np.int32] | type[np.int64]

#: Sums of int64 costs stay below this, which leaves room for a mark above every sum.
MAX_SUM = 1 << 62
#: The same for int32.
MAX_SUM_32 = 1 << 30
#: Largest number of fractional bits: ``2.0 ** -shift`` and every multiple of it remain normal numbers.
MAX_SHIFT = 1000


@dataclass(frozen=True, eq=False)
class Costs:
    """
    Weights and preferences times ``2 ** shift``.

    Attributes
    ----------
    shift
        Number of fractional bits, the smallest possible; 0 if all costs are integers.
    weights
        int64[m], in the order of the problem's edges.
    preferences
        int64[n, k].
    bound
        Sum of all weights and of the largest absolute preference of each node. No penalty, whole or
        partial, is larger in absolute value.
    """

    shift: int
    weights: NDArray[np.int64]
    preferences: NDArray[np.int64]
    bound: int

    @property
    def scale(self) -> int:
        """Units of cost that make 1, ``2 ** shift``."""
        return 1 << self.shift

    @property
    def dtype(self) -> IntegerType:
        """The narrowest type for sums of these costs."""
        return narrowest(self.bound)

    def to_float(self, costs: NDArray[np.integer] | int) -> NDArray[np.float64]:
        """Return costs as floats: exact below ``2 ** 53`` units, otherwise the nearest double."""
        return np.ldexp(np.asarray(costs, np.float64), -self.shift)


def fixed_point(weights: NDArray[np.float64], preferences: NDArray[np.float64]) -> Costs | None:
    """Return the exact integer form of finite costs, or None if they have none within 62 bits."""
    places, largest_weight = _extents(weights)
    more_places, largest_preference = _extents(preferences)
    shift = max(places, more_places)
    largest = max(largest_weight, largest_preference)
    if shift > MAX_SHIFT or int(np.frexp(largest)[1]) + shift > 62:
        return None
    integer_weights = on_grid(weights, shift)
    integer_preferences = on_grid(preferences, shift)
    bound = largest_sum(integer_preferences, integer_weights)
    if bound >= MAX_SUM:
        return None
    for array in (integer_weights, integer_preferences):
        array.flags.writeable = False
    return Costs(shift, integer_weights, integer_preferences, bound)


def _extents(values: NDArray[np.float64]) -> tuple[int, float]:
    """Return the binary places that finite values need, and the largest absolute value."""
    # A copy, because another kernel would be compiled for read-only arrays.
    places, largest = kernels.float_extents(np.array(values, np.float64).ravel().view(np.int64))
    return int(places), float(np.int64(largest).view(np.float64))


def fractional_bits(values: NDArray[np.float64]) -> int:
    """Return the smallest number of binary places that represents every value exactly."""
    return _extents(values)[0]


def grid_shift(bound: float, bits: int) -> int:
    """Return the number of fractional bits with which a sum of ``bound`` takes ``bits`` bits."""
    return bits - int(np.frexp(bound)[1])


def on_grid(values: NDArray[Any], shift: int) -> NDArray[np.int64]:
    """Return the nearest multiples of ``2 ** -shift``, as integers."""
    scaled = np.ldexp(values, shift) if shift else values
    rounded: NDArray[np.int64] = np.rint(scaled).astype(np.int64)
    return rounded


def narrowest(bound: int) -> IntegerType:
    """Return the narrowest type for sums up to ``bound`` and a mark above them: int32 or int64."""
    return np.int32 if bound < MAX_SUM_32 else np.int64


def largest_sum(unary: NDArray[Any], weights: NDArray[Any]) -> int:
    """
    Return a bound on the absolute value of any sum of costs.

    Parameters
    ----------
    unary
        Integers [n, k], of which a sum has at most one from each row.
    weights
        Integers [m], not negative.
    """
    if not unary.size:
        return sum(weights.tolist())
    if unary.dtype.kind == weights.dtype.kind == "i":
        total, rounded = kernels.sum_largest(
            np.array(unary, np.int64).ravel(), unary.shape[1], np.array(weights, np.int64)
        )
        if rounded < MAX_SUM:
            return int(total)
    # Python integers, because this very sum may be the one that does not fit.
    highest, lowest = unary.max(axis=1).tolist(), unary.min(axis=1).tolist()
    largest = (max(a, -b) for a, b in zip(highest, lowest, strict=True))
    return int(sum(largest) + sum(weights.tolist()))
