"""Games of two people: what a move costs, and that nobody waits for ever."""

from __future__ import annotations

import asyncio

import pytest

from agents.coloring.people.commands import Typed
from agents.coloring.setup import TeamSettings, make_domain
from agents.page.play.rules import MODE_HELP, rules_of
from agents.page.play.table import Table
from agents.world import TraceDb, verify


def do(coroutine):
    return asyncio.run(coroutine)


def settings(mode="LLM_U", human="page:Agent1"):
    return TeamSettings(mode=mode, human=human, max_steps=60).complete()


@pytest.fixture
def table(tmp_path):
    one = Table(tmp_path / "game.db", settings())
    yield one
    one.close()


def answers(table, agent):
    sight = do(table.look("Human"))
    texts = [one.text for one in sight.messages if one.sender == agent]
    return sight.situation.time_step, texts


def test_a_move_beside_another_person_costs_one_step_and_is_answered_in_the_next(table):
    do(table.act("Human", Typed(said={"Agent2": "Could you work with h5 blue?"})))
    do(table.act("Agent1", Typed(control="pass")))
    step, texts = answers(table, "Agent2")
    assert (step, [text for text in texts if "h5 blue" in text]) == (1, [])
    do(table.act("Human", Typed(control="pass")))
    do(table.act("Agent1", Typed(control="pass")))
    step, texts = answers(table, "Agent2")
    assert step == 2
    assert "h5 blue" in texts[-1]
    view = do(table.look("Human")).view
    (cost,) = [text for text in rules_of(view, "LLM_U", bargains=False) if "In a step" in text]
    assert "cost one step each: taking the turn, writing, waiting" in cost
    assert "two" not in cost


def test_who_has_only_people_beside_them_is_told_nothing_of_agents(table):
    text = " ".join(rules_of(do(table.look("Agent1")).view, "RB", bargains=True))
    assert "Human is a person as you are. Each of you may make offers" in text
    assert MODE_HELP["RB"] not in text
    assert MODE_HELP["RB"] in " ".join(rules_of(do(table.look("Human")).view, "RB", bargains=True))


@pytest.mark.parametrize("sent", [True, False])
def test_who_waits_for_a_person_who_has_left_can_end_the_game(table, sent):
    if sent:
        do(table.act("Human", Typed(colors={"h1": "green"}, report=True)))
    do(table.act("Human", Typed(control="finish")))
    sight = do(table.look("Agent1"))
    assert sight.over == "finished"
    assert do(table.result()).colors["h1"] == ("green" if sent else "red")
    assert sight.situation.beliefs.get("h1") == ("green" if sent else None)
    with TraceDb(table.path, readonly=True) as trace:
        assert verify(trace, table.run_id, domains=[make_domain(settings(), trace)]).executed


def test_a_game_that_was_ended_before_the_server_ended_is_over_at_the_next_start(tmp_path, monkeypatch):
    first = Table(tmp_path / "game.db", settings())
    monkeypatch.setattr(first, "_play", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        do(first.act("Human", Typed(control="finish")))
    first.close()
    again = Table(tmp_path / "game.db")
    assert do(again.look("Agent1")).over == "finished"
    again.close()
