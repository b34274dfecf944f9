"""
The compositional reader: verb groups, what sentences claim, suppositions and reasons.

Each truth stands with lies that differ from it in one word.
"""

from __future__ import annotations

import itertools
import random

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.composed import Truth, verdict
from agents.coloring.talk.honesty.composed.verbs import VerbGroups
from agents.coloring.talk.honesty.composed.worlds import World
from bench.drafts import facts

#: b2 was red like h2, and moved to blue; nothing clashes.
MOVED = facts(
    {
        "before": {"b1": "green", "b2": "red", "b3": "red", "b4": "green", "b5": "blue"},
        "after": {"b2": "blue", "b5": "red"},
        "beliefs": {"h2": "red", "h5": "green"},
    }
)
#: b2 and h2 are both green, and nothing changed.
STUCK = facts(
    {
        "before": {"b1": "red", "b2": "green", "b3": "red", "b4": "green", "b5": "blue"},
        "beliefs": {"h2": "green", "h5": "red"},
    }
)
#: Two nodes touch h4, and h1 is not known.
WIDE = facts(
    {
        "agent": "Agent1",
        "before": {"a1": "green", "a2": "blue", "a3": "green", "a4": "blue", "a5": "red"},
        "beliefs": {"h4": "green"},
    }
)


@pytest.mark.parametrize(
    ("words", "verb", "mode", "negated"),
    [
        ("is", "be", "", False),
        ("would not have had to move", "move", "need not", False),
        ("could also be", "be", "can", False),
        ("has not been changed", "change", "", True),
        ("can not go", "go", "cannot", False),
        ("need not move", "move", "need not", False),
        ("is able to take", "take", "can", False),
        ("did not change", "change", "", True),
    ],
)
def test_verb_groups_have_a_mode(words, verb, mode, negated):
    spoken = words.split()
    found = {
        (group.verb, group.mode, group.negated)
        for end, group in VerbGroups(spoken, frozenset()).at(0)
        if end == len(spoken)
    }
    assert (verb, mode, negated) in found


def test_what_might_not_be_has_no_mode():
    assert all(end < 3 for end, _ in VerbGroups(["might", "not", "be"], frozenset()).at(0))


@pytest.mark.parametrize(
    ("state", "truth", "lies"),
    [
        (
            MOVED,
            "b2 went from red to blue.",
            ["b2 went from green to blue.", "b2 went from blue to red."],
        ),
        (MOVED, "I moved b2 because h2 is red.", ["I moved b2 because h5 is green."]),
        (MOVED, "b2 is blue, and it was red before.", ["b2 is blue, and it was green before."]),
        (MOVED, "I had to move b2.", ["I did not have to move b2."]),
        (
            MOVED,
            "b2 no longer clashes with h2.",
            ["b2 no longer clashes with h5.", "b2 still clashes with h2."],
        ),
        (
            STUCK,
            "b2 clashes with h2, but not with h5.",
            ["b2 clashes with h5.", "b2 does not clash with h2."],
        ),
        (STUCK, "There is one conflict between us.", ["There are two conflicts between us."]),
        (
            STUCK,
            "We have one conflict: b2 and h2 are both green.",
            ["We have one conflict: b2 and h5 are both green."],
        ),
        (STUCK, "b2 would have to be blue.", ["b2 would have to be red.", "b2 could stay green."]),
        (
            STUCK,
            "If h2 were red, b2 would not clash with h2.",
            ["If h2 were red, b2 would clash with h2."],
        ),
        (
            STUCK,
            "I am at one conflict.",
            ["I am at two conflicts.", "I am at zero conflicts.", "I could not get below one conflict."],
        ),
        (STUCK, "I can get down to zero conflicts.", ["I can not get down to zero conflicts."]),
        (
            STUCK,
            "If I change nothing, I would be at one conflict.",
            ["If I change nothing, I would be at zero conflicts."],
        ),
        (WIDE, "You have not told me h1 yet.", ["You have not told me h4 yet."]),
        (WIDE, "Neither a4 nor a5 is green.", ["Neither a4 nor a5 is red."]),
        (WIDE, "a4 and a5 touch h4.", ["a2 and a5 touch h4."]),
    ],
)
def test_a_truth_is_read_and_its_lies_are_not_said(state, truth, lies):
    assert [lie for lie in lies if not violations(lie, state)] == []
    assert verdict(truth, Truth(state))


@pytest.mark.parametrize(
    "text",
    [
        "None of your nodes clashes with yours.",
        "My nodes are b2 blue, h2 red, h5 green.",
        "My border is b2 blue, h5 green.",
        "b2 could be blue instead.",
        "b2 can be blue only if h2 is red.",
        "If h2 becomes green, there is a conflict.",
        "I have no conflicts because h5 is green.",
        "Keeping b2 red is possible.",
        "Is h2 red?",
        "All your nodes are fine.",
        "My b2 red would clash if h5 became red.",
        "No blue on b2.",
        "Ok, no b2 blue.",
        "h2 red would be fine too.",
        "I can not get below one conflict.",
        "My best with h2 blue is one conflict.",
        "It would clash with h5 if that turned green.",
        "h2 could be green or blue; neither works for me.",
    ],
)
def test_what_a_sentence_presupposes_is_checked(text):
    assert violations(text, MOVED) != []


def test_numbers_of_colorings_are_those_of_enumeration():
    """Against all colorings of the cluster, tried one by one."""
    random_ = random.Random(5)
    view = STUCK.view
    for _ in range(20):
        border = {node: random_.choice(view.domain) for node in view.owners}
        free = [node for node in view.own if node not in view.fixed]
        rows = itertools.product(view.domain, repeat=len(free))
        counted = sum(
            not view.conflicts({**view.fixed, **dict(zip(free, row, strict=True))}, border)
            for row in rows
        )
        assert World(STUCK).with_(border).count() == counted
        assert World(STUCK).with_(border).can() is (counted > 0)


def test_pronouns_behind_a_sentence_that_is_not_read_stand_for_nothing():
    truth = Truth(STUCK)
    assert verdict("Colorless b2 ideas sleep beside h2.", truth) is None
    assert verdict("It is green.", truth) is None
