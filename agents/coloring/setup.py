"""
Make a game from its settings.

The record of a run in the trace holds all settings, so a game can be resumed and replayed, and its run
id tells it from every other game.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..canonical import canonical, digest
from ..contracts import LLMGateway, RunMetadata
from ..errors import TraceError, expected
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
from .handover import Handover
from .modes import MODES
from .people.emulator import Emulator
from .people.script import Script
from .people.seat import Seat
from .talk import Listener, Speaker
from .talk.speech import STYLES, Style
from .talk.translation import Translator
from .team import Team
from .topologies import read_team
from .view import View

RUN_ID_LENGTH = 16
#: Beginning of an initial coloring that is given node by node, as JSON.
COLORS = "colors:"
HUMANS = ("none", "emulator", "terminal", "script", "page")
#: Between people: a comma, but in paths of scripts only one before a name and "=".
_NEXT = {"script": re.compile(r",(?=[^,=]+=)")}


@dataclass(frozen=True)
class TeamSettings:
    """
    Settings of a game.

    Attributes
    ----------
    mode
        Way in which agents speak, one of :data:`~agents.coloring.modes.MODES`.
    topology
        ``"study"``, ``"small"``, ``"random:..."`` or a JSON file.
    human
        ``"none"``: the person's cluster has an agent. ``"emulator"``: a seeded stand-in.
        ``"script:FILE"``: one line for each step. ``"terminal"``: a person at the terminal.
        ``"page"``: a person at the local page. With names after a colon, ``"page:Agent1,Agent2"``, these
        participants are people too, and likewise ``"script:FILE,Agent1=FILE"``.
    fixed
        Number of fixed nodes of each cluster, drawn as in the study; None for the number of the
        topology, which is 1 for the study.
    algorithm, conformance, snap_threshold
        See :class:`~agents.coloring.conformance.Rules`; a threshold of None is that of the conformance
        mode.
    beliefs
        See ``Game``.
    initial
        See ``Game``; or colors to start from, ``"colors:"`` and ``{node: color}`` as JSON.
    max_steps
        Number of steps after which the game ends in any case.
    soft
        Number of steps in a row after which it ends if everybody was satisfied in them.
    hard
        Whether it ends at once when nothing is in conflict and the person is satisfied.
    seed
        Seed of the emulator, the mock model and random colors, a 64-bit signed integer.
    gateway, model, api_base
        ``"none"``: templates word all messages. ``"mock"`` or ``"litellm"``, with the model's name and
        the URL of its server.
    style
        Way in which a model words messages: ``"slots"`` puts the product's sentences into its text,
        ``"free"`` lets it word all of it, and each sentence is checked.
    explain
        Whether agents record why each node has its color.
    content
        Digest of the problem, so that a changed file is another game; filled in by :meth:`complete`.
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
    style: Style = "slots"
    explain: bool = False
    content: str = ""

    def __post_init__(self) -> None:
        for name, legal in (
            ("mode", MODES),
            ("algorithm", ALGORITHMS),
            ("conformance", tuple(CONFORMANCE)),
            ("beliefs", ("messages", "truth")),
            ("gateway", ("none", "mock", "litellm")),
            ("style", STYLES),
        ):
            if getattr(self, name) not in legal:
                raise expected(name, getattr(self, name), f"one of {', '.join(legal)}")
        if self.initial not in ("first", "random") and not self.initial.startswith(COLORS):
            raise expected("initial", self.initial, f"first, random or {COLORS}{{NODE: COLOR, ...}}")
        self.initial_colors()
        kind, colon, _ = self.human.partition(":")
        if kind not in HUMANS or (kind == "script") > bool(colon) or (colon and kind == "none"):
            kinds = "none, emulator, terminal, page or script:FILE, and further people after a colon"
            raise expected("human", self.human, kinds)
        for name, least in (("max_steps", 1), ("soft", 1), ("fixed", 0)):
            value = getattr(self, name)
            if not (type(value) is int and value >= least) and (name, value) != ("fixed", None):
                raise expected(name, value, f"an integer >= {least}")
        for name in ("hard", "explain"):
            if type(getattr(self, name)) is not bool:
                raise expected(name, getattr(self, name), "True or False")
        if not (type(self.seed) is int and -(2**63) <= self.seed < 2**63):
            raise expected("seed", self.seed, "a 64-bit signed integer")

    def initial_colors(self) -> dict[str, str] | None:
        """Return the colors that the game starts from, if they are given one by one."""
        if not self.initial.startswith(COLORS):
            return None
        try:
            colors = json.loads(self.initial.removeprefix(COLORS))
        except ValueError as error:
            raise expected("initial", self.initial, f"a JSON object after {COLORS}") from error
        if not isinstance(colors, dict) or not all(isinstance(c, str) for c in colors.values()):
            raise expected("initial", self.initial, "colors by node")
        return colors

    def run_id(self) -> str:
        """Return the id of the run, a hash of its settings."""
        return digest(canonical(self._recorded()))[:RUN_ID_LENGTH]

    def _recorded(self) -> dict[str, Any]:
        """Return the settings as a run records them, a style that was always the rule left out."""
        recorded = asdict(self)
        if self.style == "slots":
            del recorded["style"]
        return recorded

    def metadata(self) -> RunMetadata:
        """Return the record of the run."""
        config = self._recorded()
        seed = config.pop("seed")
        # The world's own commands read this field of a run.
        config["message_history_limit"] = message_limit(self.team())
        return RunMetadata(run_id=self.run_id(), seed=seed, config=config)

    @classmethod
    def of(cls, run: RunMetadata) -> TeamSettings:
        """Read the settings back from the record of a run."""
        config = {k: v for k, v in run.config.items() if k != "message_history_limit"}
        try:
            return cls(seed=run.seed or 0, **config)
        except TypeError as error:
            raise TraceError(f"run {run.run_id!r}: expected a game of a team") from error

    def team(self) -> Team:
        """Return the problem and the participants of the game."""
        team = read_team(self.topology)
        fixed = self.fixed
        if fixed is None and self.topology == "study":
            fixed = 1
        if fixed is not None:
            team = team.with_fixed(fixed)
        if self.human == "none":
            team = replace(team, person=None)
        elif team.person is None:
            raise expected("human", self.human, f"none, since topology {self.topology!r} has no person")
        if guests := self._guests():
            team = replace(team, guests=tuple(guests))
        return team

    def people(self) -> tuple[str, ...]:
        """Return the names of the participants who are people."""
        return () if self.human == "none" else self.team().people

    def _guests(self) -> dict[str, str]:
        """Return the names of further people, and the paths of their scripts."""
        kind, colon, names = self.human.partition(":")
        parts = [part.partition("=") for part in re.split(_NEXT.get(kind, ","), names) if colon]
        given = parts[1:] if kind == "script" else parts
        guests = {name: path for name, _, path in given}
        if len(guests) < len(given) or (kind != "script" and any(guests.values())):
            raise expected("human", self.human, "different names of participants, with commas between")
        return guests

    def script_of(self, name: str) -> Path:
        """Return the path of a person's script."""
        person, *_ = re.split(_NEXT["script"], self.human.removeprefix("script:"))
        return Path(self._guests().get(name, person))

    def rules(self) -> Rules:
        """Return the rules of a turn."""
        changes: dict[str, Any] = {"algorithm": self.algorithm}
        if self.snap_threshold is not None:
            changes["snap_threshold"] = self.snap_threshold
        return rules(self.conformance, **changes)

    def complete(self) -> TeamSettings:
        """Return settings with the digest of the problem; refuse a game that cannot be solved."""
        team = self.team()
        if self.fixed and team.solution is None and team.fixing({}).solution is not None:
            nodes = ", ".join(f"{node}={color}" for node, color in team.problem.fixed.items())
            legal = (
                f"fewer fixed nodes, since the game cannot be solved with {nodes}; "
                "random:...,fixed=N fixes nodes in the colors of a solution"
            )
            raise expected("fixed", self.fixed, legal)
        team.require_solvable()
        described = ColoringDomain(team, self.rules()).described()
        return replace(self, content=digest(described)[:RUN_ID_LENGTH])


