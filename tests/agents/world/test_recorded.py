"""A run with a model, replayed without it."""

import pytest

from agents.errors import GatewayError
from agents.llm import ScriptedGateway
from agents.world import TraceDb, verify
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.recorded import RecordedGateway
from agents.world.repeating import Ask
from agents.world.tools import tool_specs
from tests.agents.world.worlds import world

REPLIES = [
    {"name": "post_message", "arguments": {"content": "one"}},
    "two",
    GatewayError("slow", kind="timeout"),
    {"name": "post_message", "arguments": {"content": "four"}},
]


def agents(gateway, model="m"):
    policy = SimpleCognitivePolicy(gateway=gateway, model=model, tools=tool_specs())
    return {"a": policy, "b": policy}


@pytest.fixture
def trace():
    trace = TraceDb(":memory:")
    world(agents(ScriptedGateway(REPLIES * 2, sink=trace)), trace).run(4)
    return trace


def replayed(trace, **more):
    with TraceDb("") as again:
        engine = world(agents(RecordedGateway(trace, "run", again), **more), trace)
        engine.relive(trace, 4, ask=Ask.ALL, beside=again)
        return again.head("run"), again.query("SELECT * FROM llm_calls")


def test_recorded_answers_lead_to_the_same_run_and_the_same_records(trace):
    assert replayed(trace) == (trace.head("run"), trace.query("SELECT * FROM llm_calls"))


def test_who_asks_something_else_gets_no_answer(trace):
    with pytest.raises(GatewayError, match="step 0: the request of 'a' differs") as caught:
        replayed(trace, model="another")
    assert caught.value.kind == "missing"


def test_who_asks_again_after_a_failure_gets_the_later_answer():
    trace = TraceDb(":memory:")
    gateway = ScriptedGateway([GatewayError("slow", kind="timeout"), "{}", "{}"], sink=trace)

    class Persists(SimpleCognitivePolicy):
        def decide(self, **asked):
            try:
                return super().decide(**asked)
            except GatewayError:
                return super().decide(**asked)

    world({"a": Persists(gateway=gateway, model="m", tools=tool_specs())}, trace).run(2)
    with TraceDb("") as again:
        policy = SimpleCognitivePolicy(
            gateway=RecordedGateway(trace, "run", again), model="m", tools=tool_specs()
        )
        world({"a": policy}, trace).relive(trace, 2, ask=Ask.ALL, beside=again)
    assert verify(trace, "run").calls == 3


def test_outside_of_a_step_there_are_no_answers(trace):
    with pytest.raises(GatewayError, match="no step is in progress"):
        RecordedGateway(trace, "run", trace).chat(model="m", messages=[])
