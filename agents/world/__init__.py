"""
A world of agents whose runs can be replayed, resumed and audited to the byte.

>>> import random
>>> from agents.world import *
>>> agents = {"agent_000": RandomAgentPolicy(random.Random(stable_agent_seed(42, "agent_000")))}
>>> with TraceDb(":memory:") as trace:
...     engine = WorldEngine(WorldEngineConfig(run_id="first"), agents, InMemoryChannel(), trace)
...     engine.run(steps=10)
10
"""

from .channel import Channel, InMemoryChannel
from .clerk import StepReport
from .engine import WorldEngine, WorldEngineConfig
from .policy import RandomAgentPolicy, stable_agent_seed
from .scheduler import BarrierScheduler
from .tools import ToolRegistry
from .trace import TraceDb
from .verify import Verified, verify

__all__ = [
    "BarrierScheduler",
    "Channel",
    "InMemoryChannel",
    "RandomAgentPolicy",
    "StepReport",
    "ToolRegistry",
    "TraceDb",
    "Verified",
    "WorldEngine",
    "WorldEngineConfig",
    "stable_agent_seed",
    "verify",
]
