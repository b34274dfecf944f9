"""Lists in prose."""

from __future__ import annotations

import pytest

from agents.coloring.wording import phrases


@pytest.mark.parametrize(
    ("words", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_enumerated(words, text):
    assert phrases.enumerated(words) == text


def test_a_coloring_is_a_phrase_an_instruction_or_a_statement():
    colors = {"h1": "red", "h2": "blue"}
    assert phrases.listed(colors) == "h1 red and h2 blue"
    assert phrases.assigned(colors) == "h1 to red and h2 to blue"
    assert phrases.stated(colors) == "h1 is red and h2 is blue"


GREEN_OR_BLUE = ("green", "blue")


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (
            [{"h1": a, "h4": b} for a in GREEN_OR_BLUE for b in ("green", "red")],
            "h1 to green or blue, and h4 to green or red",
        ),
        ([{"h1": a, "h4": "red"} for a in GREEN_OR_BLUE], "h1 to green or blue, and h4 to red"),
        (
            [{"h1": "green", "h4": "red"}, {"h1": "blue", "h4": "green"}],
            "h1 to green and h4 to red, or h1 to blue and h4 to green",
        ),
        (
            [{"h1": "green"}, {"h1": "blue", "h4": "green"}],
            "h1 to green, or h1 to blue and h4 to green",
        ),
        ([{"h1": "green", "h4": "red"}], "h1 to green and h4 to red"),
        ([{"h1": "green"}, {"h4": "green"}], "h1 or h4 to green"),
    ],
)
def test_alternatives_are_read_back(settings, text):
    assert phrases.alternatives(settings) == text
    assert phrases.settings_in(text) == settings
    assert phrases.settings_in(f"h1 to black, or set {text}") == [{"h1": "black"}, *settings]
