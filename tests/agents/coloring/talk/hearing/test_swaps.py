"""A swap exchanges two colors; of equal colors it changes nothing, and demands nothing."""

from __future__ import annotations

import pytest

from agents.coloring.situation import Received, Situation
from agents.coloring.talk.hearing import hear
from agents.coloring.view import view_of
from tests.study import study

#: The person sees a2, a4 and a5.
VIEW = view_of(study(1), "Agent1", person="Human")


def say(text, **colors):
    now = {"a1": "green", "a2": "green", "a3": "red", "a4": "green", "a5": "red", **colors}
    situation = Situation(time_step=3, colors=now, beliefs={"h1": "blue", "h4": "red"})
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, situation)


@pytest.mark.parametrize(
    "text",
    [
        "swap a2 and a4",
        "Agent1: swap a2 and a4 please",
        "can you swap a2 and a4?",
        "exchange the colors of a2 and a4",
        "a2 and a4 should swap colors",
        "flip a2 and a4",
        "switch a2 with a4",
    ],
)
def test_equal_colors_are_not_swapped(text):
    heard = say(text)
    assert (heard.demands, heard.constraints, heard.avoided) == ({}, (), {})
    assert heard.replies == ("a2 and a4 are both green, so that a swap changes nothing.",)
    # "Can you swap them?" is a question, which a yes answers.
    others = {} if text.startswith("can") else {"a2": "blue", "a4": "green"}
    assert say(text, a4="blue").demands == others


def test_what_is_said_beside_a_swap_is_taken():
    heard = say("swap a2 and a4. h1 is green")
    assert (heard.demands, heard.reports) == ({}, {"h1": "green"})
    assert say("swap a2 and a4 and make a5 blue").demands == {"a5": "blue"}


def test_of_a_node_that_the_person_does_not_see_nothing_is_said():
    heard = say("swap a2 and a1")
    assert heard.demands == {}
    assert not any("a1" in reply or "green" in reply for reply in heard.replies)


@pytest.mark.parametrize(
    ("text", "demands"),
    [
        ("swap a2 to blue", {"a2": "blue"}),
        ("swap a2 with blue", {"a2": "blue"}),
        ("swap a2 with h1", {}),
        ("make a2 and a4 green", {"a2": "green", "a4": "green"}),
        ("switch a2 to red with a4 blue", {"a2": "red", "a4": "blue"}),
    ],
)
def test_other_changes_are_no_swaps(text, demands):
    heard = say(text)
    assert heard.demands == demands
    assert not any("swap" in reply for reply in heard.replies)


@pytest.mark.parametrize(
    "text", ["swap a2 and a4, otherwise leave them", "swap a2 and a4 if they differ"]
)
def test_a_swap_on_a_condition_names_no_missing_color(text):
    for color in ("green", "blue"):
        heard = say(text, a4=color)
        assert heard.demands == {}
        assert not any("None" in reply for reply in heard.replies)
