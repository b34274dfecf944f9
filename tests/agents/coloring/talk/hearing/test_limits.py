"""Limits of nodes over time: what ends them, what does not, and how they are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, Pin, Received
from agents.coloring.talk.hearing import hear
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=(), offers=(), beliefs={"h2": "blue", "h5": "blue"})
LIMITED = replace(PLAIN, constraints=(Constraint("b2", "forbidden", "red", "Human", "c1"),))


def say(text, situation=PLAIN):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, situation)


def answered(heard, situation):
    return [one.text for one in heard.answer(VIEW, situation, True)]


@pytest.mark.parametrize(
    "text",
    [
        "could you make b2 red or blue?",
        "can you turn b2 to either red or to blue?",
        "hey, could you set b2 red or blue? h2 is blue",
    ],
)
def test_a_question_with_two_colors_is_answered_for_each_and_rules_nothing_out(text):
    heard = say(text)
    assert (heard.constraints, heard.demands, heard.avoided) == ((), {}, {})
    about = [pair.color for one in heard.answer(VIEW, PLAIN, True) for pair in one.question.supposed]
    assert about == ["red", "blue"]


def test_an_order_with_two_colors_still_rules_the_third_one_out():
    assert [one.color for one in say("make b2 red or blue").constraints] == ["green"]


@pytest.mark.parametrize(
    "text",
    ["could you make b2 red?", "can you set b2 to red?", "could you turn b2 blue?", "can b2 be red?"],
)
def test_a_question_ends_no_limit(text):
    heard = say(text, LIMITED)
    assert (heard.withdrawn, heard.demands) == ((), {})
    if "red" in text:
        assert answered(heard, LIMITED) == ["No, you told me that b2 cannot be red."]


def test_yes_to_the_answer_that_names_a_limit_orders_nothing():
    asked = say("could you make b2 red?", LIMITED)
    later = say("yes", replace(LIMITED, flow={**asked.flow, "said": answered(asked, LIMITED)[0]}))
    assert (later.withdrawn, later.demands) == ((), {})


def test_the_colors_that_a_node_could_have_leave_out_those_that_are_ruled_out():
    told = "You told me that b2 cannot be red."
    for believed in ({}, {"h2": "blue", "h5": "blue"}, {"h2": "green", "h5": "blue"}):
        free, limited = (replace(one, beliefs=believed) for one in (PLAIN, LIMITED))
        (possible,) = answered(say("what colors could b2 have?", free), free)
        (left,) = answered(say("what colors could b2 have?", limited), limited)
        assert "red" in possible
        assert told not in possible
        assert left.endswith(told)
        assert "red" not in left.removesuffix(told)


@pytest.mark.parametrize(
    "text",
    [
        "which colors did I rule out for b2?",
        "do you remember my limit on b2?",
        "could you tell me my limits on b2?",
    ],
)
def test_limits_of_named_nodes_are_told(text):
    assert answered(say(text, LIMITED), LIMITED) == ["You told me that b2 cannot be red."]


def test_each_of_the_named_nodes_is_answered_for():
    assert answered(say("what limits did I set on b2 and h2?", LIMITED), LIMITED) == [
        "You told me that b2 cannot be red.",
        "No limit of yours on h2 stands now.",
    ]


@pytest.mark.parametrize("text", ["keep b2 as it is", "make b2 blue", "leave b2 green please"])
def test_a_demand_and_a_limit_that_agree_stand_both(text):
    heard = say(text, LIMITED)
    assert heard.withdrawn == ()
    assert set(heard.demands) == {"b2"}


def test_a_demand_against_a_limit_ends_it_and_that_is_said():
    heard = say("make b2 red", LIMITED)
    assert (heard.withdrawn, heard.replies) == (("c1",), ("Noted: b2 may be red again.",))


def test_a_limit_behind_a_demand_that_it_agrees_with_stands():
    demanded = replace(PLAIN, pins=(Pin("b2", "green", "forced", "Human"),))
    heard = say("b2 must not be red", demanded)
    assert heard.replies == ("Noted: b2 cannot be red.",)
    assert heard.released == ()


@pytest.mark.parametrize(
    "text",
    [
        "allow b2 red",
        "ok then allow b2 red",
        "please allow red on b2 again",
        "I allow b2 to be red",
        "b2 may be red again",
    ],
)
def test_a_color_that_is_allowed_is_ruled_out_no_longer(text):
    heard = say(text, LIMITED)
    assert (heard.withdrawn, heard.demands) == (("c1",), {})
    assert heard.replies == ("Noted: b2 may be red again.",)


@pytest.mark.parametrize(
    "text",
    [
        "b2 may change, forget what I said",
        "forget what I said. b2 can move",
        "you're free to change b2",
        "feel free to change b2",
        "you may change b2",
        "b2 can be anything, never mind what I told you",
    ],
)
def test_a_node_that_may_change_is_free(text):
    demanded = replace(PLAIN, pins=(Pin("b2", "green", "forced", "Human"),))
    heard = say(text, demanded)
    assert (heard.released, heard.constraints, heard.avoided) == (("b2",), (), {})
    assert say(text, LIMITED).withdrawn == ("c1",)


@pytest.mark.parametrize(
    "text",
    ["b1 can be anything, and so can b2", "b1 can be any color, b2 too", "b1 and b2 can be anything"],
)
def test_a_second_node_is_free_like_the_first(text):
    assert set(say(text).released) == {"b1", "b2"}


@pytest.mark.parametrize(
    "text",
    [
        "I take back what I said about b2, but not h5",
        "forget what I told you about b2, just not about h5",
    ],
)
def test_what_is_not_taken_back_stands(text):
    both = (*LIMITED.constraints, Constraint("h5", "forbidden", "red", "Human", "c2"))
    assert say(text, replace(LIMITED, constraints=both)).withdrawn == ("c1",)


@pytest.mark.parametrize(
    "text", ["now h5 is green, ok?", "h5 is green, ok?", "so h5 is green now, okay?"]
)
def test_a_report_that_asks_whether_it_is_ok_is_taken(text):
    heard = say(text, replace(PLAIN, beliefs={}))
    assert (heard.reports, heard.replies) == ({"h5": "green"}, ())


FEW = replace(PLAIN, beliefs={"h2": "red", "h5": "blue"})


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("can you do without red on b2?", "Yes, b2 is green."),
        ("could you live without b2 red?", "Yes, b2 is green."),
        ("can I do without red on h2?", "h2 could be red, green or blue; that works for me."),
        ("can you do without red on b2 if I make h2 blue?", "With h2 blue, b2 could be red or green."),
        ("would you cope without blue on h5?", "h5 could be red, green or blue; that works for me."),
    ],
)
def test_a_question_whether_a_node_can_do_without_a_color_is_no_limit(text, answer):
    heard = say(text, FEW)
    assert (heard.constraints, heard.demands, heard.avoided) == ((), {}, {})
    assert answered(heard, FEW) == [answer]


def test_a_request_to_do_without_a_color_is_one_and_the_color_of_a_node_is_to_change():
    for text in ("can you please do without red on b2?", "do without red on b2"):
        assert [(one.node, one.color) for one in say(text, FEW).constraints] == [("b2", "red")]
    (last,) = answered(say("can you do without green on b2?", FEW), FEW)[-1:]
    assert last.endswith("Shall I make b2 blue all the same?")
