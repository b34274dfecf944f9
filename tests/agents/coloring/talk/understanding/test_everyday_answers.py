"""What answers say beside yes and no: what is not possible, conflicts, and what the person does."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_everyday_words import read

WITHOUT = "If you make h5 red, I have no conflicts."


@pytest.mark.parametrize(
    "text",
    [
        "but then I have one",
        "I would though",
        "yes but I get one then",
        "well, but i do",
    ],
)
def test_who_has_a_conflict_then_does_not_agree(text):
    assert read(text, WITHOUT) == ["refuse"]


def test_who_only_says_but_may_agree():
    assert read("but I agree", WITHOUT) == ["agree"]


@pytest.mark.parametrize(
    ("said", "text", "facts"),
    [
        ("Can you make h5 green?", "I can't, h1 is green", ["refuse", "forbidden h5 green"]),
        (
            "Could you set h2 to blue?",
            "sorry, impossible since h1 is blue",
            ["refuse", "forbidden h2 blue"],
        ),
        ("Can you accept h5 as red?", "not possible, it touches h4", ["refuse", "forbidden h5 red"]),
        ("What do you think about blue for h2?", "no, can't do that", ["refuse", "forbidden h2 blue"]),
        ("Would h2 green be possible?", "No.", ["refuse"]),
        ("Can you change h5?", "No, I can't do that", ["refuse"]),
    ],
)
def test_who_cannot_give_a_node_a_color_rules_it_out(said, text, facts):
    assert read(text, said) == facts


@pytest.mark.parametrize(
    "text", ["I can't unless b2 is blue", "not possible yet", "can't, or maybe later"]
)
def test_what_may_be_possible_is_not_ruled_out(text):
    found = understand(text, VIEW, SITUATION, about=("h5",), said="Can you make h5 red?")
    assert not any(one.kind == "forbidden" for one in found.readings)


@pytest.mark.parametrize(
    ("said", "text", "facts"),
    [
        ("I can change b2, but then h5 must be red.", "h5 red works for me, I do it", ["report h5 red"]),
        (
            "I can change b2, but then h2 must be blue.",
            "h2 blue is fine, doing it now",
            ["report h2 blue"],
        ),
        ("Shall I make b2 red?", "yes!! and then h2 I turn blue", ["agree", "report h2 blue"]),
        ("Shall I make b2 red?", "sure thing. I'll set h2 to green", ["agree", "report h2 green"]),
        (
            "Shall I change b2 to red? Then h2 must not be red.",
            "okay do that, I change h2 to blue",
            ["agree", "report h2 blue"],
        ),
        (
            "Shall I change b2 to blue? Then h5 must not be blue.",
            "ok do it and I make h5 red",
            ["agree", "report h5 red"],
        ),
    ],
)
def test_what_the_person_does_is_reported_beside_a_yes(said, text, facts):
    assert read(text, said) == facts


def test_what_is_fine_later_is_not_done():
    assert read("h5 red is fine, but I do it later") == ["preference h5 red"]


@pytest.mark.parametrize("text", ["not even one", "none whatsoever", "zero", "nope, not one!"])
def test_no_conflict_is_a_no(text):
    assert read(text, "Do you have any conflicts?") == ["refuse"]


def test_none_says_no_only_where_conflicts_are_asked_about():
    assert "refuse" not in read("none at all", "What limits do you have?")
