"""The foraging world under PettingZoo's own tests."""

import sys

import numpy as np
import pytest

from agents.errors import InputError
from tests.sources import ROOT

pytest.importorskip("pettingzoo")
from gymnasium import spaces
from pettingzoo.test import parallel_api_test, parallel_seed_test

from agents.arena.domain_env import DomainEnv

pytestmark = pytest.mark.filterwarnings("default")

CHOICES = [
    ("noop", {}),
    ("grid:eat", {}),
    *(("grid:move", {"direction": way}) for way in ("north", "south", "west", "east")),
]


@pytest.fixture(scope="module")
def forage():
    sys.path.insert(0, str(ROOT / "docs/examples"))
    try:
        import forage

        yield forage
    finally:
        sys.path.pop(0)
        sys.modules.pop("forage", None)


def encode(seen):
    grid = seen["grid"]
    nearest = (grid["nearest_food"] or [grid["place"]])[0]
    return np.array([*grid["place"], *nearest, grid["energy"]], np.float32)


def make(forage, **more):
    return DomainEnv(
        forage.world,
        CHOICES,
        encode=encode,
        space=spaces.Box(0, 1000, (5,), np.float32),
        reward=lambda before, after, success: after[4] - before[4],
        **more,
    )


def test_the_api_test_of_pettingzoo(forage):
    parallel_api_test(make(forage), num_cycles=100)


def test_the_seed_test_of_pettingzoo(forage):
    parallel_seed_test(lambda: make(forage), num_cycles=50)


def test_agents_are_born_and_die(forage):
    def mask(seen):
        """Eat where there is food, and walk towards it elsewhere."""
        grid = seen["grid"]
        here = grid["place"] in grid["nearest_food"]
        (x, y), (to_x, to_y) = grid["place"], (grid["nearest_food"] or [[0, 0]])[0]
        ways = [to_y < y, to_y > y, to_x < x, to_x > x]
        return [False, True, False, False, False, False] if here else [not any(ways), False, *ways]

    env = make(forage, mask=mask, max_steps=40)
    observations, _ = env.reset(seed=1)
    first, died, born = set(env.agents), set(), set()
    while env.agents:
        before = set(env.agents)
        actions = {
            name: int(np.flatnonzero(observations[name]["action_mask"])[0]) for name in env.agents
        }
        observations, rewards, terminated, truncated, infos = env.step(actions)
        died |= {name for name in before if terminated[name]}
        born |= set(rewards) - before
        # Only food that another agent took first.
        errors = [infos[name].get("error", "place") for name in before]
        assert all("place" in error for error in errors)
    assert died
    assert born - first
    assert all(truncated.values())
    env.close()


def test_what_is_no_environment(forage):
    with pytest.raises(InputError, match="max_steps = 0"):
        make(forage, max_steps=0)
    with pytest.raises(InputError, match="call before the first step"):
        make(forage).step({})
