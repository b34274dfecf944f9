"""Answers that choose among the colors that the agent named, and answers in a game without a node."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.game.step import with_own_part
from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=())
_WHICH = "Which do you prefer: h2 red or h2 green?"
_OPTIONS = "Option 1: h2 red, h5 blue. Option 2: h2 blue, h5 red."
_BELIEVES = "I believe h2 is red and h5 is blue. Is that right?"


def facts(text, said, about=("h2", "h5")):
    readings = understand(text, VIEW, PLAIN, about=about, said=said).readings
    return [(one.kind, one.node, one.color) for one in readings if one.node]


@pytest.mark.parametrize(
    ("said", "text", "found"),
    [
        (_WHICH, "rather the first", [("preference", "h2", "red")]),
        (_WHICH, "the latter please", [("preference", "h2", "green")]),
        (_WHICH, "I'll take the second one", [("report", "h2", "green")]),
        ("Should b2 be red or should b2 be blue?", "the second one", [("demand", "b2", "blue")]),
        (_OPTIONS, "I'll go with option 2", [("report", "h2", "blue"), ("report", "h5", "red")]),
        (_BELIEVES, "h5 yes but h2 is green now", [("report", "h5", "blue"), ("report", "h2", "green")]),
        (_BELIEVES, "no, the other way round", [("report", "h2", "blue"), ("report", "h5", "red")]),
        ("Please set h2 to green.", "ok, done!", [("report", "h2", "green")]),
    ],
)
def test_what_is_chosen_is_what_the_agent_named(said, text, found):
    assert facts(text, said) == found


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (_WHICH, "not the second one"),
        (_WHICH, "the third one"),
        (_WHICH, "the first if you change b2"),
        (_WHICH, "is the first better for you?"),
        ("Hello.", "the second one"),
        ("I believe h2 is red.", "ok, done"),
        ("Could you set h2 to red or h2 to green?", "done"),
    ],
)
def test_what_is_denied_asked_or_not_listed_is_not_chosen(said, text):
    assert not [one for one in facts(text, said) if one[0] in ("report", "demand")]


def played(*texts):
    """Play turns with a person's messages; return the turns."""
    policy, situation, turns = ColoringPolicy(hear=hear), PLAIN, []
    for text in texts:
        said = [Received("Human", "free_text", text, message_id="m1")]
        turns.append(policy.turn(VIEW, situation, said)[0])
        situation = with_own_part(VIEW, situation, turns[-1], policy.rules)
    return turns


def test_in_a_game_an_answer_is_about_what_the_agent_said():
    turns = played("h2 is red and h5 is red", "is b2 green?", "make it red")
    assert [(pin.node, pin.color) for pin in turns[-1].demanded] == [("b2", "red")]
    assert "b2 is green" in Conversation.of(turns[1].flow, VIEW, "Human").said


def test_a_denial_is_no_answer_to_the_question_behind_what_it_denies():
    first, last = played("what color do you think h2 has?", "no its green now")
    assert first.flow["said"].startswith("As far as I know h2 is red. What color is h5?")
    assert last.learned == {"h2": "green"}


def test_what_was_said_stays_when_the_conversation_is_written_and_read():
    kept = replace(Conversation.of(None, VIEW, "Human"), said="Is h2 red?")
    assert Conversation.of(kept.json_dict(), VIEW, "Human") == kept
    assert Conversation.of({"said": "Is h2 red?"}, VIEW, "Human").said == "Is h2 red?"
