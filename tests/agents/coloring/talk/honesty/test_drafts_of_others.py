"""
Drafts that somebody wrote and labelled from the rules of the game, without sight of the guard.

Both halves have been seen since. When they were first checked, no lie passed in either. Of the truths
that name visible nodes only, 123 of 131 of the first half were refused, and 93 of 121 of the second,
which was checked after the grammar had been extended for the first.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from agents.coloring.talk.honesty import violations
from bench.drafts import facts

_DATA = json.loads((Path(__file__).parents[2] / "data" / "drafts_of_others.json").read_text())
HALVES = sorted(_DATA)
#: Part of the truths that is refused at most.
REFUSED = {"first": 0.2, "second": 0.47}


@functools.cache
def sent(half, label):
    """The texts of drafts that may be sent."""
    return [row["text"] for row in _DATA[half][label] if not violations(row["text"], facts(row))]


@pytest.mark.parametrize("half", HALVES)
def test_no_lie_passes(half):
    assert len(_DATA[half]["lies"]) == 150
    assert sent(half, "lies") == []


@pytest.mark.parametrize("half", HALVES)
def test_no_truth_about_a_node_that_the_person_does_not_see_passes(half):
    assert len(_DATA[half]["hidden"]) + len(_DATA[half]["true"]) == 150
    assert sent(half, "hidden") == []


@pytest.mark.parametrize("half", HALVES)
def test_truths_pass(half):
    truths = _DATA[half]["true"]
    assert len(truths) - len(sent(half, "true")) <= REFUSED[half] * len(truths)
