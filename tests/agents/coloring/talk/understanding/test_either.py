"""One of several nodes: "either h2 or h5 will be green"."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(text):
    """The kinds of the readings of a message, and its questions."""
    found = understand(text, VIEW, SITUATION)
    return [one.kind for one in found.readings], found.questions


@pytest.mark.parametrize(
    "text",
    [
        "either h2 or h5 will be green",
        "h2 or h5 will be green",
        "I'll make h2 or h5 blue",
        "either h2 or h3 will be green",
        "I'd like b2 or b3 red",
        "make b2 or b3 red",
        "either h2 or h5 can't be red",
        "either b2 or b3 shouldn't be red",
        "what if h2 or h5 is green?",
    ],
)
def test_which_of_them_is_asked(text):
    assert read(text) == (["doubt"], ())


def test_an_offer_of_one_of_them_is_no_offer_of_both():
    found = understand("I'd make h2 or h5 green if you make b2 red", VIEW, SITUATION)
    assert not found.conditions
    assert [one.kind for one in found.readings] == ["doubt"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I can't have h2 or h5 red", "forbidden"),
        ("don't make b2 or b3 red", "negation"),
        ("neither b2 nor b3 should be red", "negation"),
        ("I can't make either h2 or h5 red", "forbidden"),
    ],
)
def test_what_is_denied_of_either_is_denied_of_both(text, kind):
    assert read(text)[0] == [kind, kind]
