"""Colors that are all ruled out but one."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def facts(text):
    """What the rules and the network take from a message."""
    read = second_opinion(understand(text, VIEW, SITUATION), VIEW, SITUATION)
    return [(one.kind, one.node, one.color) for one in read.readings if one.kind != "doubt"]


@pytest.mark.parametrize(
    "text",
    [
        "Everything but red is impossible for h5",
        "anything except red is out of the question for h5",
        "for h5 all colors other than red are ruled out",
        "h5: everything except red is out",
        "any color but red won't work on h5",
        "all but red is impossible for h5",
        "Any other colour than red is off limits for h5, sorry",
        "no way for h5 to be anything but red",
        "h5 red: everything else is impossible",
        "red for h5, all other colors are out",
    ],
)
def test_the_color_that_is_excepted_is_the_only_one(text):
    assert facts(text) == [("required", "h5", "red")]


@pytest.mark.parametrize(
    "text",
    [
        "every color except red is forbidden on b2",
        "everything other than red on b2 is bad for me",
        "I refuse anything but red on b2",
        "make b2 red, everything else is impossible",
    ],
)
def test_it_is_wanted_on_a_node_of_the_agent(text):
    assert facts(text) == [("demand", "b2", "red")]


@pytest.mark.parametrize(
    "text",
    [
        "nothing but red is impossible for h5",
        "everything but red is possible for h5",
        "anything but red works on h5",
    ],
)
def test_one_denial_rules_the_excepted_color_out(text):
    assert facts(text) == [("forbidden", "h5", "red")]


def test_several_excepted_colors_are_left():
    assert facts("Everything but green and blue is impossible for h5") == [("forbidden", "h5", "red")]


@pytest.mark.parametrize(
    "text",
    [
        "Is everything but red impossible for h5?",
        "if everything but red is impossible for h5, what do you do?",
        "not everything but red is impossible for h5",
        "I can't rule out everything but pink for h5",
    ],
)
def test_questions_conditions_and_denials_require_nothing(text):
    assert not {("required", "h5", "red"), ("forbidden", "h5", "red")} & {*facts(text)}
