"""Deciding at the same time: limits, time-outs, second attempts."""

import asyncio

import pytest

from agents.errors import GatewayError, InputError
from agents.llm import RetryingGateway, ScriptedGateway
from agents.world import BarrierScheduler, TraceDb, verify
from agents.world.scope import current
from tests.agents.llm.fakes import FakeClock
from tests.agents.world.test_engine import Waits
from tests.agents.world.worlds import Does, rows, world


def ran(agents, steps=1, trace=None, **limits):
    trace = trace or TraceDb(":memory:")
    asyncio.run(world(agents, trace, scheduler=BarrierScheduler(**limits)).arun(steps))
    return trace, rows(trace)


def test_no_answer_in_time_is_a_noop_row_and_not_a_missing_one():
    never = Waits(seconds=60)
    trace, found = ran({"a": never, "b": Waits()}, timeout=0.01, retries=1)
    assert [row.outcome["success"] for row in found] == [False, True]
    assert never.calls == 2
    assert found[0].action_type == "noop"
    assert found[0].info["metadata"] == {
        "policy": "BarrierSchedulerFallback",
        "policy_error": "2 attempts: no answer within 0.01 s",
        "scheduler_reason": "timeout",
        "scheduler_detail": "no answer within 0.01 s",
    }
    assert verify(trace, "run").executed


def test_who_fails_is_asked_again():
    _, found = ran({"a": Waits(fail=2), "b": Waits(fail=3)}, retries=2)
    assert [row.outcome["success"] for row in found] == [True, False]
    assert found[1].info["metadata"]["scheduler_reason"] == "exception"
    assert found[1].info["metadata"]["scheduler_detail"] == "RuntimeError: try 3"


def test_no_more_than_the_limit_decide_at_once():
    class Counts(Waits):
        now = most = 0

        async def adecide(self, **asked):
            Counts.now += 1
            Counts.most = max(Counts.most, Counts.now)
            request = await super().adecide(**asked)
            Counts.now -= 1
            return request

    ran({f"a{i}": Counts(seconds=0.001) for i in range(20)}, max_concurrent=3)
    assert Counts.most == 3


def test_fifty_agents_two_steps_a_hundred_rows():
    _, found = ran({f"agent_{i:03d}": Waits() for i in range(50)}, 2)
    assert len(found) == 100


def test_each_agent_has_a_scope_of_its_own():
    class Emits(Waits):
        async def adecide(self, **asked):
            await asyncio.sleep(self.seconds)
            assert current().agent_id == asked["agent_id"]
            trace.emit("test.who", {"agent": asked["agent_id"]})
            return await super().adecide(**asked)

    trace = TraceDb(":memory:")
    ran({f"a{i}": Emits(seconds=(3 - i) / 200) for i in range(4)}, trace=trace)
    assert trace.query("SELECT agent_id, data_json FROM events ORDER BY seq") == [
        (f"a{i}", f'{{"agent":"a{i}"}}') for i in range(4)
    ]


def test_a_used_up_budget_stops_everyone_after_the_calls_in_progress():
    ended = []

    class Slow(Waits):
        async def adecide(self, **asked):
            ended.append((await super().adecide(**asked)).agent_id)
            raise ValueError("no further attempt after the stop")

    class Broke(Waits):
        async def adecide(self, **asked):
            await asyncio.sleep(0)
            raise GatewayError("budget of 1 USD is used up", kind="budget")

    trace = TraceDb(":memory:")
    with pytest.raises(GatewayError, match="budget"):
        ran({"a": Slow(seconds=0.01), "b": Broke()}, trace=trace)
    assert ended == ["a"]
    assert trace.steps("run") == 0


def test_a_policy_that_cannot_be_awaited_is_called():
    _, found = ran({"a": Does(("noop", {})), "b": Waits()})
    assert [row.outcome["success"] for row in found] == [True, True]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_concurrent": 0}, "max_concurrent = 0: expected an integer >= 1"),
        ({"timeout": 0}, "timeout = 0: expected seconds > 0"),
        ({"timeout": float("nan")}, "timeout = nan: expected"),
        ({"retries": -1}, "retries = -1: expected an integer >= 0"),
    ],
)
def test_limits_are_checked(limits, message):
    with pytest.raises(InputError, match=message):
        BarrierScheduler(**limits)


def test_calls_that_the_gateway_has_retried_are_not_repeated():
    class Down:
        asked = 0

        async def adecide(self, **_):
            self.asked += 1
            model = ScriptedGateway([GatewayError("x", kind="server")] * 9)
            gateway = RetryingGateway(model, retries=1, clock=FakeClock())
            await gateway.achat(model="m", messages=[])

    down = Down()
    _, found = ran({"a": down, "b": Waits()}, retries=2)
    assert down.asked == 1
    assert found[0].info["metadata"]["policy_error"] == "GatewayError: x"
