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
