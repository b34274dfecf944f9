"""
What is possible only with changes of nodes that are not named, what is better, and under what condition.

Each truth stands beside sentences that differ from it by a word or two and must not be sent.
"""

from __future__ import annotations

import itertools

import pytest

from agents.coloring.talk.honesty import violations
from bench.drafts import facts

#: A ring of five nodes; b3 and b4 have no edge to the person's nodes.
RING = [["b1", "b2"], ["b2", "b3"], ["b3", "b4"], ["b4", "b5"], ["b5", "b1"], ["b2", "b5"]]
OWN = {"b1": "red", "b2": "green", "b3": "red", "b4": "green", "b5": "blue"}
SEEN = {"h1": "red", "h2": "blue"}
EDGES = [*RING, ["b1", "h1"], ["b5", "h2"]]


def _facts(asked="", **changed):
    line = {"before": OWN, "beliefs": SEEN, "edges": EDGES, "asked": asked}
    return facts({**line, **changed})


def _sent(text, asked="", **changed):
    return not violations(text, _facts(asked, **changed))


@pytest.mark.parametrize(
    "text",
    [
        "I can make b5 green if I change three of my other nodes.",
        "I could make b5 green by changing none of my inner nodes.",
        "b5 green works if I also recolor b5 and one of my other nodes.",
        "I would have to change four of my inner nodes.",
    ],
)
def test_a_wrong_number_of_other_nodes_is_refused(text):
    assert not _sent(text)


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("Red would be easier for h2.", "Blue would be easier for h2."),
        (
            "If you change h2 from blue, b5 can stay blue.",
            "If you change h2 from red, b5 can stay blue.",
        ),
        ("Can h2 be something other than blue?", "Can h2 be something other than red?"),
        (
            "h2 red is fine for me and ends the clash with b5.",
            "h2 red is fine for me and ends the clash with b1.",
        ),
    ],
)
def test_near_misses_are_refused(said, near):
    seen = {"h1": "blue", "h2": "blue"}
    assert _sent(said, beliefs=seen)
    assert not _sent(near, beliefs=seen)


@pytest.mark.parametrize("number", ["one", "two", "three"])
@pytest.mark.parametrize("color", ["red", "green"])
def test_the_number_of_other_changes_is_the_least(number, color):
    counts = []
    for row in itertools.product(("red", "green", "blue"), repeat=5):
        colors = {**SEEN, **dict(zip(OWN, row, strict=True))}
        clashes = [edge for edge in EDGES if colors[edge[0]] == colors[edge[1]]]
        if colors["b5"] == color and len(clashes) <= 2 and not any("b5" in edge for edge in clashes):
            counts.append(sum(colors[n] != OWN[n] for n in OWN if n != "b5"))
    nodes = "node" if number == "one" else "nodes"
    named = {"one": 1, "two": 2, "three": 3}[number]
    said = f"I can make b5 {color} if I change {number} other {nodes} of mine."
    assert _sent(said) == (min(counts) == named)


def test_what_was_asked_for_is_meant_by_a_condition():
    asked = "Can you make b5 red?"
    seen = {"h1": "blue", "h2": "red"}
    assert _sent("I could if you make h2 green.", asked, beliefs=seen)
    assert not _sent("I could if you make h1 green.", asked, beliefs=seen)
    assert not _sent("I could if you make h2 red.", asked, beliefs=seen)


def test_what_a_condition_brings_is_no_excuse():
    asked = "Can you make b5 green?"
    seen = {"h1": "blue", "h2": "blue"}
    assert not _sent("I can if you make h2 green.", asked, beliefs=seen)


def test_a_color_that_the_person_excludes_is_not_asked_for():
    asked = "h2 can't be green."
    assert _sent("Ok, can h2 be red?", asked)
    assert not _sent("Ok, can h2 be green?", asked)


def test_another_color_than_what_was_asked_for_may_be_supposed_next():
    asked = "Could b5 be red?"
    seen = {"h1": "blue", "h2": "red"}
    assert _sent("Red would clash with h2, but I can make b5 green.", asked, beliefs=seen) == _sent(
        "I can make b5 green.", asked, beliefs=seen
    )
    assert not _sent("Green would clash with h2, but I can make b5 green.", asked, beliefs=seen)


def test_what_is_kept_is_so_now():
    seen = {"h1": "blue", "h2": "green"}
    asked = "Could b5 be green?"
    assert _sent("b5 green would clash with h2, so I'd rather keep it blue.", asked, beliefs=seen)
    assert not _sent("b5 green would clash with h2, so I'd rather keep it green.", asked, beliefs=seen)
