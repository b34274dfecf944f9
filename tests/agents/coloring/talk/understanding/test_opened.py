"""Messages that open the colors of nodes again, and asides that change nothing."""

import pytest

from agents.coloring.talk.spelling.asides import without_asides
from agents.coloring.talk.spelling.plainly import put_plainly
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

_OPENED = [
    ("the ban on green for b2 is history", "retract b2"),
    ("forget whatever I wrote about h5, love", "retract h5"),
    ("b2 goes wherever you want", "release b2"),
    ("my limit for h2 does not apply any longer", "retract h2"),
    ("honestly b2 is all the same to me", "release b2"),
    ("I withdraw the offer with h5 red", "retract h5"),
]
#: Close to them, and something else.
_OTHERS = [
    "h5 green is off the table",
    "whatever you do, b2 must not be red",
    "if b2 is free, take green",
    "any color but red for b2",
    "b2 may have any color, not h2",
    "drop the green on b2 and make it blue",
    "whichever, just not b2",
]


def opened(text, about=()):
    read = understand(text, VIEW, SITUATION, about=about)
    return [f"{one.kind} {one.node}" for one in read.readings if one.kind in ("release", "retract")]


@pytest.mark.parametrize(("text", "means"), _OPENED)
def test_a_node_is_opened_in_any_words(text, means):
    assert opened(text) == [means]


@pytest.mark.parametrize("text", _OTHERS)
def test_what_is_close_to_it_opens_nothing(text):
    assert opened(text) == []


def test_a_short_answer_opens_the_node_that_was_asked_about():
    assert opened("all the same to me", ("b2",)) == ["release b2"]
    assert opened("all the same to me") == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("For the record, h1 is red, and that's final.", "h1 is red."),
        ("Please be advised that b2 should be green if at all possible", "b2 should be green"),
        ("b2 off red right away thx :)", "b2 off red"),
        ("thank you", "thank you"),
        ("h1 will be red if that is ok with you", "h1 will be red if that is ok with you"),
    ],
)
def test_asides_are_left_out(text, left):
    assert without_asides(text) == left


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("We would really appreciate b2 in blue", "i would like b2 in blue"),
        ("see to it that b2 isn't red", "make sure b2 isn't red"),
        ("which color did you settle on for b2", "what color is b2"),
        ("b2 w/o red", "b2 without red"),
        ("either b2 or h2", "either b2 or h2"),
    ],
)
def test_roundabout_words_are_put_plainly(text, plain):
    assert put_plainly(text) == plain


def test_a_clash_that_is_stated_asks_for_nothing():
    read = understand("We have the same color on h5 and b2, that's a clash", VIEW, SITUATION)
    assert (read.readings, [one.kind for one in read.questions]) == ((), ["Q5"])
