"""
The coloring game as an environment of PettingZoo (extra ``pettingzoo``).

Each agent owns nodes and sees their colors and those of their neighbors. In a step each agent gives one
of its free nodes a color, or does nothing; all act at once. The game has no offers and no trace: 10
agents make some 10,000 steps per second.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

import solver

from ..errors import expected

Observation = dict[str, NDArray[Any]]


class ColoringEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """
    Coloring game of several agents.

    Action 0 does nothing; action ``1 + i * k + c`` gives the agent's i-th node the color c. An
    observation is ``{"observation", "action_mask"}``: the colors of the agent's nodes and of their
    foreign neighbors, in the order of the problem, and which actions change something. The reward of an
    agent is the number of conflicts at its nodes that the step removed, plus ``prize`` if the game is
    solved. A game ends when it is solved, and is truncated after ``max_steps`` steps.

    Parameters
    ----------
    problem
        Problem whose nodes all have an owner; fixed nodes keep their colors.
    max_steps
        Maximum number of steps, at least 1.
    prize
        Reward of every agent when no edge is in conflict.

    Raises
    ------
    InputError
        If a node has no owner, or ``max_steps`` is less than 1.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kempe_coloring_v0",
        "render_modes": [],
        "is_parallelizable": True,
    }
    render_mode = None

    def __init__(self, problem: solver.Problem, *, max_steps: int = 200, prize: float = 10.0) -> None:
        if max_steps < 1:
            raise expected("max_steps", max_steps, "an integer >= 1")
        without = [node for node in problem.nodes if node not in problem.owners]
        if without:
            raise expected("problem", without[0], "an owner of each node")
        self.problem = problem
        self.max_steps = max_steps
        self.prize = prize
        self.k = len(problem.domain)
        self.possible_agents = [str(owner) for owner in problem.clusters]
        self.agents: list[str] = []
        place = {node: i for i, node in enumerate(problem.nodes)}
        number = {owner: i for i, owner in enumerate(problem.clusters)}
        self._owner = np.array([number[problem.owners[node]] for node in problem.nodes], np.intp)
        self._fixed = np.asarray(problem.fixed_colors)
        ends = np.array([(place[u], place[v]) for u, v in problem.edges], np.intp).reshape(-1, 2)
        self._u, self._v = ends[:, 0].copy(), ends[:, 1].copy()
        self._nodes: dict[str, NDArray[np.intp]] = {}
        self._seen: dict[str, NDArray[np.intp]] = {}
        self._observations: dict[str, spaces.Dict] = {}
        self._actions: dict[str, spaces.Discrete[Any]] = {}
        for i, name in enumerate(self.possible_agents):
            own = np.flatnonzero(self._owner == i)
            touching = np.isin(self._u, own) | np.isin(self._v, own)
            around = np.union1d(self._u[touching], self._v[touching])
            foreign = np.setdiff1d(around, own)
            self._nodes[name] = own
            self._seen[name] = np.concatenate([own, foreign])
            actions = 1 + len(own) * self.k
            self._actions[name] = spaces.Discrete(actions)
            self._observations[name] = spaces.Dict(
                {
                    "observation": spaces.Box(0, self.k - 1, (len(own) + len(foreign),), np.int32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
        self._colors = np.zeros(len(problem.nodes), np.int32)
        self._step = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game from random colors."""
        rng = np.random.default_rng(seed)
        drawn = rng.integers(0, self.k, len(self._colors), dtype=np.int32)
        self._colors = np.where(self._fixed >= 0, self._fixed, drawn).astype(np.int32)
        self.agents = list(self.possible_agents)
        self._step = 0
        return self._observe(), {name: {} for name in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let all agents act at once; an action on a fixed node does nothing."""
        before = self._conflicts_of()
        for name, action in actions.items():
            if action:
                node, color = divmod(int(action) - 1, self.k)
                vertex = self._nodes[name][node]
                if self._fixed[vertex] < 0:
                    self._colors[vertex] = color
        self._step += 1
        after = self._conflicts_of()
        solved, over = not after.any(), self._step >= self.max_steps
        gained = (before - after).tolist()
        bonus = self.prize if solved else 0.0
        names = self.agents
        rewards = {
            name: gained[i] + bonus for i, name in enumerate(self.possible_agents) if name in names
        }
        observations = self._observe()
        if solved or over:
            self.agents = []
        terminated = dict.fromkeys(names, solved)
        truncated = dict.fromkeys(names, over and not solved)
        return observations, rewards, terminated, truncated, {name: {} for name in names}

    def conflicts(self) -> int:
        """Return the number of edges in conflict."""
        return int((self._colors[self._u] == self._colors[self._v]).sum())

    def colors(self) -> dict[Any, Any]:
        """Return the color of each node."""
        domain = self.problem.domain
        pairs = zip(self.problem.nodes, self._colors.tolist(), strict=True)
        return {node: domain[color] for node, color in pairs}

    def render(self) -> None:
        """Show nothing: there are no render modes."""

    def close(self) -> None:
        """Release nothing."""

    def _conflicts_of(self) -> NDArray[np.intp]:
        """Return the number of conflicts at the nodes of each agent."""
        bad = self._colors[self._u] == self._colors[self._v]
        ends = np.concatenate([self._owner[self._u[bad]], self._owner[self._v[bad]]])
        return np.bincount(ends, minlength=len(self.possible_agents))

    def _observe(self) -> dict[str, Observation]:
        return {
            name: {
                "observation": self._colors[self._seen[name]],
                "action_mask": self._mask(self._nodes[name]),
            }
            for name in self.agents
        }

    def _mask(self, nodes: NDArray[np.intp]) -> NDArray[np.int8]:
        """Return which actions change something: any but the present color of a free node."""
        mask = np.ones(1 + len(nodes) * self.k, np.int8)
        changes = mask[1:].reshape(len(nodes), self.k)
        changes[np.arange(len(nodes)), self._colors[nodes]] = 0
        changes[self._fixed[nodes] >= 0] = 0
        return mask
