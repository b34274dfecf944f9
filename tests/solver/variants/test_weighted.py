from __future__ import annotations

import math
import os
import signal
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Graph, InputError, clique, generators, is_proper
from solver._kernels.search import balance as kernels
from solver._kernels.search.kempe_chains import Chains
from solver._kernels.vectors.rng import rng_state
from solver.variants import weighted
from solver.variants.weighted import _anneal, coloring_cost, weighted_color
from solver.variants.weighted_exact import Enumeration, _rests
from tests import naive
from tests.strategies import chosen, edge_lists


@settings(max_examples=50)
@given(edge_lists(max_n=7), st.data())
def test_small_graphs_to_the_optimum(case, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    graph = Graph.from_edges(n, edges)
    result = weighted_color(graph, weights, max_ticks=200_000)
    assert is_proper(graph, result.colors)
    assert result.cost == coloring_cost(result.colors, weights)
    best = naive.least_weighted_coloring(n, edges, weights)
    assert result.lower_bound == best == result.cost
    assert result.proven


@pytest.mark.tiny
@settings(max_examples=50)
@given(edge_lists(max_n=7), st.data())
def test_enumeration_finds_what_costs_less_and_nothing_else(case, data):
    n, edges = case
    weights = np.array(data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n)), np.int64)
    graph = Graph.from_edges(n, edges)
    best = naive.least_weighted_coloring(n, edges, weights.tolist())
    members = np.sort(clique(graph))
    for cost, found in ((int(weights.sum()) + 1, True), (best + 1, True), (best, False)):
        search = Enumeration(graph, weights, members, cost)
        assert search.run(10**9, lambda: False)
        assert (search.colors is not None) is found
        if found:
            assert is_proper(graph, search.colors)
            assert coloring_cost(search.colors, weights) == best


@pytest.mark.tiny
@given(st.lists(st.integers(1, 9), max_size=8), st.data())
def test_what_the_rest_of_a_clique_pays(weights, data):
    members = data.draw(chosen(range(len(weights)))) if weights else []
    rests = _rests(weights, sorted(members))
    for start in range(len(weights) + 1):
        later = sorted((weights[i] for i in members if i >= start), reverse=True)
        assert rests[start] == [sum(later[c:]) for c in range(len(later) + 1)]


@settings(max_examples=50)
@given(edge_lists(max_n=9), st.integers(1, 2000), st.data())
def test_a_cost_is_proven_just_if_it_is_the_bound(case, ticks, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 3), min_size=n, max_size=n))
    result = weighted_color(Graph.from_edges(n, edges), weights, max_ticks=ticks)
    assert result.proven is (result.cost == result.lower_bound)


def test_the_bound_is_a_heavy_clique_not_a_large_one():
    graph = Graph.from_edges(5, [(0, 1), (1, 2), (0, 2), (3, 4)])
    result = weighted_color(graph, [1, 1, 1, 10, 10], max_ticks=1)
    assert (result.lower_bound, result.clique.tolist()) == (20, [3, 4])


@pytest.mark.tiny
@settings(max_examples=50)
@given(edge_lists(max_n=9), st.integers(0, 99), st.data())
def test_weights_of_classes_are_those_made_from_scratch(case, seed, data):
    n, edges = case
    weights = np.array(data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n)), np.int64)
    graph = Graph.from_edges(n, edges)
    colors = np.array(naive.first_fit(n, edges, range(n)), np.int32)
    heaviest = np.zeros(int(colors.max()) + 2, np.int64)
    np.maximum.at(heaviest, colors, weights)
    progress, best = np.zeros(4, np.int64), colors.copy()
    progress[kernels.COST] = progress[kernels.BEST] = heaviest.sum()
    chains = Chains(graph.indptr, graph.indices, colors, np.empty(n, np.int32), np.zeros(n, np.int64))
    classes = kernels.WeightedClasses(weights, heaviest, best, unit=1)
    chances, state = np.full(64, 1 << 30), rng_state(seed)
    for _ in range(20):
        kernels.lighten_classes(chains, classes, state, chances, progress, 1)
        assert naive.conflicts(n, edges, colors.tolist()) == 0
        found = [max([0, *weights[colors == c].tolist()]) for c in range(len(heaviest))]
        assert heaviest.tolist() == found
        assert progress[kernels.COST] == sum(found)
        assert progress[kernels.BEST] == coloring_cost(best, weights)


