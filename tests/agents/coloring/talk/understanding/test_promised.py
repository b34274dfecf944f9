"""What an agent is asked to promise, or is said to have promised: only deals and demands bind it."""

from dataclasses import replace

import pytest

from agents.coloring.situation import Pin, Received
from agents.coloring.talk.answers import answers
from agents.coloring.talk.hearing.hear import hear
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

FREE = replace(SITUATION, pins=(), colors={**SITUATION.colors, "b2": "blue"})


def told(text, situation=FREE):
    questions = understand(text, VIEW, situation).questions
    return [one.text for one in answers(questions, VIEW, situation, "Human")]


@pytest.mark.parametrize(
    "text",
    [
        "do you promise b2 stays blue?",
        "can you promise to keep b2 blue till the end?",
        "do you promise not to change b2?",
    ],
)
def test_no_promise_is_given_that_nothing_binds_it_to(text):
    assert told(text) == ["b2 is blue now; I may change it unless you ask me to keep it."]


def test_what_was_asked_for_is_kept():
    kept = replace(FREE, pins=(Pin("b2", "blue", "forced", "Human"),))
    assert told("do you promise b2 stays blue?", kept) == ["b2 is blue because you asked for it."]


def test_a_promise_of_the_person_is_none_of_the_agent():
    found = understand("I promise h2 stays red", VIEW, FREE)
    assert all(one.subject != "promise" for one in found.questions)


def test_a_complaint_about_a_promise_is_answered_by_what_binds():
    heard = hear([Received("Human", "free_text", "you promised b2 stays blue")], VIEW, FREE)
    texts = [one.text for one in heard.answers(VIEW, FREE)]
    assert texts == ["b2 is blue now; I may change it unless you ask me to keep it."]
