"""
Joined clauses: what answers the question, conditions that stand for an answer, and reasons.

Each truth stands with near misses, which claim something else in one word.
"""

from __future__ import annotations

import pytest

from agents.coloring.talk.asking import asks
from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.openings import without_opening
from bench.drafts import facts

EDGES = [
    *(["b1", "b2"], ["b2", "b3"], ["b3", "b4"], ["b4", "b5"], ["b5", "b1"], ["b2", "b5"]),
    *(["b1", "h1"], ["b2", "h1"], ["b3", "h2"], ["b4", "h3"], ["b5", "h3"]),
]


def known(asked="", **more):
    """The facts of a game in which b2 and h1 are blue, and nothing else clashes."""
    own = {"b1": "red", "b2": "blue", "b3": "red", "b4": "blue", "b5": "green"}
    line = {
        "agent": "Agent2",
        "before": own,
        "beliefs": {"h1": "blue", "h2": "green", "h3": "red"},
        "edges": EDGES,
        "asked": asked,
    }
    return facts({**line, **more})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Do we have any conflict?", "conflicts"),
        ("Hi! Are there any clashes left?", "conflicts"),
        ("Are we done?", "done"),
        ("Hi, how is it going?", "well"),
        ("Do we have any conflict if I turn h1 red?", ""),
        ("Are we done? Can you make b2 red?", ""),
        ("b2 must be red.", ""),
    ],
)
def test_general_questions_are_known(text, kind):
    assert asks(text) == kind


@pytest.mark.parametrize(
    ("asked", "truth", "lies"),
    [
        (
            "Do we have any conflict?",
            "Yes, b2 and h1 are both blue.",
            [
                "No, b2 and h1 are both blue.",
                "None, b2 and h1 are both blue.",
                # They are blue, and no conflict.
                "Yes, b4 and h1 are both blue.",
            ],
        ),
        (
            "Do we have any conflict?",
            "Just one: b2 clashes with h1.",
            ["Two: b2 clashes with h1.", "Just one: b3 clashes with h2."],
        ),
        (
            "Are we done?",
            "Not yet, b2 still clashes with h1.",
            ["Yes, b2 still clashes with h1.", "Not yet, b3 still clashes with h2."],
        ),
        (
            "Hi, how is it going?",
            "Not so well, I have one conflict.",
            ["All good, I have one conflict."],
        ),
        (
            "Could b4 be red?",
            "Only if h3 is not red anymore.",
            ["Only if h3 turns blue.", "Only if h1 turns green."],
        ),
        ("Could b4 be red?", "Sorry, not while h3 is red.", ["Sorry, not while h2 is green."]),
        ("Could b4 be red?", "Yes, if you turn h3 green.", ["Yes, if you turn h2 red."]),
        (
            "Could b4 be red?",
            "b4 is blue now, why do you want it red?",
            ["b4 is blue now, why do you want it green?"],
        ),
        (
            "Could b4 be red?",
            "b4 would clash with h3, which is red.",
            ["b4 would clash with h2, which is green.", "b4 would clash with h3, which is green."],
        ),
    ],
)
def test_what_answers_a_question_is_judged(asked, truth, lies):
    assert violations(truth, known(asked)) == []
    assert [lie for lie in lies if not violations(lie, known(asked))] == []


@pytest.mark.parametrize(
    ("truth", "lies"),
    [
        (
            "I have to change b2 because it is blue like h1.",
            [
                "I have to change b2 because it is blue like b4.",
                "I have to change b2 because b3 is red.",
            ],
        ),
        (
            "b2 and h1 are both blue, so I'd turn b2 green.",
            ["b2 and h1 are both blue, so I'd turn b3 blue.", "b4 is blue, so I'd turn b2 green."],
        ),
        (
            "b2 can't be red because of b1 and b3.",
            ["b2 can't be red because of b1 and b5.", "b2 can't be green because of b1."],
        ),
        (
            "b2 can't be red because of b1, and it clashes with h1.",
            ["b2 can't be red because of b1, and it clashes with h2."],
        ),
        (
            "b3 can't be green while h2 is green.",
            ["b3 can't be green while h2 is red.", "b3 can't be red while h2 is green."],
        ),
        (
            "b3 is red, so a blue h2 wouldn't clash with it.",
            [
                "b3 is red, so a red h2 wouldn't clash with it.",
                "b1 is red, so a blue h2 wouldn't clash with b3.",
            ],
        ),
        (
            "b2 is blue like h1, and b1 is red like h3.",
            ["b2 is blue like h3, and b1 is red like h3.", "b2 is blue like h1, and b5 is red like h3."],
        ),
        (
            "b1 is joined to b2 and h1, and both are blue.",
            ["b1 is joined to b2 and b5, and both are blue."],
        ),
        ("b5 is green, not red.", ["b5 is red, not green.", "b5 is green, not green."]),
        ("h1 is blue too, could you change it?", ["h1 is green too, could you change it?"]),
        (
            "If h1 isn't blue anymore, b2 doesn't clash with it.",
            [
                "If h1 isn't blue anymore, b1 doesn't clash with it.",
                "If h1 isn't green anymore, b2 doesn't clash with it.",
            ],
        ),
        (
            "If you turn h1 green, my conflict is gone and I don't have to change anything.",
            ["If you turn h2 red, my conflict is gone and I don't have to change anything."],
        ),
    ],
)
def test_reasons_and_conditions_are_checked(truth, lies):
    assert violations(truth, known()) == []
    assert [lie for lie in lies if not violations(lie, known())] == []


@pytest.mark.parametrize(
    "text",
    [
        # No color follows from another one, and what happened is no reason for what is.
        "h1 is blue because b2 is blue.",
        "I have no conflict inside because b2 is blue.",
        # Others change their nodes.
        "If I turn h1 green, my conflict is gone.",
        "If you turn b2 green, my conflict is gone.",
        # Red is open for h1, and not for b2, of which it might be said.
        "b2 has to leave blue because of h1, but red is fine as it is.",
        "I no longer have to change b2.",
    ],
)
def test_what_is_presupposed_is_checked(text):
    assert violations(text, known())


def test_a_condition_or_a_reason_stays_with_the_answer():
    asked = known("Are we done?")
    assert without_opening("Not yet, b2 is blue.", asked) == "b2 is blue."
    assert without_opening("No, if h1 stays blue.", asked) == "No, if h1 stays blue."
    assert without_opening("No, so b2 has to move.", asked) == "No, so b2 has to move."


@pytest.mark.parametrize(
    ("truth", "lie"),
    [
        # It takes a change of the agent that is not named.
        ("h2 could be blue too.", "h3 could be green too."),
        ("h2 is green, as you told me.", "h2 is not red, just as you said."),
        ("b1 can't be blue as long as h1 is blue.", "b2 can't be red as long as h1 is blue."),
    ],
)
def test_what_is_possible_is_possible_as_things_are(truth, lie):
    assert violations(truth, known()) == []
    assert violations(lie, known())
