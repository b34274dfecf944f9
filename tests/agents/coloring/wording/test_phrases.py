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
