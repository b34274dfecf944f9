"""Who asks for another color of a node and names none rules nothing out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Pin
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_later_words import say

#: b2, which is green, clashes with both.
FREE = replace(SITUATION, constraints=(), pins=(), beliefs={"h2": "green", "h5": "green"})


@pytest.mark.parametrize(
    "text", ["can you change b2 please?", "change b2", "b2 clashes with h2, can you change it please?"]
)
def test_a_node_is_changed_in_this_turn_only(text):
    heard = say(text, FREE)
    assert heard.constraints == ()
    assert heard.demands == {}
    assert heard.avoided == {"b2": SITUATION.colors["b2"]}
    assert not any("Noted" in reply for reply in heard.replies)


def test_a_node_that_changed_while_the_person_wrote_needs_no_other_change():
    """The person saw b2 blue; that b2 cannot be blue was never said."""
    heard = say("no. you change b2.", replace(FREE, seen_before={"Human": {"b2": "blue"}}))
    assert heard.constraints == ()
    assert heard.avoided == {"b2": "blue"}
    assert heard.replies == ("b2 is no longer blue.",)


def test_a_color_that_is_named_is_ruled_out():
    assert [(one.node, one.color) for one in say("not green on b2 please", FREE).constraints] == [
        ("b2", "green")
    ]


def test_a_change_that_would_cost_a_conflict_is_asked_about_first():
    """With h2 red and h5 blue only green is left for b2."""
    heard = say("change b2 please", replace(FREE, beliefs={"h2": "red", "h5": "blue"}))
    assert heard.avoided == {}
    assert heard.constraints == ()
    (answer,) = heard.answers(VIEW, replace(FREE, beliefs={"h2": "red", "h5": "blue"}))
    assert "I would have at least one conflict." in answer.text
    assert answer.text.endswith("all the same?")


@pytest.mark.parametrize("text", ["I really don't want h5 to be blue", "I don't want h5 blue"])
def test_a_color_of_an_own_node_that_a_person_does_not_want_is_asked_about(text):
    heard = say(text, FREE)
    assert heard.constraints == ()
    assert "Do you mean that h5 cannot be blue?" in heard.replies


def test_who_minds_is_given_no_yes_or_no():
    heard = say("would you mind making b2 red?", replace(FREE, beliefs={"h2": "red", "h5": "blue"}))
    (answer,) = heard.answers(VIEW, replace(FREE, beliefs={"h2": "red", "h5": "blue"}))
    assert answer.text.startswith("With b2 red I would have at least one conflict.")


def test_a_demand_for_the_color_ends_with_the_request():
    asked = Pin("b2", "green", "forced", "Human")
    heard = say("change b2 please", replace(FREE, pins=(asked,)))
    assert heard.avoided == {"b2": "green"}
    assert heard.released == ("b2",)


def test_a_node_of_a_deal_stays():
    agreed = Pin("b2", "green", "committed", "Human", "o1")
    dealt = replace(FREE, pins=(agreed,))
    heard = say("change b2 please", dealt)
    assert heard.avoided == {}
    (answer,) = heard.answers(VIEW, dealt)
    assert answer.text == "b2 has to stay green because of a deal."


@pytest.mark.parametrize("text", ["would h2 green hurt you?", "does h2 green clash with yours?"])
def test_whether_a_color_hurts_is_answered_without_yes_and_no(text):
    known = replace(FREE, beliefs={"h2": "red", "h5": "blue"})
    (answer,) = say(text, known).answers(VIEW, known)
    assert answer.text.startswith("With h2 green I ")


@pytest.mark.parametrize(
    "text",
    [
        "Whichever colour you pick, b2 cannot remain what it is now",
        "b2 must not stay as it is",
        "take any color you like, but b2 can't keep the color it has",
        "any color is fine as long as b2 does not stay like this",
    ],
)
def test_what_a_node_must_not_stay_is_changed(text):
    heard = say(text, FREE)
    assert (heard.avoided, heard.constraints, heard.replies) == ({"b2": "green"}, (), ())


@pytest.mark.parametrize(
    "text", ["you said b2 cannot stay as it is", "b2 can stay as it is", "can b2 not stay as it is?"]
)
def test_what_may_stay_is_not_changed(text):
    assert say(text, FREE).avoided == {}
