"""One text for one value."""

import json
import math

import pytest
from hypothesis import given

from agents.canonical import canonical, derived_id, digest
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
