"""Simulated annealing: exact counts, trials as if made one by one, the same course in slices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, generators
from solver._kernels.search import annealing as kernels
from solver._kernels.vectors.rng import random_bits
from solver.search.annealing import Annealing, AnnealingParams, annealing
from solver.stop import MaxTicks
from tests import naive
from tests.strategies import edge_lists


@pytest.fixture(autouse=True)
def _quiet_overflow():
    """With the JIT off, the random numbers' uint64 products wrap with a warning."""
    with np.errstate(over="ignore"):
        yield


def tables(search):
    """Colors, counts and conflicts of each vertex as the search holds them."""
    state, n = search._state, search.graph.n
    gamma = state.gamma.reshape(search.k, -1)[:, :n].T
    return state.color[:n].tolist(), gamma.tolist(), state.own[:n].tolist()


@settings(max_examples=25)
@given(edge_lists(), st.integers(1, 4), st.integers(0, 99))
def test_counts_are_those_made_from_scratch(case, k, seed):
    n, edges = case
    search = Annealing(Graph.from_edges(n, edges), k, seed=seed)
    for _ in range(5):
        search.run(300)
        colors, gamma, own = tables(search)
        assert gamma == [row[:k] for row in naive.color_counts(n, edges, k, colors)]
        assert own == [gamma[v][colors[v]] for v in range(n)]
        assert search._counters[kernels.CONFLICTS] == naive.conflicts(n, edges, colors)
        assert search._state.sizes.tolist() == [colors.count(c) for c in range(k)]
        assert search.cost == naive.conflicts(n, edges, search.colors())


@pytest.mark.tiny
@settings(max_examples=10)
@given(edge_lists(), st.integers(2, 4), st.integers(0, 99))
def test_a_block_of_trials_is_as_good_as_one_after_another(case, k, seed):
    n, edges = case
    search = Annealing(Graph.from_edges(n, edges), k, seed=seed, params=AnnealingParams(hot=2.0))
    for _ in range(20):
        if search.cost == 0:
            return
        bits = int(random_bits(search._random.copy())) % 2**64
        color = ((bits >> 16 & 0xFFFFFF) * k) >> 24
        thresholds = search._state.pool[bits & (kernels.POOL - 1) :].tolist()
        before, _, _ = tables(search)
        expected = naive.metropolis_sweep(n, edges, k, before, color, thresholds)
        kernels.run(search._state, search._random, search._counters, k, 1 << 60, 1)
        assert tables(search)[0] == expected


@pytest.mark.tiny
def test_thresholds_follow_the_temperature():
    temperature = 0.8
    search = Annealing(generators.queen(5), 5, params=AnnealingParams(hot=temperature))
    pool = search._state.pool
    for rise in range(5):
        wanted = math.exp(-rise / temperature)
        assert abs((pool >= rise).mean() - wanted) < 4 * math.sqrt(wanted / len(pool))


def test_slices_do_not_change_the_course():
    graph = generators.gnp(60, 0.5, seed=1)
    params = AnnealingParams(sweeps=3, steps=4)
    whole = Annealing(graph, 9, seed=7, params=params)
    sliced = Annealing(graph, 9, seed=7, params=params)
    whole.run(1 << 23)
    while sliced.ticks < whole.ticks:
        sliced.run(min(99991, whole.ticks - sliced.ticks))
    assert whole._sweeps > params.sweeps
    assert tables(sliced) == tables(whole)
    assert sliced.temperature == whole.temperature
    assert (sliced.cost, sliced.iterations) == (whole.cost, whole.iterations)


def test_counts_that_outgrow_their_lanes_get_wider_ones():
    star = Graph.from_edges(301, [(0, v) for v in range(1, 301)])
    search = Annealing(star, 2, initial=np.zeros(301, int))
    assert search._state.gamma.dtype == np.uint16
    search = Annealing(star, 2, initial=np.arange(301) % 2)
    assert search._state.gamma.dtype == np.uint8
    search.run(1 << 24)
    assert search.cost == 0
    assert solver.is_proper(star, search.colors())
    assert search._state.gamma.dtype == np.uint16


def test_more_colors_than_a_byte_holds():
    graph = generators.gnp(320, 0.98, seed=3)
    search = Annealing(graph, 300, seed=1)
    search.run(1 << 20)
    assert search.cost == solver.conflicts(graph, search.colors())


def test_it_colors_what_defeats_a_greedy_coloring():
    graph = generators.queen(7)
    result = annealing(graph, 7, stop=MaxTicks(20_000_000), seed=1)
    assert (result.conflicts, result.stop_reason) == (0, "target")
    assert solver.is_proper(graph, result.colors)


def test_the_next_anneal_keeps_to_where_the_best_was_found():
    params = AnnealingParams(sweeps=50)
    search = Annealing(generators.gnp(150, 0.5, seed=2), 12, seed=1, params=params)
    while search._sweeps == params.sweeps:
        search.run(1 << 18)
    assert search._hot / search._cold == pytest.approx(params.above / params.below)
    assert params.cold * params.below <= search._cold < search._hot <= params.hot * params.above


@pytest.mark.tiny
@pytest.mark.parametrize("n", [0, 1])
def test_nothing_to_do(n):
    search = Annealing(Graph.from_edges(n, []), 1)
    search.run(100)
    assert (search.cost, search.ticks, search.colors().tolist()) == (0, 0, [0] * n)


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hot": 0.1, "cold": 0.2}, "cold = 0.2: expected less than hot = 0.1"),
        ({"cold": 0.0}, "cold = 0.0"),
        ({"above": 1.0}, "above = 1.0: expected a number > 1"),
        ({"quench": 0}, "quench = 0: expected a number > 0 and <= 1"),
        ({"sweeps": 0}, "sweeps = 0: expected an integer >= 1"),
        ({"growth": 0.5}, "growth = 0.5"),
        ({"steps": 1}, "steps = 1: expected an integer >= 2"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        AnnealingParams(**arguments)


@pytest.mark.tiny
def test_bad_arguments_are_named():
    graph = generators.queen(5)
    with pytest.raises(InputError, match="k = 0: expected an integer from 1"):
        Annealing(graph, 0)
    with pytest.raises(InputError, match="initial: color 5: expected 0 <= color < 5"):
        Annealing(graph, 5, initial=np.arange(25) % 6)
