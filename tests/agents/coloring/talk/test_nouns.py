"""Phrases that describe nodes."""

from __future__ import annotations

import pytest

from agents.coloring.talk.nouns import with_names
from agents.coloring.talk.tokens import tokens_of
from bench.sentences import situation_of
from tests.agents.coloring.unseen import VIEWS


def named(agent, text, about=()):
    view = VIEWS[agent]
    situation = situation_of({}, view)
    tokens = with_names(tokens_of(text, view), view, situation, about)
    return " ".join(token.text for token in tokens).strip()


@pytest.mark.parametrize(
    ("agent", "text", "names"),
    [
        ("Agent2", "the node of yours that touches h5 is green", "b2 is green"),
        ("Agent2", "the node that h2 and h5 both connect to", "b2"),
        ("Agent2", "neither of my two border ones is red", "neither h2 nor h5 is red"),
        ("Agent2", "my two are red; h2", "h2 and h5 are red ; h2"),
        ("Agent2", "h2 is green, the other one blue", "h2 is green , h5 blue"),
        ("Agent1", "both of mine that you can see are green", "h1 and h4 are green"),
        ("Agent1", "the two nodes of yours next to h4", "a4 and a5"),
        ("Agent1", "either of your nodes next to h4", "a4 or a5"),
        ("Agent1", "the one that sits between a4 and a5", "h4"),
        ("Agent1", "your red node next to me", "a2"),
        ("Agent1", "which of your nodes is it that touches h1?", "what is a2 ?"),
        ("Agent1", "my other node h4 is red", "h4 is red"),
    ],
)  # fmt: skip
def test_a_phrase_is_replaced_by_the_nodes_that_it_denotes(agent, text, names):
    assert named(agent, text) == names


def test_positions_are_those_of_the_nodes_that_were_asked_about():
    asked = ("h5", "h2")
    assert named("Agent2", "the first red, the latter blue", asked) == "h5 red , h2 blue"
    assert named("Agent2", "first one's green, the other too", asked) == "h5 green , h2 too"
    assert named("Agent2", "the first red") == "the first red"


@pytest.mark.parametrize(
    "text",
    [
        "your node next to h4 is red",
        "the node next to b2 is red",
        "all your nodes red",
        "they should differ from each other",
        "the other is green",
    ],
)
def test_a_phrase_that_denotes_no_node_for_certain_stays(text):
    assert named("Agent1", text) == text
