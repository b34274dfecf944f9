"""Comparisons, exclusions, denials, conditions and contradictions: read as meant, or asked about."""

from __future__ import annotations

import pytest

from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

_READ = [
    ("no, not b4, b2 should be blue", "demand b2 blue"),
    ("wait, not b3, b2 should be red", "demand b2 red"),
    ("I don't want b2 to be anything but blue", "demand b2 blue"),
    ("never make b2 anything other than blue", "demand b2 blue"),
    ("h2 must not be anything but blue", "required h2 blue"),
    ("only red for b2", "demand b2 red"),
    ("I'd prefer blue over red on b2", "preference b2 blue"),
    ("blue on b2 is better for me than green", "preference b2 blue"),
    ("b2 rather blue than red", "preference b2 blue"),
    ("h2 will stay red no matter what", "required h2 red"),
    ("either b2 red or b2 blue, but not green", "negation b2 green"),
    ("Make b2 red or blue, just not green", "negation b2 green"),
    ("Paint b2 either blue or red. Just no green.", "negation b2 green"),
    ("could you make b2 blue or green, just not red?", "negation b2 red"),
    ("pick blue or red for b2, green is not ok", "negation b2 green"),
    ("h2 will be red or green, not blue", "forbidden h2 blue"),
    ("h2 is not blue, I lied, its green", "report h2 green"),
    ("please dont use red anywhere", "negation b2 red"),
    ("both of you: no red on any of your nodes", "negation b2 red"),
    ("i dont like red on b2, anything but red there", "negation b2 red"),
    ("as long as b2 isn't red I don't mind", "negation b2 red"),
    ("only red or blue on b2, please", "negation b2 green"),
    ("either blue or green for b2, I don't care which", "negation b2 red"),
    ("b2 can be whatever you like as long as it isn't red", "negation b2 red"),
    ("you can't have red on b2 cuz my h2 is red", "negation b2 red; report h2 red"),
    ("whatever you do don't paint b2 red", "negation b2 red"),
    ("b2 shouldn't be red since h2 is", "negation b2 red"),
    ("would be great if b2 weren't green anymore", "negation b2 green"),
    ("you mustn't make b2 red, otherwise h2 gets two clashes", "negation b2 red"),
    ("I'd prefer not to have red on b2, if possible", "negation b2 red"),
    ("b2 really has to change", "negation b2 green"),
    ("change b2 only", "negation b2 green"),
    ("keep b2 different from h2", "negation b2 red"),
    ("b2 should match h2", "demand b2 red"),
    ("give b2 the color that h2 has", "demand b2 red"),
    ("I'm changing h2 to green now", "report h2 green"),
    ("soon I'll probably change h2 to green", "preference h2 green"),
    ("make b3 blue, uh I mean b2", "demand b2 blue"),
    ("can you do b2 red... no wait blue", "demand b2 blue"),
]
_ASKED = [
    "b2 must not not be blue",
    "it's not that I want b2 blue",
    "I never said b2 should be blue",
    "I didn't ask for b2 blue",
    "not all of b2 b3 b5 should be red",
    "b2 blue unless h2 is green",
    "unless h2 is green, b2 blue",
    "b2 red is a problem",
    "everything but b2 can be green",
    "we can't both have red on b2 and h2",
    "either red or green is fine for b2",
    "none of yours should be red",
    "no reds from you",
    "no b2 red",
    "don't assume h2 is red",
    "I'm thinking b2 red",
    "h2 green if you go blue",
    "b2 blue and b2 red",
    "h2 is red and h2 is blue",
    "b2 should be blue but not blue",
    "h2 or h5 red?",
    "h2 is red. frankly b2 zigzags between blue and that",
]
_QUESTIONS = [
    ("what happens to you if h2 turns blue?", "Q3", ("h2",)),
    ("which of us should move?", "Q5", None),
    ("do you need h2 to stay red", "Q1", "h2"),
    ("can you tell me what b2 is right now?", "Q4", "b2"),
    ("what if you did green on b2 and I did red on h2", "Q3", ("b2", "h2")),
    ("is there any way b2 isn't red?", "Q1", "b2"),
    ("what should I do with h2?", "Q1", "h2"),
    ("are you stuck?", "Q5", None),
    ("happy?", "Q5", None),
    ("all good?", "Q5", None),
]
_ACTS = ("demand", "report", "forbidden", "required", "release", "retract", "preference", "negation")


def heard(text):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, SITUATION)


@pytest.mark.parametrize(("text", "wanted"), _READ)
def test_it_is_read_as_it_is_meant(text, wanted):
    read = understand(text, VIEW, SITUATION)
    found = "; ".join(f"{one.kind} {one.node} {one.color}" for one in read.readings)
    assert found == wanted
    assert read.questions == ()


@pytest.mark.parametrize("text", _ASKED)
def test_it_is_asked_about_and_nothing_else(text):
    understood = heard(text)
    about = [one for one in understand(text, VIEW, SITUATION).readings if one.kind in _ACTS]
    assert about == []
    assert (understood.demands, understood.reports, understood.constraints) == ({}, {}, ())
    said = " ".join(understood.replies)
    assert "?" in said or "not sure" in said or "condition" in said


@pytest.mark.parametrize(("text", "kind", "about"), _QUESTIONS)
def test_a_question_states_nothing(text, kind, about):
    read = understand(text, VIEW, SITUATION)
    (question,) = read.questions
    assert question.kind == kind
    assert about in (question.node, tuple(pair.node for pair in question.supposed))
    assert read.readings == ()


def test_an_exchange_is_an_offer_and_no_report():
    read = understand("h2 red for b2 blue?", VIEW, SITUATION)
    assert read.reports == {}
    assert [(pair.node, pair.color) for pair in read.conditions] == [("b2", "blue")]
    assert [(pair.node, pair.color) for pair in read.assignments] == [("h2", "red")]


def test_the_last_of_several_statements_still_holds():
    read = understand("h2 is red, then h2 is blue", VIEW, SITUATION)
    assert read.reports == {"h2": "blue"}
    for text in ("b2=red, b2=blue", "b2 red, then b2 blue"):
        assert [pair.color for pair in understand(text, VIEW, SITUATION).demands] == ["blue"]


@pytest.mark.parametrize(
    "text",
    [
        "b2 red and b2 blue",
        "h2 is red, so h2 is blue",
        "h2 is red. h2 is blue.",
        "keep b2 exactly as it is and change it to red",
        "b2 blue and b3 red. Actually other way around",
        "h2 is red and h5 is blue, or vice versa",
        "h2 green, sorry typo, h5 green",
    ],
)
def test_a_message_that_contradicts_itself_is_asked_about(text):
    read = understand(text, VIEW, SITUATION)
    assert read.doubts
    assert not {pair.node for pair in read.demands} & {"b2"}
    assert read.reports == {}


def test_not_this_but_that_answers_with_the_second():
    read = understand("please not green, blue", VIEW, SITUATION, about=("b2",))
    assert [(one.kind, one.node, one.color) for one in read.readings] == [("demand", "b2", "blue")]


@pytest.mark.parametrize("text", ["Red for h2: problem or no problem?", "h2 red: good or bad?"])
def test_a_color_that_is_put_to_the_agent_is_not_reported(text):
    read = understand(text, VIEW, SITUATION)
    assert read.readings == ()
    assert [(pair.node, pair.color) for one in read.questions for pair in one.supposed] == [
        ("h2", "red")
    ]
