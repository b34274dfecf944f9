"""Answers to questions whose "no" consents: "Do you mind if b2 becomes red?"."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

MIND = "Do you mind if b2 becomes red?"
PROBLEM = "Would it be a problem if b2 were red?"


def read(text, said):
    found = understand(text, VIEW, SITUATION, about=("b2",), said=said)
    return sorted(" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings)


@pytest.mark.parametrize("said", [MIND, PROBLEM])
@pytest.mark.parametrize(
    "text",
    [
        "No, go ahead.",
        "Not in the least.",
        "no not really",
        "No, do it.",
        "sure, go ahead",
        "Not at all",
    ],
)
def test_no_consents(text, said):
    assert read(text, said) == ["agree"]


@pytest.mark.parametrize("text", ["Not at all, red is fine there.", "Of course not, red works for me."])
def test_who_does_not_mind_a_color_demands_nothing(text):
    assert read(text, MIND) == ["agree", "preference b2 red"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes I do.", MIND),
        ("yes, I mind", MIND),
        ("I do mind", MIND),
        ("Yes, it would be.", PROBLEM),
    ],
)
def test_who_minds_refuses(text, said):
    assert read(text, said) == ["refuse"]


@pytest.mark.parametrize("text", ["yes", "Yes."])
def test_a_bare_yes_is_not_taken_for_consent(text):
    assert "agree" not in read(text, MIND)
    assert read(text, "Shall I make b2 red?") == ["agree"]


def test_a_color_behind_no_is_still_ruled_out():
    assert read("no red please", MIND) == ["negation b2 red"]
