"""
From settings to a running world: what ``vvm phase1``, ``vvm phase2`` and ``kempe world run`` have in
common.

The settings are the configuration of a run; its record in the trace holds all of them, so that a run
can be resumed and replayed from the trace alone. A key is never among them, nor a password in an
address.
"""

from __future__ import annotations

import platform
import random
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import solver

from ..canonical import canonical, digest
from ..contracts import LLMGateway, RunMetadata
from ..errors import InputError, TraceError
from .channel import InMemoryChannel
from .engine import Policy, WorldEngine, WorldEngineConfig
from .policy import RandomAgentPolicy, stable_agent_seed
from .scheduler import BarrierScheduler
from .trace import TraceDb

MODES = ("phase1", "phase2")
#: Agents and steps of a run of each mode, where nothing else is said.
DEFAULT_SIZE = {"phase1": (5, 100), "phase2": (2, 10)}
RUN_ID_LENGTH = 16


@dataclass(frozen=True)
class Settings:
    """
    What a run is made of.

    Attributes
    ----------
    mode
        ``"phase1"``, random agents, or ``"phase2"``, agents that ask a language model.
    seed
        The master seed, within 64 signed bits.
    agents, steps
        How many: at least 1, at least 0.
    deterministic_timestamps
        Stamp rows with logical time.
    message_history_limit
        Newest messages that an agent sees; 0 in phase 1.
    policy, gateway, model, api_base
        Of phase 2: which cognitive policy, ``"mock"`` or ``"litellm"``, and the model asked for.
    """

    mode: str = "phase1"
    seed: int = 42
    agents: int = 5
    steps: int = 100
    deterministic_timestamps: bool = True
    message_history_limit: int = 0
    policy: str | None = None
    gateway: str | None = None
    model: str | None = None
    api_base: str | None = None

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise InputError(f"mode {self.mode!r}: expected phase1 or phase2")
        if not -(2**63) <= self.seed < 2**63:
            raise InputError(f"seed {self.seed}: expected an integer of 64 signed bits")
        for name, least in (("agents", 1), ("steps", 0), ("message_history_limit", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name} {getattr(self, name)}: expected at least {least}")
        for name in ("model", "api_base"):
            if not (getattr(self, name) or "").isprintable():
                raise InputError(f"{name} {getattr(self, name)!r}: expected printable text")
        if self.api_base is not None:
            object.__setattr__(self, "api_base", without_password(self.api_base))

    def run_id(self) -> str:
        """Name the run by a hash of its settings."""
        return digest(canonical(asdict(self)))[:RUN_ID_LENGTH]

    def metadata(self, run_id: str | None = None) -> RunMetadata:
        """Make the record of the run."""
        if run_id is not None and not (run_id and run_id.isprintable()):
            raise InputError(f"run_id {run_id!r}: expected printable text")
        config = asdict(self)
        seed = config.pop("seed")
        created = 0.0 if self.deterministic_timestamps else time.time()
        return RunMetadata(run_id=run_id or self.run_id(), seed=seed, created_at=created, config=config)

    @classmethod
    def of(cls, run: RunMetadata) -> Settings:
        """Read the settings back from the record of a run."""
        try:
            return cls(seed=run.seed if run.seed is not None else 0, **run.config)
        except TypeError as error:
            raise TraceError(
                f"run {run.run_id!r} was not made by this command: "
                "its agents are known only to the one that made it, or to a program"
            ) from error

    def agent_ids(self) -> list[str]:
        """Name the agents: agent_000, agent_001, ..."""
        return [f"agent_{i:03d}" for i in range(self.agents)]


def without_password(address: str) -> str:
    """Take the user and password out of an address."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def make_policies(
    settings: Settings, trace: TraceDb, gateway: LLMGateway | None = None
) -> dict[str, Policy]:
    """
    Make a policy for each agent.

    Parameters
    ----------
    trace
        Takes the record of each call of a language model.
    gateway
        Shared by all agents of phase 2; by default each has a mock of its own.
    """
    policies: dict[str, Policy] = {}
    for agent_id in settings.agent_ids():
        seed = stable_agent_seed(settings.seed, agent_id)
        if settings.mode == "phase1":
            policies[agent_id] = RandomAgentPolicy(random.Random(seed))
            continue
        from ..llm.mock import MockLLMGateway
        from .cognitive import cognitive_policy

        policies[agent_id] = cognitive_policy(
            settings.policy,
            gateway=gateway or MockLLMGateway(seed=seed, sink=trace),
            model=str(settings.model),
        )
    return policies


def make_gateway(
    settings: Settings, trace: TraceDb, *, api_key: str | None = None, limits: Mapping[str, Any]
) -> LLMGateway | None:
    """
    Make the gateway that all agents share; None where each has its own.

    Raises
    ------
    InputError
        If a limit is out of its range.
    GatewayError
        If the library for it is missing.
    """
    if settings.gateway != "litellm":
        return None
    from ..llm import LiteLLMGateway

    return LiteLLMGateway(api_base=settings.api_base, api_key=api_key, sink=trace, **limits)


def make_engine(
    run: RunMetadata,
    trace: TraceDb,
    *,
    gateway: LLMGateway | None = None,
    scheduler: BarrierScheduler | None = None,
) -> WorldEngine:
    """Make the world of a recorded run."""
    settings = Settings.of(run)
    return WorldEngine(
        config=WorldEngineConfig(
            run_id=run.run_id,
            deterministic_timestamps=settings.deterministic_timestamps,
            message_history_limit=settings.message_history_limit,
        ),
        agents=make_policies(settings, trace, gateway),
        channel=InMemoryChannel(),
        trace_db=trace,
        scheduler=scheduler,
    )


def machine() -> dict[str, Any]:
    """What a run is made on; noted beside the trace, not in it."""
    return {
        "kempe": solver.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "machine": platform.machine(),
        "time": time.time(),
    }