def test_a_ring_of_five_is_proven_at_once():
    """Its heaviest clique weighs 9, and no coloring costs less than 10."""
    ring = Graph.from_edges(5, [(v, (v + 1) % 5) for v in range(5)])
    result = weighted_color(ring, [1, 2, 3, 4, 5], max_ticks=1 << 20)
    assert (result.cost, result.lower_bound, result.proven) == (10, 10, True)
    assert result.ticks < 1000
    assert result.clique.tolist() == [3, 4]


def test_enumeration_that_is_not_finished_proves_nothing():
    graph = generators.from_spec("gnp:n=40,p=0.5,seed=1")
    weights = np.random.default_rng(0).integers(1, 11, graph.n)
    result = weighted_color(graph, weights, max_ticks=100 * 64)
    assert is_proper(graph, result.colors)
    assert result.lower_bound == weights[result.clique].sum() < result.cost
    assert not result.proven
    assert result.ticks == 100 * 64


def test_annealing_beats_first_fit_and_repeats_itself():
    graph = generators.from_spec("gnp:n=120,p=0.5,seed=1")
    weights = np.random.default_rng(0).integers(1, 11, graph.n)
    start = weighted_color(graph, weights, max_ticks=1)
    first, again = (weighted_color(graph, weights, max_ticks=1 << 23, seed=2) for _ in range(2))
    assert first.cost < start.cost
    assert np.array_equal(first.colors, again.colors)
    other = weighted_color(graph, weights, max_ticks=1 << 22, seed=3)
    assert not np.array_equal(
        other.colors, weighted_color(graph, weights, max_ticks=1 << 22, seed=4).colors
    )


def test_equal_weights_cost_as_many_classes_as_a_search_for_few_colors_needs():
    graph = generators.gnp(100, 0.5, seed=1)
    result = weighted_color(graph, [3] * 100, max_ticks=1 << 24)
    assert result.cost == 3 * result.k
    assert result.k <= 15


def test_equal_weights_are_proven_where_the_number_of_colors_is():
    ring = Graph.from_edges(101, [(v, (v + 1) % 101) for v in range(101)])
    result = weighted_color(ring, [2] * 101, max_ticks=1 << 24)
    assert (result.cost, result.lower_bound, result.proven, len(result.clique)) == (6, 6, True, 2)


def test_an_anneal_that_the_time_limit_ends_is_kept():
    graph = generators.gnp(120, 0.5, seed=1)
    weights = np.random.default_rng(0).integers(1, 11, graph.n)
    kept = []

    def stops(best):
        kept.append(coloring_cost(best, weights))
        return len(kept) == 28

    start = weighted_color(graph, weights, max_ticks=1)
    best, used = _anneal(graph, weights, start.colors, 0.3, (0, 0), 1 << 22, stops)
    assert kept == sorted(kept, reverse=True)
    assert coloring_cost(best, weights) == kept[-1] < start.cost
    assert used < 1 << 22


@pytest.mark.tiny
def test_classes_are_numbered_by_weight_and_a_clique_proves():
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (0, 2), (2, 3)])
    result = weighted_color(graph, [1, 5, 3, 4], max_ticks=1)
    assert (result.cost, result.lower_bound, result.proven) == (9, 9, True)
    assert result.colors.tolist() == [2, 0, 1, 0]


@pytest.mark.tiny
@given(
    st.lists(st.tuples(st.integers(0, 3), st.one_of(st.integers(0, 5), st.sampled_from([0.25, 0.5]))))
)
def test_a_class_costs_its_heaviest_vertex(vertices):
    colors, weights = [c for c, _ in vertices], [w for _, w in vertices]
    expected = sum(max(w for d, w in vertices if d == c) for c in set(colors))
    assert coloring_cost(colors, weights) == expected


