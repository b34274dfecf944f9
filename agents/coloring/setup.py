"""
From settings to a game that is ready to start: the run's record in the trace holds all of them, so that
a game can be resumed, replayed and told apart from every other by its run id.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..canonical import canonical, digest
from ..contracts import LLMGateway, RunMetadata
from ..errors import InputError, TraceError
from ..world import (
    BarrierScheduler,
    InMemoryChannel,
    TraceDb,
    WorldEngine,
    WorldEngineConfig,
    stable_agent_seed,
)
from ..world.launch import LONGEST_TURN
from .conformance import ALGORITHMS, CONFORMANCE, Rules, rules
from .deciding.policy import ColoringPolicy
from .game.domain import ColoringDomain, Game
from .modes import MODES
from .people.emulator import Emulator
from .people.script import Script
from .people.seat import Seat
from .talk import Listener, Speaker
from .talk.translation import Translator
from .team import Team
from .topologies import read_team
from .view import View

RUN_ID_LENGTH = 16


@dataclass(frozen=True)
class TeamSettings:
    """
    What a game is made of.

    Attributes
    ----------
    mode
        How agents speak: one of ``MODES``.
    topology
        ``"study"``, ``"small"``, ``"random:..."`` or a JSON file.
    human
        ``"none"``: the person's cluster has an agent. ``"emulator"``: a seeded stand-in.
        ``"script:FILE"``: one line for each step. ``"terminal"``: somebody who types.
    fixed
        Fixed nodes of each cluster, drawn as the study does; None for what the topology says, which is 1
        for the study.
    algorithm, conformance, snap_threshold
        See :class:`~agents.coloring.conformance.Rules`; a threshold of None is the mode's.
    beliefs, initial
        See ``Game``.
    max_steps
        The game ends after so many steps in any case.
    soft
        It ends when everybody was satisfied for so many steps in a row.
    hard
        Whether it ends at once when nothing is in conflict and the person is satisfied.
    seed
        Of the emulator, the mock model, and random colors; within 64 signed bits.
    gateway, model, api_base
        ``"none"``: templates speak. ``"mock"`` or ``"litellm"``, with the model's name and server.
    explain
        Whether agents record why each node has its color.
    content
        Digest of the problem, so that a changed file is another game; filled in.
    """

    mode: str = "RB"
    topology: str = "study"
    human: str = "none"
    fixed: int | None = None
    algorithm: str = "greedy"
    conformance: str = "product"
    snap_threshold: float | None = None
    beliefs: str = "messages"
    initial: str = "first"
    max_steps: int = 50
    soft: int = 2
    hard: bool = False
    seed: int = 42
    gateway: str = "none"
    model: str | None = None
    api_base: str | None = None
    explain: bool = False
    content: str = ""

    def __post_init__(self) -> None:
        for name, legal in (
            ("mode", MODES),
            ("algorithm", ALGORITHMS),
            ("conformance", tuple(CONFORMANCE)),
            ("beliefs", ("messages", "truth")),
            ("initial", ("first", "random")),
            ("gateway", ("none", "mock", "litellm")),
        ):
            if getattr(self, name) not in legal:
                raise InputError(f"{name} {getattr(self, name)!r}: expected one of {', '.join(legal)}")
        if self.human not in ("none", "emulator", "terminal") and not self.human.startswith("script:"):
            raise InputError(f"human {self.human!r}: expected none, emulator, terminal or script:FILE")
        for name, least in (("max_steps", 1), ("soft", 1), ("fixed", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise InputError(f"{name} {value}: expected at least {least}")
        if not -(2**63) <= self.seed < 2**63:
            raise InputError(f"seed {self.seed}: expected an integer of 64 signed bits")

    def run_id(self) -> str:
        """Name the run by a hash of its settings."""
        return digest(canonical(asdict(self)))[:RUN_ID_LENGTH]

    def metadata(self) -> RunMetadata:
        """Make the record of the run."""
        config = asdict(self)
        seed = config.pop("seed")
        # What the world's own commands read of a run.
        config["message_history_limit"] = message_limit(self.team())
        return RunMetadata(run_id=self.run_id(), seed=seed, config=config)

    @classmethod
    def of(cls, run: RunMetadata) -> TeamSettings:
        """Read the settings back from the record of a run."""
        config = {k: v for k, v in run.config.items() if k != "message_history_limit"}
        try:
            return cls(seed=run.seed or 0, **config)
        except TypeError as error:
            raise TraceError(f"run {run.run_id!r} is no game of a team") from error

    def team(self) -> Team:
        """Make the game's team: problem, participants, who is a person."""
        team = read_team(self.topology)
        fixed = self.fixed
        if fixed is None and self.topology == "study":
            fixed = 1
        if fixed is not None:
            team = team.with_fixed(fixed)
        if self.human == "none":
            team = replace(team, person=None)
        elif team.person is None:
            raise InputError(
                f"human {self.human!r}: topology {self.topology!r} has no person, expected none"
            )
        return team

    def person(self) -> str | None:
        """Name the participant who is a person."""
        return None if self.human == "none" else self.team().person

    def rules(self) -> Rules:
        """Give the rules of a turn."""
        changes: dict[str, Any] = {"algorithm": self.algorithm}
        if self.snap_threshold is not None:
            changes["snap_threshold"] = self.snap_threshold
        return rules(self.conformance, **changes)

    def complete(self) -> TeamSettings:
        """Fill in the digest of the problem, and refuse a game that cannot be won."""
        team = self.team()
        team.require_solvable()
        described = ColoringDomain(team, self.rules()).described()
        return replace(self, content=digest(described)[:RUN_ID_LENGTH])


