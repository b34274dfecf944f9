from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, spill
from solver.variants.spill_heuristic import heavy_part
from tests import naive
from tests.strategies import edge_lists


def check(graph, weights, k, result):
    kept = np.flatnonzero(result.colors >= 0)
    assert solver.is_proper(graph.subgraph(kept), result.colors[kept])
    assert result.colors.max(initial=-1) < k
    assert result.spilled.tolist() == np.flatnonzero(result.colors < 0).tolist()
    assert result.cost == sum(weights[v] for v in result.spilled.tolist())
    assert result.lower_bound <= result.cost
    assert result.proven == (result.lower_bound == result.cost)


def intervals(count, seed):
    rng = np.random.default_rng(seed)
    starts = rng.integers(0, 3 * count, count)
    ends = starts + rng.integers(1, 60, count)
    i, j = np.triu_indices(count, 1)
    meets = (starts[i] < ends[j]) & (starts[j] < ends[i])
    return starts, ends, Graph.from_edges(count, np.column_stack([i[meets], j[meets]]))


@settings(max_examples=60, deadline=None)
@given(edge_lists(max_n=8), st.integers(0, 4), st.data())
def test_small_graphs_are_solved_as_by_trying_all_subsets(case, k, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    graph = Graph.from_edges(n, edges)
    result = spill(graph, weights, k)
    check(graph, weights, k, result)
    assert result.proven
    assert result.cost == naive.cheapest_spill(n, edges, weights, [range(k)] * n)


@settings(max_examples=60, deadline=None)
@given(edge_lists(max_n=7), st.integers(1, 4), st.data())
def test_fixed_and_allowed_colors_as_by_trying_all_subsets(case, k, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    lists = data.draw(
        st.lists(st.sets(st.integers(0, k - 1), min_size=1), min_size=n, max_size=n).map(
            lambda rows: [sorted(row) for row in rows]
        )
    )
    fixed = {}
    for v in range(0, n, 3):
        if all(fixed.get(u) != lists[v][0] for e in edges for u in e if v in e and u != v):
            fixed[v] = lists[v][0]
    graph = Graph.from_edges(n, edges)
    allowed = np.array([[c in row for c in range(k)] for row in lists], bool).reshape(n, k)
    result = spill(graph, weights, k, fixed=fixed, allowed=allowed)
    check(graph, weights, k, result)
    kept = np.flatnonzero(result.colors >= 0)
    assert allowed[kept, result.colors[kept]].all()
    assert all(result.colors[v] == c for v, c in fixed.items())
    lists = [[fixed[v]] if v in fixed else row for v, row in enumerate(lists)]
    dear = [1000 if v in fixed else w for v, w in enumerate(weights)]
    assert result.proven
    assert result.cost == naive.cheapest_spill(n, edges, dear, lists)


def test_lists_of_larger_graphs():
    for seed in range(3):
        rng = np.random.default_rng(seed)
        graph = solver.generators.gnp(70, 0.15, seed=seed)
        weights = rng.integers(1, 50, 70)
        allowed = rng.random((70, 5)) < 0.6
        allowed[:, 4] = True
        free = spill(graph, weights, 5, time_limit=3)
        result = spill(
            graph, weights, 5, fixed={3: 2}, allowed=allowed | (np.arange(5) == 2), time_limit=3
        )
        check(graph, weights.tolist(), 5, result)
        assert result.colors[3] == 2
        assert free.lower_bound <= result.cost


def test_fixed_colors_alone_may_be_a_few_of_the_colors():
    graph = solver.generators.queen(4)
    result = spill(graph, None, 5, fixed={0: 3, 6: 3})
    check(graph, [1] * 16, 5, result)
    assert result.colors[[0, 6]].tolist() == [3, 3]
    assert result.proven
    for fixed in ({0: 3, 1: 3}, {0: 9}):
        with pytest.raises(InputError, match="fixed"):
            spill(graph, None, 5, fixed=fixed)


def test_demands_other_than_cliques_are_found():
    for size, expected in ((5, 1), (7, 1), (9, 1)):
        ring = Graph.from_edges(size, [(v, (v + 1) % size) for v in range(size)])
        result = spill(ring, None, 2)
        assert (result.cost, result.proven, result.chordal) == (expected, True, False)
    # Grötzsch's graph has no triangle and needs four colors.
    graph = solver.generators.mycielski(3)
    result = spill(graph, None, 3)
    assert (graph.n, result.cost, result.proven) == (11, 1, True)


def test_interval_graphs_are_solved_to_the_cost_of_a_minimum_cost_flow():
    """The oracle is the linear program over the points of time, whose matrix is totally unimodular."""
    from scipy.optimize import linprog

    for seed, k in itertools.product(range(3), (2, 5, 9)):
        starts, ends, graph = intervals(150, seed)
        weights = np.random.default_rng(seed).integers(1, 10**6, 150)
        result = spill(graph, weights, k)
        check(graph, weights.tolist(), k, result)
        points = np.unique(starts)[:, None]
        alive = (starts <= points) & (points < ends)
        best = linprog(-weights, A_ub=alive, b_ub=np.full(len(points), k), bounds=(0, 1))
        assert result.proven
        assert result.chordal
        assert result.cost == round(weights.sum() + best.fun)


@pytest.mark.parametrize("time_limit", [0.01, 1.0])
def test_the_result_is_honest_whatever_the_time_allows(time_limit):
    graph = solver.generators.gnp(150, 0.5, seed=3)
    result = spill(graph, None, 6, time_limit=time_limit)
    check(graph, [1] * 150, 6, result)
    # No independent set of the graph has more than 10 vertices.
    assert 150 - 6 * 10 <= result.cost < 150


def test_a_limit_that_the_first_heuristic_exceeds_ends_the_search(monkeypatch):
    def refused(*_):
        raise AssertionError("this comes after the time limit")

    monkeypatch.setattr("solver.variants.spill.chordal_cliques", refused)
    monkeypatch.setattr("solver.variants.spill.PackingBound", refused)
    graph = solver.generators.gnp(150, 0.5, seed=3)
    result = spill(graph, None, 6, time_limit=1e-9)
    check(graph, [1] * 150, 6, result)
    assert not result.chordal
    assert result.cost < 150


def test_only_the_first_of_the_classes_is_filled_if_that_is_late():
    graph, weights = solver.generators.gnp(40, 0.3, seed=1), np.ones(40, np.int64)
    palette = np.empty(0, np.int64)
    for is_late, count in ((True, 1), (False, 3)):
        colors = heavy_part(graph, weights, 3, palette, 0, 1000, 0, lambda late=is_late: late)
        assert np.unique(colors).tolist() == list(range(-1, count))
        assert solver.conflicts(graph, colors) == 0


def test_graphs_that_need_no_removal_and_extreme_k():
    graph = solver.generators.queen(5)
    for k in (5, 6, 100):
        result = spill(graph, None, k)
        assert (result.cost, result.proven) == (0, True)
    result = spill(graph, None, 0)
    assert (result.cost, result.proven, len(result.spilled)) == (25, True, 25)
    assert spill(Graph.from_edges(0, []), None, 3).cost == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": -1}, "k = -1: expected an integer >= 0"),
        ({"weights": [1, 0, 1]}, "weight = 0: expected an integer >= 1"),
        ({"time_limit": 0}, "time_limit = 0: expected a positive number"),
        ({"seed": -1}, "seed = -1: expected an integer >= 0"),
    ],
)
def test_bad_arguments(arguments, message):
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    with pytest.raises(InputError) as error:
        spill(**{"graph": graph, "weights": [1, 1, 1], "k": 1} | arguments)
    assert str(error.value) == message
