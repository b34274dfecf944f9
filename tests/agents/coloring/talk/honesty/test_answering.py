"""Clauses behind "yes" and "no": both have to be so, whether the question is known or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.composed.answering import answer_before
from bench.drafts import facts

#: b2 is green like h2; h5 is red. Nobody knows what the person asked.
KNOWN = facts({"before": {"b2": "green", "b3": "red"}, "beliefs": {"h2": "green", "h5": "red"}})


@pytest.mark.parametrize("clause", ["my b2 is green.", "I'm not satisfied.", "h5 is red."])
@pytest.mark.parametrize(
    ("word", "yes"),
    [
        ("Yes,", True),
        ("Right:", True),
        ("Yep,", True),
        ("Sure,", True),
        ("No,", False),
        ("Nope!", False),
    ],
)
def test_the_answer_has_to_be_the_one_that_was_computed(word, yes, clause):
    text = f"{word} {clause}"
    assert not violations(text, replace(KNOWN, yes=yes))
    assert violations(text, replace(KNOWN, yes=not yes))
    assert violations(text, KNOWN)


@pytest.mark.parametrize(
    ("truth", "lie"),
    [
        ("Yes, b2 can be blue.", "No, b2 can be blue."),
        ("No, b2 can't be red.", "Yes, b2 can't be red."),
        ("Sure, h2 red works for me.", "No, h2 red works for me."),
    ],
)
def test_what_is_possible_may_follow_where_the_question_is_not_known(truth, lie):
    assert not violations(truth, KNOWN)
    assert violations(lie, KNOWN)


@pytest.mark.parametrize("text", ["Sounds fair.", "That sounds good.", "As promised, b2 is green."])
def test_a_proposal_that_is_not_known_is_not_judged(text):
    assert violations(text, KNOWN)


@pytest.mark.parametrize(
    "text",
    ["No conflict is left.", "Right now b2 is green.", "No problem.", "Yes.", "Surely b2 is green."],
)
def test_other_beginnings_are_no_answers(text):
    assert answer_before(text) is None
