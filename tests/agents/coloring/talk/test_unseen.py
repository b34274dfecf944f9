"""Sentences and drafts that were labelled before the parser and the guard were looked at."""

from __future__ import annotations

from collections import Counter

from agents.coloring.talk.honesty import violations
from tests.agents.coloring.unseen import FACTS, KINDS, LIES, SENTENCES, TRUTHS, labelled, read


def test_hardly_a_fact_is_read_that_was_not_stated():
    found, false, missed = Counter(), Counter(), Counter()
    for row in SENTENCES:
        got, wanted = read(row), labelled(row)
        for kind in KINDS:
            found[kind] += len(got[kind] & wanted[kind])
            false[kind] += len(got[kind] - wanted[kind])
            missed[kind] += len(wanted[kind] - got[kind])
    assert false["forbidden"] == false["retractions"] == 0
    # "Our conflict is a2 red h1 red" tells the color of h1, though its label names the conflict only.
    assert false["reports"] <= 1
    # "plz set b2 2 blue" is a demand, though its label has none.
    assert false["demands"] <= 1
    # "The color of h4 remains green" keeps h4.
    assert false["required"] <= 1
    assert missed.total() <= 4
    assert min(found[kind] for kind in KINDS) >= 5


def test_questions_are_heard_as_questions():
    asked = [read(row)["asks"] for row in SENTENCES if row["class"] == "query"]
    assert sum(asked) >= len(asked) - 4
    for row in SENTENCES:
        if row["class"] in ("command", "information"):
            assert not read(row)["asks"], row["text"]


def test_no_lie_passes():
    assert [(state, text) for state, text in LIES if not violations(text, FACTS[state])] == []


def test_most_true_drafts_pass():
    rejected = [(state, text) for state, text in TRUTHS if violations(text, FACTS[state])]
    assert len(TRUTHS) >= 250
    assert len(LIES) >= 500
    assert len(rejected) <= 0.14 * len(TRUTHS), rejected
