"""Domains without SQL: their state is stored, restored, and kept from rejected actions."""

import pytest

from agents.contracts import ActionOutcome, OutgoingMessage, ToolSpec
from agents.errors import ActionRejected, InputError
from agents.world import StateDomain, TraceDb, verify
from tests.agents.world.worlds import Does, rows, world


class Jar(StateDomain):
    name = "jar"
    actions = (ToolSpec("take", "Take some.", {"type": "object"}), ToolSpec("tell", "Tell."))

    def begin(self):
        return {"left": 10}

    def see(self, agent_id):
        return {"left": self.state["left"]}

    def act(self, agent_id, action, arguments):
        if action == "tell":
            return ActionOutcome({}, [OutgoingMessage(f"{self.state['left']} left")])
        self.state["left"] -= arguments["amount"]
        if self.state["left"] < 0:
            raise ActionRejected("the jar is empty")
        return {"left": self.state["left"]}


def take(amount):
    return ("jar:take", {"amount": amount})


def test_a_rejected_action_leaves_the_state_as_it_was():
    with TraceDb(":memory:") as trace:
        agents = {"a": Does(take(8)), "b": Does(take(5)), "c": Does(take(1))}
        world(agents, trace, domains=[Jar()]).run(1)
        assert [row.outcome["success"] for row in rows(trace)] == [True, False, True]
        assert trace.query("SELECT state_json FROM jar_state") == [('{"left":1}',)]
        assert verify(trace, "run", domains=[Jar()]).executed


def test_a_run_is_resumed_from_the_stored_state(tmp_path):
    path = tmp_path / "a.db"
    for steps in (2, 4):
        with TraceDb(path) as trace:
            agents = {"a": Does(lambda t: take(2) if t != 1 else ("noop", {}))}
            world(agents, trace, domains=[Jar()]).run(steps)
    with TraceDb(path, readonly=True) as trace:
        stored = trace.query("SELECT time_step, state_json FROM jar_state")
    assert stored == [(0, '{"left":8}'), (2, '{"left":6}'), (3, '{"left":4}')]


def test_observations_and_messages():
    seen = Does(("jar:tell", {}))
    with TraceDb(":memory:") as trace:
        world({"a": seen}, trace, domains=[Jar()]).run(2)
    assert seen.seen[1]["jar"] == {"left": 10}
    assert seen.seen[1]["tools"] == ["post_message", "noop", "jar:take", "jar:tell"]
    assert [message["content"] for message in seen.seen[1]["messages"]] == ["10 left"]


def test_a_state_that_is_not_plain_and_a_name_that_is_no_table():
    class Bad(Jar):
        def begin(self):
            return {"left": {1, 2}}

    with TraceDb(":memory:") as trace, pytest.raises(InputError, match="state is not plain"):
        world({"a": Does(("noop", {}))}, trace, domains=[Bad()]).run(1)
    for Bad.name in ("two words", "2jars"):
        with TraceDb(":memory:") as trace, pytest.raises(InputError, match="lowercase letters"):
            world({"a": Does(("noop", {}))}, trace, domains=[Bad()]).run(1)


class Lives(Jar):
    """Everybody but the last of the roster lives at even steps, and nobody at step 3."""

    def present(self, *, run_id, time_step):
        return [] if time_step == 3 else ["a", "b", "c"][: 3 - time_step % 2]


def test_those_who_do_not_live_are_not_asked_and_have_no_row():
    agents = {name: Does(("noop", {})) for name in "abc"}
    with TraceDb(":memory:") as trace:
        world(agents, trace, domains=[Lives()]).run(5)
        lived = [[r.agent_id for r in rows(trace) if r.time_step == t] for t in range(5)]
        assert verify(trace, "run", domains=[Lives()]).executed
    assert lived == [list("abc"), list("ab"), list("abc"), [], list("abc")]
    assert [len(agents[name].seen) for name in "abc"] == [4, 4, 3]


def test_a_domain_that_names_a_stranger():
    class Stranger(Jar):
        def present(self, *, run_id, time_step):
            return ["z"]

    with TraceDb(":memory:") as trace, pytest.raises(InputError, match="agent 'z': expected one of"):
        world({"a": Does(("noop", {}))}, trace, domains=[Stranger()]).run(1)
