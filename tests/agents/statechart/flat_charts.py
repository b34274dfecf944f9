"""Flat charts for tests."""

from __future__ import annotations

from enum import StrEnum

import pytest

from agents.statechart import (
    AgentState,
    SocialAgent,
    Statechart,
    Transition,
)

S = AgentState
both_modes = pytest.mark.parametrize("mode", ["product", "literal"])


class Light(StrEnum):
    RED = "red"
    GREEN = "green"
    BROKEN = "broken"


def chart_of(*transitions, mode="product", **more):
    return Statechart(Light, transitions, Light.RED, mode=mode, **more)


def to(target, guard=None, action=None, **more):
    return Transition("go", Light.RED, target, guard, action, **more)


def agent_at(state, **more):
    agent = SocialAgent("ada", **more)
    agent.state = state
    return agent


def yes(agent, context):
    return True


def no(agent, context):
    return False


def broken(agent, context):
    raise ZeroDivisionError("of the guard")
