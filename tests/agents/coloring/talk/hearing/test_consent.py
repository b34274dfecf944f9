"""Short answers that consent or decline, and bind nothing."""

from __future__ import annotations

import pytest

from agents.coloring.situation import Constraint, Pin

from .test_limits_listed import PLAIN, replace, say


@pytest.mark.parametrize(
    "text", ["ok whatever", "whatever", "fine, as you like", "ok, I don't care", "up to you"]
)
def test_who_leaves_a_change_at_that_frees_nothing(text):
    pinned = replace(PLAIN, pins=(Pin("b2", "green", "forced", "Human"),))
    limits = (Constraint("b2", "forbidden", "blue", "Human", "c1"),)
    heard = say(text, "I changed b2 from green to red.", limits, pinned)
    assert (heard.released, heard.withdrawn, heard.replies) == ((), (), ("All right.",))


def test_the_same_words_leave_the_choice_where_the_agent_asks():
    pinned = replace(PLAIN, pins=(Pin("b2", "green", "forced", "Human"),))
    heard = say("whatever", "Which color do you want for b2?", situation=pinned)
    assert heard.released == ("b2",)


@pytest.mark.parametrize(
    "text", ["No, thank you", "no thanks", "No", "nope", "not now", "please don't", "no way"]
)
@pytest.mark.parametrize("asked", ["Do you want me to change b2?", "Should I change b2?"])
def test_a_bare_no_ends_the_question_and_demands_nothing(text, asked):
    heard = say(text, asked)
    assert (heard.demands, heard.avoided, heard.replies) == ({}, {}, ("All right.",))


@pytest.mark.parametrize("text", ["no, keep it as it is", "no, b2 should stay as it is"])
def test_a_no_that_keeps_the_node_demands_its_color(text):
    assert say(text, "Should I change b2?").demands == {"b2": "green"}


@pytest.mark.parametrize(
    "text",
    [
        "I don't like b2 green. Make it red",
        "I don't want b2 green, make it red",
        "b2 must not be green. make it red",
        "I don't like green on b2. Make it red please",
    ],
)
def test_behind_a_denied_color_another_one_is_ordered(text):
    heard = say(text)
    assert heard.demands == {"b2": "red"}
    assert "?" not in " ".join(heard.replies)


def test_a_color_that_is_made_another_one_is_corrected():
    assert say("make b2 blue. no, make it red").demands == {"b2": "red"}


@pytest.mark.parametrize(
    "text",
    ["You must not leave b2 as it is", "don't leave b2 as it is", "you cannot keep b2 as it is"],
)
def test_what_must_not_be_left_is_changed(text):
    heard = say(text, situation=replace(PLAIN, beliefs={"h2": "green", "h5": "green"}))
    assert heard.demands == {}
    assert heard.avoided == {"b2": "green"}


@pytest.mark.parametrize("text", ["forget the h5 blue", "forget h5 blue", "scrap the blue on h5"])
def test_a_report_that_is_taken_back_is_believed_no_longer(text):
    heard = say(text)
    assert (heard.denied, heard.replies) == (("h5",), ("What color is h5?",))


def test_a_limit_that_is_forgotten_leaves_the_belief():
    limits = (Constraint("h5", "forbidden", "red", "Human", "c1"),)
    heard = say("forget the h5 red", limits=limits)
    assert (heard.denied, heard.withdrawn) == ((), ("c1",))
