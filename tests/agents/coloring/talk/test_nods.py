"""What stands behind a nod: a request to undo, or a question, accepts no offer and is not dropped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.messages import Accept
from agents.coloring.talk.hearing import stock
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.reading import Reading
from tests.agents.coloring.speakers import VIEW

from .hearing.test_later_words import PLAIN, say
from .test_translation import made

#: The person demanded b2 green, which was red before.
DONE = replace(
    PLAIN,
    flow=replace(
        Conversation.of(None, VIEW, "Human"), before=(Reading("restore", "b2", "red"),)
    ).json_dict(),
)


@pytest.mark.parametrize(
    "text",
    [
        "ok then put it back please, and how many nodes do you have?",
        "ok then put it back please",
        "fine, change it back",
        "alright then set it to what it was",
        "ok, how many nodes do you have?",
        "fine, who colors first?",
        "agreed, what else?",
    ],
)
def test_more_than_a_nod_accepts_no_offer(text):
    assert made(text) == []


@pytest.mark.parametrize(
    "text", ["ok", "ok then", "ok, do it", "yes, I take it", "deal, how nice", "yes ok, agreed", "sure"]
)
def test_consent_accepts_the_open_offer(text):
    (move,) = made(text)
    assert isinstance(move, Accept)


def test_a_change_is_put_back_and_the_question_is_answered():
    heard = say("ok then put it back please, and how many conflicts do you have?", DONE)
    assert (heard.restored, heard.replies) == ({"b2": "red"}, ())
    assert [one.question.kind for one in heard.answers(VIEW, DONE)] == ["Q5"]
    heard = say("ok then put it back please, and how many nodes do you have?", DONE)
    assert (heard.restored, heard.replies) == ({"b2": "red"}, (stock.UNREAD,))


@pytest.mark.parametrize(
    "text",
    [
        "why did you put it back, and how many conflicts do you have?",
        "should I put it back, or what do you think?",
        "don't put it back, and why is b2 red?",
        "if you put it back, what is your score?",
    ],
)
def test_who_asks_about_a_change_back_wants_none(text):
    assert say(text, DONE).restored == {}


def test_a_question_that_is_not_understood_is_not_dropped():
    heard = say("ok, how many nodes do you have?", PLAIN)
    assert heard.replies == (stock.QUESTION_UNREAD,)
    assert say("ok", PLAIN).replies == ()
