"""What the acts of a message mean to the agent."""

from __future__ import annotations

import pytest

from agents.coloring.situation import NodeColor
from agents.coloring.talk.learned.acts import ACTS, Act, interpreted
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(*acts):
    return interpreted([Act(*act) for act in acts], VIEW, SITUATION)


@pytest.mark.parametrize(
    ("act", "meaning"),
    [
        (("report", "h2", "blue"), ("report", "h2", "blue")),
        (("forbid", "h2", "blue"), ("forbidden", "h2", "blue")),
        (("require", "h2", "blue"), ("required", "h2", "blue")),
        (("prefer", "h2", "blue"), ("preference", "h2", "blue")),
        (("free", "h2"), ("retract", "h2", None)),
        (("withdraw", "h2"), ("retract", "h2", None)),
        (("keep", "h2"), ("report", "h2", "red")),
        (("want", "b2", "red"), ("demand", "b2", "red")),
        (("avoid", "b2", "red"), ("negation", "b2", "red")),
        (("change", "b2"), ("negation", "b2", "green")),
        (("keep", "b2"), ("demand", "b2", "green")),
        (("free", "b2"), ("release", "b2", None)),
        (("fine", "b2", "red"), ("preference", "b2", "red")),
        (("clash", "h2", "red"), ("report", "h2", "red")),
        (("agree",), ("agree", None, None)),
        (("chat",), ("off_topic", None, None)),
    ],
)
def test_a_statement(act, meaning):
    (one,) = read(act).readings
    assert (one.kind, one.node, one.color) == meaning


@pytest.mark.parametrize(
    ("act", "question"),
    [
        (("ask_options", "b2"), ("Q1", "b2")),
        (("ask_wish", "h2"), ("Q1", "h2")),
        (("ask_wish",), ("Q2", None)),
        (("ask_color", "b2"), ("Q4", "b2")),
        (("ask_status",), ("Q5", None)),
        (("clash",), ("Q5", None)),
        (("ask_why",), ("why", None)),
        (("ask_sees",), ("sees", None)),
        (("ask_limits",), ("constraints", None)),
    ],
)
def test_a_question(act, question):
    (one,) = read(act).questions
    assert (one.kind, one.node) == question


def test_what_is_supposed_is_supposed_together():
    (one,) = read(("ask_if", "h2", "blue"), ("ask_can", "b2", "red")).questions
    assert one.supposed == (NodeColor("h2", "blue"), NodeColor("b2", "red"))


def test_two_colors_of_one_node_are_two_questions():
    assert len(read(("ask_if", "h2", "blue"), ("ask_if", "h2", "red")).questions) == 2


def test_an_offer_has_two_sides():
    offer = read(("give", "h2", "blue"), ("take", "b2", "red"))
    assert offer.conditions == [NodeColor("b2", "red")]
    assert offer.assignments == [NodeColor("h2", "blue")]


@pytest.mark.parametrize(
    "acts",
    [
        [],
        [("report", "b2", "red")],  # an agent's node
        [("want", "h2", "red")],
        [("report", "h1", "red")],  # not seen by Agent2
        [("want", "b2")],
        [("want", "b2", "purple")],
        [("unclear",)],
        [("want", "b2", "red"), ("want", "b2", "blue")],
        [("want", "b2", "red"), ("avoid", "b2", "red")],
        [("report", "h2", "red"), ("require", "h2", "blue")],
        [("give", "h2", "red"), ("take", "b2", "red"), ("take", "b2", "blue")],
        [("keep", "h5")],  # of which no color is known
    ],
)
def test_what_cannot_be_or_contradicts_itself_means_nothing(acts):
    assert read(*acts) is None


@pytest.mark.parametrize("kind", ACTS)
def test_each_act_alone_is_read_or_refused(kind):
    for act in ((kind, "h2", "blue"), (kind, "b2", "blue"), (kind,)):
        result = read(act)
        assert result is None or result.readings or result.questions
