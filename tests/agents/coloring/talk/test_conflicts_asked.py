"""Questions for conflicts, of the person or of the agent, and questions behind another one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from tests.agents.coloring.speakers import VIEW

from .test_questions_of_players import NOW, asked

#: h2 and b2 are both green.
CLASH = replace(NOW, beliefs={"h2": "green", "h5": "blue"})
OWN = "I have 1 conflict: my b2 and your h2 are both green."


@pytest.mark.parametrize(
    "text",
    [
        "how many conflicts do I have?",
        "hwo many conflcits have I got?",
        "do I have any conflicts left?",
        "how many clashes do i have",
        "how many conflicts are on my side?",
        "am I in conflict with you?",
        "which of my nodes have conflicts?",
        "what are my conflicts?",
    ],
)
def test_of_the_conflicts_of_a_person_only_those_with_the_agent_are_known(text):
    (answer,) = asked(text, CLASH)
    assert answer == (
        "You have 1 conflict with my nodes that I know of: my b2 and your h2 are both green. "
        "I do not see your other conflicts."
    )
    (answer,) = asked(text)
    assert answer.startswith("You have no conflicts with my nodes that I know of.")


def test_the_conflicts_of_both_are_told_apart():
    (answer,) = asked("how many conflicts do I have and how many do you have?", CLASH)
    assert answer.startswith("You have 1 conflict with my nodes")
    assert answer.endswith(OWN)


@pytest.mark.parametrize(
    "text",
    [
        "how many conflicts do you have?",
        "how many conflicts do we have?",
        "are there conflicts?",
        "I have 3 conflicts, how many do you have?",
        "do I have to solve your conflicts?",
        "am I the cause of your conflict?",
        "how many conflicts do I cause you?",
        "how many conflicts do you have if I have none?",
    ],
)
def test_the_conflicts_of_the_agent_are_its_own(text):
    (answer,) = asked(text, CLASH)
    assert answer.startswith(OWN)


#: b2 may have any color but red.
WIDER = replace(NOW, beliefs={"h2": "red", "h5": "red"})


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("hey, can you make b2 blue please? and how many conflicts do you have?", ["I have no"]),
        ("can you make b2 blue please? how many conflicts do you have?", ["I have no"]),
        ("can you make b2 blue? and how many conflicts do you have?", ["Yes, b2 could", "I have no"]),
        ("would b2 blue work? and why is b2 green?", ["Yes, b2 could", "b2 is green; red"]),
        ("would b2 blue work? which colors can h2 have?", ["Yes, b2 could", "h2 could be"]),
        (
            "can you make b2 red please? and how many conflicts do you have?",
            ["No, with b2 red", "I have no"],
        ),
    ],
)
def test_a_question_behind_another_one_is_answered_too(text, begins):
    given = asked(text, WIDER)
    assert len(given) == len(begins)
    assert all(one.startswith(begin) for one, begin in zip(given, begins, strict=True))


def test_please_makes_an_order_beside_a_question_for_conflicts():
    text = "hey, can you make b2 blue please? and how many conflicts do you have?"
    heard = hear([Received("Human", "free_text", text, message_id="m1")], VIEW, WIDER)
    assert heard.demands == {"b2": "blue"}
    for text in ("we clash at h2-b2, both green. why?", "is b2 red a conflict? please tell me"):
        heard = hear([Received("Human", "free_text", text, message_id="m1")], VIEW, WIDER)
        assert heard.demands == {}


@pytest.mark.parametrize(
    "text", ["would b2 blue work? are you happy then?", "is b2 blue possible? how many conflicts then?"]
)
def test_what_is_asked_under_a_supposition_is_not_answered_for_the_present(text):
    assert asked(text, WIDER) == ["Yes, b2 could be blue; tell me if you want that."]


def test_a_score_under_a_supposition_is_said_once():
    given = asked("would b2 blue work? what would you score then?", WIDER)
    assert given == ["With b2 blue I can score 11. My score is 11."]


def test_words_that_list_nothing_are_asked_about():
    (reply,) = asked("we clash at h2-b2, both green? fix it", WIDER)
    assert reply.startswith("I am not sure what you mean")


def test_what_is_possible_with_more_is_said_once():
    given = asked("would b2 blue work? does it work?", WIDER)
    assert given == ["Yes, b2 could be blue; tell me if you want that."]
