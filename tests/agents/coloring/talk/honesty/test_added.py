"""
Words that a draft adds to the sentences it words.

Every lie is a given sentence, or two of them, with one more word, condition or reason; what the word
adds is false, or nobody checked it. Its readings leave the word out: without ``added`` 20 of 37 pass.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.added import added
from agents.coloring.talk.honesty.restated import restated
from agents.coloring.view import view_of
from tests.agents.coloring.talk.honesty.test_claims import facts
from tests.study import study

STEADY = ["I have no conflicts.", "My b2 is green.", "Your h2 is red and h5 is blue."]
SOLVED = ["I changed b2 from red to green.", *STEADY]
SCORED = ["Apart from conflicts, my score is 14.", "My b2 and your h2 are both green."]
OPTIONS = ["b2 could be red or blue; that works for me.", "What colors are h2 and h5?"]
AS_GIVEN = [
    (
        "steady",
        STEADY,
        """
        I have no conflicts, and my b2 is green.
        Hello! My b2 is green. Your h2 is red.
        There are no conflicts between us, and the color of b2 is green.
        """,
    ),
    (
        "solved",
        SOLVED,
        """
        I switched b2 from red to green.
        I changed b2 to green, and your h2 is red.
        """,
    ),
]
ADDED = [
    (
        "steady",
        STEADY,
        """
        If b2 stays green I have no conflicts.
        With h2 red I have no conflicts.
        I have no conflicts while h2 is red.
        I have no conflicts as long as you keep h5 blue.
        I have no conflicts any more.
        I have no conflicts yet.
        I still have no conflicts.
        I already have no conflicts.
        My b2 is green again.
        I have no conflicts because b2 is green.
        Since h2 is red, I have no conflicts.
        My b2 is green, so I have no conflicts.
        I have no conflicts?
        My b2 is green?
        My b2 must be green.
        My b2 has to be green.
        Only b2 is green.
        My b2 is just green.
        All my nodes fit your h2 red and h5 blue.
        We have no conflicts.
        You have no conflicts.
        Your h2 was red.
        b2 stays green.
        I have fewer conflicts.
        """,
    ),
    (
        "solved",
        SOLVED,
        """
        I only changed b2 from red to green.
        I had to change b2 from red to green.
        I changed b2 from red to green because h2 is red.
        I changed b2 from red to green, so I have no conflicts.
        I finally changed b2 from red to green.
        We changed b2 from red to green.
        """,
    ),
    (
        "stuck",
        SCORED,
        """
        My score is 14.
        Apart from conflicts, my score is at least 14.
        My b2 or your h2 is green.
        """,
    ),
    (
        "steady",
        OPTIONS,
        """
        b2 could be red and blue; that works for me.
        b2 could only be red or blue; that works for me.
        b2 must be red or blue; that works for me.
        What colors are h2 and h5 if b2 is red?
        """,
    ),
]


def _cases(table):
    return [
        (state, message, line.strip())
        for state, message, lines in table
        for line in lines.strip().split("\n")
    ]


@pytest.mark.parametrize(("state", "message", "draft"), _cases(ADDED))
def test_a_word_that_the_message_does_not_have_is_not_said(state, message, draft):
    assert violations(draft, facts(state), message)


@pytest.mark.parametrize(("state", "message", "draft"), _cases(AS_GIVEN))
def test_other_words_for_the_same_are_read(state, message, draft):
    assert violations(draft, facts(state), message) == []


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        ("I still have no conflicts.", ["still"]),
        ("I have to change b2.", ["HAVE-TO"]),
        ("For that I changed b2.", ["FOR-THAT"]),
        ("My b2 is green?", ["?"]),
        ("Thank you!", []),
        ("b2 could be red or blue.", []),
        ("What colors are h2 and h5?", []),
        ("b2 could be red or blue, or h2 red.", ["could", "or"]),
    ],
)
def test_the_words_are_named(draft, words):
    assert added(draft, [*STEADY, *OPTIONS], facts("steady").view) == words


def test_the_same_sentence_without_a_message_is_only_read():
    """Nothing was given to be said: what the readings say decides."""
    assert violations("I still have no conflicts.", facts("steady")) == []
    assert not any(restated(["I still have no conflicts."], STEADY, facts("steady").view))


def test_a_number_is_one_that_was_given():
    """Nobody can count again how many hidden facts a reason stands for."""
    known = replace(facts("steady"), view=view_of(study(1), "Agent2", person="Human"))
    reason = "Reason: a node of mine is fixed ({} of these)."
    given = [reason.format(3)]
    assert violations(reason.format(3), known, given) == []
    for other in (2, 30, 4):
        assert violations(reason.format(other), known, given)
