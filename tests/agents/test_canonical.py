"""One text for one value."""

import json
import math
from enum import IntEnum, StrEnum
from uuid import UUID

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agents.canonical import canonical, derived_id, digest, encoded_rows, plain_lines
from tests.agents.world.test_boundary import plain


@given(plain)
def test_it_reads_back_and_is_its_own_canonical_form(value):
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


def test_the_order_of_keys_does_not_matter_and_nothing_is_escaped():
    assert canonical({"b": 1, "a": "é€"}) == canonical({"a": "é€", "b": 1}) == '{"a":"é€","b":1}'


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, "\ud800", {"\udfff": 1}, {1: 1, "a": 2}, {1, 2}, b"x"]
)
def test_what_is_not_plain_is_refused(value):
    with pytest.raises((ValueError, TypeError)):
        canonical(value)


def test_ids_follow_from_what_they_name():
    made = {
        derived_id(kind, run, t, agent, seq)
        for kind in ("trace", "message")
        for run in ("r", "s")
        for t in (1, 11)
        for agent in ("a", "1a", "a1")
        for seq in (1, 11)
    }
    assert len(made) == 48
    assert all(len(name) == 32 for name in made)
    assert derived_id("trace", "r", 0, "a", 0) == digest("trace\0r\x000\0a\x000")[:32]


class Size(IntEnum):
    SMALL = 1


class Name(StrEnum):
    ADA = "ada"


def library(value):
    """The canonical form by the standard library alone."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@given(plain)
@example([0.0, -0.0, 1e-4, 9.9e-5, 1e15, 1e16, 1e22, 5e-324, 1.7e308])
@example([2**63, 2**64, -(2**63) - 1, True, False])
@example({"\x00\x1f\x7f\u2028": "</", "\U0001f600": "é", "\uffff": ("a", [("b",)])})
@example({1: 2})
@example({"a": Size.SMALL, "b": Name.ADA})
def test_the_fast_encoder_gives_the_bytes_of_the_standard_library(value):
    assert canonical(value) == library(value)
    assert plain_lines([value, {"line": "a\nb"}, value]) == [
        library(value),
        '{"line":"a\\nb"}',
        library(value),
    ]
    assert plain_lines([]) == []


def test_numbers_of_numpy_are_plain():
    assert canonical({"a": np.int64(3), "b": np.float64(0.5)}) == '{"a":3,"b":0.5}'


@pytest.mark.parametrize("value", [UUID(int=1), b"x", {"a": {1}}, [math.nan], Exception, object()])
def test_the_fast_encoder_does_not_accept_more(value):
    for one in (value, [value], {"a": [value]}):
        with pytest.raises((ValueError, TypeError)):
            canonical(one)


cells = (
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(codec="utf-8")) | st.floats()
)


@given(st.integers(0, 4).flatmap(lambda n: st.lists(st.lists(cells, min_size=n, max_size=n))))
def test_rows_are_encoded_as_by_the_standard_library(rows):
    columns = [
        number
        for number in range(max(map(len, rows), default=0))
        if any(isinstance(row[number], float) for row in rows)
    ]
    try:
        expected = json.dumps(rows, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        with pytest.raises(ValueError, match="JSON"):
            encoded_rows(rows, columns)
    else:
        assert encoded_rows(rows, columns) == expected.encode()