def message_limit(team: Team) -> int:
    """Return how many messages a participant sees: the last steps' from every neighbor."""
    return 8 + 4 * max((len(others) for others in team.peers.values()), default=0)


def make_domain(
    settings: TeamSettings, trace: TraceDb, team: Team | None = None, handover: Handover | None = None
) -> ColoringDomain:
    """Return the domain of a run."""
    team = team or settings.team()
    game = Game(
        beliefs=settings.beliefs,  # type: ignore[arg-type]
        initial="random" if settings.initial == "random" else "first",
        bargaining=team.person is None,
        seed=settings.seed,
        mode=settings.mode,
    )
    return ColoringDomain(
        team,
        settings.rules(),
        game,
        initial_colors=settings.initial_colors(),
        sink=trace,
        handover=handover,
    )


def make_policies(
    settings: TeamSettings,
    team: Team,
    trace: TraceDb,
    *,
    gateway: LLMGateway | None = None,
    seat: Seat | None = None,
    handover: Handover | None = None,
) -> dict[str, Any]:
    """
    Return a policy for each participant.

    Parameters
    ----------
    gateway
        Gateway that all agents share; if none is given and the settings ask for a mock, each agent
        has its own.
    seat
        Seat of the person at the terminal, or of the people at the page.
    handover
        Exchange of records with the domain, if it is in this process.
    """
    made: dict[str, Any] = {}
    for name in team.participants:
        seed = stable_agent_seed(settings.seed, name)
        if name in team.people:
            made[name] = _person(settings, name, seed, seat, team.view(name))
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
            handover=handover,
            hear=Listener(model_gateway, settings.model or ""),
            speaker=None
            if model_gateway is None
            else Speaker(model_gateway, settings.model or "", settings.style),
        )
    return made


