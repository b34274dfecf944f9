"""Questions, offers and corrections in words of their own, which were taken as something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_misreadings import read


def offered(text):
    """The two sides of the offer that a message makes."""
    found = understand(text, VIEW, SITUATION)
    return [
        [f"{pair.node}={pair.color}" for pair in side] for side in (found.conditions, found.assignments)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "for me b2 all same, can be what you want",
        "b2 may be what you like, it's all the same for me",
        "all same for me on b2, take what you want",
        "b2: it may be what you prefer",
    ],
)
def test_what_is_all_the_same_is_free(text):
    assert read(text) == ["release b2"]


def test_all_the_same_color_is_not_free():
    assert "release b2" not in read("b2 and h2 all the same color")


@pytest.mark.parametrize(
    "text",
    [
        "I make you a good price: h2 goes blue and you put b2 in red, yes?",
        "here is my bargain: h2 turns blue and you make b2 red, ok?",
        "right so, if I turn h2 blue, would you make b2 red?",
        "would you paint b2 red if I put h2 to blue?",
        "if I make h2 blue, will you then switch b2 to red?",
    ],
)
def test_an_offer_that_asks_reports_nothing(text):
    assert offered(text) == [["b2=red"], ["h2=blue"]]
    assert read(text) == [f"hypothetical {pair}" for pair in ("h2 blue", "b2 red")] or read(text) == [
        f"hypothetical {pair}" for pair in ("b2 red", "h2 blue")
    ]


def test_whether_it_would_work_is_no_offer():
    assert read("if I turn h2 blue, could you make b2 red?") == ["Q3 h2=blue b2=red"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Is red admissible for b2?", ["Q3 b2=red"]),
        ("Is blue permissible for b2?", ["Q3 b2=blue"]),
        ("it is possible that b2 is blue?", ["Q3 b2=blue"]),
        ("and it would be ok if b2 is red?", ["Q3 b2=red"]),
        ("What precisely do you require of me?", ["Q2"]),
        ("what is it that you expect of me?", ["Q2"]),
        ("Before I plan anything, what are your constraints?", ["constraints"]),
        ("Before we go on, please reveal which of your nodes are fixed.", ["constraints"]),
        ("do you like paella?", ["off_topic"]),
        ("by the way, do you enjoy music?", ["off_topic"]),
        ("do you like red for b2?", ["Q3 b2=red"]),
        ("I changed h2 in green also, sorry. Is it a problem?", ["report h2 green", "Q3"]),
        ("i put red for h2 and blue for h5 what you can do", ["report h2 red", "report h5 blue", "Q2"]),
    ],
)
def test_a_question_is_read_as_the_question_that_it_is(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h5 can't go red on me, nor green either", ["forbidden h5 red", "forbidden h5 green"]),
        ("h2 cannot be blue on us, and not red either", ["forbidden h2 blue", "forbidden h2 red"]),
        ("b2 can be what you want except green, I might swap with h1 later", ["negation b2 green"]),
        ("for b2 whatever you like but not red", ["negation b2 red"]),
        ("Actually I made a mistake: h5 is red, not green.", ["report h5 red"]),
        ("sorry I got it wrong: h2 is blue, not red", ["report h2 blue"]),
        ("no wait I'm after telling you wrong, h2 is green, not red", ["report h2 green"]),
        ("Correction: h5 is red. What I wrote before, blue, was an error.", ["report h5 red"]),
    ],
)
def test_all_of_a_limit_and_only_the_correction_count(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("said", "text", "fact"),
    [
        ("Are you content with the current coloring?", "I am not, I'm afraid.", "unsatisfied"),
        ("Are you happy with the coloring?", "We aren't, sadly.", "unsatisfied"),
        ("b2 is red. Are you satisfied now?", "Not really, no.", "unsatisfied"),
        ("Are you pleased with the result?", "I am indeed.", "satisfied"),
        ("Do you see any conflict?", "None remains, and I consider the task complete.", "satisfied"),
        ("", "I see none, so I regard the work as finished.", "satisfied"),
        ("", "everything is in order here, so we can finish", "satisfied"),
        # A certain proposal is refused, and what may mean either is asked about.
        ("Are you ok with b2 blue?", "I am not, I'm afraid.", "refuse"),
        ("Are you satisfied?", "no I am happy", "doubt"),
    ],
)
def test_the_answer_to_whether_one_is_content_is_about_the_coloring(said, text, fact):
    assert read(text, said) == [fact]


@pytest.mark.parametrize(
    "text", ["I'm not unhappy", "I do not consider this finished", "can we finish?"]
)
def test_who_denies_or_asks_is_not_said_to_be_content(text):
    assert not {"satisfied", "unsatisfied"} & {*read(text, "Are you satisfied?")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("would you please not make b2 red?", ["negation b2 red"]),
        ("could you kindly not paint b2 blue?", ["negation b2 blue"]),
        ("can you stay off blue for b2?", ["negation b2 blue"]),
        ("could you steer clear of red on b2?", ["negation b2 red"]),
        # It may ask for red as well.
        ("would you not make b2 red?", ["doubt b2 red"]),
    ],
)
def test_a_color_that_the_agent_is_asked_not_to_use_is_not_demanded(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("same question with h5 in red?", ["Q3 h5=red"]),
        ("ok, and the same question for h2 green", ["Q3 h2=green"]),
        ("sorry, I meant h5, not b2. b2 is free", ["release b2", "doubt"]),
        ("In case h2 is blue, is it problem for you?", ["Q3 h2=blue"]),
        ("Please tell me your b2 color.", ["Q4"]),
    ],
)
def test_what_points_at_earlier_words_says_what_they_said(text, facts):
    assert read(text) == facts


def test_colors_that_are_exchanged_are_those_that_are_known():
    known = replace(SITUATION, beliefs={"h2": "red", "h5": "blue"})
    for text in ("and both h2 and h5 swapped?", "hm. and h2 and h5 the other way round?"):
        (question,) = understand(text, VIEW, known).questions
        assert [(pair.node, pair.color) for pair in question.supposed] == [("h2", "blue"), ("h5", "red")]
    assert not understand("h2 and h5 swapped?", VIEW, SITUATION).readings


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("no blue!", "Do you mean that b2 should not be blue?"),
        ("you get h5 green if you keep b2 away from red", "Do you mean green or blue, for h5 green?"),
        ("in exchange you get h2 blue, avoid green on b2", "Do you mean red or blue, for h2 blue?"),
    ],
)
def test_what_is_left_out_is_asked_for(text, question):
    (doubt,) = understand(text, VIEW, SITUATION).readings
    assert doubt.kind == "doubt"
    assert doubt.reason.endswith(question)


def test_a_color_of_no_node_is_asked_about_after_words_about_several():
    (doubt,) = understand("no blue!", VIEW, SITUATION, about=("h2", "h5")).readings
    assert doubt.kind == "doubt"
    assert read("no blue!", "Which colors can h2 have?", ("h2",)) == ["forbidden h2 blue"]


def test_a_color_that_suits_is_not_demanded():
    said = "b2 is green. What do you think of that?"
    for text in ("Green suits me very nicely there, thank you.", "green works really well for me"):
        assert set(read(text, said, ("b2",))) <= {"preference b2 green", "agree"}
