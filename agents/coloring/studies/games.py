"""
The games of a study, each with its row in the table.

There are games of teams, runs of the solver's algorithms on the same problems, and games of the *arena*:
there each agent has one node of a graph with a known chromatic number, and all conditions play the same
instances. They are the baselines of :mod:`agents.coloring.tasks.games`, and a mock of a language model
that plays all agents.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Mapping
from itertools import product
from typing import Any

from ..setup import TeamSettings
from ..tasks.games import LOCAL, STEPS, play_baseline, play_model, scores
from ..tasks.instances import make_instance

#: Algorithms of the solver that color the same problems without agents, and their names as baselines.
BASELINES = {"DSA": "dsa", "DSA-C": "dsa_c", "MGM": "mgm", "MGM-2": "mgm2", "MaxSum": "maxsum"}
CYCLES = 200
ARENA = "arena"
MOCK = "mock"
NO_MODEL = "none"
#: Conditions of the arena, and the names of their baselines; the mock of a model has none.
SEATS = {"RB": "rb", "LLM_U": "llm_u", "DPOP": "dpop", **BASELINES, "random": "random", MOCK: ""}
#: Measures that only games of the arena have.
ARENA_MEASURES = ("edges", "gap", "claims", "false_claims", "promises", "kept")


def key_of(settings: TeamSettings) -> dict[str, Any]:
    """Return the columns that identify a game."""
    return {
        "mode": settings.mode,
        "topology": settings.topology,
        "algorithm": settings.algorithm,
        "conformance": settings.conformance,
        "human": settings.human,
        "seed": settings.seed,
        "max_steps": settings.max_steps,
    }


KEY = tuple(key_of(TeamSettings()))


def model_of(mode: str) -> str:
    """Return the language model that plays in a mode or a condition: a mock of one, or none."""
    return MOCK if mode == MOCK else NO_MODEL


def identity(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values of the columns that identify a game, as texts."""
    return tuple(str(row[name]) for name in KEY)


# ------------------------------------------------------------------------------------------ of teams


def random_topologies(number: int, seed: int = 0, person: bool = True) -> list[str]:
    """Draw games of 3 to 5 clusters with 5 to 10 nodes, 3 or 4 colors, 0 or 1 fixed nodes a cluster."""
    rng = random.Random(f"problems {seed}")
    words = []
    for i in range(number):
        clusters, nodes, colors = rng.randint(3, 5), rng.randint(5, 10), rng.choice((3, 4))
        links = rng.randint(1, 3)
        words.append(
            f"random:clusters={clusters},nodes={nodes},colors={colors},links={links},"
            f"density={rng.choice((0.3, 0.5, 0.7))},fixed={rng.randint(0, 1)},"
            f"person={int(person)},seed={seed * 1_000_003 + i}"
        )
    return words


def games(options: argparse.Namespace) -> list[TeamSettings]:
    """Return the settings of all games of teams, not yet completed."""
    topologies = [*options.topology, *random_topologies(options.problems, options.problem_seed)]
    if not topologies and not options.arena:
        topologies = ["study"]
    return [
        TeamSettings(
            mode=mode,
            topology=topology,
            algorithm=algorithm,
            conformance=conformance,
            human=human,
            seed=seed,
            max_steps=options.max_steps,
        )
        for mode, topology, algorithm, conformance, human, seed in product(
            *(options.mode, topologies, options.algorithm, options.conformance, options.human),
            options.seed,
        )
    ]


def size_of(topology: str) -> str:
    """Return the condition of a topology: for random games, clusters and nodes."""
    family, _, rest = topology.partition(":")
    if family != "random":
        return topology
    values = dict(part.split("=") for part in rest.split(",") if part)
    return f"{values.get('clusters', 3)}x{values.get('nodes', 5)}"


def play_one(settings: TeamSettings) -> dict[str, Any]:
    """Play one game and measure it; return a row of the table."""
    from ...world import TraceDb
    from ..runner import play
    from .metrics import metrics

    settings = settings.complete()
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        measured = metrics(trace, settings.run_id())
    return {
        **key_of(settings),
        "size": size_of(settings.topology),
        "solved": int(outcome.solved),
        "stop_reason": outcome.stop_reason,
        "score": outcome.score,
        "hash": outcome.hash,
        **measured,
    }


# ------------------------------------------------------------------------------------- of algorithms


def baseline_key(name: str, topology: str, seed: int) -> dict[str, Any]:
    """Return the columns that identify a run of an algorithm of the solver."""
    key = key_of(TeamSettings(topology=topology, seed=seed))
    return {**key, "mode": name, "conformance": "solver", "algorithm": name}


def baseline(name: str, topology: str, seed: int) -> dict[str, Any]:
    """Color the problem of a game of a team with one of the solver's distributed algorithms."""
    from typing import cast

    import solver

    team = TeamSettings(topology=topology, seed=seed).team()
    result = LOCAL[BASELINES[name]](team.problem, cycles=CYCLES, seed=seed)
    colors = team.problem.encode(cast("Any", result.assignment))
    conflicts = int(solver.conflict_counts(team.problem, colors[None])[0])
    return {
        **baseline_key(name, topology, seed),
        "size": size_of(topology),
        "solved": int(conflicts == 0),
        "final_conflicts": conflicts,
        "final_penalty": result.penalty,
        "messages": result.messages,
        "steps": CYCLES,
    }


# ------------------------------------------------------------------------------------- of the arena


def arena_games(options: argparse.Namespace) -> list[tuple[str, str, int, str, int]]:
    """Return seat, topology, size, palette and seed of all games of the arena."""
    return [
        (seat, topology, size, options.palette, seed)
        for topology, size, seed, seat in product(
            options.arena, options.sizes, options.seed, options.seats
        )
    ]


def arena_key(seat: str, topology: str, size: int, palette: str, seed: int) -> dict[str, Any]:
    """Return the columns that identify a game of the arena."""
    word = f"{ARENA}:{topology},size={size},palette={palette}"
    key = key_of(TeamSettings(topology=word, seed=seed, max_steps=STEPS))
    return {**key, "mode": seat, "conformance": ARENA, "algorithm": seat}


def arena_game(seat: str, topology: str, size: int, palette: str, seed: int) -> dict[str, Any]:
    """Play one game of the arena; return a row of the table."""
    from solver import BudgetError

    from ...llm.mock import MockLLMGateway

    row = {**arena_key(seat, topology, size, palette, seed), "size": str(size)}
    instance = make_instance(topology, size, seed, palette)
    try:
        if seat == MOCK:
            gateway = MockLLMGateway(seed=seed, acts=True)
            played = asyncio.run(play_model(instance, gateway, MOCK))
        else:
            played = play_baseline(SEATS[seat], instance, seed)
    except BudgetError:
        return {**row, "solved": 0, "stop_reason": "refused"}
    found = scores(instance, played)
    return {
        **row,
        **{name: found[name] for name in ARENA_MEASURES},
        "solved": int(found["solved"]),
        "steps": played.rounds,
        "messages": played.messages,
        "final_conflicts": int(found["conflicts"]),
        "hash": played.hash,
    }
