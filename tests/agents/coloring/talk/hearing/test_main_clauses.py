"""What is asked behind a condition, of a node that the agent sees or does not see."""

from __future__ import annotations

import pytest

from agents.coloring.talk.hearing.stock import HIDDEN

from ..test_questions_of_players import asked

IS = "b2 is green."
CLASHES = "With b2 red I would have at least one conflict. Reason: b2 would be red and h2 is red."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("if b2 is green, h1 could be anything, couldn't it?", IS),
        ("h1 could be anything if b2 is green, right?", IS),
        ("can I make h1 red if b2 is green?", IS),
        ("if you keep b2 green, can I make h1 red?", IS),
        ("if b2 is red, could h1 be anything?", CLASHES),
        ("with b2 red, what about h1?", CLASHES),
    ],
)
def test_a_supposition_gets_no_yes_or_no_where_a_node_that_is_not_seen_is_asked_about(text, said):
    assert asked(text) == [HIDDEN, said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "if b2 is green, h2 could be anything, couldn't it?",
            ["With b2 green, h2 could be red or blue."],
        ),
        ("with b2 green, can h2 be any color?", ["With b2 green, h2 could be red or blue."]),
        (
            "if b2 is green, can h1 and h2 be anything?",
            [HIDDEN, "With b2 green, h2 could be red or blue."],
        ),
    ],
)
def test_which_colors_a_node_could_have_under_a_supposition(text, said):
    assert asked(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "is b2 green?",
        "if b2 is green, does that work for you?",
        "would it work if b2 is green?",
        "is it ok with you if b2 stays green?",
        "I changed h1. Is it ok if b2 is green?",
        "if b2 is green, is Agent1 happy?",
        "if b2 is green, do you mind anything?",
    ],
)
def test_a_supposition_that_is_all_that_is_asked_keeps_its_answer(text):
    given = asked(text)
    assert HIDDEN not in given
    assert given[-1].endswith(IS)


def test_a_node_that_is_not_seen_in_the_condition_is_named_once():
    assert asked("if b2 is red and h1 blue, are you happy?")[0].startswith("I do not see h1")
    assert HIDDEN not in asked("if b2 is red and h1 blue, are you happy?")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("with h2 blue, is there a conflict?", ["With h2 blue I can color my part without a conflict."]),
        ("if h2 is blue, what is your score?", ["With h2 blue I can score 11."]),
        ("could you score more if h2 were blue?", ["With h2 blue I can score 11."]),
        (
            "if h2 is red and h5 is blue, could b2 be anything?",
            ["With h2 red and h5 blue, b2 could be "],
        ),
    ],
)
def test_what_is_asked_with_a_supposition_is_answered_under_it(text, said):
    given = asked(text)
    assert len(given) == len(said)
    assert all(one.startswith(begin) for one, begin in zip(given, said, strict=True))
