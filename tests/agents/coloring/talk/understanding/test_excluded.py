"""Questions that suppose what a node is not, and questions for what is best."""

from __future__ import annotations

import pytest

from agents.coloring.talk.hearing.subjects import with_subject
from agents.coloring.talk.spelling.worth import asked_for_score
from agents.coloring.talk.understanding import understand
from agents.coloring.talk.understanding.pointing_words import corrects_itself
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_misreadings import read


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("could b2 be red if h2 isn't red?", ["Q1", "Q3 b2=red"]),
        ("if h2 is not red, could b2 be red?", ["Q1", "Q3 b2=red"]),
        ("is b2 red ok with h2 not red?", ["Q1", "Q3 b2=red"]),
        ("what would your score be if h2 is not red?", ["Q5", "Q1"]),
        ("and if h2 were not red?", ["Q1"]),
        ("what would you pick for h2 if it can't be red?", ["Q1"]),
        ("what if h5 isn't blue but h2 stays as it is?", ["Q1"]),
        ("what if h2 wasn't red, what would be left?", ["Q1"]),
        ("could you live without h2 being green?", ["Q1"]),
        ("what if b2 wasn't green, how many points would you get?", ["Q5", "Q1"]),
        (
            "what if h2 is red and h5 is not blue?",
            ["Q3 h2=red h5=red", "Q3 h2=red h5=green"],
        ),
        ("if h2 is not red, what can b2 be?", ["Q1", "Q3 h2=green", "Q3 h2=blue"]),
        ("would you be fine with h5 red unless I make h2 green?", ["Q1", "Q3 h5=red"]),
        ("you don't need h2 blue, do you?", ["Q1"]),
        # What is no such supposition.
        ("why is b2 not green?", ["why b2=green"]),
        ("I like more if b2 is not green, possible?", ["negation b2 green"]),
        ("what if h2 is red?", ["Q3 h2=red"]),
    ],
)
def test_a_color_that_a_node_is_not_to_have_is_not_supposed(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "I'd turn h2 green if you make b2 anything but green, deal?",
        "any color but green for b2 and I'll make h2 green",
    ],
)
def test_an_offer_for_any_color_but_one_asks_for_the_color(text):
    found = understand(text, VIEW, SITUATION)
    assert [one.reason for one in found.readings] == [
        "An offer needs a color for b2. Do you mean red or blue, for h2 green?"
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'd hate for h2 to be anything but blue", ["preference h2 blue"]),
        ("I'd hate to have h2 on anything but red", ["preference h2 red"]),
        ("hey, I don't really want to lose my red on h2", ["preference h2 red"]),
        ("h2 is never red", ["forbidden h2 red"]),
        ("and h2 can't be red, never ever", ["forbidden h2 red"]),
        ("I am not able to use green for h2, ever", ["forbidden h2 green"]),
        ("h2 can't ever be green", ["forbidden h2 green"]),
        ("I take back that h5 cannot be red", ["retract h5"]),
        ("what do you still believe I can't do?", ["constraints"]),
        ("what do you think I said about h2 and h5?", ["constraints"]),
        ("How can I get more points?", ["points"]),
        ("how many points is red", ["points"]),
        ("how many points do you have?", ["Q5"]),
        ("what is announce for?", ["help"]),
        ("how do I make a deal", ["help"]),
    ],
)
def test_wishes_and_limits_in_words_with_two_negations(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "which would be better for everyone, h2 green with h5 red or h2 red with h5 blue?",
            ["Q3 h2=green h5=red", "Q3 h2=red h5=blue"],
        ),
        (
            "h2 green and h5 red or h2 red and h5 blue, which is better for you?",
            ["Q3 h2=green h5=red", "Q3 h2=red h5=blue"],
        ),
        ("is h5 green or h5 red nicer for you?", ["Q3 h5=green", "Q3 h5=red"]),
        ("would it be better for both of us if h5 was blue?", ["Q3 h5=blue"]),
        ("I could make h2 green and h5 red, what would that give you?", ["Q3 h2=green h5=red"]),
        ("what would you score with h2 blue and h5 green?", ["Q3 h2=blue h5=green"]),
        ("what would be best for everybody here?", ["Q2"]),
        ("compare h2 blue h5 red with what we have now please", ["Q3 h2=blue h5=red"]),
        ("compare h2 blue with h2 green", ["Q3 h2=blue", "Q3 h2=green"]),
        ("would you be happier if h2 was green?", ["Q3 h2=green"]),
        ("could you get to 11 with h5 red?", ["Q3 h5=red"]),
        ("is h2 blue an improvement for you?", ["Q3 h2=blue"]),
        ("do you prefer h2 green over h2 red?", ["Q3 h2=green", "Q3 h2=red"]),
        ("would h2 green be worse for you than h2 blue?", ["Q3 h2=green", "Q3 h2=blue"]),
        ("how would h5 green compare to h5 red for you?", ["Q3 h5=green", "Q3 h5=red"]),
        ("is there a better choice than that for you?", ["Q2"]),
        ("and if I did h2 blue and h5 green instead, what would you get?", ["Q3 h2=blue h5=green"]),
        ("Which colors of mine would give all of us the most points?", ["Q2"]),
    ],
)
def test_what_is_better_is_asked_of_the_score(text, facts):
    assert read(text) == facts
    asked = [with_subject(one, text) for one in understand(text, VIEW, SITUATION).questions]
    assert {one.subject for one in asked} == {"score"}


