"""
Construction of a world from settings, for ``vvm`` and ``kempe world run``.

The record of a run in the trace holds all its settings, so that the run can be resumed and replayed from
the trace alone. Settings never contain a key, nor a password in a URL.
"""

from __future__ import annotations

import math
import platform
import random
import re
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import solver

from ..canonical import canonical, digest
from ..contracts import LLMGateway, RunMetadata
from ..errors import TraceError, expected
from ..llm.accounting import Account
from .channel import InMemoryChannel
from .engine import Policy, WorldEngine, WorldEngineConfig
from .losses import MAX_LOST_SHARE
from .own import World, WorldSetup, make_world
from .policy import RandomAgentPolicy, stable_agent_seed
from .scheduler import BarrierScheduler
from .scope import current
from .trace import TraceDb

MODES = ("phase1", "phase2", "own")
#: Default numbers of agents and steps of each mode.
DEFAULT_SIZE = {"phase1": (5, 100), "phase2": (2, 10)}
RUN_ID_LENGTH = 16

#: Settings that earlier versions did not have.
_ADDED = (
    *("world", "options", "roster", "temperature", "supports_tool_calls", "order_seed"),
    "mock_acts",
)

_SECRET = re.compile(r"key|token|secret|password|signature|\bsig\b|auth", re.IGNORECASE)


