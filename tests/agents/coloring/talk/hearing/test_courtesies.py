"""Greetings, thanks and goodbyes are answered in kind, and agree to nothing."""

from __future__ import annotations

import pytest

from agents.coloring.talk.hearing.courtesies import courtesy_in


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Hi Agent1", "Hello."),
        ("hello", "Hello."),
        ("good morning", "Hello."),
        ("hi everybody!", "Hello."),
        ("Hi Agent1, hi Agent2, nice to meet you.", "Hello."),
        ("yo", "Hello."),
        ("ta", "You are welcome."),
        ("thank you so much!", "You are welcome."),
        ("Thank you very much to both of you!", "You are welcome."),
        ("thanks for being so quick.", "You are welcome."),
        ("Goodbye everyone, it was nice to play with you", "Goodbye."),
        ("thanks, bye!", "You are welcome. Goodbye."),
        ("gg", "All right."),
        ("let me think", "All right."),
    ],
)
def test_a_courtesy_is_answered_in_kind(text, answer):
    assert courtesy_in(text) == answer


@pytest.mark.parametrize(
    "text", ["ok", "yes", "nice", "hi red", "hi, h1 is red", "hello can you help?", "thanks, h1 too", ""]
)
def test_what_says_more_is_none(text):
    assert courtesy_in(text) is None


def test_after_a_question_of_the_agent_praise_may_agree():
    assert courtesy_in("great, thanks", asked=True) is None
    assert courtesy_in("great, thanks") == "You are welcome."
    assert courtesy_in("good evening", asked=True) == "Hello."


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("good evening to you, I am looking forward to our game", "Hello."),
        ("thanks to both, you have been so helpful", "You are welcome."),
        ("thank you for the deal", "You are welcome."),
        ("a big hug and thank you", None),
        ("I must go, bye, it was fun", "Goodbye."),
        ("thank you all, have a good evening", "You are welcome. Goodbye."),
        ("that was great fun", "All right."),
        ("thanks, we are done", None),
        ("thanks, I want that", None),
        ("thanks, but no", None),
    ],
)
def test_small_talk_beside_a_courtesy_changes_nothing(text, answer):
    assert courtesy_in(text) == answer


def test_who_leaves_with_good_agrees_to_nothing():
    assert courtesy_in("thank you, good bye", asked=True) == "You are welcome. Goodbye."
    assert courtesy_in("thank you for accepting", asked=True) is None


@pytest.mark.parametrize(
    "text",
    ["thx both, you're great :)", "thank you, you are both awesome", "you guys are the best, thanks"],
)
def test_thanks_with_praise_are_thanks(text):
    assert courtesy_in(text) == courtesy_in(text, asked=True) == "You are welcome."


@pytest.mark.parametrize(
    "text", ["thx, you are great with red", "thx, you're great, but h1 is red", "you're great at this?"]
)
def test_praise_that_says_more_is_no_thanks(text):
    assert courtesy_in(text) is None
