"""Questions what is agreed, and what could be; and why an offer was made."""

import pytest

from .test_unnamed import kinds


@pytest.mark.parametrize(
    "text",
    [
        "wait, did we settle on anything?",
        "oh dear, what was it that we two decided?",
        "remind me of what we agreed on",
        "what's our agreement again",
        "have we shaken hands on something?",
        "did we agree about h4?",
        "is our deal still on?",
        "which deals are left?",
        "what did I promise?",
        "what have you promised me so far?",
        "how many deals do we have?",
        "is there anything that we have arranged?",
        "that is not what we agreed",
        "please let us keep the deal about h4",
        "great! just for my notes, what do we have agreed now?",
    ],
)
def test_what_is_agreed_is_asked_in_any_words(text):
    assert kinds(text) == ["deals"]


@pytest.mark.parametrize("text", ["and we two?", "what about us?", "and you and me?"])
def test_in_bargaining_what_is_between_two_is_what_they_agreed(text):
    assert kinds(text, phase="bargain") == ["deals"]
    assert kinds(text) != ["deals"]


@pytest.mark.parametrize("text", ["what could we agree on?", "can we settle on something?"])
def test_what_could_be_agreed_asks_what_would_do(text):
    assert kinds(text) == ["Q2"]


@pytest.mark.parametrize(
    "text", ["can we agree on h2 red and b2 blue?", "I agree", "agreed", "let's agree on b2 blue"]
)
def test_what_agrees_or_offers_asks_nothing(text):
    assert "deals" not in kinds(text)


@pytest.mark.parametrize("text", ["that is too costly. What else?", "too much for me, anything else?"])
def test_what_is_too_much_is_refused_and_something_else_asked_for(text):
    assert kinds(text) == ["refuse", "Q2"]


@pytest.mark.parametrize(
    "text", ["why did you propose that?", "what is the reason for your offer?", "explain your offer"]
)
def test_the_reason_of_an_offer_is_asked_for(text):
    assert kinds(text) == ["deals"]
