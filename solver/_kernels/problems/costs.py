"""Extents of costs: the binary places that floats need, and a bound on the sums of integers."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ..vectors.simd import lowest_bit

#: Bits of a double: its mantissa without the leading one, and the number of its exponents.
MANTISSA, EXPONENTS = 52, 2047


@kernel
def float_extents(bits):
    """
    Return the binary places after the point that finite doubles need, and the bits of the largest one.

    ``bits`` has the doubles as int64.
    """
    places = 0
    largest = np.int64(0)
    fraction = np.int64((1 << MANTISSA) - 1)
    for i in range(len(bits)):
        mantissa = bits[i] & fraction
        exponent = (bits[i] >> MANTISSA) & EXPONENTS
        largest = max(largest, (exponent << MANTISSA) | mantissa)
        if exponent == 0:
            if mantissa == 0:
                continue
            exponent = 1
        else:
            mantissa |= fraction + 1
        places = max(places, 1023 + MANTISSA - exponent - lowest_bit(mantissa))
    return places, largest


@kernel
def sum_largest(unary, k, weights):
    """
    Return the sum of the largest absolute cost of each row of ``k`` and of the weights.

    Twice: as an integer, which may have overflowed, and as a float.
    """
    total = np.int64(0)
    rounded = 0.0
    for first in range(0, len(unary), k):
        highest = unary[first]
        lowest = unary[first]
        for i in range(first + 1, first + k):
            highest = max(highest, unary[i])
            lowest = min(lowest, unary[i])
        rounded += max(np.float64(highest), -np.float64(lowest))
        total += max(highest, -lowest)
    for i in range(len(weights)):
        rounded += np.float64(weights[i])
        total += weights[i]
    return total, rounded
