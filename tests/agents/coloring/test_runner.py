"""Whole games: they end well, can be resumed and verified, and nobody sees what is hidden."""

import json
import re
import sqlite3

import pytest

from agents.coloring.game.domain import ColoringDomain
from agents.coloring.game.stop_rules import stop_reason
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings, make_domain, make_engine
from agents.errors import InputError, TraceError
from agents.world import TraceDb, verify

MODES = ("RB", "LLM_U", "LLM_C", "LLM_F", "LLM_API", "LLM_RB")
RANDOM = "random:clusters=4,nodes=5,links=2,seed={}"


def settings(**changes):
    return TeamSettings(**changes).complete()


def played(**changes):
    chosen = settings(**changes)
    trace = TraceDb(":memory:").connect()
    return chosen, trace, play(chosen, trace)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("human", ["none", "emulator"])
def test_the_study_is_solved_within_ten_steps(mode, human):
    chosen, trace, outcome = played(mode=mode, human=human)
    assert outcome.solved
    assert outcome.steps <= 10
    assert outcome.stop_reason == ("satisfied" if human == "none" else "consensus")
    team = chosen.team()
    assert all(outcome.colors[u] != outcome.colors[v] for u, v in team.problem.edges)
    assert all(outcome.colors[n] == c for n, c in team.problem.fixed.items())
    assert all(event.outcome["success"] for event in trace.fetch_trace_events(outcome.run_id))
    trace.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(3))
def test_no_turn_of_a_policy_is_refused(mode, seed):
    _, trace, outcome = played(
        mode=mode, human="emulator", topology=RANDOM.format(seed), seed=seed, max_steps=30
    )
    refused = [
        (event.time_step, event.agent_id, event.outcome["error"])
        for event in trace.fetch_trace_events(outcome.run_id)
        if not event.outcome["success"]
    ]
    trace.close()
    assert refused == []


@pytest.mark.parametrize("mode", MODES)
def test_nobody_sees_a_node_that_does_not_touch_theirs(mode):
    """C-15: every observation, message, event and row that is about one participant."""
    chosen, trace, outcome = played(
        mode=mode, human="emulator", topology=RANDOM.format(5), max_steps=20, explain=True
    )
    team = chosen.team()
    nodes = set(team.problem.nodes)
    views = {name: team.view(name) for name in team.participants}
    visible = {name: {*view.own, *view.owners} for name, view in views.items()}

    def hidden_in(text, name):
        return (set(re.findall(r"\w+", text)) & nodes) - visible[name]

    def plain(record):
        return record.json_dict()

    engine, _ = make_engine(chosen, trace)
    assert engine.run(outcome.steps) == outcome.steps
    for name in team.participants:
        assert not hidden_in(
            json.dumps(engine.build_observation(outcome.steps, name), default=plain), name
        )
    found = 0
    for message in trace.fetch_messages(outcome.run_id):
        for text in (message.content, message.payload_json or "", message.report_json or ""):
            assert not hidden_in(text, message.recipient), message
            # The recipient sees the sender's border, and no node of the sender's inside.
            found += 1
    for agent, data in trace.query("SELECT agent_id, data_json FROM events WHERE agent_id NOTNULL"):
        assert not hidden_in(data, agent)
        found += 1
    for agent, seat in trace.query("SELECT agent, situation FROM coloring_seat"):
        assert not hidden_in(seat, agent)
        found += 1
    trace.close()
    assert found > 50


@pytest.mark.parametrize("mode", ["RB", "LLM_U"])
@pytest.mark.parametrize("human", ["none", "emulator"])
def test_a_game_that_was_killed_ends_with_the_same_hash(mode, human, tmp_path):
    chosen = settings(mode=mode, human=human, topology=RANDOM.format(2), max_steps=12)
    with TraceDb(":memory:") as trace:
        whole = play(chosen, trace)
    assert whole.steps >= 3
    path = tmp_path / "game.db"
    for steps in range(1, whole.steps):
        with TraceDb(path) as trace:
            if not trace.run_ids():
                trace.insert_run(chosen.metadata())
            engine, _ = make_engine(chosen, trace)  # a new process, as it were
            engine.run(steps)
    with TraceDb(path) as trace:
        resumed = play(chosen, trace)
        again = play(chosen, trace)
    assert resumed == whole
    assert again == whole


