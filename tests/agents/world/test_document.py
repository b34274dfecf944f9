"""The policy requirements' own lines, adapted in what they import and nothing else."""

import random
from argparse import Namespace

import pytest

from agents.contracts import AgentPolicy, LLMGateway
from agents.llm import MockLLMGateway
from agents.world import (
    InMemoryChannel,
    RandomAgentPolicy,
    TraceDb,
    WorldEngine,
    WorldEngineConfig,
    stable_agent_seed,
)
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.cognitive_policies import default_cognitive_policy
from agents.world.tools import tool_specs as _tool_specs
from tests.agents.world.worlds import rows


@pytest.mark.parametrize("mode", ["phase1", "phase2"])
def test_creating_the_agents_and_the_engine(mode):
    args = Namespace(
        agents=3, seed=42, mock_llm=True, model="gpt-3.5-turbo", api_base=None, api_key=None,
        nondeterministic_timestamps=False, message_history=20,
    )  # fmt: skip
    run_id = "run"
    trace_db = TraceDb(":memory:")

    agents = {}
    for i in range(args.agents):
        agent_id = f"agent_{i:03d}"  # e.g., "agent_000", "agent_001"
        agent_seed = stable_agent_seed(args.seed, agent_id)

        if mode == "phase1":
            # Phase 1: RandomAgentPolicy
            agents[agent_id] = RandomAgentPolicy(random.Random(agent_seed))
        else:
            # Phase 2: Cognitive policy
            gateway = (
                MockLLMGateway(seed=agent_seed)
                if args.mock_llm
                else LiteLLMGateway(api_base=args.api_base, api_key=args.api_key)  # noqa: F821
            )
            agents[agent_id] = default_cognitive_policy(gateway=gateway, model=args.model)

    engine = WorldEngine(
        config=WorldEngineConfig(
            run_id=run_id,
            deterministic_timestamps=(not args.nondeterministic_timestamps),
            message_history_limit=(args.message_history if mode == "phase2" else 0),
        ),
        agents=agents,  # Dictionary of {agent_id: AgentPolicy}
        channel=InMemoryChannel(),
        trace_db=trace_db,
    )
    engine.run(3)
    assert len(rows(trace_db)) == 9
    assert all(isinstance(policy, AgentPolicy) for policy in agents.values())


def test_the_first_decision_of_example_1():
    policy = RandomAgentPolicy(random.Random(stable_agent_seed(42, "agent_000")))
    observation = {"time_step": 0, "agent_id": "agent_000"}
    request = policy.decide(run_id="r", time_step=0, agent_id="agent_000", observation=observation)
    assert request.action_name == "emit_event"
    assert request.arguments == {"value": 205886, "seen_time_step": 0}


def test_the_first_decision_of_example_2():
    gateway = MockLLMGateway(seed=stable_agent_seed(42, "agent_000"))
    policy = default_cognitive_policy(gateway=gateway, model="gpt-3.5-turbo")
    observation = {"time_step": 0, "agent_id": "agent_000", "messages": [], "tools": ["post_message"]}
    request = policy.decide(run_id="r", time_step=0, agent_id="agent_000", observation=observation)
    assert request.action_name == "post_message"
    assert request.arguments["content"].startswith("hello (")
    assert isinstance(gateway, LLMGateway)


def test_customizing():
    agent_seed = 1
    policy = RandomAgentPolicy(
        random.Random(agent_seed), action_space=["noop", "emit_event", "custom_action"]
    )
    assert policy.action_space[-1] == "custom_action"
    policy = SimpleCognitivePolicy(
        gateway=MockLLMGateway(seed=1),
        model="m",
        tools=_tool_specs(),
        temperature=0.7,  # Higher creativity
    )
    assert policy.temperature == 0.7
