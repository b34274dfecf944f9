"""Dislikes, complaints, moods and colors that are taken, in everyday words."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(text, said=""):
    """What an agent takes from a message, by the rules and the network together."""
    about = tuple(
        dict.fromkeys(word.strip("?.,") for word in said.split() if word[:2] in ("h2", "h5", "b2"))
    )
    found = understand(text, VIEW, SITUATION, about=about, said=said)
    found = second_opinion(found, VIEW, SITUATION, said=said)
    facts = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]
    for one in found.questions:
        facts.append(" ".join([one.kind, *(f"{pair.node}={pair.color}" for pair in one.supposed)]))
    return facts


@pytest.mark.parametrize(
    "text",
    [
        "could b2 and b3 trade colors, so b2 red and b3 green?",
        "can b3 and b2 swap, meaning b2 red, b3 green?",
        "could b2 and b3 be exchanged, so that b2 is red and b3 green?",
    ],
)
def test_a_question_demands_nothing_of_what_it_asks(text):
    found = read(text)
    assert not any(one.startswith("demand") for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "I'm stuck with h5",
        "we are still stuck with h2, whatever I try",
        "I am stuck with my h2 and it drives me mad",
        "i'm stuck on h5, every color clashes",
    ],
)
def test_who_is_stuck_with_a_node_rules_nothing_out(text):
    assert not any(one.startswith(("forbidden", "required", "report")) for one in read(text))


def test_who_is_stuck_with_a_color_has_no_other():
    assert read("I'm stuck with h5 blue") == ["required h5 blue"]
    assert read("I am stuck with h5: blue") == ["required h5 blue"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h2 can be red or green, blue is taken", ["forbidden h2 blue"]),
        ("h5 might be green or red, blue's already used up", ["forbidden h5 blue"]),
        ("h2 may be blue or green for all I care, red's occupied", ["forbidden h2 red"]),
        ("h5 green or blue, red is gone", ["forbidden h5 red"]),
        ("for h2 blue is already taken", ["forbidden h2 blue"]),
        ("h2 is red, blue is taken by h1", ["report h2 red", "forbidden h2 blue"]),
        ("h5 is blue and h2 is red, green is taken", ["report h5 blue", "report h2 red"]),
    ],
)
def test_a_color_that_is_taken_is_not_that_of_the_node(text, facts):
    assert sorted(read(text)) == sorted(facts)


def test_a_color_that_is_gone_is_not_reported():
    assert "report h5 blue" not in read("h5 went green, blue is gone")


@pytest.mark.parametrize(
    "text",
    [
        "no fan of b2 blue at all",
        "I'm not that keen on b2 being blue",
        "not really fond of b2 in blue",
        "i don't fancy b2 blue",
        "not too crazy about your b2 turning blue",
        "b2 blue isn't exactly my cup of tea",
        "b2 being blue is not my favourite",
    ],
)
def test_a_dislike_is_against_a_color(text):
    assert read(text) == ["negation b2 blue"]


def test_a_dislike_that_gives_in_is_none():
    assert "negation b2 red" not in read("not a fan of b2 red but do it if you must")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("everything is just dandy on my side", ["satisfied"]),
        ("all is hunky-dory here", ["satisfied"]),
        ("Everything's rosy over here!", ["satisfied"]),
        ("can't say I'm thrilled with this", ["unsatisfied"]),
        ("I cannot claim that I am too happy with it", ["unsatisfied"]),
        ("can't say i'm satisfied", ["unsatisfied"]),
    ],
)
def test_moods_in_everyday_words(text, facts):
    assert read(text) == facts


def test_a_node_before_who_colors_it_may_be_offered():
    found = understand("if you make b2 blue, h5 i make red", VIEW, SITUATION)
    assert [(one.node, one.color) for one in found.conditions] == [("b2", "blue")]
    assert {one.kind for one in found.readings} == {"hypothetical"}
