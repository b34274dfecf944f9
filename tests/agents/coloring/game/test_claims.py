"""The platform and the agent compute satisfaction apart: each shows a bug of the other."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.assessing.satisfaction import is_satisfied
from agents.coloring.assessing.solving import Least
from agents.coloring.game.claims import why_unsatisfied
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.world import TraceDb

from ..support import RULES, at, colored, seen, situations, views

CALM = {"h1": "red", "h4": "blue"}


@settings(max_examples=300)
@given(st.data(), st.sampled_from(sorted(RULES)), st.booleans())
def test_both_come_to_the_same_verdict(data, mode, by_conflicts):
    view = data.draw(views())
    situation = data.draw(situations(view))
    rules = replace(RULES[mode], by_conflicts=by_conflicts)
    required = {**situation.forced, **situation.committed, **view.fixed}
    asked = (view, rules, situation.colors, situation.beliefs, required)
    assert is_satisfied(*asked).value == (why_unsatisfied(*asked) is None)


@pytest.mark.parametrize(
    ("letters", "beliefs", "reason"),
    [
        ("gbrgr", CALM, None),
        ("gbrgr", {"H1": "RED", "h4": "Blue", "h9": "red"}, None),
        ("gbrgr", {"h1": "red"}, "the color of h4 is not known"),
        ("gbrgr", {"h1": "blue", "h4": "blue"}, "1 conflict left"),
        ("gggrr", CALM, "conflicts left"),
    ],
)
def test_the_reason_is_named(letters, beliefs, reason):
    view = seen("Agent1")
    colors = colored(view.own, letters)
    found = why_unsatisfied(view, RULES["product"], colors, beliefs, view.fixed)
    assert found is reason is None or reason in found


def test_a_better_answer_is_named():
    view = replace(seen("Agent1", 0), preferences={"a3": {"blue": 2.5}})
    colors = colored(view.own, "gbrgr")
    found = why_unsatisfied(view, RULES["product"], colors, CALM, {})
    assert found == "the best answer has penalty -2.5, not 0"
    assert why_unsatisfied(view, RULES["product"], colors, CALM, colors) is None


def test_product_rules_ask_for_all_beliefs():
    view = seen("Agent1")
    situation = at(view, "gbrgr")
    product, literal = RULES["product"], RULES["literal"]
    assert why_unsatisfied(view, product, situation.colors, {}, view.fixed) is not None
    assert why_unsatisfied(view, literal, situation.colors, {}, view.fixed) is None


def _outcomes():
    """What the platform made of the turns of a few steps of a game."""
    with TraceDb(":memory:") as trace:
        play(TeamSettings(mode="LLM_U", max_steps=5).complete(), trace)
        return [text for (text,) in trace.query("SELECT outcome_json FROM trace")]


def test_turns_of_agents_without_a_bug_pass():
    assert all('"success":true' in text for text in _outcomes())


@pytest.mark.parametrize(
    "planted",
    ["agents.coloring.assessing.satisfaction.conflicts", "agents.coloring.view.View.conflicts"],
)
def test_the_judge_sees_a_bug_in_what_agents_compute(monkeypatch, planted):
    monkeypatch.setattr(planted, lambda *_: [])
    monkeypatch.setattr("agents.coloring.assessing.satisfaction.border_conflicts", lambda *_: [])
    monkeypatch.setattr(
        "agents.coloring.assessing.satisfaction.least_possible",
        lambda view, beliefs, required, rules, reached: Least(reached, 0),
    )
    assert any("satisfied = True: expected False" in text for text in _outcomes())


def test_true_claims_show_a_bug_in_the_judge(monkeypatch):
    monkeypatch.setattr("agents.coloring.game.judge.why_unsatisfied", lambda *_: "planted")
    assert any("satisfied = True: expected False: planted" in text for text in _outcomes())
