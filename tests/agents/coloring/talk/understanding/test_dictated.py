"""Telegrams: "STOP" ends sentences, where it takes nothing back."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(text):
    """What an agent takes from a message, in words."""
    found = understand(text, VIEW, SITUATION)
    return [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("H5 LIKEWISE BLUE STOP", ["report h5 blue"]),
        ("H5 IS RED STOP", ["report h5 red"]),
        ("H5 RED STOP MAKE B2 BLUE PLEASE STOP", ["report h5 red", "demand b2 blue"]),
        ("h5 is red stop make b2 blue stop", ["report h5 red", "demand b2 blue"]),
        ("H5 CANNOT BE RED STOP REGARDS", ["forbidden h5 red"]),
        ("MAKE B2 BLUE FULL STOP", ["demand b2 blue"]),
        ("h5 must b blue stop", ["required h5 blue"]),
        ("agreed full stop", ["agree"]),
        ("I'm done. h5 is red, full stop", ["satisfied", "report h5 red"]),
    ],
)
def test_stop_is_a_full_stop_in_a_telegram(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("stop making b2 red", ["negation b2 red"]),
        ("STOP MAKING B2 RED", ["negation b2 red"]),
        ("MAKE B2 RED, STOP", ["doubt"]),
        ("MAKE B2 RED NO STOP", ["doubt"]),
        ("make b2 red stop", ["doubt"]),
        ("I won't stop you", ["off_topic"]),
        ("STOP", ["refuse"]),
        ("PLEASE STOP", ["refuse"]),
    ],
)
def test_stop_remains_a_verb_elsewhere(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("MAKE BEE TWO RED STOP", ["demand b2 red"]),
        ("aitch five is red", ["report h5 red"]),
        ("BEE TWO", []),
        ("I saw a bee two days ago", []),
    ],
)
def test_the_name_of_a_letter_with_a_number_is_a_node(text, facts):
    assert read(text) == facts
