from __future__ import annotations

import itertools
import json
from dataclasses import fields

import pytest

from agents.coloring.deciding.behavior import CHART, TIMEOUT, Behavior, Facts, sent, speaks, step
from agents.coloring.deciding.chart_oracle import oracle
from agents.coloring.situation import ChartState
from agents.errors import GatewayError, InputError
from agents.statechart.transitions import Ambiguous

B = Behavior
OPEN = Facts(options_exist=True, nothing_new=True)


def walk(state, facts, ticks=0, choose=None):
    return [move.to for move in step(ChartState(state, ticks), facts, choose)]


@pytest.mark.parametrize(
    ("facts", "way"),
    [
        (Facts(person_spoke=True, satisfied=True), "responding"),
        (Facts(satisfied=True), "satisfied"),
        (Facts(), "stuck"),
        (Facts(options_exist=True), "proposing"),
        (OPEN, "awaiting_reply"),
    ],
)
def test_where_deliberation_ends(facts, way):
    assert walk("idle", facts) == ["deliberating", way]


def test_guards_of_deliberation_exclude_each_other():
    """Exactly one row is enabled, whatever is so."""
    names = [field.name for field in fields(Facts)]
    agent = type("Agent", (), {"state": B.DELIBERATING})()
    rows = [t for t in CHART.transitions if t.trigger == "computed"]
    for values in itertools.product([False, True], repeat=len(names)):
        facts = Facts(**dict(zip(names, values, strict=True)))
        assert sum(bool(row.guard(agent, facts)) for row in rows) == 1
        decision = CHART.decide(agent, "computed", facts)
        assert isinstance(decision, Ambiguous) == bool(rows[3].guard(agent, facts))


@pytest.mark.parametrize("state", [s.value for s in B if s not in (B.IDLE, B.LISTENING)])
def test_a_message_is_listened_to_anywhere(state):
    heard = walk(state, Facts(message_received=True, satisfied=True))
    assert heard == ["listening", "deliberating", "satisfied"]


def test_an_idle_agent_starts():
    assert walk("idle", Facts(message_received=True, satisfied=True)) == ["deliberating", "satisfied"]


@pytest.mark.parametrize("state", ["satisfied", "awaiting_reply", "stuck"])
def test_what_is_believed_matters(state):
    assert walk(state, Facts(beliefs_changed=True)) == ["deliberating", "stuck"]


def test_a_closed_offer_matters_to_who_waits():
    assert walk("awaiting_reply", Facts(offer_closed=True)) == ["deliberating", "stuck"]
    assert walk("satisfied", Facts(offer_closed=True)) == ["satisfied"]


def test_nothing_new_is_a_tick():
    (move,) = step(ChartState("awaiting_reply", 2), Facts(satisfied=True))
    assert (move.source, move.to, move.trigger, move.ticks) == (
        *("awaiting_reply", "awaiting_reply"),
        *("tick", 3),
    )
    assert not speaks([move])


def test_timeouts():
    assert walk("awaiting_reply", OPEN, TIMEOUT) == ["deliberating", "awaiting_reply"]
    assert walk("stuck", Facts(), TIMEOUT) == ["responding"]
    assert walk("satisfied", Facts(satisfied=True), 10 * TIMEOUT) == ["satisfied"]
    assert walk("listening", Facts(), TIMEOUT) == ["idle"]


def test_oscillation_and_the_end():
    assert walk("awaiting_reply", Facts(oscillation=True, satisfied=True)) == ["stuck"]
    assert walk("proposing", Facts(stopped=True)) == ["resting"]
    # A person who spoke is answered first.
    answered = walk("satisfied", Facts(oscillation=True, person_spoke=True, message_received=True))
    assert answered[-1] == "responding"


@pytest.mark.parametrize(
    ("facts", "end"),
    [
        (Facts(options_exist=True), "awaiting_reply"),
        (Facts(person_spoke=True), "awaiting_reply"),
        (Facts(person_spoke=True, satisfied=True), "satisfied"),
        (Facts(satisfied=True), "satisfied"),
        (Facts(), "stuck"),
    ],
)
def test_what_was_said_is_said(facts, end):
    moves = step(ChartState(), facts)
    assert speaks(moves)
    assert sent(moves, facts)[-1].to == end


# ------------------------------------------------------------------------------------------ oracle


def test_the_oracle_chooses_among_the_open_moves_only():
    asked = []

    def choose(options, facts):
        asked.append((options, facts))
        return B.PROPOSING

    moves = step(ChartState(), OPEN, choose)
    assert asked == [((B.PROPOSING, B.AWAITING_REPLY, B.RESPONDING), OPEN)]
    assert (moves[-1].to, moves[-1].oracle, moves[-1].fallback) == ("proposing", "proposing", False)
    for facts in (Facts(), Facts(satisfied=True), Facts(options_exist=True)):
        step(ChartState(), facts, choose)
    assert len(asked) == 1


@pytest.mark.parametrize("answer", [None, B.SATISFIED, "proposing"])
def test_what_is_no_open_move_is_no_choice(answer):
    move = step(ChartState(), OPEN, lambda *_: answer)[-1]
    assert (move.to, move.fallback) == ("awaiting_reply", True)


class Gateway:
    """Answers with a text, or fails."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def chat(self, **asked):
        self.asked.append(asked)
        if self.answer is None:
            raise GatewayError("no answer", kind="timeout")
        return {"choices": [{"message": {"content": self.answer}}]}


def test_a_model_as_the_oracle():
    gateway = Gateway(json.dumps({"next_state": "responding"}))
    move = step(ChartState(), OPEN, oracle(gateway, "m", "Agent1"))[-1]
    assert (move.to, move.oracle, move.fallback) == ("responding", "responding", False)
    text = gateway.asked[0]["messages"][-1]["content"]
    assert "wait for an answer" in text


@pytest.mark.parametrize("answer", [None, "satisfied", "h1 should be red"])
def test_a_model_that_fails_or_talks_is_passed_over(answer):
    move = step(ChartState(), OPEN, oracle(Gateway(answer), "m", "Agent1"))[-1]
    assert (move.to, move.fallback) == ("awaiting_reply", True)


def test_an_unknown_state():
    with pytest.raises(InputError, match="'angry': expected one of idle"):
        step(ChartState("angry"), Facts())
