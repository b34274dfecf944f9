"""Questions for several colors of a node: which is better, and whether all are fine on a condition."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from agents.coloring.view import view_of
from bench.sentences import situation_of
from tests.study import study

VIEW = view_of(study(1), "Agent2", person="Human")
NOW = situation_of({"agent": "Agent2"}, VIEW)


def read(text):
    """What an agent takes from a message, in words."""
    found = understand(text, VIEW, NOW)
    facts = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]
    for one in found.questions:
        pairs = [f"{pair.node}={pair.color}" for pair in one.supposed]
        facts.append(" ".join(filter(None, [one.kind, one.node, *pairs])))
    return facts


@pytest.mark.parametrize(
    "text",
    [
        "which is better for you, h2 blue or red?",
        "which is better for you: h2 blue or h2 red?",
        "what would be best, blue or red on h2?",
        "which color do you prefer, h2 blue or red?",
        "is h2 blue or red better for you?",
        "h2 blue or red?",
        "should I take blue or red on h2?",
    ],
)
def test_each_color_that_is_compared_is_asked_about(text):
    assert read(text) == ["Q3 h2=blue", "Q3 h2=red"]


@pytest.mark.parametrize(
    "text",
    [
        "which is better for you, h2 or h5 red?",
        "I told you which is better for me, h2 red or blue.",
        "h2 is blue or red, which is better for you?",
        'you asked "which is better for you, h2 blue or red?"',
        "h2 red. Blue or what?",
        "h2 not blue or red?",
        "which is better for you, h2 blue or red, if h5 is green?",
        "h2 blue or red.",
        "which do you have, h2 blue or red?",
    ],
)
def test_other_words_do_not_compare_two_colors(text):
    assert read(text) != ["Q3 h2=blue", "Q3 h2=red"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("is any color of h2 fine if b2 is blue?", "Q1 h2 b2=blue"),
        ("are all colors of h2 ok for you when h5 is green?", "Q1 h2 h5=green"),
        ("if b2 is red, is any color of h2 fine?", "Q1 h2 b2=red"),
        ("is any color fine for h2 provided that you make b2 red?", "Q1 h2 b2=red"),
        ("does any color of h5 work if h2 is red?", "Q1 h5 h2=red"),
        ("can h2 be anything if b2 is blue?", "Q1 h2 b2=blue"),
    ],
)
def test_whether_all_colors_are_fine_is_asked_on_its_condition(text, asked):
    assert read(text) == [asked]


@pytest.mark.parametrize(
    "text",
    [
        "is any color of h2 fine?",
        "is any color of h2 fine even if b2 is blue?",
        "is any color of h2 fine if a4 is blue?",
        "any color of h2 is fine if b2 is blue",
        "is any color of h2 fine? b2 is blue",
        "is any color of h2 fine if b2 is not blue?",
        "make b2 blue if any color of h2 is fine",
        "is any color of h2 fine if h2 is blue?",
    ],
)
def test_other_conditions_are_not_taken_for_one(text):
    assert not any(one.startswith("Q1 h2 ") for one in read(text))
