"""Clauses that are read from the classes of their words."""

from __future__ import annotations

import pytest

from agents.coloring.talk.grammar import interpretation
from agents.coloring.talk.nouns import with_names
from agents.coloring.talk.tokens import tokens_of
from agents.coloring.talk.word_classes import meanings_by_classes
from bench.sentences import situation_of
from tests.agents.coloring.unseen import VIEWS


def read(agent, text, about=()):
    """Facts and questions of a text in short; None if it is not read."""
    view = VIEWS[agent]
    situation = situation_of({}, view)
    tokens = with_names(tokens_of(text, view), view, situation, about)
    meanings = meanings_by_classes(tokens, view, situation, about)
    if meanings is None:
        return None
    found = interpretation(meanings, view, situation, about)
    facts = [f"{one.kind} {one.node} {one.color}" for one in found.readings]
    asked = [
        " ".join([q.kind, q.node or "", *(f"{pair.node}={pair.color}" for pair in q.supposed)])
        for q in found.questions
    ]
    return facts + asked


@pytest.mark.parametrize(
    ("agent", "text", "found"),
    [
        ("Agent1", "I can't do green on h4 since h3 and h5 both touch it", ["forbidden h4 green"]),
        ("Agent1", "h4 is going to be green in the next few rounds", ["preference h4 green"]),
        ("Agent1", "from your point of view a5 must not be red", ["negation a5 red"]),
        ("Agent1", "h4 and a4 are both red", ["report h4 red", "Q5 "]),
        (
            "Agent1",
            "a2 green, leave the others",
            ["demand a2 green", "demand a4 blue", "demand a5 green"],
        ),
        ("Agent1", "you can choose: a4 red or a4 green", ["negation a4 blue"]),
        ("Agent1", "just took blue off h4, it is green now", ["negation h4 blue", "report h4 green"]),
        ("Agent1", "let go of red at a4", ["negation a4 red"]),
        ("Agent2", "b2 red? never.", ["negation b2 red"]),
        ("Agent2", "I could offer h5 green, would that be of any use to you?", ["Q3  h5=green"]),
        ("Agent2", "is h5 green ok? or should i take blue?", ["Q3  h5=green", "Q3  h5=blue"]),
        ("Agent2", "I see b2 is still green, what's holding you back?", ["why b2"]),
        ("Agent2", "which of my nodes do you see?", ["sees "]),
        ("Agent1", "h1 stays as it was, h4 I switched to green", ["report h1 blue", "report h4 green"]),
        ("Agent1", "anything but blue for h4 would be ok", ["forbidden h4 blue"]),
        ("Agent1", "leave a2 where it is, the rest is up to you", ["demand a2 red"]),
        ("Agent1", "h4's green now so you'd better move a5", ["report h4 green", "negation a5 green"]),
        ("Agent1", "h4 is red, so a4 shouldn't be", ["report h4 red", "negation a4 red"]),
        ("Agent1", "what would suit you best for h1, and what for h4?", ["Q1 h1", "Q1 h4"]),
        ("Agent1", "had h1 been red, would a2 still be red", ["Q3  h1=red a2=red"]),
        ("Agent1", "list all your colours", ["Q4 a2", "Q4 a4", "Q4 a5"]),
        ("Agent2", "Red's out for h2, everything else is on the table", ["forbidden h2 red"]),
        ("Agent2", "Take whichever color h2 and h5 don't have for b2", ["demand b2 green"]),
        ("Agent2", "h2: green. h5: either of the other two", ["report h2 green", "forbidden h5 green"]),
        ("Agent2", "why green on b2 of all things", ["why  b2=green"]),
        ("Agent2", "no red, no blue on b2", ["negation b2 red", "negation b2 blue"]),
        ("Agent2", "b2 doesn't have to be red anymore", ["release b2 None"]),
        ("Agent2", "h2 green, is that ok for you or not?", ["Q3  h2=green"]),
        (
            *("Agent2", "you go red at b2 and in return h2 becomes blue"),
            ["hypothetical b2 red", "hypothetical h2 blue"],
        ),
    ],
)  # fmt: skip
def test_a_clause_means_what_its_words_add_up_to(agent, text, found):
    assert read(agent, text) == found


def test_an_answer_is_about_the_node_that_was_asked_about():
    assert read("Agent1", "dunno yet. could be red could be blue", ("h1",)) == ["forbidden h1 green"]
    assert read("Agent2", "h2? not sure. h5? definitely blue", ("h2", "h5")) == ["report h5 blue"]
    assert read("Agent2", "blue works", ("b2",)) == ["demand b2 blue"]


@pytest.mark.parametrize(
    "text",
    [
        "h1 and h4 can't both be blue",
        "one of h1 and h4 is green",
        "make a2 blue, no, a4 green",
        "as you suggested, a2=blue",
        "all your nodes red except a4",
        "it's not that I want a2 blue",
        "a2 must not not be blue",
        "h4 is red, just kidding",
        "a4 and a5 to red and blue, I don't care which is which",
        "whatever h1 is, h4 has to be something else",
        "unless a2 turns red I'm keeping h1 red",
        "I would glorp a2 red",
        "only h4 is green",
        "everything but a2 can be green",
    ],
)
def test_what_could_mean_something_else_is_not_read(text):
    assert read("Agent1", text) is None
