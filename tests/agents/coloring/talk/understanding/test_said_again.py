"""What is said of one node and holds of another as well."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(text, said="", about=()):
    """What an agent takes from a message, in words."""
    found = understand(text, VIEW, SITUATION, said=said, about=about)
    return [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue, and b3 the same",
        "set b2 blue. Same for b3",
        "I want b2 blue, and the same goes for b3",
        "b2 blue please, and b3 likewise please",
        "make b2 blue, b3 ditto",
        "make b2 blue and b3 as well",
        "could you please make b2 blue and b3 the same?",
        "make b2 blue. And b3? The same.",
    ],
)
def test_a_wanted_color_is_that_of_the_clause_before(text):
    # b3 is red, which "the same" does not mean.
    assert SITUATION.colors["b3"] == "red"
    assert read(text) == ["demand b2 blue", "demand b3 blue"]


def test_the_clause_before_may_point_to_what_was_asked():
    said = "Shall I make b2 green?"
    assert read("Then please make it blue, and b3 the same", said, ["b2"]) == [
        "demand b2 blue",
        "demand b3 blue",
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h2 must not be red; h5 likewise", ["forbidden h2 red", "forbidden h5 red"]),
        ("h2 can't be red, h5 too", ["forbidden h2 red", "forbidden h5 red"]),
        ("h2 must be red, h5 ditto", ["required h2 red", "required h5 red"]),
        ("don't make b2 blue, b3 the same", ["negation b2 blue", "negation b3 blue"]),
        ("never blue on b2, and the same for b3", ["negation b2 blue", "negation b3 blue"]),
        ("h2 is blue, and h5 is the same", ["report h2 blue", "report h5 blue"]),
    ],
)
def test_limits_and_reports_hold_in_full(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("make b2 blue but keep b3 the same", "demand b3 red"),
        ("make b2 blue, b3 stays the same", "demand b3 red"),
        ("make b2 blue, b3 the same as before", "demand b3 red"),
        ("make b2 red and b3 green, b5 the same", "doubt b5"),
        ("keep b2 green and b3 the same", "doubt b3"),
        ("make b2 blue, and h5 the same", "doubt h5"),
    ],
)
def test_what_stays_or_may_be_any_of_several_is_kept_or_asked(text, kept):
    assert read(text)[-1] == kept


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h2's green, h5 too, what am I, made of paint?", ["report h2 green", "report h5 green"]),
        ("I swapped h5 for red! and h2 too, blue!", ["report h5 red", "report h2 blue"]),
    ],
)
def test_what_goes_on_behind_it_is_left_as_it_is_said(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "green is out for h5. ditto for h2",
        "I hate red on h5. same on h2",
        "red is impossible for h5, same for h2",
        "red would clash on h5, h2 too",
        "get rid of red on b2, b3 too",
        "I oppose red for b2. b3 the same",
        "why is h5 red? h2 too",
        "is h5 red? h2 too.",
        "do you think h5 is red? same for h2.",
    ],
)
def test_what_is_denied_or_asked_is_no_report_and_no_demand_of_the_other(text):
    assert not [fact for fact in read(text) if fact.startswith(("report", "demand", "required"))]


def test_an_answer_without_a_node_holds_of_another_node_as_well():
    said = "Which color should b2 have?"
    assert read("blue, and b3 the same", said, ["b2"]) == ["demand b2 blue", "demand b3 blue"]
    assert read("not blue, and b3 the same", said, ["b2"]) == ["negation b2 blue", "negation b3 blue"]
