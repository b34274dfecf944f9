"""What is too large is refused, on the record; and what is not storable is said so."""

import pytest

from agents.errors import GatewayError, TraceError
from agents.llm import AccountedGateway, ScriptedGateway
from agents.world import InMemoryChannel, TraceDb, WorldEngine, WorldEngineConfig, verify
from agents.world.boundary import LARGEST_ACTION, error_text, is_larger
from tests.agents.llm.fakes import Sink
from tests.agents.world.worlds import Does, ran, random_agents, says, world

LOOP: list = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    "arguments",
    [
        {"content": "x" * (LARGEST_ACTION + 1)},
        {"content": ["x" * 1000] * 2000},
        {"content": [0] * (LARGEST_ACTION + 1)},
        {"x" * (LARGEST_ACTION + 1): 1},
    ],
    ids=["text", "texts", "numbers", "name"],
)
def test_a_large_action_is_a_lost_turn_of_a_short_row(arguments):
    trace, found = ran({"a": Does(("emit_event", arguments)), "b": Does(says("hi"))}, 1)
    error = found[0].info["metadata"]["policy_error"]
    assert error == (
        f"not plain values: ValueError: the action is too large: expected at most {LARGEST_ACTION} "
        "characters"
    )
    assert found[1].outcome["success"]
    assert trace.query("SELECT max(length(info_json)) FROM trace")[0][0] < 1000
    assert verify(trace, "run").executed


def test_an_action_of_the_largest_size_is_taken():
    text = "x" * (LARGEST_ACTION - 1000)
    _, found = ran({"a": Does(says(text))}, 1)
    assert found[0].outcome["success"]


def test_sizes_are_counted_up_to_the_limit_only():
    assert not is_larger({"a": ["bc", {"d": 1}]}, 8)
    assert is_larger({"a": ["bc", {"d": 1}]}, 7)
    assert is_larger(LOOP, 1000)
    assert not is_larger(object(), 0)


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def test_an_error_without_a_text():
    assert error_text(Mute()) == "Mute without a text"

    def fail(_):
        raise Mute

    _, found = ran({"a": Does(fail), "b": Does(says("hi"))}, 1)
    assert [row.outcome["success"] for row in found] == [False, True]


def test_a_request_that_could_not_be_recorded_is_not_paid():
    model, sink = ScriptedGateway(["x"]), Sink()
    gateway = AccountedGateway(model, sink=sink)
    with pytest.raises(GatewayError, match="the request is not plain text") as caught:
        gateway.chat(model="m", messages=[{"role": "user", "content": "\ud800"}])
    assert caught.value.kind == "refused"
    assert model.calls == []
    assert gateway.account.total.calls == 0


# -------------------------------------------------------------------------------------- the database


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE trace SET created_at = 9e999", "a row is damaged"),
        ("UPDATE runs SET created_at = 9e999", "a row is damaged"),
        ("UPDATE steps SET time_step = 9223372036854775807 WHERE time_step = 2", "too large"),
        ("UPDATE trace SET time_step = 9223372036854775807 WHERE time_step = 2", "outside the 3 steps"),
        ("UPDATE trace SET info_json = CAST(x'ff' AS TEXT)", "UTF-8"),
    ],
)
def test_values_that_nobody_wrote_are_a_damaged_trace(statement, message):
    with TraceDb(":memory:") as trace:
        world(random_agents(), trace).run(3)
        trace.connection.execute(statement)
        with pytest.raises(TraceError, match=message):
            verify(trace, "run")


def test_a_file_with_any_byte_changed_is_read_or_refused(tmp_path):
    path, changed = tmp_path / "a.db", tmp_path / "b.db"
    with TraceDb(path) as trace:
        world({"a": Does(says("hi")), **random_agents(2)}, trace).run(3)
    whole = path.read_bytes()
    for place in range(100, 4096, 37):
        changed.write_bytes(whole[:place] + bytes([whole[place] ^ 0x81]) + whole[place + 1 :])
        try:
            with TraceDb(changed, readonly=True) as trace:
                for run_id in trace.run_ids():
                    verify(trace, run_id)
        except TraceError:
            pass


def test_two_processes_cannot_write_one_run(tmp_path):
    path = tmp_path / "a.db"
    with TraceDb(path) as one, TraceDb(path) as two:
        first, second = world(random_agents(), one), world(random_agents(), two)
        first.run(1)
        second.run(2)
        with pytest.raises(TraceError, match="another process has written to this run"):
            first.run(2)
        assert two.steps("run") == 2


def test_without_history_a_policy_still_sees_the_tools():
    seen = Does(("noop", {}))
    config = WorldEngineConfig("r", message_history_limit=0, with_tools=True)
    with TraceDb(":memory:") as trace:
        WorldEngine(config, {"a": seen}, InMemoryChannel(), trace).run(2)
    assert seen.seen[1]["tools"] == ["post_message", "noop"]
    assert seen.seen[1]["messages"] == []
