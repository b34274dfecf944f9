from __future__ import annotations

import math

import numpy as np
import pytest

from solver import InputError
from solver.arguments import fraction, integer, limits, positive, seed

tiny = pytest.mark.tiny


@tiny
@pytest.mark.parametrize("value", [0, 7, np.int8(7), np.uint64(7)])
def test_integers_of_any_type_become_int(value):
    assert type(integer("n", value, 0)) is int


@tiny
@pytest.mark.parametrize("value", [-1, 2.0, "3", None, True, np.bool_(True), 10**100, [1]])
def test_what_is_not_an_integer_in_range_is_named(value):
    with pytest.raises(InputError, match=r"^n = .*: expected an integer from 0 to 9$"):
        integer("n", value, 0, 9)


@tiny
@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, math.inf, "0.5", None, True, 10**400])
def test_what_is_not_a_fraction_is_named(value):
    with pytest.raises(InputError, match=r"^p = .*: expected a number from 0 to 1$"):
        fraction("p", value)


@tiny
@pytest.mark.parametrize("value", [0, -1.0, math.nan, "1", None, False])
def test_what_is_not_positive_is_named(value):
    with pytest.raises(InputError, match=r"^time_limit = .*: expected a positive number$"):
        positive("time_limit", value)


@tiny
def test_limits_may_be_omitted():
    assert limits(None, None) == (math.inf, None)
    assert limits(2, np.int64(5)) == (2.0, 5)


@tiny
@pytest.mark.parametrize("value", [-1, None, 1.5, 2**64])
def test_seeds_are_checked(value):
    with pytest.raises(InputError, match="seed = "):
        seed(value)
