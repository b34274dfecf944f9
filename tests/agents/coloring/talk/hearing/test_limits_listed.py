"""Limits that an agent asks for or lists, and those that stand beside a demand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, NodeColor, Offer, Pin, Received
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
        "the limit on b2 is right, the h2 limit is wrong",
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
        "These settings work for me: b2 red and h2 green.",
        "With b2 red and h2 green I would have a conflict.",
        f"{LISTED} You asked for b2 green.",
        f"{LISTED} What color is h5?",
        "You told me that b2 cannot be red, h2 cannot be green, and h5 must be blue.",
        "You told me that b2 cannot be red, h2 cannot be green, and h5 cannot be red.",
    ],
)
@pytest.mark.parametrize("text", ["first one is right, second is wrong", "the last is wrong"])
def test_what_lists_no_limits_for_an_answer_ends_none(text, said):
    assert say(text, said, LIMITS).withdrawn == ()


def test_a_demand_among_the_limits_is_no_limit_to_choose():
    required = (*LIMITS, Constraint("h5", "required", "blue", "Human", "last"))
    said = "You told me that b2 cannot be red, h2 cannot be green, and h5 must be blue."
    assert say("the last is wrong", said, required).withdrawn == ()


@pytest.mark.parametrize(
    "text", ["is the second wrong?", "the third is wrong", "who said the first is wrong"]
)
def test_what_tells_of_no_listed_limit_ends_none(text):
    assert say(text, LISTED, LIMITS).withdrawn == ()


@pytest.mark.parametrize(
    ("text", "demands", "reports"),
    [
        ("keep b2", {"b2": "green"}, {}),
        ("b2 stays", {"b2": "green"}, {}),
        ("h2 is fine", {}, {"h2": "blue"}),
        ("keep h2", {}, {"h2": "blue"}),
    ],
)
def test_a_node_that_is_kept_is_not_the_limit_on_it(text, demands, reports):
    heard = say(text, LISTED, LIMITS)
    assert (heard.demands, heard.reports, heard.withdrawn) == (demands, reports, ())


@pytest.mark.parametrize("text", ["b2 is wrong", "h2 is wrong"])
def test_a_node_that_is_wrong_is_not_the_limit_on_it(text):
    assert say(text, LISTED, LIMITS).withdrawn == ()


@pytest.mark.parametrize(
    "question", ["Which limits shall I remember?", "What restrictions do you have?"]
)
@pytest.mark.parametrize(
    "text",
    ["h2: not red. h5: not green", "h2 not red and h5 not green", "h2: not red, h5: not green"],
)
def test_what_is_denied_behind_the_question_for_limits_is_a_limit(question, text):
    stated = say(text, question).constraints
    assert [(one.node, one.kind, one.color) for one in stated] == [
        ("h2", "forbidden", "red"),
        ("h5", "forbidden", "green"),
    ]


@pytest.mark.parametrize("question", ["What color is h2?", "Do you have other ideas?"])
def test_the_same_words_are_about_the_color_where_limits_are_not_asked_for(question):
    assert say("h2: not red, h5: not green", question).constraints == ()


@pytest.mark.parametrize(
    "text",
    [
        "h2 is not blue now",
        "h2 isn't blue any more",
        "h2 is no longer blue",
        "h5 was not red",
        "h2 is not red, h5 is not green",
    ],
)
def test_what_a_node_is_not_now_is_no_limit(text):
    assert say(text, "Which limits shall I remember?").constraints == ()


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue. b2 must never be red",
        "b2 must never be red. make b2 blue",
        "b2 can never be red and please make it blue",
    ],
)
def test_a_limit_beside_a_demand_stands(text):
    heard = say(text)
    assert heard.demands == {"b2": "blue"}
    assert [(one.node, one.color) for one in heard.constraints] == [("b2", "red")]


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue, not red",
        "b2 blue please, not red",
        "make b2 blue, it can't be green right now",
        "b2 should not be green. make it blue please",
        "make b2 blue. it cannot be green as h4 is green",
        "make b2 blue. b2 must never be red while h4 is red",
        "you should not have made b2 green. make it blue",
    ],
)
def test_what_is_only_not_the_demanded_color_sets_no_limit(text):
    heard = say(text)
    assert (heard.demands, heard.constraints) == ({"b2": "blue"}, ())


@pytest.mark.parametrize(
    "text", ["make b2 green, it must not be red", "make b2 green. b2 can never be red"]
)
def test_a_denial_of_the_color_that_a_deal_holds_is_answered_with_the_deal(text):
    deal = Offer(
        "o1", "Human", "Agent2", (NodeColor("b2", "red"),), (NodeColor("h2", "blue"),), "accepted"
    )
    bound = replace(PLAIN, offers=(deal,), pins=(Pin("b2", "red", "committed", "Human"),))
    bound = bound.but(colors={**PLAIN.colors, "b2": "red"})
    heard = say(text, situation=bound)
    assert heard.constraints == ()
    assert [one.text for one in heard.answer(VIEW, bound, True)] == [
        "b2 has to stay red because of a deal."
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("what limits did I set on b2?", "You told me that b2 cannot be red."),
        ("which colors did I rule out for h2?", "You told me that h2 cannot be green."),
        ("what limits did I set on h5?", "No limit of yours on h5 stands now."),
        ("what limits did I set?", LISTED),
        ("which limits did I set, apart from h2?", LISTED),
        ("which limits did I set besides h2?", LISTED),
        ("which limits did I set since you changed b2", LISTED),
        ("what limits did I set, e.g. on h2", LISTED),
        ("list my rules, I am about to change h5", LISTED),
        (
            "what limits did I set on h5 and b2?",
            "No limit of yours on h5 stands now. You told me that b2 cannot be red.",
        ),
    ],
)
def test_the_limits_of_a_named_node_are_told(text, told):
    situation = replace(PLAIN, constraints=LIMITS)
    answers = say(text, limits=LIMITS).answer(VIEW, situation, True)
    assert " ".join(one.text for one in answers) == told


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Hardly anything but red works for h2", "Do you mean that h2 must be red?"),
        ("almost nothing except red works for h2", "Do you mean that h2 must be red?"),
        ("barely any color other than blue suits h5", "Do you mean that h5 must be blue?"),
        ("nearly everything but red is possible for h2", "Do you mean that h2 cannot be red?"),
    ],
)
def test_a_hedged_limit_is_asked_about(text, question):
    heard = say(text)
    assert (heard.constraints, heard.reports, heard.replies) == ((), {}, (question,))
    confirmed = hear(
        [Received("Human", "free_text", "yes", message_id="m2")], VIEW, replace(PLAIN, flow=heard.flow)
    )
    assert len(confirmed.constraints) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I tried almost every color but red on h2",
        "hardly anything other than red hurts h2",
        "make b2 almost anything but red",
        "h5: barely any color other than blue",
    ],
)
def test_what_is_nearly_all_of_something_else_asks_for_no_limit(text):
    assert not any(one.startswith("Do you mean that") for one in say(text).replies)
