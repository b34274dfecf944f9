"""Words of a message."""

from __future__ import annotations

import pytest

from agents.coloring.talk.tokens import outline, tokens_of
from tests.agents.coloring.unseen import VIEWS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("b2 ➡️ 🔵 please", "b2 blue please"),
        ("h2🟥, h5 🟦", "h2 red , h5 blue"),
        ("h2 is red 🔴!", "h2 is red !"),
        ("b2 🟣", "b2 purple"),
        ("h2 is red, h5 🔴", "h2 is red , h5 red"),
        ("i am tired , b2 🔴", "i am tired , b2 red"),
        ("🔴 red for b2", "red for b2"),
        ("thanks ❤️", "thanks"),
    ],
)
def test_a_drawn_color_is_a_color_unless_its_word_stands_beside_it(text, words):
    assert " ".join(token.text for token in tokens_of(text, VIEWS["Agent2"])).strip() == words


def test_only_colors_of_the_domain_are_colors_that_can_be_had():
    kinds = [token.kind for token in tokens_of("b2 🔴 or 🟡", VIEWS["Agent2"])]
    assert kinds[:4] == ["own", "color", "word", "no_color"]
    assert outline(tokens_of("b2 🔴", VIEWS["Agent2"])).startswith("NODE COLOR")
