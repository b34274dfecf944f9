"""Verbs that are misspelled together with their negation."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.spelling.negations import may_be_denied, with_plain_negations
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def facts(text):
    """What the rules and the network take from a message."""
    read = second_opinion(understand(text, VIEW, SITUATION), VIEW, SITUATION)
    return [(one.kind, one.node, one.color) for one in read.readings if one.kind != "doubt"]


@pytest.mark.parametrize(
    "text",
    [
        "b2 musnt be red pls",
        "b2 musn't be red",
        "b2 must nt be red",
        "b2 mussnt be red",
        "b2 mus not be red",
        "b2 mustmt be red",
        "b2 shoudn't be red",
        "b2 shoudnt be red",
        "b2 shouldent be red",
        "b2 shant be red",
        "pls do nt make b2 red",
        "plz dont't make b2 red",
        "pls don t make b2 red",
        "dom't make b2 red",
        "pls nevr make b2 red",
        "plz don make b2 red",
    ],
)
def test_a_misspelled_denied_request_demands_nothing(text):
    assert facts(text) == [("negation", "b2", "red")]


@pytest.mark.parametrize(
    "text",
    [
        "h5 cannt be red",
        "h5 ca'nt be red",
        "h5 can nt be red",
        "h5 cant't be red",
        "h5 cudnt be red",
        "h5 couldnot be red",
        "h5 wount be red",
        "h5 won be red",
        "h5 wo'nt be red",
        "h5 wnt be red",
        "h5 wil not be red",
        "h5 doesent work with red",
    ],
)
def test_a_misspelled_limit_is_the_limit(text):
    assert facts(text) == [("forbidden", "h5", "red")]


@pytest.mark.parametrize("text", ["h5 isn t red", "h5 isn;t red", "h5 isb't red", "h5 is nott red"])
def test_a_misspelled_denied_report_reports_nothing(text):
    assert facts(text) == [("negation", "h5", "red")]


@pytest.mark.parametrize("text", ["b2 mustt be red", "h5 shouldt be red", "i wnt change b2 to red"])
def test_a_word_that_may_be_denied_or_not_states_nothing(text):
    assert may_be_denied(text, VIEW)
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I want b2 red",
        "my cat walked over the red dot on the donut",
        "I went and sent a hint about the count",
        "hast thou a chant",
        "Don't change b2, it isn't red",
        "won't you make b2 red",
    ],
)
def test_words_that_only_look_like_a_negation_stay(text):
    assert with_plain_negations(text, VIEW) == text


def test_a_plain_request_with_other_slips_is_one():
    assert facts("b2 shoud be red") == facts("b2 should be red")
    assert facts("i wnt b2 red") == facts("I want b2 red")


def test_haven_may_deny_or_not():
    assert facts("you haven to make b2 red") == []


def test_one_letter_before_a_color_is_no_verb():
    assert ("report", "h5", "red") in facts("h5: r not g")
