"""Requests, corrections, likings and questions in words that nobody listed, and their opposites."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from agents.coloring.view import view_of
from bench.sentences import situation_of
from tests.study import study

VIEW = view_of(study(1), "Agent2", person="Human")
SITUATION = situation_of({"agent": "Agent2"}, VIEW)


def read(text, said="", about=()):
    understood = understand(text, VIEW, SITUATION, about=about, said=said)
    stated = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in understood.readings]
    asked = [
        " ".join((one.kind, one.node or "", *(pair.color for pair in one.supposed))).strip()
        for one in understood.questions
    ]
    return [*stated, *asked]


@pytest.mark.parametrize(
    "text",
    [
        "Would you be so kind, dear, as to make b2 red?",
        "Be a sweetheart and paint b2 red, would you?",
        "I should be much obliged were you to colour b2 red.",
        "You'd be doing me a huge favor by making b2 red",
        "Do me a favour: make b2 red.",
        "I'd be over the moon if you turned b2 red!",
        "any way you could do b2 red for me pls",
        "If it isn't too much bother, might you consider setting b2 to red?",
        "Could I ask you to make b2 red?",
    ],
)
def test_a_polite_request_is_one(text):
    assert read(text) == ["demand b2 red"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Would you be so kind as to not make b2 red?", ["negation b2 red"]),
        ("I'd be happy if you didn't make b2 red.", ["negation b2 red"]),
        ("I'd be glad if b2 were red.", ["preference b2 red"]),
        ("would it help you if you made b2 red?", ["Q3  red"]),
        ("would you do me a favor and make b2 red if I make h2 blue?", ["Q3  blue red"]),
        ("I'd be thrilled if you could tell me which color b2 has", ["Q4 b2"]),
    ],
)
def test_what_only_looks_like_a_polite_request_demands_nothing(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("wait no h5 is green not blue my bad", ["report h5 green"]),
        ("Your belief about h2 is outdated; it's blue.", ["report h2 blue"]),
        ("h2 has changed since then, it's blue now", ["report h2 blue"]),
        ("I told you already: h2 is red. RED.", ["report h2 red"]),
    ],
)
def test_a_correction_states_what_is_right(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    "text", ["your belief about h2 is wrong if it is blue", "what if h2 changed, it is blue?"]
)
def test_a_correction_that_is_supposed_reports_nothing(text):
    assert not any(one.startswith("report") for one in read(text))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I like h2 more in blue, if is possible.", ["preference h2 blue"]),
        ("I have no objection to b2 being red.", ["preference b2 red"]),
        ("I wouldn't mind h5 being red", ["preference h5 red"]),
        ("h2 loves red wine", []),
    ],
)
def test_a_liking_binds_nobody(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("On what grounds do you rule that out?", ["why"]),
        ("Are any of your nodes immutable?", ["constraints"]),
        ("Do you have access to all my nodes or only to the border?", ["sees"]),
        ("Is h3 hidden from you?", ["sees"]),
        ("Kindly state which colors b2 can take.", ["Q1 b2"]),
        ("I don't get what I am supposed to do here, could you explain it please?", ["help"]),
    ],
)
def test_a_question_has_the_topic_of_its_telling_words(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("said", "text", "facts"),
    [
        ("h2 could be red.", "I'll stick with red then", ["report h2 red"]),
        ("h2 could be red.", "Hmm, I'd rather stay with red.", ["preference h2 red"]),
        ("b2 could be red or blue.", "Blue would suit me.", ["preference b2 blue"]),
        ("b2 could be red or blue.", "both are fine", ["preference b2 red", "preference b2 blue"]),
        ("Which color do you want b2 to have?", "Blue would be nice", ["demand b2 blue"]),
        ("Which color do you want b2 to have?", "you can pick, I don't mind at all", ["release b2"]),
        ("I could make b2 red.", "do it", ["agree"]),
        (
            "Does red for b2 work for you?",
            "Unfortunately not. Blue would be fine.",
            ["refuse", "preference b2 blue"],
        ),
        ("h2 could be red or blue.", "and which of the two would you like me to take?", ["Q1 h2"]),
    ],
)
def test_an_answer_is_about_what_was_offered(said, text, facts):
    about = ("b2",) if "b2" in said else ("h2",)
    assert read(text, said, about) == facts


def test_a_refused_color_is_that_of_the_node_which_was_to_have_it():
    said = "I offer b2 red if you set h2 to green."
    assert read("nah, green is impossible, it touches h3", said, ("b2", "h2")) == [
        "refuse",
        "forbidden h2 green",
    ]


@pytest.mark.parametrize(
    "text",
    ["my h2 is red and h5 is green, is that ok for you?", "h2 is red and h5 is green. Good for you?"],
)
def test_a_color_that_is_told_and_asked_about_is_told(text):
    assert {"report h2 red", "report h5 green"} <= {*read(text)}
