"""The newest word of a person about its own node holds, also if it only denies an older one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received, believed
from agents.coloring.talk.hearing.hear import hear
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=(), beliefs={"h2": "red", "h5": "red"})


def say(text, situation=PLAIN, report=None):
    message = Received("Human", "free_text", text, report=report or {}, message_id="m1")
    return hear([message], VIEW, situation)


@pytest.mark.parametrize(
    "text", ["h5 is not red", "h5 isnt red", "h5 is not red any more", "I was wrong, h5 is not red"]
)
def test_a_denied_color_is_no_longer_believed_and_asked_for(text):
    heard = say(text)
    assert heard.denied == ("h5",)
    assert heard.replies == ("What color is h5?",)
    answer = say("blue", replace(PLAIN, beliefs={"h2": "red"}, flow=heard.flow))
    assert (answer.reports, answer.denied) == ({"h5": "blue"}, ())


@pytest.mark.parametrize(
    ("text", "reports"),
    [
        ("h5 is not red, it's blue", {"h5": "blue"}),
        ("h5 is not blue", {}),
        ("is h5 not red?", {}),
        ("if h5 is not red, what can b2 be?", {}),
        ("h5 cannot be red", {}),
        ("b2 is not red", {}),
    ],
)
def test_nothing_else_ends_what_is_believed(text, reports):
    heard = say(text)
    assert (heard.denied, heard.reports) == ((), reports)


def test_a_color_that_the_platform_shows_is_believed():
    assert say("h5 is not red", report={"h5": "red"}).denied == ()


def test_beliefs_without_what_is_denied():
    assert believed({"h2": "red", "h5": "red"}, {"h2": "blue"}, ("h5",)) == {"h2": "blue"}
    assert believed(PLAIN.beliefs, {}, ()) is PLAIN.beliefs