@pytest.mark.tiny
def test_costs_of_partial_colorings_are_refused():
    assert coloring_cost([0, 1, 0], [3, 2, 5]) == 7
    assert coloring_cost([], []) == 0
    for colors, weights, message in [
        ([0, -1, -1], [3, 2, 5], "color of vertex 1 = -1: expected an integer >= 0"),
        ([0.5], [1], r"colors: dtype float64 and shape \(1,\): expected integers of shape \(n,\)"),
        ([0, 1], [1], r"weights: dtype int64 and shape \(1,\): expected numbers of shape \(2,\)"),
        ([0, 1], [1, -2], "weight of vertex 1 = -2: expected a number >= 0"),
        ([0], [float("nan")], "weight of vertex 0 = nan: expected a number >= 0"),
    ]:
        with pytest.raises(InputError, match=message):
            coloring_cost(colors, weights)


def test_bad_limits_are_named():
    with pytest.raises(InputError, match="time_limit = 0: expected a positive number"):
        weighted_color(Graph.from_edges(1, []), [1], time_limit=0)


def test_work_that_goes_on_at_the_limit_is_left(monkeypatch):
    release = threading.Event()

    def wait(*_):
        release.wait(60)
        return np.empty(0, np.int32)

    monkeypatch.setattr("solver.variants.weighted._heavy_clique", wait)
    result = weighted_color(generators.queen(5), np.arange(1, 26), time_limit=0.1)
    release.set()
    assert is_proper(generators.queen(5), result.colors)
    assert result.lower_bound == 0


@pytest.mark.parametrize("place", ["_anneal", "_heavy_clique", "color"])
@pytest.mark.parametrize("limit", [{"max_ticks": 1 << 20}, {"time_limit": 10}])
@pytest.mark.parametrize(
    ("error", "reason"), [(KeyboardInterrupt, "interrupted"), (MemoryError, "out_of_memory")]
)
def test_what_ends_the_search_keeps_the_coloring(monkeypatch, place, limit, error, reason):
    def ended(*_, **__):
        raise error

    monkeypatch.setattr(weighted, place, ended)
    graph = generators.gnp(100, 0.5, seed=1)
    result = weighted_color(graph, np.arange(1, 101), **limit)
    assert is_proper(graph, result.colors)
    assert (result.stop_reason, result.proven) == (reason, False)


def test_a_lack_of_memory_before_the_first_coloring_is_an_error(monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(weighted, "_by_weight", fail)
    for limit in ({"max_ticks": 1000}, {"time_limit": 10}):
        with pytest.raises(MemoryError):
            weighted_color(generators.queen(5), np.arange(1, 26), **limit)


def test_the_result_says_what_ended_the_search():
    graph, weights = generators.gnp(60, 0.5, seed=1), np.arange(1, 61)
    assert weighted_color(graph, weights, max_ticks=1000).stop_reason == "max_ticks"
    assert weighted_color(graph, weights, time_limit=1e-3).stop_reason == "time_limit"
    both = weighted_color(graph, weights, time_limit=math.inf, max_ticks=1000)
    assert both.stop_reason == "max_ticks"
    assert weighted_color(Graph.from_edges(2, [(0, 1)]), [1, 2]).stop_reason == "proven"


@pytest.mark.parametrize("limit", [{"max_ticks": 1000}, {"time_limit": 0.5}])
def test_an_interrupt_while_the_result_is_made_loses_nothing(monkeypatch, limit):
    plain = weighted._Search.result

    def interrupted(search):
        os.kill(os.getpid(), signal.SIGINT)
        return plain(search)

    monkeypatch.setattr(weighted._Search, "result", interrupted)
    result = weighted_color(generators.queen(5), np.arange(1, 26), **limit)
    assert is_proper(generators.queen(5), result.colors)


def test_without_any_limit_the_search_for_few_colors_leaves_time(monkeypatch):
    asked = {}

    def color(graph, **arguments):
        asked.update(arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(weighted, "color", color)
    weights = np.arange(1, 101)
    assert weighted_color(generators.gnp(100, 0.5, seed=1), weights, time_limit=math.inf).cost > 0
    assert asked["time_limit"] <= 60
