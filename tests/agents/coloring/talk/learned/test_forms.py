"""Messages whose form shows that the network reads too much."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned.acts import Act
from agents.coloring.talk.learned.forms import is_doubtful, without_wondered, words_deny
from bench.labelled import judged
from tests.agents.coloring.speakers import VIEW

WANTED = {("demand", "b2", "red")}


def facts(text, context=""):
    """Facts that an agent takes from a message by the rules and the network."""
    row = {"to": "Agent2", "text": text, "context": context, "items": []}
    return {one for one in judged(row)[2] if one[0] in ("demand", "report", "forbidden", "negation")}


@pytest.mark.parametrize(
    "text",
    [
        "only green? Why?",
        "only green? how come?",
        "so h5 must be green? why?",
        "h5 can't be red? why not?",
        "nothing but green? Why is that?",
        "h5 only green? what's wrong with red?",
        "wait, only green? why only that one?",
    ],
)
def test_who_wonders_at_a_limit_sets_none(text):
    assert facts(text, "For h5 green works for me; red or blue would give a conflict.") == set()


@pytest.mark.parametrize(
    "text",
    ["I can't change h5", "h5 cannot change.", "h5 must stay as it is", "I cannot touch h5"],
)
def test_what_cannot_change_is_a_limit(text):
    others = {("forbidden", "h5", "red"), ("forbidden", "h5", "green")}
    assert facts(text) == others
    tells = {("report", "h5", "blue")}
    assert words_deny(text, others, tells)
    assert not words_deny("I won't change h5", others, tells)
    assert not words_deny(text, set(), tells)


def test_limits_that_are_told_beside_a_question_hold():
    require = Act("require", "h5", "green")
    for text in ("h5 must be green. Why is b2 green?", "Why is b2 green when h5 must be green?"):
        assert without_wondered([require], text, VIEW) == [require]
    assert without_wondered([require], "h5 green? why not", VIEW) == [require]


@pytest.mark.parametrize(
    "text",
    [
        "Red? On b2? I'd rather lick a battery",
        "Red on b2? My therapist forbids that",
        "b2 red? In your dreams",
        "red? for b2? not on my watch",
        "what, red? on b2? over my dead body",
    ],
)
def test_an_exclamation_demands_no_color(text):
    assert is_doubtful(text, WANTED, VIEW)
    assert ("demand", "b2", "red") not in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Red on b2? Yes please!",
        "red? on b2? sure, do it",
        "b2 and red? match made in heaven, go for it",
        "b2 red?",
        "could b2 be red? that would suit me",
        "Make b2 red. Blue? Over my dead body",
    ],
)
def test_a_question_with_consent_or_a_verb_is_no_exclamation(text):
    assert not is_doubtful(text, WANTED, VIEW)


def test_a_denial_behind_such_a_question_is_believed():
    assert facts("Blue? For b2? Not on my watch") == {("negation", "b2", "blue")}


@pytest.mark.parametrize("text", ["you don't need to make b2 red", "you do not need to make b2 red"])
def test_what_need_not_be_done_is_not_wanted(text):
    assert ("demand", "b2", "red") not in facts(text)
