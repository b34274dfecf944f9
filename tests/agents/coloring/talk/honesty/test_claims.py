"""
Claims that are made of parts: quantities, possibilities, conditions and causes.

The sentences were written from the rules of the game, most of them before the grammar. Each is said in a
state of Agent2 of the study: ``solved``, ``stuck`` (b2 is demanded green and clashes with h2), ``worse``
(the same, just done), ``steady`` (nothing changed), ``blind`` (h5 is unknown), ``other`` (b2 is blue).
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from agents.coloring.situation import Pin, Situation
from agents.coloring.talk.facts import facts_of
from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.claims import false_claims
from agents.coloring.view import view_of
from tests.study import study

_DATA = json.loads((Path(__file__).parents[2] / "data" / "compositions.json").read_text())
TRUTHS = [(state, text) for state, texts in _DATA["true"].items() for text in texts]
LIES = [(state, text) for state, texts in _DATA["lies"].items() for text in texts]


@functools.cache
def facts(name):
    """The facts of a state."""
    state = _DATA["states"][name]
    view = view_of(study(1), "Agent2", person="Human")
    pins = tuple(Pin(node, color, "forced", "Human") for node, color in state.get("demanded", ()))
    situation = Situation(time_step=3, colors=state["before"], beliefs=state["beliefs"], pins=pins)
    after = {**state["before"], **state["after"]}
    undecided = facts_of(view, situation, after, recipient="Human")
    solvable = undecided.test(state["beliefs"]) if undecided.complete else None
    return facts_of(view, situation, after, recipient="Human", solvable=solvable)


@pytest.mark.parametrize(("state", "text"), TRUTHS)
def test_a_truth_may_be_said(state, text):
    assert violations(text, facts(state)) == []


@pytest.mark.parametrize(("state", "text"), LIES)
def test_a_lie_may_not_be_said(state, text):
    assert violations(text, facts(state)) != []


@pytest.mark.parametrize(
    ("state", "text", "kind"),
    [
        ("solved", "h2 is red because b2 is green", "cause"),
        ("solved", "I changed b2 because h5 is blue", "cause"),
        ("stuck", "b2 is green because h5 is red", "cause"),
        ("solved", "None of my nodes changed", "formula"),
        ("stuck", "If you keep h2 green, there is no conflict", "condition"),
        ("solved", "b2 can be red", "can"),
        ("solved", "I changed b2 as you asked", "demanded"),
    ],
)
def test_the_reason_names_the_part_that_is_false(state, text, kind):
    assert kind in false_claims(text, facts(state))
