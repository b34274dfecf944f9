"""Reasons that an agent gives, and what several answers say together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import NodeColor, Pin
from agents.coloring.talk.answers import answer, answers
from agents.coloring.talk.reading import Question
from tests.agents.coloring.speakers import VIEW

from ..support import at, seen
from .test_answers import PINNED, told


@pytest.mark.parametrize(
    ("text", "h2", "h5", "pins", "reason"),
    [
        ("can b2 be red?", "red", "red", (), "b2 would be red, h2 is red and h5 is red."),
        ("can b2 be red?", "blue", "red", (), "b2 would be red and h5 is red."),
        (
            "would h2 red and b2 red work?",
            "blue",
            "red",
            (),
            "h2 would be red, b2 would be red and h5 is red.",
        ),
        (
            *("can b2 be red?", "blue", "red", (Pin("b3", "red", "forced", "Human"),)),
            "b2 would be red, h5 is red and a color was demanded of me.",
        ),
    ],
)
def test_a_reason_explains_each_of_several_conflicts(text, h2, h5, pins, reason):
    (found,) = told(text, replace(PINNED, pins=pins, beliefs={"h2": h2, "h5": h5}))
    assert found.text.endswith(f" Reason: {reason}")
    assert ("at least 2 conflicts" in found.text) == (reason.count(" red") > 2 or "demanded" in reason)


def test_a_color_is_told_once_by_several_answers():
    asked_of = Question("Q5"), Question("constraints", subject="told")
    first, second = [one.text for one in answers(asked_of, VIEW, PINNED, "Human")]
    assert first == "I have no conflicts. My b2 is green."
    assert second == "As far as I know h2 is red and h5 is blue. You asked for b2 green."
    (alone,) = answers(asked_of[:1], VIEW, PINNED, "Human")
    assert alone.text == f"{first} Your h2 is red and h5 is blue."


def test_that_no_own_color_works_is_left_out_beside_the_settings_that_do():
    view = seen("Agent1")
    situation = at(view, "gbrgr", beliefs={"h1": "red", "h4": "red"})
    colors = [Question("Q1", node) for node in ("a2", "a4", "a5")]

    def said(*questions):
        return [one.text for one in answers(questions, view, situation, "Human")]

    assert len(said(Question("Q2"), *colors)) == 1
    # Who names a node is answered, and so is who asks for nothing else.
    assert said(Question("Q2"), colors[0])[1].startswith("No color of a2 works for me.")
    assert len(said(*colors)) == 3


@pytest.mark.parametrize(
    ("known", "supposed", "said"),
    [
        ({}, (), "I cannot say yet. I do not know the colors of h2 and h5 yet."),
        ({"h2": "red"}, (), "Yes, with your colors as I know them"),
        ({}, (NodeColor("h2", "red"),), "Yes, with h2 red I can color"),
    ],
)
def test_that_the_colors_of_the_person_suit_is_not_said_before_one_is_known(known, supposed, said):
    situation = replace(PINNED, pins=(), beliefs=known)
    found = answer(Question("Q3", supposed=supposed), VIEW, situation, "Human")
    assert found.text.startswith(said)


UNSEEN = " Now b2 green clashes with a node that you do not see."


@pytest.mark.parametrize(
    ("h2", "h5", "b1", "said"),
    [
        (
            "green",
            "red",
            "red",
            "red would clash with h5 and blue would work. Now b2 green clashes with h2.",
        ),
        (
            "green",
            "green",
            "green",
            "red would work and blue would work. Now b2 green clashes with h2 and h5.",
        ),
        ("red", "red", "green", "red would clash with h2 and h5 and blue would work." + UNSEEN),
        ("red", "red", "red", "red would clash with h2 and h5 and blue would also work."),
    ],
)
def test_why_a_node_has_a_color_says_that_this_color_is_in_conflict(h2, h5, b1, said):
    colors = {**PINNED.colors, "b1": b1, "b3": b1, "b5": b1}
    situation = replace(PINNED, pins=(), beliefs={"h2": h2, "h5": h5}, colors=colors)
    (found,) = told("why is b2 green?", situation)
    assert found.text == f"b2 is green; {said}"


@pytest.mark.parametrize(
    ("last_pins", "announced", "asked_for"),
    [
        ((), {"Human": {"b2": "green"}}, False),  # "keep b2 green": it was green
        ((), {"Human": {"b2": "red"}}, True),  # "make b2 green": it was red
        ((), {}, True),
        (PINNED.pins, {"Human": {"b2": "green"}}, True),  # demanded long ago
        ((Pin("b2", "green", "committed", "Human"),), {"Human": {"b2": "green"}}, False),  # a deal
    ],
)
def test_a_demand_is_no_reason_of_a_color_that_the_node_had_before_it(last_pins, announced, asked_for):
    situation = replace(PINNED, last_pins=last_pins, announced=announced)
    (found,) = told("why is b2 green?", situation)
    assert (found.text == "b2 is green because you asked for it.") == asked_for
    (kept,) = told("what did I demand?", situation)
    assert kept.text == "You asked for b2 green."
