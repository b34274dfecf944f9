"""Sentences in other words: denials as opinions, headings, lists, second colors and nodes by mistake."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from bench.sentences import situation_of
from tests.agents.coloring.speakers import SITUATION, VIEW

_READ = [
    # A denial that is put as an opinion.
    ("I don't think h2 can be anything other than red.", "required h2 red"),
    ("I doubt h5 can be red.", "forbidden h5 red"),
    ("I don't see how h5 could be red.", "forbidden h5 red"),
    ("I can't see h2 being blue.", "forbidden h2 blue"),
    (
        "well, h5 has stubborn neighbours, I really don't see any way it could be green.",
        "forbidden h5 green",
    ),
    # The only color that is left.
    ("h5 has only one color left: green.", "required h5 green"),
    ("Because of its other neighbors, h2 is left with only one color: blue.", "required h2 blue"),
    ("All that remains for h5 is blue.", "required h5 blue"),
    ("My neighbors leave only red for h2.", "required h2 red"),
    ("It is imperative that h2 be green.", "required h2 green"),
    # Two denials that leave one color.
    ("There is no way around red for h2.", "required h2 red"),
    ("I see no way around h2 being red, sorry", "required h2 red"),
    ("no other choice than red for h2", "required h2 red"),
    ("red is unavoidable for h2", "required h2 red"),
    ("h5 turning green is inevitable because h4 and h3 need the rest", "required h5 green"),
    ("h2 can't avoid being red", "required h2 red"),
    ("no way to make h2 red", "forbidden h2 red"),
    ("There is no way around red for h2 if b2 is green.", None),
    ("with b2 green there's no way around red for h2", None),
    ("my h2 cannot avoid being next to red", None),
    ("a conflict with h2 being red is inevitable", None),
    # What need not be is no longer ruled out, and no report.
    ("h5 need not be blue any longer.", "retract h5"),
    ("h5 needn't be blue", "retract h5"),
    # Limits under a heading, and numbered lists.
    ("h2 constraints: not green, not blue", "forbidden h2 green; forbidden h2 blue"),
    ("limits on h5: no red", "forbidden h5 red"),
    (
        "1) h2 = blue 2) h5 ≠ red 3) b2 = green please",
        "report h2 blue; forbidden h5 red; demand b2 green",
    ),
    ("1. h2 is red 2. h5 is green", "report h2 red; report h5 green"),
    ("a) h2 red b) h5 not green", "report h2 red; forbidden h5 green"),
    # A second color that is liked like the first.
    ("Green on b2 would be fine with me, and so would red.", "preference b2 green; preference b2 red"),
    ("b2 red is good, blue too", "preference b2 red; preference b2 blue"),
    ("Red suits me on b2, blue does as well.", "preference b2 red; preference b2 blue"),
    # A node by mistake.
    ("h2, er, h5 will be green", "report h5 green"),
    ("h5 - no, h2 - is green", "report h2 green"),
    ("h2 or rather h5 goes green", "report h5 green"),
    ("h2 or h5 is green", None),
    ("Pardon me, I meant h5 is red, not blue.", "report h5 red"),
    # Any other color, and a color that would do.
    ("can you switch b2 to something else? doesn't matter what", "negation b2 green"),
    (
        "I'm probably overthinking it but could you maybe change b2 to something else?",
        "negation b2 green",
    ),
    ("would it be possible for you to switch b2 to a different color?", "negation b2 green"),
    ("if b2 were blue, that would be fine with me", "preference b2 blue"),
    ("b2, if it went red I'd be ok with that", "preference b2 red"),
    # What is ruled out stays so, whatever else is left open.
    ("b2 must not be red, otherwise I don't mind", "negation b2 red"),
    ("b2 could be red or blue for all I care", "preference b2 red; preference b2 blue"),
]


@pytest.mark.parametrize(("text", "meaning"), _READ)
def test_it_is_read_as_it_is_meant(text, meaning):
    readings = understand(text, VIEW, SITUATION).readings
    found = []
    for one in readings:
        found.append(" ".join(filter(None, (one.kind, one.node, one.color))))
    if meaning is None:
        assert not {one.kind for one in readings} & {"report", "demand", "forbidden", "required"}
        return
    assert sorted(found) == sorted(meaning.split("; "))


def test_what_is_thought_of_a_node_of_the_agent_is_asked_about():
    assert {
        one.kind for one in understand("I don't think b2 can be red.", VIEW, SITUATION).readings
    } <= {"doubt"}


@pytest.mark.parametrize("text", ["It's late, isn't it.", "nice weather today, isn't it"])
def test_a_tag_refuses_nothing(text):
    assert not understand(text, VIEW, SITUATION).readings


@pytest.mark.parametrize("text", ["can b2 be something else?", "could you change b2?"])
def test_whether_a_change_is_possible_is_only_asked(text):
    understood = understand(text, VIEW, SITUATION)
    assert not understood.readings
    assert [one.kind for one in understood.questions] == ["Q1"]


@pytest.mark.parametrize(
    "text",
    [
        "nvm ignore that last one",
        "scratch that last message, I misread the board",
        "oops forget what i just said",
    ],
)
def test_who_drops_the_last_message_refuses_or_is_asked_what_to_take_back(text):
    nothing_stands = situation_of({"agent": VIEW.agent}, VIEW)
    assert [one.kind for one in understand(text, VIEW, nothing_stands).readings] == ["refuse"]
    assert SITUATION.constraints or SITUATION.forced
    assert [one.kind for one in understand(text, VIEW, SITUATION).readings] == ["doubt"]


@pytest.mark.parametrize(
    ("text", "said", "meaning"),
    [
        ("either one", "Do you want b2 blue or red?", "preference b2 blue; preference b2 red"),
        ("either, really. your choice", "Do you want b2 blue or red?", "release b2"),
        (
            "Blue or red.",
            "Which colors would you accept for b2?",
            "preference b2 blue; preference b2 red",
        ),
        ("its still blue", "What color is h5 now?", "report h5 blue"),
        (
            "Anything but green, otherwise I don't mind.",
            "Which color do you want for b2?",
            "negation b2 green",
        ),
        ("I don't know... anything really, I guess", "Which color do you want for b2?", "release b2"),
        ("either red or blue, not sure", "Which color do you want for b2?", "doubt"),
        ("neither of them, please", "Shall I make b2 red or blue?", "negation b2 blue; negation b2 red"),
        ("same as before", "Which color do you want for b2?", "demand b2 green"),
        ("none", "Which colors can h2 not have?", "retract h2"),
        (
            "Not unless b2 goes red.",
            "Could you make h2 green?",
            "hypothetical h2 green; hypothetical b2 red",
        ),
        ("sure, why not?", "I could make b2 red if you make h5 green. Is that all right?", "agree"),
        ("Sure, right after pigs fly.", "Can you make h2 red?", "refuse"),
        ("well, yes and no", "Shall I make b2 red?", "doubt"),
        ("no... wait, yes!", "Shall I make b2 red?", "agree"),
        ("no, that is right", "Do you want me to change b2?", "refuse; agree"),
        ("I'm afraid not, I need h2 to stay red.", "Could you make h2 blue?", "refuse; required h2 red"),
    ],
)
def test_an_answer_is_read_as_it_is_meant(text, said, meaning):
    about = tuple(node for node in ("b2", "h2", "h5") if node in said)
    readings = understand(text, VIEW, SITUATION, about=about, said=said).readings
    found = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in readings]
    assert sorted(found) == sorted(meaning.split("; "))
