"""Leads that say how what stands behind them is meant, and words around a wish."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(text, said="", about=()):
    """What an agent takes from a message: statements and questions, in words."""
    found = understand(text, VIEW, SITUATION, about=about, said=said)
    facts = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]
    for one in found.questions:
        facts.append(" ".join([one.kind, *(f"{pair.node}={pair.color}" for pair in one.supposed)]))
    return facts


@pytest.mark.parametrize(
    "text",
    [
        "Test run: h2 = blue, does anything break?",
        "hypothetically speaking h2 is blue",
        "ok just a test: h2 blue",
        "for argument's sake, h2 is blue. Is that ok?",
        "in theory: h2 blue, what then?",
    ],
)
def test_what_is_only_tried_is_supposed(text):
    assert read(text) == ["Q3 h2=blue"]


def test_what_was_tried_is_told():
    assert read("I was just testing, h2 is red now") == ["report h2 red"]
    assert read("I tested it: h2 is blue") == ["report h2 blue"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Must-have: blue", ["required h2 blue"]),
        ("my only requirement is blue", ["required h2 blue"]),
        ("Requirement for h5: red", ["required h5 red"]),
        ("No requirement there.", []),
    ],
)
def test_a_requirement_leaves_no_other_color(text, facts):
    found = read(text, said="What are your requirements for h2?", about=("h2",))
    assert [one for one in found if one.startswith("required")] == facts
    assert not [one for one in found if one.startswith("report")]


@pytest.mark.parametrize(
    "text",
    ["from you I need b2 red", "h5 is green, and from your side I'd want b2 to be red"],
)
def test_what_is_wanted_from_the_agent_is_no_color_to_leave(text):
    assert "demand b2 red" in read(text)


def test_a_node_may_be_wanted_off_a_color():
    assert read("I want b2 off red") == ["negation b2 red"]
