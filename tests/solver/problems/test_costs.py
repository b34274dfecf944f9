"""Extents of costs, beside Python's exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.problems.costs import fractional_bits, largest_sum

FINITE = st.floats(allow_nan=False, allow_infinity=False)
INTEGERS = st.integers(-(2**63), 2**63 - 1)


@pytest.mark.tiny
@given(st.lists(FINITE, max_size=5))
def test_fractional_bits_are_those_of_the_fractions(values):
    denominators = [Fraction(value).denominator for value in values]
    assert fractional_bits(np.array(values)) == max(denominators, default=1).bit_length() - 1


@pytest.mark.tiny
@given(st.lists(st.tuples(INTEGERS, INTEGERS), max_size=4), st.lists(st.integers(0, 2**63 - 1)))
def test_the_largest_sum_is_exact_at_any_size(rows, weights):
    unary = np.array(rows, np.int64).reshape(len(rows), 2)
    expected = sum(max(abs(a), abs(b)) for a, b in rows)
    assert largest_sum(unary, np.array(weights, np.int64)) == expected + sum(weights)