@dataclass(frozen=True)
class Settings:
    """
    Settings of a run.

    Attributes
    ----------
    mode
        ``"phase1"`` (random agents) or ``"phase2"`` (agents that call a language model).
    seed
        Master seed, a 64-bit signed integer.
    agents, steps
        Number of agents, >= 1, and of steps, >= 0.
    deterministic_timestamps
        Whether rows have logical timestamps.
    message_history_limit
        Number of newest messages that an agent sees; 0 in phase 1.
    policy, gateway, model, api_base
        For phase 2: name of the cognitive policy, ``"mock"`` or ``"litellm"``, name of the model, and
        URL of an OpenAI-compatible server.
    world, options, roster
        For a world of another module: its factory, the factory's options, and the ids of the agents.
    temperature, supports_tool_calls
        Sampling temperature of the model and whether it can call tools, if not the default.
    order_seed
        Seed of the order in which the actions of a step are executed; None for the order of the ids.
    mock_acts
        Whether the mock calls any of the actions offered, see :class:`~agents.llm.MockLLMGateway`.
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
    world: str | None = None
    options: Mapping[str, str] | None = None
    roster: Sequence[str] | None = None
    temperature: float | None = None
    supports_tool_calls: bool | None = None
    order_seed: int | None = None
    mock_acts: bool = False

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise expected("mode", self.mode, ", ".join(MODES))
        if (self.mode == "own") is (self.world is None):
            raise expected("world", self.world, "the factory of mode own, else nothing")
        if not -(2**63) <= self.seed < 2**63:
            raise expected("seed", self.seed, "a 64-bit signed integer")
        for name, least in (("agents", 1), ("steps", 0), ("message_history_limit", 0)):
            if getattr(self, name) < least:
                raise expected(name, getattr(self, name), f"an integer >= {least}")
        if self.temperature is not None and not 0 <= self.temperature < math.inf:
            raise expected("temperature", self.temperature, "a finite number >= 0")
        if self.mock_acts and self.gateway != "mock":
            raise expected("mock_acts", self.mock_acts, "false, or the gateway mock")
        if self.mock_acts and self.world is None:
            raise expected("mock_acts", self.mock_acts, "false without a world")
        for name in ("model", "api_base"):
            if not (getattr(self, name) or "").isprintable():
                raise expected(name, getattr(self, name), "printable text")
        if self.roster is not None:  # a list, where it was read from a record
            object.__setattr__(self, "roster", tuple(self.roster))
        if self.api_base is not None:
            object.__setattr__(self, "api_base", without_password(self.api_base))

    def run_id(self) -> str:
        """Return the default name of the run, a hash of its settings."""
        return digest(canonical(self._plain()))[:RUN_ID_LENGTH]

    def _plain(self) -> dict[str, Any]:
        """Return the settings as plain values; those added since version 0.1 only if they are given."""
        plain = asdict(self) | {"mock_acts": self.mock_acts or None}
        return {name: value for name, value in plain.items() if value is not None or name not in _ADDED}

    def metadata(self, run_id: str | None = None) -> RunMetadata:
        """Return the record of the run."""
        if run_id is not None and not (run_id and run_id.isprintable()):
            raise expected("run_id", run_id, "printable text")
        config = self._plain()
        seed = config.pop("seed")
        created = 0.0 if self.deterministic_timestamps else time.time()
        return RunMetadata(run_id=run_id or self.run_id(), seed=seed, created_at=created, config=config)

    @classmethod
    def of(cls, run: RunMetadata) -> Settings:
        """Return the settings in the record of a run."""
        try:
            return cls(seed=run.seed if run.seed is not None else 0, **run.config)
        except TypeError as error:
            game = "topology" in run.config
            hint = "; it is a game, which kempe team verify executes again" if game else ""
            raise TraceError(
                f"run {run.run_id!r} was not made by this command: its agents are unknown here{hint}"
            ) from error

    def agent_ids(self) -> list[str]:
        """Return the ids of the agents: agent_000, agent_001, ..., or those of the world."""
        if self.roster is not None:
            return list(self.roster)
        return [f"agent_{i:03d}" for i in range(self.agents)]


def without_password(address: str) -> str:
    """Return a URL without user, password, and query parameters that may hold a key."""
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query) if not _SECRET.search(name)]
    return urlunsplit(
        parts._replace(netloc=parts.netloc.rpartition("@")[2], query=urlencode(query), fragment="")
    )


def make_policies(
    settings: Settings,
    trace: TraceDb,
    gateway: LLMGateway | None = None,
    account: Account | None = None,
) -> dict[str, Policy]:
    """
    Return a policy for each agent.

    Parameters
    ----------
    trace
        Receiver of the record of each call of a language model.
    gateway
        Gateway shared by all agents of phase 2; by default each agent has a mock.
    account
        Account of the mocks, if they have a budget.
    """
    policies: dict[str, Policy] = {}
    for agent_id in settings.agent_ids():
        seed = stable_agent_seed(settings.seed, agent_id)
        if settings.mode == "phase1":
            policies[agent_id] = RandomAgentPolicy(random.Random(seed))
            continue
        from .cognitive import TEMPERATURE
        from .cognitive_policies import cognitive_policy

        policies[agent_id] = cognitive_policy(
            settings.policy,
            gateway=gateway or _mock(settings, seed, trace, account),
            model=str(settings.model),
            temperature=TEMPERATURE if settings.temperature is None else settings.temperature,
        )
    return policies


def _mock(settings: Settings, seed: int, trace: TraceDb, account: Account | None) -> LLMGateway:
    """Return a mock that keeps to the budget of an account, if there is one."""
    from ..llm.accounting import AccountedGateway
    from ..llm.mock import MockLLMGateway

    mock = MockLLMGateway(seed=seed, sink=trace, acts=bool(settings.mock_acts))
    if account is None:
        return mock
    return AccountedGateway(mock, account=account, price=lambda model, prompt, answer: 0.0)


def make_parts(
    settings: Settings,
    trace: TraceDb,
    gateway: LLMGateway | None = None,
    account: Account | None = None,
    options: Mapping[str, str] | None = None,
) -> World:
    """
    Return the agents, domains and tools of a run.

    Parameters
    ----------
    account
        Account of its mocks.
    options
        Options for the factory of its world; by default those of the settings.
    """
    if settings.world is None:
        return World(make_policies(settings, trace, gateway, account))
    if settings.gateway == "mock" and gateway is None:
        gateway = _mock(settings, settings.seed, trace, account)
    setup = WorldSetup(
        settings.seed,
        dict(settings.options or {}) if options is None else options,
        gateway,
        settings.model,
        policy=settings.policy,
        temperature=settings.temperature,
    )
    return make_world(settings.world, setup)


def make_gateway(
    settings: Settings,
    trace: TraceDb,
    *,
    api_key: str | None = None,
    limits: Mapping[str, Any],
    traced: bool = False,
) -> LLMGateway | None:
    """
    Return the gateway shared by all agents; None if each has its own mock.

    With ``traced`` it makes spans for OpenTelemetry.

    Raises
    ------
    InputError
        If a limit is out of range.
    GatewayError
        If LiteLLM is not installed.
    """
    if settings.gateway != "litellm":
        return None
    from ..llm import LiteLLMGateway
    from .journal import JournaledGateway

    if settings.supports_tool_calls is False:
        limits = {**limits, "supports_tool_calls": False}
    gateway: LLMGateway = LiteLLMGateway(
        api_base=settings.api_base, api_key=api_key, sink=trace, **limits
    )
    if traced:
        from ..llm.telemetry import TracedGateway

        gateway = TracedGateway(gateway, agent=lambda: getattr(current(), "agent_id", None))
    return JournaledGateway(gateway, trace)


def make_engine(
    run: RunMetadata,
    trace: TraceDb,
    *,
    gateway: LLMGateway | None = None,
    account: Account | None = None,
    scheduler: BarrierScheduler | None = None,
    max_lost_share: float | None = MAX_LOST_SHARE,
    engine: type[WorldEngine] = WorldEngine,
    options: Mapping[str, str] | None = None,
) -> WorldEngine:
    """
    Return the world of a recorded run.

    Parameters
    ----------
    gateway
        Gateway to its model.
    account
        Account of its mocks, if they have a budget.
    scheduler, max_lost_share
        See :class:`WorldEngine` and :class:`WorldEngineConfig`.
    options
        Options for the factory of its world; by default those of the settings.
    """
    settings = Settings.of(run)
    world = make_parts(settings, trace, gateway, account, options)
    return engine(
        config=WorldEngineConfig(
            run_id=run.run_id,
            deterministic_timestamps=settings.deterministic_timestamps,
            message_history_limit=settings.message_history_limit,
            with_tools=settings.mode != "phase1",
            shuffled=settings.order_seed is not None,
            order_seed=settings.order_seed,
            max_lost_share=max_lost_share,
        ),
        agents=world.agents,
        channel=InMemoryChannel(),
        trace_db=trace,
        tools=world.tools,
        domains=world.domains,
        scheduler=scheduler,
    )


def machine() -> dict[str, Any]:
    """Return facts about this machine, stored as an annotation outside the hash chain."""
    return {
        "kempe": solver.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "machine": platform.machine(),
        "time": time.time(),
    }
