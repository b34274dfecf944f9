"""What of a person's words is taken on: nothing about nodes that they do not see."""

from dataclasses import replace

import pytest

from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.situation import Constraint, Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.stock import HIDDEN
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


@pytest.mark.parametrize("rules", [PRODUCT, LITERAL])
def test_an_excluded_color_is_avoided_until_the_person_releases_the_node(rules):
    view = seen("Agent1", scope=rules.scope)
    situation = at(view, "gbrgr", beliefs=CALM)
    policy = ColoringPolicy(rules=rules, hear=hear)

    def turn_after(situation, text):
        said = [Received("Human", "free_text", text, message_id="m")] if text else []
        turn, _ = policy.turn(view, situation, said)
        stated = [replace(one, constraint_id=f"c{i}") for i, one in enumerate(turn.stated)]
        lasting = [pin for pin in situation.pins if pin.node not in turn.released]
        return turn, replace(
            situation,
            colors=turn.assignments,
            constraints=(
                *(c for c in situation.constraints if c.constraint_id not in turn.withdrawn),
                *stated,
            ),
            pins=() if rules is LITERAL else (*lasting, *turn.demanded),
        )

    turn, situation = turn_after(situation, "whatever you do don't paint a2 blue")
    assert "Noted: a2 cannot be blue." in reply(turn)
    for text in ("ok thanks", None, "h1 is green", None):
        turn, situation = turn_after(situation, text)
        assert turn.assignments["a2"] != "blue"
    turn, situation = turn_after(situation, "a2 can be anything")
    assert situation.constraints == situation.pins == ()


def test_a_demand_for_an_excluded_color_ends_the_exclusion():
    view = seen("Agent1")
    constraint = Constraint("a2", "forbidden", "blue", "Human", "c1")
    situation = at(view, "gbrgr", beliefs=CALM, constraints=(constraint,))
    said = [Received("Human", "free_text", "make a2 blue", message_id="m")]
    turn, _ = ColoringPolicy(hear=hear).turn(view, situation, said)
    assert turn.withdrawn == ("c1",)
    assert turn.assignments["a2"] == "blue"


def test_a_fixed_node_and_a_hidden_one_are_not_excluded_from_a_color():
    view = seen("Agent1")
    situation = at(view, "gbrgr", beliefs=CALM)
    said = [Received("Human", "free_text", "a1 must not be green", message_id="m")]
    turn, _ = ColoringPolicy(hear=hear).turn(view, situation, said)
    assert turn.stated == turn.demanded == ()
