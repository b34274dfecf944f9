"""Corrections of an offer that was read back."""

import pytest

from .test_deals import shown

OFFER = "announce\nsend\nI offer h2 blue if b2 is green\n"


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("no wait, make that h2 blue if b2 is red", "If you color b2 red, I color h2 blue."),
        ("sorry, I meant b2 red", "If you color b2 red, I color h2 blue."),
        ("no, h2 green", "If you color b2 green, I color h2 green."),
        (
            "Agent2: actually h5 green and h2 blue",
            "If you color b2 green, I color h5 green and h2 blue.",
        ),
        ("no wait, and h5 green too", "If you color b2 green, I color h2 blue and h5 green."),
        ("actually h5 green too", "If you color b2 green, I color h2 blue and h5 green."),
        ("oh, h2 green if b2 is red", "If you color b2 red, I color h2 green."),
    ],
)
def test_what_corrects_an_offer_is_read_back_with_the_rest_of_it(words, read):
    text = shown(f"{OFFER}{words}\nyes\n", mode="RB")
    assert text.count("Do you mean this? To Agent2: ") == 2
    assert f"Do you mean this? To Agent2: {read}" in text
    assert "was not sent" not in text


@pytest.mark.parametrize(
    "words",
    [
        "no, h2 must stay red",
        "wait, is b2 red?",
        "no, h2 is not blue",
        "sorry, a2 red",
        "Agent1: no, b2 red",
        "oh, h5 is blue",
        "but h2 is red",
        "well, b2 is red",
    ],
)
def test_what_says_something_else_amends_no_offer(words):
    text = shown(f"{OFFER}{words}\n", mode="RB")
    assert text.count("Do you mean this? To Agent2: If") == 1
    assert "What was read back was not sent." in text


def test_what_was_to_be_sent_beside_the_offer_is_read_back_again():
    line = "Agent1: I'll make h4 red if you make a4 green. What is your score?"
    text = shown(f"announce\nsend\n{line}\nno, a4 blue\n", mode="RB")
    read = 'If you color a4 blue, I color h4 red. And in your words: "What is your score?"'
    assert f"Do you mean this? To Agent1: {read}" in text