def _mock(settings: TeamSettings, seed: int, trace: TraceDb) -> LLMGateway | None:
    if settings.gateway != "mock":
        return None
    from ..llm.mock import MockLLMGateway

    return MockLLMGateway(seed=seed, sink=trace)


def translator(
    settings: TeamSettings, gateway: LLMGateway | None = None, *, confirmed: bool = False
) -> Translator | None:
    """
    Return the translator of a person's words into moves; None where they stay words.

    Parameters
    ----------
    confirmed
        Whether the person confirms what binds; then "I accept" is a move in all modes.
    """
    mode = MODES[settings.mode]
    if mode.translates:
        return Translator(gateway, settings.model or "")
    return Translator(deals_only=True) if confirmed else None


def _person(settings: TeamSettings, name: str, seed: int, seat: Seat | None, view: View) -> Any:
    kind, _, _ = settings.human.partition(":")
    if kind == "emulator":
        return Emulator(seed)
    if kind == "script":
        script = Script(settings.script_of(name), translator(settings))
        script.check(view)
        return script
    if seat is None:
        raise expected("human", settings.human, "a seat of kempe team or kempe page")
    return seat


def make_gateway(
    settings: TeamSettings, trace: TraceDb, api_key: str | None = None, **limits: Any
) -> LLMGateway | None:
    """Return the gateway that all agents share; None for templates and mocks."""
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
    """Return the world of a game, and the domain in it."""
    team = settings.team()
    handover = Handover(team.agents, inboxes=not team.people)
    domain = make_domain(settings, trace, team, handover)
    # Every node has one owner, so the order of the turns decides no contest.
    config = WorldEngineConfig(
        settings.run_id(), message_history_limit=message_limit(team), shuffled=False
    )
    policies = make_policies(settings, team, trace, gateway=gateway, seat=seat, handover=handover)
    # Gateways retry by themselves; a second attempt here would run beside the first.
    scheduler = BarrierScheduler(timeout=LONGEST_TURN, retries=0)
    engine = WorldEngine(
        config, policies, InMemoryChannel(), trace, domains=[domain], scheduler=scheduler
    )
    return engine, domain