def message_limit(team: Team) -> int:
    """How many messages a participant sees: those of the last steps, from every neighbor."""
    return 8 + 4 * max((len(others) for others in team.peers.values()), default=0)


def make_domain(settings: TeamSettings, trace: TraceDb, team: Team | None = None) -> ColoringDomain:
    """Make the domain of a run."""
    team = team or settings.team()
    game = Game(
        beliefs=settings.beliefs,  # type: ignore[arg-type]
        initial=settings.initial,  # type: ignore[arg-type]
        bargaining=team.person is None,
        seed=settings.seed,
        mode=settings.mode,
    )
    return ColoringDomain(team, settings.rules(), game, sink=trace)


def make_policies(
    settings: TeamSettings,
    team: Team,
    trace: TraceDb,
    *,
    gateway: LLMGateway | None = None,
    seat: Seat | None = None,
) -> dict[str, Any]:
    """
    Make a policy for each participant.

    Parameters
    ----------
    gateway
        Shared by all agents; a mock of their own if the settings say so and none is given.
    seat
        Of the person who types.
    """
    made: dict[str, Any] = {}
    for name in team.participants:
        seed = stable_agent_seed(settings.seed, name)
        if name == team.person:
            made[name] = _person(settings, seed, seat, team.view(name))
            continue
        model_gateway = gateway or _mock(settings, seed, trace)
        made[name] = ColoringPolicy(
            mode=settings.mode,
            rules=settings.rules(),
            sink=trace,
            gateway=model_gateway,
            model=settings.model or "",
            explain=settings.explain,
            seed=seed,
            hear=Listener(model_gateway, settings.model or ""),
            speaker=None if model_gateway is None else Speaker(model_gateway, settings.model or ""),
        )
    return made


def _mock(settings: TeamSettings, seed: int, trace: TraceDb) -> LLMGateway | None:
    if settings.gateway != "mock":
        return None
    from ..llm.mock import MockLLMGateway

    return MockLLMGateway(seed=seed, sink=trace)


def translator(settings: TeamSettings, gateway: LLMGateway | None = None) -> Translator | None:
    """Make what turns a person's words into moves; None in modes where words are words."""
    return Translator(gateway, settings.model or "") if MODES[settings.mode].translates else None


def _person(settings: TeamSettings, seed: int, seat: Seat | None, view: View) -> Any:
    kind, _, path = settings.human.partition(":")
    if kind == "emulator":
        return Emulator(seed)
    if kind == "script":
        script = Script(Path(path), translator(settings))
        script.check(view)
        return script
    if seat is None:
        raise InputError("human 'terminal': expected a terminal")
    return seat


def make_gateway(
    settings: TeamSettings, trace: TraceDb, api_key: str | None = None, **limits: Any
) -> LLMGateway | None:
    """Make the gateway that all agents share; None where templates speak or each has a mock."""
    if settings.gateway != "litellm":
        return None
    from ..llm import LiteLLMGateway

    return LiteLLMGateway(api_base=settings.api_base, api_key=api_key, sink=trace, **limits)


def make_engine(
    settings: TeamSettings,
    trace: TraceDb,
    *,
    gateway: LLMGateway | None = None,
    seat: Seat | None = None,
) -> tuple[WorldEngine, ColoringDomain]:
    """Make the world of a game, and the domain in it."""
    team = settings.team()
    domain = make_domain(settings, trace, team)
    config = WorldEngineConfig(settings.run_id(), message_history_limit=message_limit(team))
    policies = make_policies(settings, team, trace, gateway=gateway, seat=seat)
    # Gateways try again by themselves: an attempt given up on would go on beside the next.
    scheduler = BarrierScheduler(timeout=LONGEST_TURN, retries=0)
    engine = WorldEngine(
        config, policies, InMemoryChannel(), trace, domains=[domain], scheduler=scheduler
    )
    return engine, domain
