"""The acceptance list of the world engine, WC-1 to WC-14."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import agents
from agents.contracts import ActionRequest
from agents.llm import ScriptedGateway
from agents.world import (
    InMemoryChannel,
    RandomAgentPolicy,
    TraceDb,
    WorldEngineConfig,
    stable_agent_seed,
)
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.export import export
from agents.world.replay import rebuild_messages, snapshot
from agents.world.tools import tool_specs
from tests.agents.world.worlds import Does, ran, random_agents, rows, says, world

ROOT = Path(agents.__file__).parent.parent

SEEDS = {
    "agent_000": 12276768965003079537,
    "agent_001": 2289966442839021553,
    "agent_002": 6053856356047886171,
}
NOOP = None
FIRST_DECISIONS = {
    "agent_000": [205886, NOOP, 220964, 143622, 495045],
    "agent_001": [129915, NOOP, NOOP, NOOP, NOOP],
    "agent_002": [NOOP, NOOP, 97520, NOOP, NOOP],
}


def test_wc_01_seeds_and_decisions_are_those_of_the_vectors():
    assert {name: stable_agent_seed(42, name) for name in SEEDS} == SEEDS
    _, found = ran(random_agents(3), 5, history=0)
    values = {name: [] for name in SEEDS}
    for row in found:
        values[row.agent_id].append(row.info["arguments"].get("value"))
        assert row.action_type == ("noop" if values[row.agent_id][-1] is None else "emit_event")
    assert values == FIRST_DECISIONS


def in_another_process(hash_seed, folder, *arguments):
    path = folder / f"{hash_seed}.db"
    subprocess.run(
        [sys.executable, "-m", "agents.cli", *arguments, "--db", str(path)],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        whole = export(trace, folder / f"{hash_seed}.export")
        return trace.head(run_id), whole.read_bytes()


@pytest.mark.subprocess
def test_wc_02_phase_1_is_the_same_in_processes_with_other_hash_seeds(tmp_path):
    one, two = (in_another_process(s, tmp_path, "phase1", "--steps", "20") for s in (1, 2))
    assert one == two


@pytest.mark.subprocess
def test_wc_03_mock_phase_2_is_the_same_in_processes_with_other_hash_seeds(tmp_path):
    arguments = ("phase2", "--mock-llm", "--steps", "5", "--agents", "3")
    one, two = (in_another_process(s, tmp_path, *arguments) for s in (1, 2))
    assert one == two


def test_wc_04_one_row_for_each_agent_and_step():
    _, found = ran(random_agents(3), 4)
    assert [(row.time_step, row.agent_id) for row in found] == [
        (t, f"agent_{i:03d}") for t in range(4) for i in range(3)
    ]


def test_wc_05_messages_are_seen_a_step_later_newest_and_oldest_first():
    watcher = Does(("noop", {}))
    talkers = {name: Does(lambda t, n=name: says(f"{n}{t}")) for name in ("a", "b")}
    ran({**talkers, "c": watcher}, 4, history=3)
    seen = [[m["content"] for m in observation["messages"]] for observation in watcher.seen]
    assert seen == [[], ["a0", "b0"], ["b0", "a1", "b1"], ["b1", "a2", "b2"]]
    assert all(m["time_step"] < o["time_step"] for o in watcher.seen for m in o["messages"])


def test_wc_06_a_blank_message_fails_and_is_not_posted():
    trace, found = ran({"a": Does(says("  \n "))}, 1)
    assert found[0].outcome["success"] is False
    assert "blank" in found[0].outcome["error"]
    assert trace.query("SELECT count(*) FROM messages") == [(0,)]


def test_wc_07_an_unknown_action_fails_by_name():
    _, found = ran({"a": Does(("fly", {})), "b": Does(("air:fly", {}))}, 1)
    assert [row.outcome["success"] for row in found] == [False, False]
    assert "'fly'" in found[0].outcome["error"]
    assert "'air'" in found[1].outcome["error"]


@pytest.mark.parametrize(
    ("action", "arguments", "names"),
    [
        ("post_message", {}, "content"),
        ("post_message", {"content": 3}, "content"),
        ("post_message", {"content": "x", "color": "red"}, "color"),
        ("noop", {"x": 1}, "x"),
    ],
)
def test_wc_08_arguments_that_break_the_schema_fail(action, arguments, names):
    _, found = ran({"a": Does((action, arguments))}, 1)
    assert found[0].outcome["success"] is False
    assert names in found[0].outcome["error"]


def test_wc_09_answers_are_parsed_as_tool_call_then_json_then_nothing():
    replies = [
        {"name": "post_message", "arguments": {"content": "A"}},
        'Well:\n```json\n{"action": "post_message", "args": {"content": "B"}, "reasoning": "why"}\n```',
        "I would rather not.",
        "",
    ]
    gateway = ScriptedGateway(replies)
    policy = SimpleCognitivePolicy(gateway=gateway, model="m", tools=tool_specs())
    _, found = ran({"a": policy}, 4)
    actions = [(row.action_type, row.info["arguments"]) for row in found]
    assert actions == [
        ("post_message", {"content": "A"}),
        ("post_message", {"content": "B"}),
        ("noop", {}),
        ("noop", {}),
    ]
    assert found[1].info["reasoning"] == "why"
    assert [row.info["metadata"].get("parse_error") for row in found] == [
        None,
        None,
        "the answer holds no action",
        "the answer is empty",
    ]


def test_wc_10_a_policy_that_raises_loses_its_turn_and_not_the_step():
    def fails(time_step):
        raise RuntimeError("out of ideas")

    _, found = ran({"a": Does(fails), "b": Does(("noop", {}))}, 2)
    assert [row.outcome["success"] for row in found] == [False, True] * 2
    assert found[0].action_type == "noop"
    assert found[0].info["metadata"]["policy_error"] == "RuntimeError: out of ideas"


def test_wc_11_a_crash_in_the_middle_of_a_step_leaves_the_steps_before(tmp_path, monkeypatch):
    path = tmp_path / "w.db"
    with TraceDb(path) as trace:
        engine = world(random_agents(3), trace)
        engine.run(2)
        before = trace.head("run")
        append = trace.append_step

        def crash(*args, **more):
            append(*args, **more)
            raise OSError("power cut")

        monkeypatch.setattr(trace, "append_step", crash)
        with pytest.raises(OSError, match="power cut"):
            engine.run(3)
    with TraceDb(path) as trace:
        assert trace.steps("run") == 2
        assert trace.head("run") == before
        assert trace.query("SELECT max(time_step) FROM trace") == [(1,)]
        world(random_agents(3), trace).run(5)
        whole, _ = ran(random_agents(3), 5)
        assert trace.head("run") == whole.head("run")


def test_wc_12_messages_can_be_rebuilt_from_the_actions():
    talker = Does(lambda t: says(f" hello {t} ") if t % 2 else says(" "))
    trace, _ = ran({"a": talker, "b": Does(says("ho", to="a"))}, 4)
    table = trace.fetch_recent_messages("run", before=3, limit=-1)
    rebuilt = rebuild_messages(trace, "run", before=3)
    assert [(m["message_id"], m["content"], m["recipient"]) for m in rebuilt] == [
        (m.message_id, m.content, m.recipient) for m in table
    ]
    assert snapshot(trace, "run", 2) == {"time_step": 2, "messages": rebuilt, "trace_count": 6}


class MyCustomPolicy:
    def __init__(self, some_config: str):
        self.config = some_config

    def decide(self, *, run_id, time_step, agent_id, observation):
        if time_step % 2 == 0:
            action = "emit_event"
        else:
            action = "noop"

        return ActionRequest(
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            action_name=action,
            arguments={},
            reasoning=None,
            metadata={"policy": "MyCustomPolicy"},
        )


def test_wc_13_a_custom_policy_works_unchanged():
    _, found = ran({"a": MyCustomPolicy(some_config="value")}, 4)
    assert [row.action_type for row in found] == ["emit_event", "noop"] * 2
    assert all(row.outcome["success"] for row in found)


def test_wc_14_an_unregistered_action_of_the_action_space_is_a_failed_row():
    policy = RandomAgentPolicy(random.Random(1), action_space=["noop", "emit_event", "custom_action"])
    _, found = ran({"a": policy}, 40)
    failed = {row.action_type for row in found if not row.outcome["success"]}
    assert failed == {"custom_action"}
    assert {row.action_type for row in found} == {"noop", "emit_event", "custom_action"}


def test_the_document_constructs_the_engine_so():
    trace_db = TraceDb(":memory:")
    from agents.world import WorldEngine

    engine = WorldEngine(
        config=WorldEngineConfig(
            run_id="r",
            deterministic_timestamps=True,
            message_history_limit=0,
        ),
        agents=random_agents(2),
        channel=InMemoryChannel(),
        trace_db=trace_db,
    )
    assert engine.run(steps=3) == 3
    assert len(rows(trace_db, "r")) == 6
