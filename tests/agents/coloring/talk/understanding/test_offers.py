"""Offers in any order of words, topics of questions, shorthand, and readings that nobody means."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from agents.coloring.talk.understanding import understand
from agents.coloring.view import view_of
from bench.labelled import judged
from bench.sentences import situation_of
from tests.study import study

VIEW = view_of(study(1), "Agent2", person="Human")
SITUATION = situation_of({"agent": "Agent2"}, VIEW)
_DATA = Path(__file__).parents[2] / "data"


def read(text):
    return understand(text, VIEW, SITUATION)


def facts(text):
    return [(one.kind, one.node, one.color) for one in read(text).readings]


@pytest.mark.parametrize(
    "text",
    [
        "h2 red only if b2 is blue",
        "Subject to b2 being blue I can take h2 red.",
        "h2 in red against b2 in blue",
        "I give h2 red, I get b2 blue",
        "As soon as I see b2 blue, h2 leaves green for red.",
        "In consideration of your setting b2 to blue, I undertake to make h2 red.",
        "trade: b2=b, h2=r",
        "Trade? Me h2 red, you b2 blue",
        "me h2 red, you b2 blue?",
        "I supply h2 red, you supply b2 blue",
        "You're painting b2 blue, I'm painting h2 red, shake?",
        "If you put b2 blue I put h2 red, how does that sound?",
        "h2 red from me and b2 blue from you",
        "let's shake on it: h2 red, b2 blue",
        "make b2 blue i make h2 red ok?",
        "turn b2 blue I'll turn h2 red, deal?",
        "put b2 in blue, i put h2 in red?",
        "b2 to blue, h2 to red, agreed?",
        "I could change h2 to red, would you then change b2 to blue?",
    ],
)
def test_an_offer_has_two_sides_and_binds_nobody(text):
    understood = read(text)
    assert [(one.node, one.color) for one in understood.conditions] == [("b2", "blue")]
    assert [(one.node, one.color) for one in understood.assignments] == [("h2", "red")]
    assert {kind for kind, _, _ in facts(text)} == {"hypothetical"}
    assert not understood.demands
    assert not understood.reports


@pytest.mark.parametrize(
    "text",
    [
        "I will not make h2 red if you make b2 blue",
        "forget the offer of h2 red for b2 blue",
        "h2 red or green if b2 is blue",
        "you changed b2 to blue, I changed h2 to red",
        "I see h2 red, you see b2 blue",
        "you don't go blue on b2, I go red on h2",
    ],
)
def test_what_was_done_or_denied_or_left_open_is_no_offer(text):
    assert not read(text).assignments


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What are the remaining constraints you impose on me?", "constraints"),
        ("So which vertices of mine are visible to you, roughly?", "sees"),
        ("hm, what exactly might the rationale behind all of that be?", "why"),
        ("May I know how many of your edges are violated today?", "Q5"),
        ("What concessions would you expect from us?", "Q2"),
        ("Kindly advise whether b2 could be moved at all.", "Q1"),
        ("The edge (h2, b2) is monochromatic.", "Q5"),
    ],
)
def test_a_question_in_any_words_has_a_topic(text, kind):
    understood = read(text)
    assert [one.kind for one in understood.questions] == [kind]
    assert understood.readings == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("h2=g", [("report", "h2", "green")]),
        ("h2 g, h5 b", [("report", "h2", "green"), ("report", "h5", "blue")]),
        ("plz set b2 2 blue", [("demand", "b2", "blue")]),
        ("b2 = grn pls", [("demand", "b2", "green")]),
        ("u r right", [("agree", None, None)]),
    ],
)
def test_shorthand_is_spelled_out(text, wanted):
    assert facts(text) == wanted


def test_a_wrong_letter_is_asked_about():
    assert [kind for kind, _, _ in facts("make b2 breen")] == ["doubt"]


def test_nobody_asks_for_a_conflict():
    assert facts("not happy: h5 and b2 both blue") == [
        ("unsatisfied", None, None),
        ("report", "h5", "blue"),
    ]
    assert not read("With b2 blue I always get at least one conflict.").demands


def test_a_choice_that_is_asked_about_excludes_nothing():
    understood = read("Which of the two, red or blue on h2, is cheaper for your side?")
    assert understood.readings == ()
    supposed = [[(pair.node, pair.color) for pair in one.supposed] for one in understood.questions]
    assert supposed == [[("h2", "red")], [("h2", "blue")]]


def test_what_is_judged_or_proposed_or_about_the_persons_side_binds_nobody():
    (question,) = read("h2 red, h5 red: good or bad for you?").questions
    assert [(pair.node, pair.color) for pair in question.supposed] == [("h2", "red"), ("h5", "red")]
    assert not read("h2 red, h5 red: good or bad for you?").reports
    proposed = read("I propose this: h2 green, and b2 red")
    assert (proposed.demands, proposed.reports) == ((), {})
    assert facts("I'm happy now, no more changes on my end") == [("satisfied", None, None)]


def test_of_labelled_sentences_hardly_one_binds_that_does_not():
    """
    Few sentences bind that should not, of eleven sets, ten by people who did not see the code.

    Of the first 840, 28% were right before anything was changed for them, 57% asked about, 11% beside
    the point, and 4% bound wrongly; of the 420 of the third set, read for the first time with what the
    first ones had taught, 36, 42, 20 and 2%. Of the last 220, which are plainer, 68% were right at
    first sight, 14% asked about, 14% beside the point, and 4% bound wrongly. Of another 200 like them,
    65% were right at first sight and 1% bound wrongly; of 200 more, by other people, 75% and 1.5%. Of
    100 by yet others 80% were right at first sight and 1% bound wrongly. Then 341 were written by
    whoever changed the readers, by kinds of failures and in three rounds of 50, of which 56, 60 and
    65% were right at first sight. Of 150 in the voices of ten very different people 51% were right at
    first sight and 4% bound wrongly; the 130 that were right after that are here. Halves of two sets of
    150, by plain and by very varied speakers, were 74 and 68% right at first sight and bound 3 and 0%
    wrongly; the last 617 were written by whoever changed the readers for them, in six rounds.
    """
    rows = [json.loads(line) for line in (_DATA / "labelled.jsonl").read_text().splitlines()]
    found = Counter(judged(row)[0] for row in rows)
    assert found.total() == len(rows) > 3600
    assert found["binding"] <= 0.009 * len(rows)
    assert found["right"] >= 0.75 * len(rows)
    assert found["beside"] <= 0.092 * len(rows)


@pytest.mark.parametrize(
    "text", ["I put h2 red if you free b2 of green", "h2 red if you rid b2 of green"]
)
def test_to_free_a_node_of_a_color_asks_for_no_such_color(text):
    found = understand(text, VIEW, SITUATION)
    assert found.conditions == found.assignments == ()
    assert ("demand", "b2", "green") not in [(one.kind, one.node, one.color) for one in found.readings]
