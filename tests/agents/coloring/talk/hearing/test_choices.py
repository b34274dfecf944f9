"""Answers to an open question with choices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.reading import Alternative, Question, Reading
from agents.coloring.view import view_of
from tests.agents.coloring.speakers import SITUATION, VIEW
from tests.study import study


def say(text, situation):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, situation)


def after(text):
    """The situation after a message that the agent asks about."""
    return replace(SITUATION, flow=say(text, SITUATION).flow)


TWO = "b2 red and b2 blue"


def test_it_asks_which_of_two_colors_is_meant():
    assert say(TWO, SITUATION).replies == ("Do you want b2 to be red or blue?",)


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("the first one", "red"),
        ("first", "red"),
        ("the second one", "blue"),
        ("the latter please", "blue"),
        ("I'd take the last one", "blue"),
        ("option 2", "blue"),
        ("blue", "blue"),
    ],
)
def test_one_is_chosen(text, color):
    assert say(text, after(TWO)).demands == {"b2": color}


@pytest.mark.parametrize("text", ["neither", "none of them", "no", "neither, sorry"])
def test_none_is_chosen(text):
    heard = say(text, after(TWO))
    assert heard.demands == {}
    assert heard.replies == ("All right.",)


@pytest.mark.parametrize("text", ["either", "don't care", "whatever", "both are fine with me"])
def test_the_agent_chooses_if_the_person_does_not_mind(text):
    heard = say(text, after(TWO))
    assert heard.demands == {}
    assert heard.replies == ("Then I choose myself.",)


RED = Reading("report", "h2", "red")
#: A situation in which the agent has listed three meanings, the second of which is a question.
LISTED = replace(
    Conversation.of(None, VIEW, "Human"),
    choices=(
        Alternative((RED,), (Question("Q3"),)),
        Alternative((), (Question("Q4", "h2"),)),
        Alternative((RED,)),
    ),
)
UNCLEAR = replace(SITUATION, flow=LISTED.json_dict())


@pytest.mark.parametrize("text", ["3", "the third", "the last one", "option 3 please", "number three"])
def test_a_meaning_is_chosen_by_its_number(text):
    assert say(text, UNCLEAR).reports == {"h2": "red"}


@pytest.mark.parametrize("text", ["yes", "ok, sure", "yes please"])
def test_a_yes_chooses_none_of_several_meanings(text):
    asked = say(text, UNCLEAR)
    assert (asked.reports, asked.demands, asked.answer) == ({}, {}, None)
    assert asked.replies == ("Which one: 1, 2 or 3?",)
    assert say("3", replace(SITUATION, flow=asked.flow)).reports == {"h2": "red"}


def test_a_question_is_chosen_by_its_number():
    heard = say("the second one", UNCLEAR)
    assert heard.reports == {}
    assert heard.answer is not None


@pytest.mark.parametrize("text", ["none of them", "no", "something else"])
def test_no_meaning_is_chosen(text):
    heard = say(text, UNCLEAR)
    assert (heard.reports, heard.demands, heard.answer) == ({}, {}, None)


def test_a_number_without_an_open_question_chooses_nothing():
    heard = say("2", SITUATION)
    assert (heard.reports, heard.demands) == ({}, {})


def test_yes_chooses_none_of_two_and_is_asked_again():
    heard = say("yes", after(TWO))
    assert (heard.demands, heard.replies) == ({}, ("Do you want b2 to be red or blue?",))
    assert say("the first one", replace(SITUATION, flow=heard.flow)).demands == {"b2": "red"}


def test_not_red_leaves_the_other_color_to_be_confirmed():
    heard = say("not red", after(TWO))
    assert (heard.demands, heard.replies) == ({}, ("Do you want b2 to be blue?",))
    assert say("yes", replace(SITUATION, flow=heard.flow)).demands == {"b2": "blue"}


def test_the_same_holds_of_reports():
    asked = after("h2 is red and h2 is blue")
    assert say("yes", asked).reports == {}
    assert say("the second one", asked).reports == {"h2": "blue"}


def test_not_the_color_of_a_plain_question_refuses_it():
    asked = after("I'd prefer b2 red")
    assert say("not red", asked).demands == {}
    assert say("yes", asked).demands == {"b2": "red"}


def test_yes_confirms_the_limits_that_the_agent_asked_about():
    asked = "correction, I meant h2 can't be blue, h5 can't be green is fine"
    first = say(asked, SITUATION)
    assert all("Do you mean that" in reply for reply in first.replies)
    later = replace(SITUATION, flow=first.flow)
    assert say("yes", later).replies == ("Noted: h2 cannot be blue and h5 cannot be green.",)
    assert say("no", later).replies == ("All right.",)
    assert not say("green", later).reports


AGENT1 = view_of(study(1), "Agent1", person="Human")
COLORED = replace(SITUATION, colors=dict.fromkeys(AGENT1.own, "red"), constraints=(), pins=(), offers=())


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("my h1 is red, h4 green; please never give a4 red or a2 green", {"a4 red", "a2 green"}),
        ("my h4 is blue, h1 green; please never give a2 red or a5 blue", {"a2 red", "a5 blue"}),
    ],
)
def test_what_all_meanings_report_is_taken_at_once_and_the_chosen_one_as_a_whole(text, limits):
    first = hear([Received("Human", "free_text", text, message_id="m1")], AGENT1, COLORED)
    (reply,) = first.replies
    assert reply.startswith("I am not sure what you mean: (1) that a")
    assert "; (2) that a" in reply
    assert set(first.reports) == {"h1", "h4"}
    told = replace(COLORED, flow=first.flow, beliefs=first.reports)
    heard = hear([Received("Human", "free_text", "1", message_id="m2")], AGENT1, told)
    assert {f"{one.node} {one.color}" for one in heard.constraints} == limits
    assert heard.avoided == {}


def asked(question, *readings):
    """The situation after a question of the agent."""
    conversation = replace(Conversation.of(None, VIEW, "Human"), asked=readings)
    free = replace(SITUATION, constraints=(), pins=(), offers=(), beliefs={})
    return replace(free, flow={**conversation.json_dict(), "said": f"I have no conflicts. {question}"})


COLOR = asked("What color is h2?", Reading("report", "h2"))


@pytest.mark.parametrize("text", ["no", "No.", "nope", "no no!"])
def test_a_bare_no_to_a_question_for_a_color_is_asked_back(text):
    heard = say(text, COLOR)
    assert heard.replies == ("I am not sure what you mean. What color is h2?",)
    assert say("blue", replace(COLOR, flow=heard.flow)).reports == {"h2": "blue"}
    wanted = asked("Which color do you want for b2?", Reading("demand", "b2"))
    heard = say(text, wanted)
    assert heard.replies == ("I am not sure what you mean. Which color do you want for b2?",)
    assert say("blue", replace(wanted, flow=heard.flow)).demands == {"b2": "blue"}


def test_who_says_no_once_more_is_not_asked_a_third_time():
    heard = say("no", replace(COLOR, flow=say("no", COLOR).flow))
    assert heard.replies == ("All right.",)


@pytest.mark.parametrize("text", ["no thanks", "no idea", "no, never mind", "not now"])
def test_who_names_no_color_is_not_asked_again(text):
    assert not any("What color" in reply for reply in say(text, COLOR).replies)


def test_a_no_to_other_questions_is_one():
    shall = asked("Shall I make b2 red?", Reading("demand", "b2", "red"))
    assert (say("no", shall).replies, say("no", shall).demands) == (("All right.",), {})
    assert say("no", asked("Is h2 red now?", Reading("report", "h2", "red"))).replies == ("All right.",)
    assert say("no, blue", COLOR).reports == {"h2": "blue"}
    assert say("no, it is blue", COLOR).reports == {"h2": "blue"}
