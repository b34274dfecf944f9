"""Understanding people: the labelled sentences, and what no text at all may do."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.sentences import SENTENCES
from tests.agents.coloring.speakers import SITUATION, VIEW


def labels(understanding):
    """Readings and questions in the notation of the labels."""
    found = []
    for reading in understanding.readings:
        color = None if reading.kind == "doubt" else reading.color
        found.append(" ".join(word for word in (reading.kind, reading.node, color) if word))
    for question in understanding.questions:
        pairs = [f"{question.kind} {pair.node} {pair.color}" for pair in question.supposed]
        found += pairs or [" ".join(word for word in (question.kind, question.node) if word)]
    return sorted(found)


def wanted(label):
    return sorted(part.strip() for part in label.split(";") if part.strip())


@pytest.mark.parametrize(("text", "label"), SENTENCES)
def test_a_sentence_is_read_as_it_is_labelled(text, label):
    assert labels(understand(text, VIEW, SITUATION)) == wanted(label)


def test_the_sentences_cover_every_class():
    kinds = Counter(part.split()[0] for _, label in SENTENCES for part in wanted(label))
    assert len(SENTENCES) >= 300
    assert min(count for kind, count in kinds.items() if kind != "off_topic") >= 3


# ------------------------------------------------------------------------------------- rules of the spec


def test_c_11():
    """Acceptance C-11, word for word."""
    demand = understand("change b2 to green", VIEW, SITUATION)
    assert [(pair.node, pair.color) for pair in demand.demands] == [("b2", "green")]
    assert understand("h2 is red", VIEW, SITUATION).reports == {"h2": "red"}
    for text in ("I'd like h2 red", "you said b2=red", "everything is red", "it is red"):
        nothing = understand(text, VIEW, SITUATION)
        assert (nothing.demands, nothing.reports) == ((), {})
    (refusal,) = understand("change b4 to red", VIEW, SITUATION).refusals
    assert refusal.reason == "b4 is fixed to green, so I can't change it."


def test_the_last_mention_of_a_node_holds():
    found = understand("b2=red, b3=blue, b2=blue", VIEW, SITUATION)
    assert {pair.node: pair.color for pair in found.demands} == {"b2": "blue", "b3": "blue"}


def test_intents_are_mixed_where_several_things_are_said():
    found = understand("h5 is green. Change b2 to blue! What color is b1?", VIEW, SITUATION)
    assert set(found.intents) == {"COMMAND", "INFORMATION", "QUERY"}
    assert understand("hello", VIEW, SITUATION).intents == ("NONE",)


def test_an_offer_in_prose_has_two_sides():
    found = understand("If you make b2 red, I'll make h2 blue", VIEW, SITUATION)
    assert [(p.node, p.color) for p in found.conditions] == [("b2", "red")]
    assert [(p.node, p.color) for p in found.assignments] == [("h2", "blue")]


def test_a_slip_of_the_pen_is_asked_about():
    (doubt,) = understand("change b2 to grene", VIEW, SITUATION).doubts
    assert doubt.reason == "Do you mean green for b2?"


@pytest.mark.parametrize(
    "text",
    [
        "Isn't there any way for b2 to be blue while h2 is red?",
        "Can't b2 be blue?",
        "Couldn't you make b2 blue?",
        "Won't you put b2 on blue?",
    ],
)
def test_a_question_that_denies_forbids_nothing(text):
    read = understand(text, VIEW, SITUATION)
    assert not {one.kind for one in read.readings} & {"negation", "forbidden"}


def test_a_denial_that_is_no_question_forbids():
    read = understand("b2 can't be blue.", VIEW, SITUATION)
    assert {one.kind for one in read.readings} & {"negation", "forbidden"}


def test_a_long_message_is_cut_and_says_so():
    found = understand("b2=red. " + "a" * 5000, VIEW, SITUATION)
    assert found.cut > 0
    assert len(found.demands) == 1


# -------------------------------------------------------------------------------------- any text at all

_WORDS = st.sampled_from(
    [
        *[
            "b1",
            "b2",
            "b4",
            "h2",
            "h5",
            "h3",
            "a1",
            "x9",
            "red",
            "green",
            "blue",
            "purple",
            "bleu",
            "is",
            "to",
            "=",
            ":",
            ",",
            ".",
            "?",
            "!",
            "and",
            "or",
            "not",
            "no",
            "if",
            "what",
            "why",
        ],
        *[
            "change",
            "make",
            "can't",
            "must",
            "you",
            "said",
            "i",
            "it",
            "never",
            "mind",
            "all",
            "your",
            "nodes",
            "would",
            "like",
            "\u202e",
            "\x1b[31m",
            "\u200b",
            '"',
        ],
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=25).map(" ".join)))
def test_nothing_is_read_but_visible_nodes_and_colors_of_the_domain(text):
    found = understand(text, VIEW, SITUATION)
    for pair in found.demands:
        assert pair.node in VIEW.own
        assert pair.color in VIEW.domain
        assert VIEW.fixed.get(pair.node, pair.color) == pair.color
    for node, color in found.reports.items():
        assert node in VIEW.owners
        assert color in VIEW.domain
    for constraint in found.constraints("Human"):
        assert constraint.node in VIEW.owners
        assert constraint.color in VIEW.domain
    assert set(found.released) <= set(VIEW.own)
    assert found == understand(text, VIEW, SITUATION)
