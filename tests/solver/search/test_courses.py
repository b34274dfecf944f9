"""The course of every search depends on its seed and on each of its parameters."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from solver import generators
from solver.search.annealing import Annealing, AnnealingParams
from solver.search.conflict_optimizer import ConflictOptimizer, ConflictOptimizerParams
from solver.search.kempe_walk import KempeWalk, KempeWalkParams
from solver.search.memetic import Memetic, MemeticParams
from solver.search.partialcol import PartialCol, PartialColParams
from solver.search.tabucol import TabuCol, TabuColParams

#: Search, parameters that use all others, and another value of each.
SEARCHES = {
    "annealing": (
        Annealing,
        AnnealingParams(cold=0.3, sweeps=50_000),
        {
            "hot": 0.6,
            "cold": 0.2,
            "above": 1.5,
            "below": 0.5,
            "quench": 0.9,
            "sweeps": 70_000,
            "growth": 3.0,
            "steps": 50,
        },
    ),
    "tabucol": (
        TabuCol,
        TabuColParams(),
        {"tenure": "foo", "tenure_random": 3, "tenure_slope": 0.2, "layout": "sparse"},
    ),
    "tabucol, reactive": (
        TabuCol,
        TabuColParams(tenure="foo"),
        {"foo_period": 20, "foo_threshold": 30, "foo_increment": 9},
    ),
    "partialcol": (
        PartialCol,
        PartialColParams(weight="one"),
        {
            "weight": "degree",
            "tabu": "displaced",
            "tenure": "dynamic",
            "foo_windows": (100, 200),
            "foo_increments": (5, 6),
            "foo_threshold": 9,
            "foo_patience": 2000,
        },
    ),
    "partialcol, dynamic": (
        PartialCol,
        PartialColParams(tenure="dynamic"),
        {"tenure_random": 3, "tenure_slope": 0.2},
    ),
    "memetic": (
        Memetic,
        MemeticParams(length=8.0, period=2, generations=3, quick_length=4.0, quick_generations=1),
        {
            "length": 50.0,
            "period": 1,
            "alike": 0.01,
            "generations": 1,
            "growth": 50.0,
            "quick_length": 6.0,
            "quick_generations": 2,
            "tabu": TabuColParams(tenure="foo"),
        },
    ),
    "conflict_optimizer": (ConflictOptimizer, ConflictOptimizerParams(), {"noise": 0.05}),
    "kempe_walk": (
        KempeWalk,
        KempeWalkParams(16, 12, exchange=0.5, worsen=0.1, tenure=20),
        {"length": 1, "attempts": 0, "exchange": 0.0, "worsen": 0.5, "tenure": 0},
    ),
}
#: No effect on the moves.
SILENT = {PartialCol: {"layout"}}


def course(search, params, seed=1):
    graph = generators.from_spec("gnp:n=100,p=0.5,seed=1")
    start = np.arange(graph.n, dtype=np.int32) % 12
    made = search(graph, 12, seed=seed, params=params, initial=start)
    steps = []
    for _ in range(12):
        made.run(1 << 20)
        steps.append((made.cost, made.ticks, made.iterations, made.colors().tobytes()))
    return steps


@pytest.mark.parametrize("name", SEARCHES)
def test_a_seed_or_a_parameter_changes_the_course(name):
    search, params, changes = SEARCHES[name]
    first = course(search, params)
    assert course(search, params) == first
    assert course(search, params, seed=2) != first
    for field, value in changes.items():
        assert course(search, replace(params, **{field: value})) != first, field


def test_no_parameter_is_left_out():
    for search, params, _ in SEARCHES.values():
        changed = {name for s, _, changes in SEARCHES.values() if s is search for name in changes}
        assert {field.name for field in fields(params)} == changed | SILENT.get(search, set())
