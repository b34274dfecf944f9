"""Reasons: a color is a cause only of what can be checked to depend on it."""

from __future__ import annotations

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.claims import false_claims
from bench.drafts import facts

#: h2 and b2 are both red in the one state, and nothing clashes in the other.
_COLORS = {"b1": "green", "b2": "red", "b3": "blue", "b4": "green", "b5": "blue"}
STUCK = facts({"before": _COLORS, "beliefs": {"h2": "red", "h5": "green"}})
CALM = facts({"before": _COLORS, "beliefs": {"h2": "blue", "h5": "green"}})


@pytest.mark.parametrize(
    "text",
    [
        "I am not satisfied because b2 and h2 are both red.",
        "There is a conflict because b2 and h2 are both red.",
        "h2 is red, b2 is red, so one of us needs to switch.",
        "b2 does not clash with h5, since h5 is green.",
    ],
)
def test_the_colors_of_a_conflict_are_its_cause(text):
    assert violations(text, STUCK) == []


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (CALM, "I am satisfied because h5 is green."),
        (CALM, "I have no conflicts because h5 is green."),
        (CALM, "I have a valid coloring because h5 is green."),
        (CALM, "I changed nothing because h2 is blue."),
        (CALM, "b2 is red because everything is fine."),
        (STUCK, "I am not satisfied because h5 is green."),
        (STUCK, "There is a conflict because h5 is green."),
        (STUCK, "One of us has to change because h5 is green."),
        (STUCK, "b2 clashes with h2 because h5 is green."),
        (STUCK, "b2 is red because there is a conflict."),
    ],
)
def test_another_color_is_no_cause(state, text):
    assert "cause" in false_claims(text, state)


@pytest.mark.parametrize("text", ["I am satisfied.", "I have no conflicts.", "I changed nothing."])
def test_the_effects_alone_may_be_said(text):
    assert violations(text, CALM) == []
