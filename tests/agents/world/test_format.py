"""The format of a trace: worlds whose heads are noted, so that changed bytes are noticed."""

import numpy as np
import pytest

from agents.contracts import ActionRequest
from agents.llm import MockLLMGateway
from agents.world import TraceDb, verify
from agents.world.cognitive_policies import cognitive_policy
from tests.agents.world.counter import Counter
from tests.agents.world.worlds import Does, random_agents, says, world

#: Arguments of one action of each step. What Python says of NaN differs between its versions.
AWKWARD = [
    {"value": [1.5, -0.0, 1e-5, 1e22, 2**70, True, None, {"é": "\x00\u2028\U0001f600", "a": []}]},
    {"value": 1e16, "deep": [[[[{"b": 1, "a": (1, 2)}]]]]},
    {1: 2},
    {"value": {1, 2}},
    {"value": np.int64(7), "other": np.float64(0.1)},
    {"value": "x" * 1_000_001},
]


def random_world(trace):
    return world(random_agents(12), trace, history=0), 20


def awkward_world(trace):
    def wrong(time_step):
        if time_step == 1:
            raise ValueError("no idea\nat all")
        if time_step == 2:
            return "noop"
        request = {"run_id": "run", "time_step": time_step, "agent_id": "wrong", "action_name": "noop"}
        if time_step == 3:
            return ActionRequest(**{**request, "agent_id": "other"})
        if time_step == 4:
            return ActionRequest.model_construct(
                **request, arguments={}, reasoning=7, metadata={"f": 1e-7}
            )
        return ActionRequest(**request, reasoning="because", metadata={"f": 0.25})

    agents = {
        "awkward": Does(lambda t: ("emit_event", AWKWARD[t])),
        "talker": Does(lambda t: says(f" héllo {t} ", **({"to": "wrong"} if t % 2 else {}))),
        "unknown": Does(lambda t: (["dance", "post_message", "no:such"][t % 3], {"to": "nobody"})),
        "wrong": Does(wrong),
    }
    return world(agents, trace), len(AWKWARD)


def domain_world(trace):
    agents = {
        "a": Does(lambda t: ("counter:add", {"amount": t - 2})),
        "b": Does(lambda t: ("counter:add", {"amount": 3, "tell": "a"})),
        "c": Does(lambda t: ("counter:add", {"amount": "3"} if t % 2 else {})),
    }
    return world(agents, trace, domains=[Counter()]), 6


def model_world(trace):
    agents = {
        f"agent_{i:03d}": cognitive_policy(
            "SimpleCognitivePolicy", gateway=MockLLMGateway(seed=i, sink=trace), model="mock"
        )
        for i in range(4)
    }
    return world(agents, trace), 5


HEADS = {
    random_world: "aac3cb99beaea5a70c3902c0c8813934bab228f3ef87b725ffb74f1ae4379770",
    awkward_world: "c7840d499c2277d78cb2bda32e5c8303b89c83259b4618cf0b97c71a2273793c",
    domain_world: "c422733a0a52d23b0bb41dcd79fdf7e638c2803f668a7d6b64e7f0840583ddcd",
    model_world: "8aea39696264804e3b14bd1c5a890ac10574a1d109fdeda85ca58ba8fe81b546",
}


@pytest.mark.parametrize("make", HEADS, ids=lambda make: make.__name__)
def test_the_head_is_the_noted_one(make):
    with TraceDb(":memory:") as trace:
        engine, steps = make(trace)
        engine.run(steps)
        assert trace.head("run") == HEADS[make]
        verify(trace, "run", domains=[Counter()] if make is domain_world else ())
