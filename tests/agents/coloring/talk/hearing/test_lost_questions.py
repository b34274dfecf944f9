"""A question beside a statement is answered, or the agent says that it did not understand it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.stock import QUESTION_UNREAD
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=(), offers=(), beliefs={"h2": "red", "h5": "blue"})
FIXED = "None of my nodes that you see is fixed. I have 1 fixed node that you do not see."


def say(text):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, PLAIN)


def answered(heard):
    return [one.text for one in heard.answer(VIEW, PLAIN, True)] if heard.answer else []


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("h2 can't be red. Which of your nodes are fixed?", FIXED),
        ("h2 can't be red, and which of your nodes are fixed?", FIXED),
        ("h2 is blue. Is b2 fixed?", FIXED),
        ("h5 can't be green. What did we agree on?", "We have no deal."),
        ("h2 is blue. What is your score?", "My score is 11. "),
        ("h2 is blue. Why is b2 green?", "b2 is green; "),
        ("h2 is blue. Which of my nodes do you see?", "Your h2 touches my b2"),
    ],
)
def test_the_question_beside_a_limit_or_a_report_is_answered(text, answer):
    heard = say(text)
    assert (heard.reports or {one.node: one.color for one in heard.constraints}) != {}
    assert [one.startswith(answer) for one in answered(heard)] == [True]
    assert QUESTION_UNREAD not in heard.replies


@pytest.mark.parametrize(
    "text",
    [
        "h5 can't be green. Did you hear from Agent1?",
        "h5 can't be green. How do I end the game?",
        "h5 is green. What do you know about Agent1's nodes?",
        "h2 is red. I asked Agent1 about a4. Who is Agent1?",
    ],
)
def test_a_question_that_is_not_understood_is_named(text):
    heard = say(text)
    assert heard.reports or heard.constraints
    assert QUESTION_UNREAD in heard.replies
    assert answered(heard) == []


@pytest.mark.parametrize(
    "text",
    [
        "h2 is blue, ok?",
        "h2 is blue. Did you get that?",
        "h2 is blue. Right?",
        "h2 is blue. Could you change B2?",
        "Is h2 blue? Yes, h2 is blue.",
        "Guess what? h2 is blue.",
        "h2 is blue. Did I not tell you?",
        "h2 is blue. Can you please make b2 red?",
        "Make b2 red. h2 is blue. Does that help?",
        "Did you hear from Agent1?",
        "h2 is blue. What a mess, huh?",
        "h2 is blue. Who would have thought?",
        "h2 is blue. You wanted that, didn't you?",
        "h2 is blue. Anything else?",
        "h2 is blue. Are you still there?",
        "h5 can't be green. Can you handle it?",
        "h2 is blue. Do you agree?",
        "h2 is blue. How cool is that?",
        "h2 is blue. Do we have a deal?",
    ],
)
def test_a_nod_a_request_or_a_question_that_was_read_is_not_called_lost(text):
    assert QUESTION_UNREAD not in say(text).replies


@pytest.mark.parametrize(
    "text",
    [
        "do you know that h2 is fixed?",
        "which of my nodes are fixed?",
        "h2 is red. What limits did I set?",
    ],
)
def test_fixed_nodes_of_the_person_and_its_limits_are_not_those_of_the_agent(text):
    assert FIXED not in answered(say(text))
