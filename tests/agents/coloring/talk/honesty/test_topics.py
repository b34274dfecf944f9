"""Colors said of no node, reasons for a color, lists of what is seen, and what the agent never sees."""

import pytest

from agents.coloring.talk.honesty import violations
from bench.drafts import facts, in_state

INNER = [["b1", "b2"], ["b2", "b3"], ["b3", "b4"], ["b4", "b5"], ["b5", "b1"], ["b2", "b5"]]


def state(asked, **more):
    """Return the facts of a state: b2 between red and green, and one conflict, b3-h4."""
    return facts(
        in_state(
            {},
            {
                "agent": "Agent2",
                "own": {"b1": "red", "b2": "blue", "b3": "green", "b4": "red", "b5": "green"},
                "seen": {"h2": "red", "h4": "green"},
                "edges_own": INNER,
                "border": [["b2", "h2"], ["b3", "h4"]],
                "asked": asked,
                **more,
            },
        )
    )


WHY, WELL = "Why is b2 blue?", "Hi, how is it going?"
CONFLICTS, COLORS, DONE = (
    "Do we have any conflict?",
    "Which colors do your nodes have now?",
    "Are we done?",
)
CALM = {"seen": {"h2": "red", "h4": "blue"}}

TRUE = [
    (WHY, "Because h2 is red and b3 is green."),
    (WHY, "Because of h2 and b3."),
    (WHY, "b2 touches h2 (red) and b3 (green), so I picked blue."),
    (WHY, "b2 touches h2 (red) and b3 (green), so only blue is left."),
    (WHY, "b2 is blue because h2 is red and b3 is green, so blue is the only color left."),
    (WHY, "Blue is the only color that doesn't clash with h2 and b3."),
    (WHY, "h2 and b3 leave only blue for b2."),
    (WHY, "The other colors are taken by h2 and b3."),
    (WHY, "b2 has no clash as blue."),
    (WHY, "It has to differ from h2 and from b3, and those are red and green."),
    (WELL, "Fine, but b3 and h4 are both green."),
    (WELL, "Good, one clash to go: b3 and h4 are both green."),
    (CONFLICTS, "Yes, b3 and h4."),
    (CONFLICTS, "There is b3-h4."),
    (CONFLICTS, "Our only conflict is b3-h4, both green."),
    (COLORS, "The ones you see are b2 blue and b3 green."),
    (COLORS, "b2 is blue and b3 is green; of my other three nodes two are red and one is green."),
    (COLORS, "b2 is blue and b3 is green, and of my other three nodes two are red and one is green."),
    (COLORS, "b2 is blue next to h2."),
    (DONE, "I can't see the nodes of Agent1."),
    ("Can you make b2 red?", "b2 is blue now and would clash with h2."),
]
LIES = [
    (WHY, "Because h4 is green."),
    (WHY, "Because of h4."),
    (WHY, "Because h2 is red and h4 is green."),
    (WHY, "Because green would clash with h2."),
    (WHY, "b2 touches h2 (red) and b3 (green), so I picked red."),
    (WHY, "b2 touches h4 (green) and h2 (red), so only blue is left."),
    (WHY, "b2 is blue because h2 is red and h4 is green, so blue is the only color left."),
    (WHY, "Blue is the only color that doesn't clash with h2."),
    (WHY, "h2 leaves only blue for b2."),
    (WHY, "b3 has no clash as green."),
    (WHY, "It has to differ from h4."),
    (WELL, "Fine so far."),
    (WELL, "Fine, but b2 and h2 are both red."),
    (CONFLICTS, "Yes, b2 and h2."),
    (CONFLICTS, "There is b2-h2."),
    (CONFLICTS, "Our only conflict is b3-h4, both red."),
    (COLORS, "The ones you see are b2 blue."),
    (COLORS, "b2 is blue and b3 is green; my other three nodes are red, green and green."),
    (COLORS, "b2 is blue next to h4."),
    (DONE, "I can't see the nodes of Agent2."),
    (DONE, "For my part yes."),
    ("Can you make b2 red?", "b2 is blue now and would clash with h4."),
    ("Can you make b2 red?", "b2 is blue now and wouldn't clash with h2."),
]
#: Claims about the edges among the person's nodes, which the agent does not see.
UNSEEN = [
    "h2 won't clash with any of your own nodes.",
    "I'd stay as I am, and h2 in blue won't clash with any of your own nodes either.",
    "h2 clashes with none of your nodes.",
    "h2 does not touch any of your nodes.",
    "h2 didn't clash with h4 before.",
    "h2 and h4 are not linked.",
    "h2 fits your other nodes.",
    "None of your nodes clash with each other.",
]


@pytest.mark.parametrize(("asked", "text"), TRUE)
def test_truths_are_said(asked, text):
    assert violations(text, state(asked)) == []


@pytest.mark.parametrize(("asked", "text"), LIES)
def test_lies_are_not(asked, text):
    assert violations(text, state(asked)) != []


@pytest.mark.parametrize("text", UNSEEN)
def test_nothing_is_said_of_edges_that_are_not_seen(text):
    assert violations(text, state(WELL)) != []


@pytest.mark.parametrize("text", ["My part is done.", "For my part yes, I have no conflict."])
def test_the_own_part_is_done_without_conflicts(text):
    assert violations(text, state(DONE, **CALM)) == []
    assert violations(text, state(DONE)) != []


@pytest.mark.parametrize("text", ["b2 and b3 fit with h2 and h4.", "All my nodes fit with h2 and h4."])
def test_fit_is_a_present(text):
    assert violations(text, state(DONE, **CALM)) == []
    assert violations(text, state(DONE)) != []