def test_a_trace_is_verified_by_carrying_the_turns_out_again(tmp_path):
    path = tmp_path / "game.db"
    chosen = settings(mode="RB", human="emulator")
    with TraceDb(path) as trace:
        outcome = play(chosen, trace)
    with TraceDb(path, readonly=True) as trace:
        found = verify(trace, outcome.run_id, domains=[make_domain(chosen, trace)])
    assert found.executed
    assert found.hash == outcome.hash
    for table, column, value in (
        ("coloring_eval", "conflicts", 7),
        ("coloring_assignment", "color", "mauve"),
        ("coloring_seat", "situation", "{}"),
    ):
        with sqlite3.connect(path) as connection:
            ((row, was),) = connection.execute(
                f"SELECT rowid, {column} FROM {table} ORDER BY rowid LIMIT 1"
            )
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
        with TraceDb(path, readonly=True) as trace, pytest.raises(TraceError, match=table):
            verify(trace, outcome.run_id, domains=[make_domain(chosen, trace)])
        with sqlite3.connect(path) as connection:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (was, row))


def test_the_same_settings_are_the_same_run_and_others_are_not():
    first, second = settings(), settings(seed=43)
    assert first.run_id() != second.run_id()
    assert TeamSettings.of(first.metadata()) == first
    _, trace, one = played(mode="LLM_U", human="emulator")
    _, other_trace, two = played(mode="LLM_U", human="emulator")
    assert one == two
    trace.close()
    other_trace.close()


def test_a_changed_file_is_another_game(tmp_path):
    path = tmp_path / "team.json"
    path.write_text(json.dumps({"clusters": {"A": ["a1"], "B": ["b1"]}, "edges": [["a1", "b1"]]}))
    before = settings(topology=str(path))
    path.write_text(json.dumps({"clusters": {"A": ["a1"], "B": ["b1"]}, "edges": []}))
    assert settings(topology=str(path)).run_id() != before.run_id()


def test_a_game_that_cannot_be_won_does_not_start():
    with pytest.raises(InputError, match="cannot be solved"):
        settings(fixed=2)


def test_the_literal_rules_do_not_end_where_the_product_does():
    """T1: word for word, the agents of the study never are satisfied for two steps in a row."""
    changes = {"mode": "LLM_U", "human": "none", "beliefs": "truth", "max_steps": 20}
    _, trace, literal = played(conformance="literal", **changes)
    trace.close()
    _, trace, product = played(conformance="product", **changes)
    trace.close()
    assert product.stop_reason == "satisfied"
    assert literal.stop_reason == "max_steps"


def test_a_script_ends_the_game(tmp_path):
    path = tmp_path / "script.txt"
    path.write_text("# opening\nannounce; send\n\nh1=blue; send; satisfied\nfinish\n")
    _, trace, outcome = played(human=f"script:{path}", mode="LLM_U")
    trace.close()
    assert outcome.stop_reason == "finished"
    assert outcome.steps == 4
    assert outcome.colors["h1"] == "blue"
    assert outcome.satisfied["Human"]


def test_a_line_that_cannot_be_played_is_named(tmp_path):
    path = tmp_path / "script.txt"
    path.write_text("# a comment\nh1=blue\nh3=red\n")
    with pytest.raises(InputError, match=r"script\.txt:3: h3 = 'red': expected green"):
        played(human=f"script:{path}")


def test_stop_rules_read_the_trace():
    chosen, trace, outcome = played(mode="RB", soft=3)
    assert stop_reason(trace, outcome.run_id, chosen) == "satisfied"
    rows = trace.query("SELECT satisfied FROM coloring_eval ORDER BY time_step DESC LIMIT 4")
    content = [all(json.loads(text).values()) for (text,) in rows]
    assert content[:3] == [True] * 3
    assert not content[3]
    trace.close()
    _, trace, outcome = played(mode="RB", hard=True, soft=50)
    assert outcome.stop_reason == "solved"
    trace.close()


def test_beliefs_are_the_truth_if_that_is_asked_for():
    chosen, trace, outcome = played(beliefs="truth", mode="LLM_F", max_steps=3, soft=3)
    engine, domain = make_engine(chosen, trace)
    engine.run(outcome.steps)
    colors = domain.colors()
    assert isinstance(domain, ColoringDomain)
    for name, seat in domain.situations().items():
        assert seat.beliefs == {node: colors[node] for node in domain.views[name].owners}
    trace.close()


def test_the_best_state_is_kept_beside_the_last():
    settings = TeamSettings(mode="LLM_U", conformance="literal", max_steps=4).complete()
    with TraceDb(":memory:") as trace:
        found = play(settings, trace)
        rows = trace.query("SELECT conflicts FROM coloring_eval ORDER BY time_step")
    conflicts = [count for (count,) in rows]
    assert found.best_conflicts == min(conflicts)
    assert found.best_step == conflicts.index(min(conflicts)) + 1
    team = settings.team()
    edges = [(str(u), str(v)) for u, v in team.problem.edges]
    assert sum(found.best_colors[u] == found.best_colors[v] for u, v in edges) == min(conflicts)
