"""Records handed over in one process: games are the same as with observations in plain values."""

from __future__ import annotations

import dataclasses

import pytest

from agents.coloring import setup
from agents.coloring.deciding import policy
from agents.coloring.handover import Handover
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.turn import Turn
from agents.world import TraceDb

WORD = "random:clusters=5,nodes=6,links=2,person={},density=0.3,seed=3"


def settings(mode, human):
    topology = WORD.format(int(human != "none"))
    return TeamSettings(mode=mode, topology=topology, human=human, max_steps=12, soft=12).complete()


def trace_hash(chosen):
    with TraceDb(":memory:") as trace:
        outcome = play(chosen, trace)
        failed = "SELECT count(*) FROM trace WHERE NOT json_extract(outcome_json, '$.success')"
        assert trace.query(failed) == [(0,)]
        return outcome.hash


@pytest.mark.parametrize(
    ("mode", "human"), [("RB", "emulator"), ("RB", "none"), ("LLM_U", "none"), ("LLM_C", "none")]
)
def test_records_and_repeated_turns_change_no_trace(mode, human, monkeypatch):
    chosen = settings(mode, human)
    with_records = trace_hash(chosen)
    monkeypatch.setattr(setup, "Handover", lambda *_, **__: Handover(()))
    monkeypatch.setattr(policy, "repeated", lambda *_: None)
    assert trace_hash(chosen) == with_records


def test_repeated_turns_are_those_that_would_be_computed(monkeypatch):
    compared = []
    original = policy.repeated

    def checked(view, situation, inbox, kept_for):
        last = original(view, situation, inbox, kept_for)
        if last is not None:
            mode, rules, explain, seed = kept_for
            fresh = dataclasses.replace(view)
            agent = policy.ColoringPolicy(mode=mode, rules=rules, explain=explain, seed=seed)
            assert last == agent.computed_turn(fresh, situation, inbox)
            compared.append(situation.time_step)
        return last

    monkeypatch.setattr(policy, "repeated", checked)
    calm = "random:clusters=6,nodes=4,links=1,neighbors=2,person=0,seed=1"
    for mode in ("RB", "LLM_U"):
        trace_hash(TeamSettings(mode=mode, topology=calm, max_steps=20, soft=20).complete())
    assert len(compared) > 20


def test_a_turn_is_taken_once_and_only_in_its_plain_form():
    handover, turn = Handover(["A"]), Turn(assignments={"a1": "red"})
    plain = turn.model_dump(mode="json", exclude_defaults=True)
    handover.leave("A", plain, turn)
    assert handover.take("A", {"assignments": {"a1": "blue"}}) is None
    handover.leave("A", plain, turn)
    assert handover.take("A", {"assignments": {"a1": "red"}}) is turn
    assert handover.take("A", plain) is None
