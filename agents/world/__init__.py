"""
A world of agents whose runs can be replayed, resumed and verified byte for byte.

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
from .cognitive import SimpleCognitivePolicy
from .cognitive_policies import default_cognitive_policy
from .diff import Difference, diff
from .engine import WorldEngine, WorldEngineConfig
from .export import export
from .graph_policy import CognitiveAgentPolicy
from .own import World, WorldSetup
from .policy import RandomAgentPolicy, stable_agent_seed
from .recorded import RecordedGateway
from .replay import rebuild_messages, replay, snapshot
from .scheduler import BarrierScheduler
from .state_domain import StateDomain
from .tools import ToolRegistry, tool_specs
from .trace import TraceDb
from .verify import Verified, verify

__all__ = [
    "BarrierScheduler",
    "Channel",
    "CognitiveAgentPolicy",
    "Difference",
    "InMemoryChannel",
    "RandomAgentPolicy",
    "RecordedGateway",
    "SimpleCognitivePolicy",
    "StateDomain",
    "StepReport",
    "ToolRegistry",
    "TraceDb",
    "Verified",
    "World",
    "WorldEngine",
    "WorldEngineConfig",
    "WorldSetup",
    "default_cognitive_policy",
    "diff",
    "export",
    "rebuild_messages",
    "replay",
    "snapshot",
    "stable_agent_seed",
    "tool_specs",
    "verify",
]
