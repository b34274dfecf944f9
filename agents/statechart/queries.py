"""Counts of agents by state."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Protocol, TypeVar

from .states import AgentState


class HasState(Protocol):
    """Object with a state."""

    @property
    def state(self) -> Enum: ...  # noqa: D102


S = TypeVar("S", bound=Enum)


def agents_in_state(state: Enum, agents: Iterable[HasState]) -> int:
    """Count the agents that are in one state."""
    return sum(agent.state == state for agent in agents)


def state_distribution(
    agents: Iterable[HasState],
    states: Iterable[S] = AgentState,
) -> dict[S, int]:
    """
    Count the agents in each state.

    Every state is a key, in the order of ``states`` (an enum or any iterable), also if its count is 0;
    agents in other states are not counted.
    """
    counts = dict.fromkeys(states, 0)
    for agent in agents:
        if agent.state in counts:
            counts[agent.state] += 1
    return counts
