"""Limits that an agent asks for or lists, and those that stand beside a demand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, Received
from agents.coloring.talk.hearing import hear
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=(), offers=(), beliefs={"h2": "blue", "h5": "blue"})
LIMITS = (
    Constraint("b2", "forbidden", "red", "Human", "own"),
    Constraint("h2", "forbidden", "green", "Human", "foreign"),
)
LISTED = "You told me that b2 cannot be red and h2 cannot be green."


def say(text, said="", limits=(), situation=PLAIN):
    """What an agent hears after its own words."""
    before = replace(situation, constraints=limits)
    flow = hear([Received("Human", "free_text", "hi", message_id="m0")], VIEW, before).flow
    now = replace(before, flow={**flow, "said": said})
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, now)


@pytest.mark.parametrize(
    "text",
    [
        "first one is right, second is wrong",
        "the first holds, the second does not hold any more",
        "keep the first, forget the second",
        "The second limit is wrong",
        "b2 is right, h2 is wrong",
        "the last one is outdated",
        "drop the second and keep the first",
    ],
)
@pytest.mark.parametrize(
    "said", [LISTED, f"{LISTED} Is that right?", "Noted: b2 not red, h2 not green."]
)
def test_of_two_limits_only_the_one_that_is_wrong_ends(text, said):
    heard = say(text, said, LIMITS)
    assert heard.withdrawn == ("foreign",)
    assert (heard.demands, heard.released, heard.avoided, heard.reports) == ({}, (), {}, {})


def test_limits_that_are_right_stand():
    heard = say("the first is right, the second is right too", LISTED, LIMITS)
    assert (heard.withdrawn, heard.demands, heard.constraints) == ((), {}, ())


@pytest.mark.parametrize(
    "said",
    [
        "My b2 is green. Your h2 is blue.",
        "You told me before that b2 cannot be red and h2 cannot be green. Which is right?",
    ],
)
def test_what_lists_no_limits_for_an_answer_ends_none(said):
    assert say("first one is right, second is wrong", said, LIMITS).withdrawn == ()


@pytest.mark.parametrize(
    "question", ["Which limits shall I remember?", "What restrictions do you have?"]
)
@pytest.mark.parametrize(
    "text",
    ["h2: not red. h5: not green", "h2 not red and h5 not green", "h2 is not red, h5 is not green"],
)
def test_what_is_denied_behind_the_question_for_limits_is_a_limit(question, text):
    stated = say(text, question).constraints
    assert [(one.node, one.kind, one.color) for one in stated] == [
        ("h2", "forbidden", "red"),
        ("h5", "forbidden", "green"),
    ]


def test_the_same_words_are_about_the_color_where_that_is_asked_for():
    assert say("h2 is not red, h5 is not green", "What color is h2?").constraints == ()


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue. b2 must never be red",
        "b2 must never be red. make b2 blue",
        "make b2 blue, it must not be red",
        "b2 can never be red and please make it blue",
    ],
)
def test_a_limit_beside_a_demand_stands(text):
    heard = say(text)
    assert heard.demands == {"b2": "blue"}
    assert [(one.node, one.color) for one in heard.constraints] == [("b2", "red")]


@pytest.mark.parametrize("text", ["make b2 blue, not red", "b2 blue please, not red"])
def test_what_is_only_not_the_demanded_color_sets_no_limit(text):
    heard = say(text)
    assert (heard.demands, heard.constraints) == ({"b2": "blue"}, ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("what limits did I set on b2?", "You told me that b2 cannot be red."),
        ("which colors did I rule out for h2?", "You told me that h2 cannot be green."),
        ("what limits did I set on h5?", "No limit of yours on h5 stands now."),
        ("what limits did I set?", LISTED),
    ],
)
def test_the_limits_of_a_named_node_are_told(text, told):
    situation = replace(PLAIN, constraints=LIMITS)
    answers = say(text, limits=LIMITS).answer(VIEW, situation, True)
    assert [one.text for one in answers] == [told]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Hardly anything but red works for h2", "Do you mean that h2 must be red?"),
        ("almost nothing except red works for h2", "Do you mean that h2 must be red?"),
        ("h5: barely any color other than blue", "Do you mean that h5 must be blue?"),
        ("nearly everything but red works for h2", "Do you mean that h2 cannot be red?"),
    ],
)
def test_a_hedged_limit_is_asked_about(text, question):
    heard = say(text)
    assert (heard.constraints, heard.reports, heard.replies) == ((), {}, (question,))
    confirmed = hear(
        [Received("Human", "free_text", "yes", message_id="m2")], VIEW, replace(PLAIN, flow=heard.flow)
    )
    assert len(confirmed.constraints) == 1
