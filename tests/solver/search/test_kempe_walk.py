"""The walk along Kempe chains: legal at every step, resumable, and better than what it starts from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, KempeWalkParams, generators, greedy, is_proper, kempe_walk
from solver._kernels.search import kempe_walk as kernels
from solver.search.kempe_walk import KempeWalk
from solver.stop import MaxTicks
from tests import naive
from tests.strategies import edge_lists


def uncolored(search):
    state = search._state
    return state.uncolored[: state.scalars[kernels.UNCOLORED]]


@pytest.mark.tiny
@given(
    edge_lists(),
    st.integers(1, 5),
    st.integers(0, 2**32),
    st.sampled_from([1, 2, 16]),
    st.sampled_from([0, 1, 12]),
    st.sampled_from([0.0, 0.5, 1.0]),
)
def test_every_step_leaves_a_legal_partial_coloring(case, k, seed, length, attempts, chance):
    n, edges = case
    params = KempeWalkParams(length, attempts, exchange=chance, worsen=1.0, tenure=2)
    search = KempeWalk(Graph.from_edges(n, edges), k, seed=seed, params=params)
    for _ in range(30):
        search.run(1)  # one step
        colors = search._state.colors
        assert naive.conflicts(n, edges, colors.tolist()) == 0
        assert colors.max(initial=-1) < k
        assert sorted(uncolored(search)) == np.flatnonzero(colors < 0).tolist()
        assert search.cost <= len(uncolored(search))


@pytest.mark.tiny
@given(edge_lists(), st.integers(0, 2**32))
def test_it_finds_a_coloring_where_there_is_one_and_none_where_there_is_none(case, seed):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    least = naive.chromatic_number(n, edges)
    result = kempe_walk(graph, max(least, 1), stop=MaxTicks(1_000_000), seed=seed)
    assert is_proper(graph, result.colors)
    assert result.stop_reason == "target"
    if least > 1:
        worse = kempe_walk(graph, least - 1, stop=MaxTicks(1000), seed=seed)
        assert worse.conflicts > 0
        assert worse.stop_reason == "max_ticks"


def test_slices_do_not_change_the_course():
    graph = generators.from_spec("gnp:n=200,p=0.05,seed=1")
    whole, cut = (KempeWalk(graph, 4, seed=5) for _ in range(2))
    whole.run(200_000)
    while cut.ticks < whole.ticks:
        cut.run(min(10_000, 200_000 - cut.ticks))
    assert cut.iterations == whole.iterations
    assert np.array_equal(cut._state.colors, whole._state.colors)
    assert cut.cost <= whole.cost  # looked at more often


def test_the_best_seen_is_kept():
    graph = generators.from_spec("gnp:n=100,p=0.5,seed=1")
    search = KempeWalk(graph, 10, params=KempeWalkParams(worsen=1.0))
    costs = []
    for _ in range(20):
        search.run(1000)
        costs.append(len(uncolored(search)))
        assert np.count_nonzero(search._best < 0) == search.cost == min(costs)
    assert max(costs) > min(costs)
    assert search.colors().min() >= 0


def test_planar_triangulations_get_four_colors():
    graph = generators.from_spec("delaunay:3000,seed=1")
    start = greedy(graph, "smallest_last")
    assert start.max() == 4
    result = kempe_walk(graph, 4, stop=MaxTicks(1 << 24), initial=np.where(start == 4, -1, start))
    assert is_proper(graph, result.colors)


@pytest.mark.tiny
def test_an_exchange_is_found_where_one_is_needed():
    # 4 sees all of 0, 1, 2, and every one but a Kempe exchange is forbidden.
    graph = Graph.from_edges(5, [(0, 3), (4, 0), (4, 1), (4, 2)])
    params = KempeWalkParams(attempts=1, exchange=0, worsen=0)
    result = kempe_walk(graph, 3, stop=MaxTicks(100), params=params, initial=[0, 1, 2, 2, -1])
    assert is_proper(graph, result.colors)
    assert result.iterations == 1


@pytest.mark.tiny
@pytest.mark.parametrize("seed", range(5))
def test_only_colors_of_the_fewest_neighbors_are_freed(seed):
    # 5 sees color 0 once, which no exchange frees, and 1 and 2 twice, which an exchange would.
    graph = Graph.from_edges(6, [(0, 1), (0, 3), *((v, 5) for v in range(5))])
    params = KempeWalkParams(exchange=0, worsen=0)
    search = KempeWalk(graph, 3, seed=seed, params=params, initial=np.array([0, 1, 1, 2, 2, -1]))
    search.run(1)
    assert search._state.colors.tolist() == [-1, 1, 1, 2, 2, 0]


@pytest.mark.tiny
@pytest.mark.parametrize("worsen", [0.0, 1.0])
def test_more_vertices_become_uncolored_only_by_chance(worsen):
    graph = generators.from_spec("gnp:n=60,p=0.5,seed=1")
    search = KempeWalk(graph, 8, seed=1, params=KempeWalkParams(worsen=worsen))
    costs = []
    for _ in range(300):
        search.run(1)
        costs.append(len(uncolored(search)))
    assert (costs == sorted(costs, reverse=True)) is (worsen == 0)


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("k", "options", "message"),
    [
        (0, {}, "k = 0: expected an integer from 1"),
        (2, {"initial": [0, 2, 0]}, "initial: color 2: expected -1 <= color < 2"),
        (2, {"initial": [0]}, "shape"),
    ],
)
def test_bad_arguments_are_refused(k, options, message):
    with pytest.raises(InputError, match=message):
        kempe_walk(Graph.from_edges(3, [(0, 1)]), k, stop=MaxTicks(1), **options)


@pytest.mark.tiny
@pytest.mark.parametrize(
    "options", [{"length": 0}, {"attempts": -1}, {"tenure": -1}, {"exchange": 1.5}, {"worsen": -0.1}]
)
def test_bad_parameters_are_refused(options):
    name = next(iter(options))
    with pytest.raises(InputError, match=f"{name} = .*: expected"):
        KempeWalkParams(**options)
