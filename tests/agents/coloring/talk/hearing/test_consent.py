"""Short answers that consent or decline, and bind nothing."""

from __future__ import annotations

import pytest

from agents.coloring.situation import Constraint, Pin

from .test_limits_listed import PLAIN, replace, say


@pytest.mark.parametrize(
    "text", ["ok whatever", "whatever.", "I don't mind", "it doesn't matter", "it's all the same to me"]
)
def test_who_leaves_a_change_at_that_frees_nothing(text):
    pinned = replace(PLAIN, pins=(Pin("b2", "green", "forced", "Human"),))
    limits = (Constraint("b2", "forbidden", "blue", "Human", "c1"),)
    heard = say(text, "I changed b2 from green to red.", limits, pinned)
    assert (heard.released, heard.withdrawn, heard.replies) == ((), (), ("All right.",))


@pytest.mark.parametrize(
    "text", ["up to you", "your choice", "whatever you like", "I don't care", "whatever"]
)
def test_who_leaves_what_is_offered_behind_a_change_to_the_agent_frees_the_node(text):
    pinned = replace(PLAIN, pins=(Pin("b3", "blue", "forced", "Human"),))
    said = "I changed b3 from red to blue. b2 could be blue; tell me if you want that."
    assert say(text, said, situation=pinned).released == ("b2",)


@pytest.mark.parametrize("text", ["up to you", "your choice", "as you like"])
def test_who_leaves_the_choice_of_a_changed_node_to_the_agent_frees_it(text):
    pinned = replace(PLAIN, pins=(Pin("b2", "green", "forced", "Human"),))
    assert say(text, "I changed b2 from green to red.", situation=pinned).released == ("b2",)


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


@pytest.mark.parametrize(
    "said",
    [
        "Did I get that right?",
        "Is that right?",
        "Is it right that h2 is red?",
        "Do you know which color h2 has?",
        "Shall I keep b2 green?",
        "Should I change b2? Is that right?",
    ],
)
def test_a_no_to_another_question_is_not_only_acknowledged(said):
    assert say("no", said).replies != ("All right.",)


@pytest.mark.parametrize(
    "text",
    ["no, keep it as it is", "no, b2 should stay as it is", "no changes please", "no, unchanged please"],
)
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


def test_a_node_that_is_made_another_color_is_demanded_as_well():
    assert say("make b2 red, no, make it b3 blue").demands == {"b2": "red", "b3": "blue"}


@pytest.mark.parametrize(
    "text",
    ["You must not leave b2 as it is", "don't leave b2 as it is", "you cannot keep b2 as it is"],
)
def test_what_must_not_be_left_is_changed(text):
    heard = say(text, situation=replace(PLAIN, beliefs={"h2": "green", "h5": "green"}))
    assert heard.demands == {}
    assert heard.avoided == {"b2": "green"}


@pytest.mark.parametrize("text", ["you may not let b2 leave green", "never let b2 leave green"])
def test_what_must_not_leave_a_color_is_not_ruled_out(text):
    assert say(text).constraints == ()


@pytest.mark.parametrize(
    "text",
    [
        "h5 no longer needs blue",
        "h5 doesn't demand blue",
        "I no longer need h5 to be blue",
        "I no longer want h5 to be blue",
    ],
)
def test_what_a_node_need_not_be_is_not_ruled_out(text):
    assert say(text).constraints == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("forget the h5 not blue", ""),
        ("drop the no blue on h5", ""),
        ("h5 is no longer required to be blue", ""),
        ("never mind h5 being blue", ""),
        ("forget h5 blue", "It would work if you set h5 to blue."),
        ("forget the h5 blue", "I could make b2 red if you make h5 blue."),
    ],
)
def test_a_limit_or_proposal_that_is_dropped_takes_no_report_back(text, said):
    assert say(text, said).denied == ()


@pytest.mark.parametrize("text", ["forget the h5 blue", "forget h5 blue", "ignore my h5 blue"])
def test_a_report_that_is_taken_back_is_believed_no_longer(text):
    heard = say(text)
    assert (heard.denied, heard.replies) == (("h5",), ("What color is h5?",))


def test_a_limit_that_is_forgotten_leaves_the_belief():
    limits = (Constraint("h5", "forbidden", "red", "Human", "c1"),)
    heard = say("forget the h5 red", limits=limits)
    assert (heard.denied, heard.withdrawn) == ((), ("c1",))
