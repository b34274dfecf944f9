"""What of a person's words is taken on: nothing about nodes that they do not see."""

from dataclasses import replace

import pytest

from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.deciding.receiving import HIDDEN
from agents.coloring.situation import Received
from agents.coloring.wording.hearing import Heard

from ..support import at, seen

CALM = {"h1": "red", "h4": "blue"}
SAID = [Received("Human", "free_text", "a3 green please", message_id="m")]


def take(heard, rules=PRODUCT, **changes):
    view = seen("Agent1", scope=rules.scope)
    situation = at(view, "gbrgr", beliefs=CALM, **changes)
    return ColoringPolicy(rules=rules, hear=lambda *_: heard).turn(view, situation, SAID)[0]


def reply(turn):
    return next(one.text for one in turn.messages if one.kind == "reply")


@pytest.mark.parametrize("color", ["red", "green", "blue"])
def test_a_hidden_node_cannot_be_steered_and_no_answer_tells_what_it_is_bound_to(color):
    free = reply(take(Heard(demands={"a3": color})))
    fixed = reply(take(Heard(demands={"a1": color})))
    assert free == fixed
    assert free.startswith(HIDDEN)
    turn = take(Heard(demands={"a3": color, "a2": "blue"}))
    assert {pin.node for pin in turn.demanded} == {"a2"}
    assert turn.released == ()


def test_the_literal_rules_take_on_every_demand():
    assert HIDDEN not in reply(take(Heard(demands={"a3": "green"}), LITERAL))


def test_an_agent_that_could_help_itself_does_so_when_asked():
    view = seen("Agent1")
    situation = at(view, "gbrgr", beliefs={"h1": "red", "h4": "green"}, may_recolor=False)
    said = [Received("Human", "free_text", "How does that look?", message_id="m")]
    turn, _ = ColoringPolicy().turn(view, situation, said)
    assert not view.conflicts(turn.assignments, situation.beliefs)
    assert "snapped" in turn.decision.reasons
    assert "not done so yet" not in reply(turn)
    silent, _ = ColoringPolicy().turn(view, situation, [])
    assert silent.assignments == situation.colors
    waits = replace(PRODUCT, acts_when_asked=False)
    turn, _ = ColoringPolicy(rules=waits).turn(view, situation, said)
    assert "Yes, I can work with your h1 red and h4 green, but I have not done so yet." in reply(turn)
