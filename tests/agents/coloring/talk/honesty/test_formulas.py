"""
Formulas: groups, counts, comparisons and suppositions about the visible graph.

The sentences were written from the rules of the game, in two states in which Agent1 has a conflict with
the person and one in which Agent2 has just ended one.
"""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from agents.coloring.situation import Constraint, Situation
from agents.coloring.talk.facts import facts_of
from agents.coloring.talk.honesty import violations
from agents.coloring.view import view_of
from tests.study import study

_DATA = json.loads((Path(__file__).parents[2] / "data" / "formulas.json").read_text())
TRUTHS = [(state, text) for state, texts in _DATA["true"].items() for text in texts]
LIES = [(state, text) for state, texts in _DATA["lies"].items() for text in texts]


@functools.cache
def facts(name):
    """The facts of a state."""
    state = _DATA["states"][name]
    view = view_of(study(1), state["agent"], person="Human")
    situation = Situation(time_step=3, colors=state["before"], beliefs=state["beliefs"])
    after = {**state["before"], **state.get("after", {})}
    undecided = facts_of(view, situation, after, recipient="Human")
    solvable = undecided.test(state["beliefs"])
    return facts_of(view, situation, after, recipient="Human", solvable=solvable)


@pytest.mark.parametrize(("state", "text"), TRUTHS)
def test_a_truth_may_be_said(state, text):
    assert violations(text, facts(state)) == []


@pytest.mark.parametrize(("state", "text"), LIES)
def test_a_lie_may_not_be_said(state, text):
    assert violations(text, facts(state)) != []


@pytest.mark.parametrize("text", ["a1 is next to a2.", "a3 did not change.", "a3 differs from a2."])
def test_nodes_that_the_person_does_not_see_are_not_named(text):
    assert violations(text, facts("one"))


@pytest.mark.parametrize(
    "text",
    ["a5 can't stay green.", "If you painted h4 green, it would no longer clash with a5."],
)
def test_what_supposes_a_present_color_or_clash_is_not_said(text):
    assert violations(text, facts("one"))


def test_limits_that_the_person_stated_may_be_repeated():
    limits = (
        Constraint("h1", "forbidden", "red", "Human", "c1"),
        Constraint("h4", "required", "blue", "Human", "c2"),
    )
    stated = replace(facts("one"), constraints=limits)
    assert violations("You said that h1 can't be red.", stated) == []
    assert violations("You told me that h4 must be blue.", stated) == []
    assert violations("You said that h1 can't be blue.", stated)
    assert violations("You told me that h1 must be green.", stated)
