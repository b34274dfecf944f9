"""
Games on an instance: by agents that a language model plays, and by the baselines.

The baselines ``rb`` and ``llm_u`` are the agents of ``agents.coloring``, one at each node, in the modes
RB and LLM_U; the others are algorithms of ``solver.dcop``, and random colors.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, cast

import solver

from ...contracts import LLMGateway
from ...errors import expected
from ...world import (
    BarrierScheduler,
    InMemoryChannel,
    SimpleCognitivePolicy,
    TraceDb,
    WorldEngine,
    WorldEngineConfig,
)
from ...world.launch import LONGEST_TURN
from ...world.tools import domain_tools
from ..game.stop_rules import stop_reason
from ..setup import TeamSettings, make_domain, make_policies, message_limit
from ..team import Team, make_team
from .instances import Instance
from .seats import SeatDomain

RUN = "arena"
#: Local algorithms among the baselines; each takes a number of cycles and a seed.
LOCAL: dict[str, Callable[..., solver.dcop.DcopResult]] = {
    "maxsum": solver.dcop.maxsum,
    "dsa": solver.dcop.dsa,
    "dsa_c": partial(solver.dcop.dsa, variant="C"),
    "mgm": solver.dcop.mgm,
    "mgm2": solver.dcop.mgm2,
}
#: Baselines, by name.
BASELINES = ("rb", "llm_u", "dpop", *LOCAL, "random")
#: Steps of the agents, and cycles of the algorithms.
STEPS, CYCLES = 100, 1000
_PENALTY = 10.0


@dataclass(frozen=True)
class Played:
    """
    Result of a game.

    Attributes
    ----------
    colors
        Color of each node; None for a node without one.
    rounds
        Number of rounds.
    messages
        Number of messages; a speech to several neighbors counts for each of them.
    claims, false_claims
        Number of stated colors, and of those that were not the color of the node.
    promises, kept
        Number of promises that fell due, and of those that were kept. For ``rb`` these are the colors of
        the deals in force at the end.
    hash
        Head of the trace; empty if there is no trace.
    """

    colors: Mapping[str, str | None]
    rounds: int
    messages: int
    claims: int = 0
    false_claims: int = 0
    promises: int = 0
    kept: int = 0
    hash: str = ""

    def json_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


def scores(instance: Instance, played: Played) -> dict[str, float]:
    """
    Return the scores of a game.

    ``solved`` is 1 if the coloring is proper, ``conflicts`` the number of edges with equal or missing
    colors, ``edges`` the share of the others, and ``gap`` the number of colors used above the chromatic
    number, or -1 if the coloring is not proper.
    """
    colors = played.colors
    conflicts = sum(colors[u] is None or colors[u] == colors[v] for u, v in instance.edges)
    conflicts += sum(colors[u] is not None and colors[v] is None for u, v in instance.edges)
    used = len({color for color in colors.values() if color is not None})
    return {
        "solved": float(conflicts == 0),
        "conflicts": float(conflicts),
        "edges": 1 - conflicts / len(instance.edges),
        "gap": float(used - instance.chromatic_number) if conflicts == 0 else -1.0,
        "rounds": float(played.rounds),
        "messages": float(played.messages),
        "claims": float(played.claims),
        "false_claims": float(played.false_claims),
        "promises": float(played.promises),
        "kept": float(played.kept),
    }


async def play_model(
    instance: Instance,
    gateway: LLMGateway,
    model: str,
    *,
    rounds: int | None = None,
    speeches: int | None = None,
    temperature: float = 0.0,
    concurrent: int = 50,
) -> Played:
    """
    Let a model play all agents, each of which sees its own observations only.

    Parameters
    ----------
    rounds
        Number of rounds; by default twice the diameter plus one, at least 4.
    speeches
        Number of turns in which an agent may speak; by default all.
    concurrent
        Maximum number of concurrent calls.
    """
    rounds = max(4, 2 * instance.diameter + 1) if rounds is None else rounds
    if rounds < 1:
        raise expected("rounds", rounds, "an integer >= 1")
    if speeches is not None and speeches < 0:
        raise expected("speeches", speeches, "an integer >= 0")
    domain = SeatDomain(instance, rounds, speeches)
    policy = SimpleCognitivePolicy(gateway, model, domain_tools(domain), temperature)
    most = 2 * max(map(len, instance.neighbors.values()))
    with TraceDb("") as trace:
        engine = WorldEngine(
            # A game of a model that fails is scored, too.
            WorldEngineConfig(RUN, message_history_limit=most, max_lost_share=None, shuffled=False),
            dict.fromkeys(instance.nodes, policy),
            InMemoryChannel(),
            trace,
            domains=[domain],
            scheduler=BarrierScheduler(max_concurrent=concurrent, timeout=LONGEST_TURN, retries=0),
        )
        await engine.arun(rounds)
        state, head = domain.state, trace.head(RUN)
    counts = {name: state[name] for name in ("messages", "claims", "false_claims", "promises", "kept")}
    return Played(state["colors"], rounds, hash=head, **counts)


def play_baseline(name: str, instance: Instance, seed: int = 0) -> Played:
    """
    Play a game with a baseline.

    Raises
    ------
    InputError
        If there is no such baseline.
    BudgetError
        If the graph is too wide for DPOP.
    """
    if name == "random":
        rng = random.Random(f"{instance.name} {seed}")
        return Played({node: rng.choice(instance.colors) for node in instance.nodes}, 1, 0)
    if name in ("rb", "llm_u"):
        return _play_team(name.upper(), instance, seed)
    if name not in BASELINES:
        raise expected("baseline", name, f"one of {', '.join(BASELINES)}")
    problem = _team(instance).problem
    if name == "dpop":
        result = solver.dcop.dpop(problem)
    else:
        result = LOCAL[name](problem, cycles=CYCLES, seed=seed)
    colors = cast("dict[str, str]", dict(result.assignment))
    return Played(colors, int(result.cycles), int(result.messages))


def _team(instance: Instance) -> Team:
    return make_team(
        {f"Agent{i + 1}": [node] for i, node in enumerate(instance.nodes)},
        instance.edges,
        domain=instance.colors,
        conflict_penalty=_PENALTY,
        name=instance.name,
    )


def _play_team(mode: str, instance: Instance, seed: int) -> Played:
    settings = TeamSettings(mode=mode, seed=seed, max_steps=STEPS)
    team = _team(instance)
    with TraceDb("") as trace:
        engine = WorldEngine(
            WorldEngineConfig(RUN, message_history_limit=message_limit(team), shuffled=False),
            make_policies(settings, team, trace),
            InMemoryChannel(),
            trace,
            domains=[make_domain(settings, trace, team)],
        )
        steps = engine.run(STEPS, lambda _: stop_reason(trace, RUN, settings) is not None)
        assigned = trace.query(
            "SELECT node, color FROM coloring_assignment WHERE run_id = ? ORDER BY time_step, rowid",
            (RUN,),
        )
        colors = dict.fromkeys(instance.nodes) | {node: color for node, color in assigned}
        ((messages,),) = trace.query("SELECT count(*) FROM messages WHERE run_id = ?", (RUN,))
        rows = trace.query(
            "SELECT offer_id, offer, status FROM coloring_offer WHERE run_id = ? "
            "ORDER BY time_step, rowid",
            (RUN,),
        )
        head = trace.head(RUN)
    latest = {offer_id: (offer, status) for offer_id, offer, status in rows}
    terms = [
        part
        for offer, status in latest.values()
        if status == "accepted"
        for key in ("conditions", "assignments")
        for part in json.loads(offer)[key]
    ]
    kept = sum(colors[part["node"]] == part["color"] for part in terms)
    return Played(colors, steps, messages, promises=len(terms), kept=kept, hash=head)
