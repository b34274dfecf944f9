"""Sentences that look like a limit, a correction or a permission, and mean something else."""

import pytest

from agents.coloring.deciding.truth.evidence import Evidence
from agents.coloring.situation import Constraint
from agents.coloring.talk.answers import answers
from agents.coloring.talk.reading import Question
from agents.coloring.talk.understanding import understand
from bench.sentences import read, situation_of
from tests.agents.coloring.speakers import SITUATION, VIEW


def taken(text, **state):
    """Kinds, nodes and colors that the agent takes from a message, without doubts."""
    line = read({"text": text, **state})
    return [tuple(one) for one in line["readings"] if one[0] != "doubt"]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Agent1 won't give up h5 blue", []),
        ("I'm not losing h5 blue, am I?", []),
        ("I won't give up h5 blue, yet", []),
        ("won't give up h2 red", [("required", "h2", "red")]),
        ("Did I say h5 is red? Sorry, blue.", []),
        ("h5 is red. Sorry, h2 blue.", [("report", "h5", "red"), ("report", "h2", "blue")]),
        ("I'll drop blue, h5 is red", [("report", "h5", "red")]),
        (
            "h2 is red now. When you are ready tell me. Otherwise h5 blue",
            [("report", "h2", "red"), ("report", "h5", "blue")],
        ),
        ("h5 was blue when we started. h2 is red otherwise", [("report", "h2", "red")]),
        ("could you make b2 red or blue so h2 can be green?", []),
        ("would you make b2 red or blue?", []),
        ("you can change b2 if h2 is red", []),
    ],
)
def test_what_is_taken(text, readings):
    assert taken(text) == readings


def test_who_lets_a_node_go_and_forgets_everything_ends_all_limits():
    limits = {"demanded": [["b2", "green"]], "forbidden": [["b2", "red"], ["h5", "green"]]}
    everything = taken("forget everything I said. b2 may change", **limits)
    assert {("retract", "h5", None), ("release", "b2", None)} <= {*everything}
    assert taken("forget what I said. b2 may change", **limits) == [("release", "b2", None)]


@pytest.mark.parametrize("words", ["b1 is in the way", "we have a deal", "your b2 is next to it"])
def test_what_the_agent_stands_in_the_way_of_is_no_limit_of_the_person(words):
    situation = situation_of({"agent": "Agent2"}, VIEW)
    said = "Can you make h5 red?"
    understood = understand(f"I can't, {words}", VIEW, situation, said=said)
    assert not understood.of("forbidden")


def test_a_limit_of_somebody_else_is_none_of_the_person_who_asks():
    other = (Constraint("b2", "forbidden", "red", "Human2", "c0"),)
    situation = SITUATION.but(pins=(), constraints=other)
    (found,) = answers([Question("constraints")], VIEW, situation, "Human")
    assert found.text == "No limit of yours stands now."
    evidence = Evidence(VIEW, situation, situation, "Human")
    assert not evidence.rules_anything
    assert not evidence.has_ruled("forbidden", "b2", "red")


@pytest.mark.parametrize(
    "text",
    [
        "u should change b2, any color",
        "yes change b2, any color you like",
        "ok, please switch b2, whatever you prefer",
        "change b2 to another color",
    ],
)
def test_any_other_color_is_asked_for(text):
    assert taken(text) == [("negation", "b2", "green")]


def test_what_is_free_is_not_kept_and_what_may_be_some_colors_is_not_free():
    free = taken("do what you want with b1 and b3, they dont touch me")
    assert {*free} == {("release", "b1", None), ("release", "b3", None)}
    some = taken("My h2 may be red or blue, whichever you like better.")
    assert ("retract", "h2", None) not in some