def test_what_would_work_is_a_choice():
    said = "It would work if you set h2 to blue, or h5 to green."
    assert read("the second", said=said, about=("h2", "h5")) == ["preference h5 green"]


def test_it_behind_the_only_node_of_a_message_is_that_node():
    said = "My b2 and your h2 are both red."
    text = "ok forget what I said about h2, it can be anything except blue"
    assert read(text, said=said, about=("b2",)) == ["retract h2", "forbidden h2 blue"]
    # "So it must be blue" answers for the node that was asked about.
    text = "yes, h2 is red so it must be blue"
    assert read(text, said="Shall I make b2 blue?", about=("b2",)) == ["report h2 red", "demand b2 blue"]


@pytest.mark.parametrize("text", ["the second", "no wait, the first"])
def test_what_would_follow_from_a_supposition_is_no_choice(text):
    said = "Yes, with h2 red I can color my part without a conflict. Then b2 would be blue."
    assert not any(fact.startswith(("demand", "report")) for fact in read(text, said=said))


def test_my_second_node_is_not_the_second_that_the_agent_sees():
    assert read("my second node is blue", about=("h2", "h5")) == []
    assert read("my second node is blue", about=("h5", "h2")) == ["report h2 blue"]
    assert read("the second node is blue", about=("h2", "h5")) == ["report h5 blue"]


@pytest.mark.parametrize(
    ("text", "corrects"),
    [
        ("h2 will be green... no sorry, that can't be, make it blue", True),
        ("h2 is red already, please make it blue", False),
    ],
)
def test_it_behind_a_correction_is_not_what_the_agent_spoke_of(text, corrects):
    assert corrects_itself(text, VIEW) == corrects


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("any color but red is fine for h2 now", ["forbidden h2 red"]),
        ("only red is fine for h2 now", ["required h2 red"]),
        ("h2 red is good for all of us", ["preference h2 red"]),
        ("red is fine for h2 again", ["preference h2 red"]),
        (
            "h2 can't be red; its neighbor h5 is red, so please make b2 green",
            ["forbidden h2 red", "report h5 red", "demand b2 green"],
        ),
        ("h2 is green and b2 is fine. hands off", ["report h2 green", "preference b2 green"]),
        ("may I ask you for green on b2?", ["Q3 b2=green"]),
        ("If h2 isn't red, would you be satisfied?", ["Q3 h2=green", "Q3 h2=blue"]),
    ],
)
def test_words_beside_a_pattern_keep_their_meaning(text, facts):
    assert read(text) == facts


def test_repeated_words_are_left_as_they_are():
    for text in ("is better " * 400, "would be better " * 250, "which would rather suit " * 170):
        assert asked_for_score(text) == text
