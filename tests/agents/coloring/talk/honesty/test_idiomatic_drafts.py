"""
Drafts in idiomatic English that somebody wrote from the rules of the game, without sight of the guard.

When they were first checked, no lie passed, and of the truths that name visible nodes only, 68 of 69 of
the first half were refused and 65 of 67 of the second, the latter with a grammar made for the first.
The drafts of "plain" were written afterwards, in the plain and recurring phrases of a chat model: 105 of
its 150 truths were refused at first sight, and 2 of its 150 lies passed, which are mended. The drafts of
"replies" answer a person on fifteen other graphs: 123 of the 128 truths that name visible nodes were
refused at first sight, of which those that passed later are kept, and none of its lies passed; four
that begin with "yes" or "no" are refused since, as no answer in one word was computed.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from agents.coloring.talk.honesty import violations
from bench.drafts import facts

_DATA = json.loads((Path(__file__).parents[2] / "data" / "idiomatic_drafts.json").read_text())
HALVES = sorted(_DATA)
#: Part of the truths that is refused at most.
REFUSED = {"first": 0.66, "second": 0.86, "plain": 0.58, "replies": 0.23}
LIES = {"first": 60, "second": 60, "plain": 150, "replies": 90}
TRUTHS = {"first": 110, "second": 110, "plain": 150, "replies": 30}


@functools.cache
def sent(half, label):
    """The texts of drafts that may be sent."""
    return [row["text"] for row in _DATA[half][label] if not violations(row["text"], facts(row))]


@pytest.mark.parametrize("half", HALVES)
def test_no_lie_passes(half):
    assert len(_DATA[half]["lies"]) == LIES[half]
    assert sent(half, "lies") == []


@pytest.mark.parametrize("half", HALVES)
def test_no_truth_about_a_node_that_the_person_does_not_see_passes(half):
    assert len(_DATA[half]["hidden"]) + len(_DATA[half]["true"]) == TRUTHS[half]
    assert sent(half, "hidden") == []


@pytest.mark.parametrize("half", HALVES)
def test_truths_pass(half):
    truths = _DATA[half]["true"]
    assert len(truths) - len(sent(half, "true")) <= REFUSED[half] * len(truths)
