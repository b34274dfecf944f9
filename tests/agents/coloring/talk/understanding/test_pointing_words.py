"""Words of an answer that stand for a node or a color of which the agent spoke."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

OFFERS = "I could make b2 red. Would that be good?"


def read(text, said=OFFERS, about=("b2",)):
    """Statements that an agent takes from an answer, in words."""
    found = understand(text, VIEW, SITUATION, about=about, said=said)
    return [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]


@pytest.mark.parametrize(
    "text",
    [
        "h5 is red already, so could you turn it blue",
        "my h5 is red, make it blue please",
        "I have red on h5. Please set it to blue.",
    ],
)
def test_a_request_with_a_pronoun_is_about_the_node_of_the_agent(text):
    assert "demand b2 blue" in read(text)
    assert not [fact for fact in read(text) if fact in ("report h5 blue", "report b2 red")]


def test_without_a_node_of_the_agent_nothing_is_said_of_the_person():
    facts = read("h5 is red, please make it blue", said="", about=())
    assert "report h5 blue" not in facts
    assert any(fact.startswith("doubt") for fact in facts)


def test_what_the_person_did_is_no_request():
    assert "demand b2 blue" not in read("I changed h5 and made it blue")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("anything but that", OFFERS),
        ("please, any color except this one", OFFERS),
        ("everything but that, thanks", "I will change b2 from blue to red."),
    ],
)
def test_anything_but_that_excludes_what_was_named(text, said):
    assert "negation b2 red" in read(text, said)
    assert not [fact for fact in read(text, said) if fact.startswith("release")]


def test_anything_but_that_frees_nothing_where_no_color_was_named():
    assert read("anything but that", said="Which color do you want for b2?") == []
    assert read("anything", said="Which color do you want for b2?") == ["release b2"]


def test_what_is_kept_is_the_color_that_was_asked_about():
    assert "demand b2 blue" in read("yes, keep it", "Should b2 stay blue?")
    assert "demand b2 blue" not in read("no, keep it", "Should I change b2 to blue?")
