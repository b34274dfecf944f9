"""The coloring game under PettingZoo's own tests, and played."""

import numpy as np
import pytest

import solver
from agents.errors import InputError

pytest.importorskip("pettingzoo")
from pettingzoo.test import parallel_api_test, parallel_seed_test

from agents.arena.coloring_env import ColoringEnv

pytestmark = pytest.mark.filterwarnings("default")


def game(agents=10, size=3, k=3, fixed=None, seed=1):
    """A ring of paths, each owned by one agent."""
    nodes = [f"n{i}" for i in range(agents * size)]
    edges = [(nodes[i], nodes[(i + 1) % len(nodes)]) for i in range(len(nodes))]
    owners = {node: f"agent_{i // size}" for i, node in enumerate(nodes)}
    return solver.Problem(nodes, edges, list("rgbyop"[:k]), owners=owners, fixed=fixed)


def test_the_api_test_of_pettingzoo():
    parallel_api_test(ColoringEnv(game()), num_cycles=300)


def test_the_seed_test_of_pettingzoo():
    parallel_seed_test(lambda: ColoringEnv(game()), num_cycles=100)


def play(env, seed):
    """Act at random, now and then, as the masks allow."""
    rng = np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        actions = {}
        for name in env.agents:
            allowed = np.flatnonzero(observations[name]["action_mask"])
            actions[name] = int(rng.choice(allowed)) if rng.random() < 0.3 else 0
        observations, rewards, terminated, truncated, _ = env.step(actions)
        for name, reward in rewards.items():
            total[name] += reward
    return total, terminated, truncated


def test_a_solved_game_ends_with_the_prize():
    env = ColoringEnv(game(agents=2, size=2, k=4), max_steps=2000, prize=5)
    for seed in range(3):
        total, terminated, truncated = play(env, seed)
        assert env.conflicts() == 0
        assert all(terminated.values())
        assert not any(truncated.values())
        assert solver.penalty(env.problem, env.colors()) == 0
        assert sum(total.values()) >= 10


def test_rewards_are_the_conflicts_removed():
    env = ColoringEnv(game(agents=2, size=2), prize=0)
    env.reset(seed=3)
    for _ in range(50):
        before = env.conflicts()
        actions = {name: int(env.action_space(name).sample()) for name in env.agents}
        _, rewards, *_ = env.step(actions)
        # An edge between two agents counts for both.
        assert abs(sum(rewards.values())) <= 2 * abs(before - env.conflicts()) + 4
        if not env.agents:
            break


def test_fixed_nodes_and_present_colors_are_masked():
    env = ColoringEnv(game(agents=2, size=2, fixed={"n0": "g"}))
    observations, _ = env.reset(seed=1)
    mask = observations["agent_0"]["action_mask"]
    assert mask[:4].tolist() == [1, 0, 0, 0]
    assert mask[4:].sum() == env.k - 1
    env.step({"agent_0": 1, "agent_1": 0})
    assert env.colors()["n0"] == "g"


def test_each_agent_sees_its_nodes_and_their_neighbors():
    env = ColoringEnv(game(agents=3, size=2))
    observations, _ = env.reset(seed=1)
    colors = env.colors()
    seen = [env.problem.domain[c] for c in observations["agent_1"]["observation"]]
    assert seen == [colors[node] for node in ("n2", "n3", "n1", "n4")]


def test_what_is_no_game():
    with pytest.raises(InputError, match="an owner of each node"):
        ColoringEnv(solver.Problem(["a"], [], ["r"]))
    with pytest.raises(InputError, match="max_steps = 0"):
        ColoringEnv(game(), max_steps=0)
