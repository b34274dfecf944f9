"""A wish for nodes of both sides reports none of them, and choices name only what differs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received
from agents.coloring.talk import hear, understand
from agents.coloring.talk.grammar import Interpretation, choice
from agents.coloring.talk.reading import Reading
from tests.agents.coloring.speakers import SITUATION, VIEW
from tests.agents.coloring.talk.hearing.test_later_words import say

PLAIN = replace(SITUATION, constraints=(), pins=())


@pytest.mark.parametrize(
    "text",
    ["I want b2 green and h5 blue", "thats not enough, I want b2 green and h5 blue, what do you say"],
)
def test_a_wish_for_an_own_node_is_no_report(text):
    assert not understand(text, VIEW, PLAIN).of("report")
    assert not any("(2)" in reply for reply in say(text, PLAIN).replies)


def test_choices_name_only_what_differs():
    unhappy, wish = Reading("unsatisfied"), Reading("preference", "h5", "red")
    must, report = Reading("required", "h5", "red"), Reading("report", "h5", "red")
    several = [Interpretation([unhappy, must]), Interpretation([unhappy, wish, report])]
    (asked,) = choice(several).readings
    assert asked.reason == "I am not sure what you mean: (1) that h5 must be red; (2) that h5 is red?"


def test_the_first_is_the_first_choice_and_not_the_first_node():
    said = "I am not sure what you mean: (1) that h2 must be red; (2) that h2 is red? My b2 is green."
    one, two = (
        {"kind": kind, "node": "h2", "color": "red", "reason": None} for kind in ("required", "report")
    )
    heard = hear([Received("Human", "free_text", "hello")], VIEW, PLAIN)
    choices = [{"readings": [part], "questions": []} for part in (one, two)]
    flow = {**heard.flow, "said": said, "choices": choices}
    assert say("the first", replace(PLAIN, flow=flow)).replies == ("Noted: h2 must be red.",)


@pytest.mark.parametrize("text", ["No more offers with h5 red please", "stop offering me h5 red"])
def test_what_is_not_to_be_offered_is_no_report(text):
    heard = say(text, PLAIN)
    assert heard.replies == ("Do you mean that h5 cannot be red?",)
    confirmed = say("yes", replace(PLAIN, flow=heard.flow))
    assert [(one.node, one.kind, one.color) for one in confirmed.constraints] == [
        ("h5", "forbidden", "red")
    ]
