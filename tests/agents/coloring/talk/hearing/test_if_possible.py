"""Orders with an alternative, which the agent decides by what its own colors allow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, Pin, Received, Situation
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.reading import Reading
from agents.coloring.view import view_of
from tests.agents.coloring.speakers import SITUATION, VIEW
from tests.study import study

from .test_later_words import say

#: Only green costs b2 no conflict.
KNOWN = replace(SITUATION, constraints=(), pins=(), offers=(), beliefs={"h2": "red", "h5": "blue"})
#: b2 may have any color but red.
WIDER = replace(KNOWN, beliefs={"h2": "red", "h5": "red"})


def said(heard, situation):
    return [*heard.replies, *(one.text for one in heard.answers(VIEW, situation))]


@pytest.mark.parametrize(
    "text",
    [
        "please make b2 blue if you can, otherwise leave everything as it is",
        "if you can, make b2 blue, else leave it",
        "make b2 blue if it works, if not leave it alone",
        "I'd like b2 to be blue. Is that possible? If yes do it, otherwise leave it",
        "change b2 to blue if that costs you no conflict, otherwise do nothing",
        "try to make b2 blue; if that doesn't work, forget it",
        "make b2 blue if possible, otherwise tell me why",
        "b2 blue if possible, otherwise change nothing please",
        "make b2 blue if possible; if not, it's fine",
        "if possible make b2 blue, but otherwise it's your choice",
        "make b2 blue if possible, otherwise any color you like",
    ],
)
def test_an_order_is_carried_out_only_without_a_conflict(text):
    assert say(text, WIDER).demands == {"b2": "blue"}
    heard = say(text, KNOWN)
    assert (heard.demands, heard.constraints, heard.released) == ({}, (), ())
    (answer,) = heard.answers(VIEW, KNOWN)
    assert answer.text.startswith("No, with b2 blue I would have at least one conflict.")


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue if it works, if not keep green",
        "if you can, make b2 blue, else green",
        "change b2 to blue if that is possible, otherwise keep it green",
        "try to make b2 blue, if that doesn't work make it green",
        "make b2 blue or, if that is impossible, green",
        "make b2 blue, otherwise b2 green",
    ],
)
def test_the_other_color_is_ordered_only_where_the_first_costs_a_conflict(text):
    assert say(text, WIDER).demands == {"b2": "blue"}
    heard = say(text, KNOWN)
    assert heard.demands == {"b2": "green"}
    (answer,) = heard.answers(VIEW, KNOWN)
    assert answer.text.startswith("No, with b2 blue")


def test_where_both_colors_cost_a_conflict_the_agent_asks():
    heard = say("if you can, make b2 blue, else red", KNOWN)
    assert heard.demands == {}
    (reply,) = heard.replies
    assert reply.startswith("With b2 blue I would have a conflict, and with b2 red as well.")
    confirmed = say("yes", replace(KNOWN, flow=heard.flow))
    assert confirmed.demands == {"b2": "red"}


def test_a_color_that_is_ruled_out_is_not_possible():
    limit = Constraint("b2", "forbidden", "blue", "Human", "c1")
    heard = say("make b2 blue if you can, otherwise leave it", replace(WIDER, constraints=(limit,)))
    assert heard.demands == {}
    agreed = Pin("b2", "green", "committed", "Human", "o1")
    dealt = replace(WIDER, pins=(agreed,))
    heard = say("make b2 blue if you can, otherwise leave it", dealt)
    assert heard.demands == {}
    assert any("because of a deal" in text for text in said(heard, dealt))


def test_what_is_reported_beside_counts():
    heard = say("h5 is red now. make b2 blue if you can, otherwise leave it. Thanks!", KNOWN)
    assert (heard.demands, heard.reports) == ({"b2": "blue"}, {"h5": "red"})


def test_a_question_beside_is_answered():
    (answer,) = said(say("make b2 blue if you can, otherwise green. What is your score?", WIDER), WIDER)
    assert answer.startswith("My score is ")


def test_a_question_stays_one():
    assert say("can you make b2 blue? If not, leave it", WIDER).demands == {}
    assert say("can you make b2 blue? If not, make it green", WIDER).demands == {}
    assert say("can you make b2 blue? If not, make it green", KNOWN).demands == {"b2": "green"}


@pytest.mark.parametrize(
    "text",
    [
        "make b2 red or blue if you can, otherwise leave it",
        "make b2 blue if you can, otherwise h2 green",
        "make b2 blue if you can, otherwise I take h2 green",
        "make b2 blue if you can, otherwise make b4 red if h5 is red",
        "make b2 blue if you can and h2 green, otherwise leave it",
    ],
)
def test_an_alternative_that_is_not_understood_is_not_acted_upon(text):
    heard = say(text, WIDER)
    assert (heard.demands, heard.reports, heard.constraints) == ({}, {}, ())
    assert heard.replies


@pytest.mark.parametrize(
    ("text", "demands"),
    [
        ("make b2 blue if you can, otherwise I have a conflict", {"b2": "blue"}),
        ("keep b2 green, otherwise I clash", {"b2": "green"}),
        ("make b2 blue if you can", {"b2": "blue"}),
        ("make b2 green if not blue", {}),
        ("if you make b2 blue I make h2 green, otherwise I leave it", {}),
        ("make b2 blue if h2 is green, otherwise leave it", {}),
        ("anything else than green for b2 please", {}),
    ],
)
def test_other_orders_mean_what_they_meant(text, demands):
    heard = say(text, WIDER)
    assert heard.demands == demands
    assert heard.reports == {}


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("if you can't make b2 blue, make it green", {"b2": "green"}),
        ("if you cannot make b2 blue, then tell me", {}),
    ],
)
def test_an_alternative_alone_orders_nothing_where_the_first_is_possible(text, otherwise):
    heard = say(text, WIDER)
    assert (heard.demands, heard.constraints) == ({}, ())
    assert said(heard, WIDER) == ["Yes, b2 could be blue; tell me if you want that."]
    heard = say(text, KNOWN)
    assert (heard.demands, heard.constraints) == (otherwise, ())
    assert said(heard, KNOWN)[0].startswith("No, with b2 blue")


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue if it improves your score, otherwise leave it",
        "make b2 blue if it is not too hard, otherwise leave it",
        "make b2 blue if that works and h2 is green, otherwise leave it",
        "make b2 blue if that works for Agent1 too, otherwise leave it",
    ],
)
def test_an_order_on_another_condition_is_not_carried_out(text):
    for situation in (KNOWN, WIDER):
        heard = say(text, situation)
        assert heard.demands == {}
        assert heard.replies


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue if you can",
        "if possible, make b2 blue",
        "please put b2 in blue if that works for you",
        "b2 should be blue if possible",
        "make b2 blue if it causes no conflict",
        "make b2 blue if you like. Thanks!",
    ],
)
def test_without_an_alternative_nothing_is_to_change_where_the_order_costs_a_conflict(text):
    assert say(text, WIDER).demands == {"b2": "blue"}
    heard = say(text, KNOWN)
    assert (heard.demands, heard.constraints, heard.released) == ({}, (), ())
    (answer,) = heard.answers(VIEW, KNOWN)
    assert answer.text.startswith("No, with b2 blue I would have at least one conflict.")


def test_what_stands_beside_such_an_order_is_taken():
    heard = say("h2 is red. make b2 blue if you can", KNOWN)
    assert (heard.demands, heard.reports) == ({}, {"h2": "red"})
    assert say("h5 is green. make b2 blue if you can", KNOWN).demands == {"b2": "blue"}


@pytest.mark.parametrize(
    ("text", "demands"),
    [
        ("make b2 blue", {"b2": "blue"}),
        ("make b2 blue, even if you have a conflict", {"b2": "blue"}),
        ("make b2 blue as soon as you can", {"b2": "blue"}),
        ("I told Agent1 to make a2 blue if it can", {}),
        ("if you can make b2 blue, I will make h5 green", {}),
        ("I will make h5 green if you can make b2 blue", {}),
        ("make b2 blue if you want h5 green", {}),
        ("don't make b2 blue if you can avoid it", {}),
        ("I'd like h5 red if possible", {}),
        ("could you make b2 blue if possible?", {}),
        ("tell me if you can make b2 blue", {}),
        ("make b2 blue or red if possible", {}),
    ],
)
def test_other_conditions_and_orders_mean_what_they_meant(text, demands):
    heard = say(text, KNOWN)
    assert (heard.demands, heard.reports) == (demands, {})


@pytest.mark.parametrize(
    "text",
    [
        # What the person would do is offered for the order, and is not so yet.
        "make b2 blue if you can. I'll give you h5 red for it.",
        "make b2 blue if you can. Then I make h5 red.",
        "I will make h5 red. make b2 blue if you can",
        # A question about the order is not one about the colors as they are.
        "make b2 blue if you can. Does that work?",
        "make b2 blue if you can. Would that help?",
        "make b2 blue if you can. Deal?",
    ],
)
def test_sentences_about_such_an_order_are_not_read_without_it(text):
    heard = say(text, KNOWN)
    assert (heard.demands, heard.reports) == ({}, {})
    (answer,) = heard.answers(VIEW, KNOWN)
    assert "b2 blue" in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue if you can. Even with a conflict.",
        "I'd appreciate it if you could make b2 blue",
        "I would like it if you could make b2 blue",
        "make b2 blue if you can. Keep everything else",
    ],
)
def test_courtesies_and_insisting_make_no_condition(text):
    assert say(text, KNOWN).demands == {"b2": "blue"}


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue if you can. make b2 red if you can",
        "make b2 blue if you can. Make b2 red",
        "make b2 blue if you can. Keep it so.",
        "make b2 blue if you can. Leave the rest",
        "make b2 blue if you can. But only if a4 is red.",
    ],
)
def test_what_contradicts_such_an_order_is_asked_back(text):
    heard = say(text, KNOWN)
    assert heard.demands == {}
    assert heard.replies


@pytest.mark.parametrize(
    "text", ["make a4 red, and a2 blue if possible", "make a4 red, if possible a2 blue"]
)
def test_a_condition_of_one_part_does_not_drop_the_others(text):
    view = view_of(study(1), "Agent1", person="Human")
    colors = {"a1": "green", "a2": "red", "a3": "red", "a4": "blue", "a5": "green"}
    now = Situation(time_step=3, colors=colors, beliefs={"h1": "blue", "h4": "red"})
    heard = hear([Received("Human", "free_text", text, message_id="m1")], view, now)
    # It is taken or asked about, and not refused because of the other part.
    assert heard.demands.get("a4") == "red" or heard.replies


@pytest.mark.parametrize(
    "text",
    ["yes, make b2 blue if you can", "ok make b2 blue if you like", "please make b2 blue if you can"],
)
def test_who_repeats_what_the_agent_asked_about_says_yes(text):
    asked = (Reading("demand", "b2", "blue"),)
    conversation = replace(Conversation.of(None, VIEW, "Human"), asked=asked)
    said = "With b2 blue I would have at least one conflict. Shall I make b2 blue all the same?"
    assert say(text, replace(KNOWN, flow={**conversation.json_dict(), "said": said})).demands == {
        "b2": "blue"
    }
