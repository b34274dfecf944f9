"""Random agents, seeds, the order of ids, and what is no policy."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.contracts import AgentPolicy
from agents.errors import InputError
from agents.world import RandomAgentPolicy, StateDomain, World, stable_agent_seed
from agents.world.policy import natural_key
from tests.agents.world import naive
from tests.agents.world.worlds import Does, ran, world


def test_random_policy():
    rng = random.Random(42)
    policy = RandomAgentPolicy(rng)
    obs = {"time_step": 0, "agent_id": "test"}
    req = policy.decide(run_id="test", time_step=0, agent_id="test", observation=obs)
    assert req.action_name in ["noop", "emit_event"]
    assert req.metadata == {"policy": "RandomAgentPolicy"}
    assert req.reasoning is None


def test_it_is_a_policy_and_its_parts_cannot_be_exchanged():
    policy = RandomAgentPolicy(random.Random(1))
    assert isinstance(policy, AgentPolicy)
    with pytest.raises(AttributeError):
        policy.rng = random.Random(2)


@given(st.integers(), st.lists(st.sampled_from(["noop", "emit_event", "other"]), min_size=1))
def test_chance_is_used_once_for_the_action_and_once_for_a_value(seed, space):
    policy = RandomAgentPolicy(random.Random(seed), action_space=space)
    rng = random.Random(seed)
    for t in range(5):
        request = policy.decide(run_id="r", time_step=t, agent_id="a", observation={"time_step": t})
        action = rng.choice(space)
        expected = {}
        if action == "emit_event":
            expected = {"value": rng.randint(0, 1_000_000), "seen_time_step": t}
        assert (request.action_name, request.arguments) == (action, expected)


@given(st.integers(-(2**63), 2**63 - 1), st.text())
def test_seeds_are_unsigned_and_of_64_bits(master, agent_id):
    assert 0 <= stable_agent_seed(master, agent_id) < 2**64


def test_numbers_in_ids_count():
    ids = [f"agent_{i:03d}" for i in (1000, 101, 2, 999, 1001)]
    assert sorted(ids, key=natural_key) == [
        "agent_002", "agent_101", "agent_999", "agent_1000", "agent_1001",
    ]  # fmt: skip


@given(st.lists(st.text("ab1209é²٣", max_size=6), unique=True))
def test_any_ids_have_one_order(ids):
    assert sorted(ids, key=natural_key) == sorted(reversed(ids), key=natural_key)
    assert sorted(ids, key=natural_key) == naive.natural_order(ids)


class Decides:
    def decide(self, **request):
        """Return nothing: these agents never live."""


class Halved:
    name = "halved"
    actions = ()


@pytest.mark.parametrize(
    ("agents", "domains", "message"),
    [
        (
            {"ada": object()},
            (),
            "policy of 'ada' = <object .*>: expected an object with a method",
        ),
        ({"ada": Decides}, (), "policy of 'ada' = <class .*>: expected an instance of that class"),
        ({"ada": Halved}, (), "policy of 'ada' = <class .*>: expected an object with a method"),
        (None, (), "agents = None: expected policies by the ids"),
        ([], (), "agents = .*: expected policies by the ids"),
        (
            {"ada": None},
            (),
            "policy of 'ada' = None: expected an object with a method",
        ),
        ({1: Decides()}, (), "agent id = 1: expected printable text"),
        ([Decides()], (), "agents = .*: expected policies by the ids of their agents"),
        ({"ada": Decides()}, [1], "domain = 1: expected an object with name, actions, init_schema"),
        ({"ada": Decides()}, [Halved()], "expected an object with init_schema, load, observe, handle"),
        ({"ada": Decides()}, [StateDomain], "expected an object with name"),
        (
            {"ada": Decides()},
            [type("Jar", (StateDomain,), {"name": "jar"})],
            "an instance of",
        ),
        ({"ada": Decides()}, StateDomain, "domains = <class .*>: expected a list of domains"),
    ],
)
def test_what_is_no_policy_or_no_domain_is_refused_where_the_world_is_made(agents, domains, message):
    with pytest.raises(InputError, match=message):
        World(agents, domains)
    with pytest.raises(InputError, match=message):
        world(agents, domains=domains)


class Static:
    @staticmethod
    def decide(**asked):
        return Does(("noop", {})).decide(**asked)


class Shared:
    @classmethod
    async def adecide(cls, **asked):
        return Static.decide(**asked)


@pytest.mark.parametrize("policy", [Static, Shared])
def test_a_class_whose_method_needs_no_instance_is_a_policy(policy):
    assert World({"ada": policy}).agents == {"ada": policy}
    _, (row,) = ran({"ada": Static}, 1)
    assert row.outcome["success"]
