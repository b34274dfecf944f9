"""Corrections, suppositions on both sides, all that one can do, and their opposites."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def facts(text):
    return [(one.kind, one.node, one.color) for one in understand(text, VIEW, SITUATION).readings]


def supposed(text):
    questions = understand(text, VIEW, SITUATION).questions
    return [{pair.node: pair.color for pair in one.supposed} for one in questions]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("h2 red, sorry i mean green", [("report", "h2", "green")]),
        ("h5 is blue, eh no, still red, my mistake", [("report", "h5", "red")]),
        ("make b2 red, oh wait, blue", [("demand", "b2", "blue")]),
        ("h2 red. oh, green for h5", [("report", "h2", "red"), ("report", "h5", "green")]),
        ("h2 red, not green", [("report", "h2", "red")]),
        (
            "red for h2 and blue for h5 is all I can do",
            [("required", "h2", "red"), ("required", "h5", "blue")],
        ),
        ("red or blue for h2 is all I can do", [("forbidden", "h2", "green")]),
        ("h5 = red -> b2 must not be red", [("report", "h5", "red"), ("negation", "b2", "red")]),
        ("h2 -> red", [("report", "h2", "red")]),
        ("h2 doesn't have to be red any more", [("retract", "h2", None)]),
        (
            "if I give you h2 in blue, would you go to red with b2?",
            [("hypothetical", "h2", "blue"), ("hypothetical", "b2", "red")],
        ),
        ("it would be best if b2 was blue", [("demand", "b2", "blue")]),
        ("it would be great if b2 was blue", [("preference", "b2", "blue")]),
        ("it would be nice if h2 could be blue", [("preference", "h2", "blue")]),
        ("this does not solve anything for me", [("unsatisfied", None, None)]),
        ("thanks, that's what I wanted", [("satisfied", None, None)]),
    ],
)
def test_what_belongs_together_is_read_together(text, found):
    assert facts(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "are you able to have b2 in red or not?",
        "is red for h2 all I can do?",
        "red for h2 is not all I can do",
        "red for b2 is all I can do",
        "is h2 red? sorry, green?",
        "h5 = red -> b2 blue",
        "does h2 have to be red any more?",
        "would it be great if b2 was blue?",
        "is that what I wanted",
        "if we have no more conflicts we are finished",
    ],
)
def test_what_is_asked_denied_or_supposed_binds_nobody(text):
    binding = ("demand", "report", "required", "forbidden", "retract", "release", "satisfied", "agree")
    assert not [one for one in facts(text) if one[0] in binding]


def test_what_is_supposed_on_both_sides_is_one_question():
    one = [{"h5": "red", "b2": "blue"}]
    assert supposed("What if I turned h5 red, would blue be an option for b2 then?") == one
    assert supposed("are you able to have b2 in red or not?") == [{"b2": "red"}]


@pytest.mark.parametrize(
    "text",
    [
        "what about me swapping, h2 red and h5 blue?",
        "why is b2 green? how about: h2 red, h5 blue?",
        "you said no to that. so what about this, h2 red and h5 blue?",
    ],
)
def test_what_a_question_supposes_behind_a_pause_is_not_reported(text):
    assert not understand(text, VIEW, SITUATION).reports
    assert {"h2": "red", "h5": "blue"} in supposed(text)


def test_a_report_before_what_is_supposed_stays_one():
    text = "h2 is red. what about h2 blue and h5 green?"
    assert ("report", "h2", "red") in facts(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("h2 hm maybe not blue", "that h2 cannot be blue"),
        ("b2 should perhaps not be red", "that b2 should not be red"),
    ],
)
def test_what_is_denied_is_not_guessed_to_be_wished(text, meant):
    (doubt,) = understand(text, VIEW, SITUATION).doubts
    assert meant in doubt.reason
    assert "would like" not in doubt.reason


@pytest.mark.parametrize("not_", ["not", "definitely not", "certainly not", "really not"])
@pytest.mark.parametrize("is_", ["", "being "])
def test_a_denial_with_stress_denies_no_less(not_, is_):
    assert facts(f"okay you win, I can live with h2 {is_}blue, but {not_} green") == [
        ("preference", "h2", "blue"),
        ("forbidden", "h2", "green"),
    ]
