"""
Any world as an environment of PettingZoo (extra ``pettingzoo``), without a trace.

The actions of a domain have arguments of any kind, so the caller lists those that an agent can choose
from, and encodes what it sees as an array.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from ..contracts import ActionRequest
from ..errors import ActionRejected, expected
from ..world.judge import Judge
from ..world.order import shuffle
from ..world.own import World, WorldSetup
from ..world.tools import ToolRegistry

Observation = dict[str, NDArray[Any]]
#: Name and arguments of an action.
Choice = tuple[str, Mapping[str, Any]]
RUN = "pettingzoo"


class DomainEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """
    World of domains.

    Agents that die end with ``terminated``, with their last observation; agents may be born.

    Parameters
    ----------
    factory
        Function that makes the world; it gets the seed of :meth:`reset`.
    choices
        Actions that an agent chooses from.
    encode
        Function from what the domains show an agent to an array.
    space
        Space of the encoded observations.
    reward
        Function of an agent's encoded observations before and after a step, and of whether its action
        succeeded.
    mask
        Function from what an agent sees to a list of booleans, one for each choice; by default all
        choices are possible.
    max_steps
        Maximum number of steps, at least 1.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kempe_domain_v0",
        "render_modes": [],
        "is_parallelizable": True,
    }
    render_mode = None

    def __init__(
        self,
        factory: Callable[[WorldSetup], World],
        choices: Sequence[Choice],
        *,
        encode: Callable[[Mapping[str, Any]], NDArray[Any]],
        space: spaces.Space[Any],
        reward: Callable[[NDArray[Any], NDArray[Any], bool], float],
        mask: Callable[[Mapping[str, Any]], Sequence[bool]] | None = None,
        max_steps: int = 100,
    ) -> None:
        if max_steps < 1:
            raise expected("max_steps", max_steps, "an integer >= 1")
        if not choices:
            raise expected("choices", [], "at least one action")
        self._factory = factory
        self._choices = list(choices)
        self._encode, self._reward, self._mask = encode, reward, mask
        self.max_steps = max_steps
        self.possible_agents = list(factory(WorldSetup(seed=0)).agents)
        self.agents: list[str] = []
        self._connection: sqlite3.Connection | None = None
        self._actions = {name: spaces.Discrete(len(choices)) for name in self.possible_agents}
        masks = spaces.Box(0, 1, (len(choices),), np.int8)
        self._observations = {
            name: spaces.Dict({"observation": space, "action_mask": masks})
            for name in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Make the world anew; without a seed, from a random one."""
        if seed is None:
            seed = int(np.random.default_rng().integers(2**63))
        self.close()
        self._seed = seed
        world = self._factory(WorldSetup(seed=seed))
        self._judge = Judge(world.tools or ToolRegistry(), world.domains, world.agents)
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._judge.load(RUN, 0, self._connection)
        self._time = 0
        self.agents = self._living()
        self._last = self._observe(self.agents)
        return dict(self._last), {name: {} for name in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Execute the actions in an order that is shuffled with the seed of :meth:`reset`."""
        if self._connection is None:
            raise expected("reset", None, "a call before the first step")
        acting = [name for name in self.agents if name in actions]
        shuffle(acting, self._seed, self._time)
        infos: dict[str, dict[str, Any]] = {}
        for name in acting:
            action, arguments = self._choices[int(actions[name])]
            request = ActionRequest(
                run_id=RUN,
                time_step=self._time,
                agent_id=name,
                action_name=action,
                arguments=dict(arguments),
            )
            try:
                self._judge.execute(request, self._connection)
                infos[name] = {"success": True}
            except ActionRejected as rejection:
                infos[name] = {"success": False, "error": str(rejection)}
        self._judge.end_step(RUN, self._time, self._connection)
        self._time += 1
        living = self._living()
        seen = self._observe(living)
        everybody = [*self.agents, *(name for name in living if name not in self.agents)]
        over = self._time >= self.max_steps
        rewards = {}
        for name in everybody:
            after = seen.get(name) or self._last[name]
            before = self._last.get(name, after)
            success = infos.setdefault(name, {"success": True})["success"]
            rewards[name] = float(self._reward(before["observation"], after["observation"], success))
        observations = {name: seen.get(name) or self._last[name] for name in everybody}
        terminated = {name: name not in seen for name in everybody}
        truncated = dict.fromkeys(everybody, over)
        self._last = seen
        self.agents = [] if over else living
        return observations, rewards, terminated, truncated, infos

    def render(self) -> None:
        """Show nothing: there are no render modes."""

    def close(self) -> None:
        """Close the tables of the domains."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _living(self) -> list[str]:
        present = self._judge.present(RUN, self._time)
        return [name for name in self.possible_agents if present is None or name in present]

    def _observe(self, names: Sequence[str]) -> dict[str, Observation]:
        observations = {}
        for name in names:
            seen = self._judge.observe(RUN, self._time, name)
            mask = [True] * len(self._choices) if self._mask is None else self._mask(seen)
            observations[name] = {
                "observation": self._encode(seen),
                "action_mask": np.array(mask, np.int8),
            }
        return observations
