"""Messages that name nothing, by their subject; and colors that stand before what is said of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import NodeColor, Offer
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_misreadings import read

OFFER = Offer(
    offer_id="offer_Agent2_Human_1",
    sender="Agent2",
    recipient="Human",
    conditions=(NodeColor("h2", "blue"), NodeColor("h5", "green")),
    assignments=(NodeColor("b2", "red"),),
    step_sent=1,
)


def kinds(text, **changes):
    found = understand(text, VIEW, replace(SITUATION, **changes))
    return [one.kind for one in (*found.readings, *found.questions)] + ["unread"] * found.unread


@pytest.mark.parametrize(
    "text",
    [
        "stay as you are",
        "please leave everything as it is",
        "do not change anything",
        "keep your colors like that",
        "dont touch your nodes",
        "just stay there",
    ],
)
def test_a_wish_that_all_stays_binds_no_color(text):
    assert kinds(text) == []


@pytest.mark.parametrize("text", ["keep b2 as it is", "b2 should stay as it is"])
def test_a_node_that_is_named_is_kept(text):
    assert read(text) == ["demand b2 green"]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("so we have a deal or not?", ["deals"]),
        ("deal?", ["deals"]),
        ("lets stick to our agreement", ["deals"]),
        ("well then make an offer", ["offers"]),
        ("can you offer me something else?", ["Q2"]),
        ("any better idea?", ["Q2"]),
        ("no thats not good for me, can you do something else", ["refuse", "Q2"]),
        ("I dont like it, make me another offer", ["refuse", "Q2"]),
        ("sorry about the confusion", []),
        ("I have not put them yet sorry, now I do", []),
    ],
)
def test_what_names_nothing_has_a_subject(text, means):
    assert kinds(text) == means


@pytest.mark.parametrize(
    "text",
    [
        "what is offer 1 good for?",
        "why should I accept offer 1",
        "what does your offer bring you?",
        "what is the point of this proposal",
    ],
)
def test_what_an_offer_is_good_for_is_what_it_asks_for(text):
    (question,) = understand(text, VIEW, replace(SITUATION, offers=(OFFER,))).questions
    assert (question.kind, question.supposed) == ("Q3", OFFER.conditions)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("red for h5 I can't accept", ["forbidden h5 red"]),
        ("h2 green I cannot do.", ["forbidden h2 green"]),
        ("h5 green I cannot take because of h3", ["forbidden h5 green"]),
        ("blue on b2 I would hate", ["negation b2 blue"]),
        ("I would never accept red on b2", ["negation b2 red"]),
        ("h2 blue I can do", ["preference h2 blue"]),
        ("I can accept red on h5", ["preference h5 red"]),
        ("I can live with b2 blue", ["preference b2 blue"]),
        ("b2 blue I need", ["demand b2 blue"]),
    ],
)
def test_a_color_may_stand_before_what_is_said_of_it(text, means):
    assert read(text) == means


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("I give you h2 blue", ["preference h2 blue"]),
        (
            "I promise h2 blue and h5 green, no strings attached",
            ["preference h2 blue", "preference h5 green"],
        ),
        ("I think h2 should be blue", ["preference h2 blue"]),
        ("I think b2 should be red", ["preference b2 red"]),
        ("for example h2 blue", ["preference h2 blue"]),
    ],
)
def test_what_is_promised_or_thought_of_is_no_report(text, means):
    assert read(text) == means


@pytest.mark.parametrize("text", ["blue then", "ok then blue", "that's impossible. blue then.", "blue"])
def test_a_color_after_a_question_about_two_nodes_is_asked_about(text):
    assert [one.split()[0] for one in read(text, about=("h2", "h5"))][-1] == "doubt"


@pytest.mark.parametrize("text", ["blue for both", "they are blue", "all blue"])
def test_a_color_of_all_nodes_is_said_of_all(text):
    assert read(text, about=("h2", "h5")) == ["report h2 blue", "report h5 blue"]


@pytest.mark.parametrize(
    "text",
    ["h2 could go blue, and h5 green.", "h2 could be blue and h5 green", "h2 may be blue, h5 green"],
)
def test_a_second_node_shares_the_verb_of_the_first(text):
    assert read(text) == ["preference h2 blue", "preference h5 green"]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("h2 green and h5 stays red, what would you do", ["Q3 h2=green h5=red"]),
        ("h5 goes blue. what will happen then?", ["Q3 h5=blue"]),
        ("any wish?", ["Q2"]),
        ("what do you two say?", ["Q2"]),
    ],
)
def test_what_is_asked_about_is_no_report(text, means):
    assert read(text) == means


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("is there anything where h2 stays blue?", ["Q3 h2=blue"]),
        ("is there a solution with h2 blue and h5 red?", ["Q3 h2=blue h5=red"]),
        ("are there conflicts with h2?", ["Q5"]),
    ],
)
def test_whether_there_is_something_with_a_color_is_a_supposition(text, means):
    assert read(text) == means
