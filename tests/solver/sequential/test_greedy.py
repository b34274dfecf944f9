from __future__ import annotations

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, core_numbers, greedy, is_proper
from solver.sequential.classes import _color_dense, _independent_sets_sparse, _rlf_sparse
from solver.sequential.greedy import STRATEGIES
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny

ORACLES = {
    "smallest_last": naive.smallest_last,
    "DSATUR": naive.dsatur,
    "RLF": naive.rlf,
    "incidence_degree": naive.incidence_degree,
    "independent_set": naive.independent_sets,
}

#: Strategies whose order NetworkX's documentation fixes, up to the numbering of the vertices.
AS_NETWORKX = ["largest_first", "DSATUR", "saturation_largest_first"]

#: The same on connected graphs only: where a component begins depends on how Python hashes.
AS_NETWORKX_CONNECTED = [
    "connected_sequential",
    "connected_sequential_bfs",
    "connected_sequential_dfs",
]


def random_graph(n, density, seed):
    upper = np.triu(np.random.default_rng(seed).random((n, n)) < density, 1)
    return Graph.from_edges(n, np.argwhere(upper))


@given(edge_lists(), st.sampled_from(sorted(STRATEGIES)))
def test_every_strategy_gives_a_proper_coloring_without_gaps(case, strategy):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    colors = greedy(graph, strategy)
    assert colors.dtype == np.int32
    assert is_proper(graph, colors)
    assert set(colors) == set(range(max(colors) + 1))
    assert max(colors) <= graph.max_degree


@given(edge_lists(), st.sampled_from(sorted(ORACLES)))
def test_colors_are_those_of_the_oracle(case, strategy):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    assert greedy(graph, strategy).tolist() == ORACLES[strategy](n, edges)


@given(edge_lists())
def test_sparse_and_dense_classes_agree(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    assert _rlf_sparse(graph).tolist() == naive.rlf(n, edges)
    assert _independent_sets_sparse(graph).tolist() == naive.independent_sets(n, edges)


def test_sparse_and_dense_classes_agree_past_one_word():
    for n, density in [(130, 0.3), (300, 0.02)]:
        graph = random_graph(n, density, 0)
        dense = _color_dense(graph, weight=n, largest_first=True)
        assert _rlf_sparse(graph).tolist() == dense.tolist()
        dense = _color_dense(graph, weight=1, largest_first=False)
        assert _independent_sets_sparse(graph).tolist() == dense.tolist()


def test_smallest_last_lets_vertices_of_large_degree_wait():
    graph = random_graph(150, 0.8, 0)
    assert greedy(graph).tolist() == naive.smallest_last(150, graph.edges().tolist())


@pytest.mark.parametrize("strategy", sorted(ORACLES))
@pytest.mark.parametrize(("n", "density"), [(40, 0.04), (40, 0.1), (30, 0.5), (25, 0.95)])
def test_colors_are_those_of_the_oracle_on_random_graphs(strategy, n, density):
    for seed in range(3):
        graph = random_graph(n, density, seed)
        assert greedy(graph, strategy).tolist() == ORACLES[strategy](n, graph.edges().tolist())


@given(edge_lists(), st.sampled_from(AS_NETWORKX))
def test_colors_are_those_of_networkx(case, strategy):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    theirs = networkx.greedy_color(graph.to_networkx(), strategy)
    assert greedy(graph, strategy).tolist() == [theirs[v] for v in range(n)]


@given(edge_lists(), st.sampled_from(AS_NETWORKX_CONNECTED))
def test_colors_are_those_of_networkx_on_connected_graphs(case, strategy):
    n, edges = case
    graph = Graph.from_edges(n, [*edges, *zip(range(n), range(1, n), strict=False)])
    theirs = networkx.greedy_color(graph.to_networkx(), strategy)
    assert greedy(graph, strategy).tolist() == [theirs[v] for v in range(n)]


@given(edge_lists(), st.randoms(use_true_random=False))
def test_a_given_order_is_followed(case, random):
    n, edges = case
    order = list(range(n))
    random.shuffle(order)
    expected = naive.first_fit(n, edges, order)
    assert greedy(Graph.from_edges(n, edges), order).tolist() == expected


@given(edge_lists())
def test_natural_follows_the_numbers(case):
    n, edges = case
    assert greedy(Graph.from_edges(n, edges), "natural").tolist() == naive.first_fit(n, edges, range(n))


def test_the_shuffle_follows_its_seed():
    graph = random_graph(30, 0.3, 0)
    runs = [greedy(graph, "random_sequential", seed=seed).tolist() for seed in (0, 0, 1)]
    assert runs[0] == runs[1] != runs[2]


@given(edge_lists())
def test_core_numbers_match_networkx(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    cores = networkx.core_number(graph.to_networkx())
    assert core_numbers(graph).tolist() == [cores[v] for v in range(n)]
    assert greedy(graph).max() <= core_numbers(graph).max()


def test_dsatur_needs_rows_wider_than_one_word():
    # A clique of 130 colors, seen in part by vertices of every degree up to 60.
    clique = [(a, b) for a in range(130) for b in range(a)]
    fringe = [(130 + d, 129 - i) for d in range(60) for i in range(d)]
    graph = Graph.from_edges(190, clique + fringe)
    colors = greedy(graph, "DSATUR")
    assert colors.max() == 129
    assert colors.tolist() == naive.dsatur(190, clique + fringe)


@given(edge_lists())
def test_dsatur_is_exact_on_bipartite_graphs(case):
    n, edges = case
    edges = [(a, b) for a, b in edges if a % 2 != b % 2]
    assert greedy(Graph.from_edges(n, edges), "DSATUR").max() == bool(edges)


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_graphs_without_vertices_or_edges(strategy):
    assert greedy(Graph.from_edges(0, []), strategy).tolist() == []
    assert greedy(Graph.from_edges(3, []), strategy).tolist() == [0, 0, 0]
    assert core_numbers(Graph.from_edges(0, [])).tolist() == []


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("dsatur", "strategy = 'dsatur': expected 'smallest_last', 'DSATUR'"),
        ([0, 1], r"shape \(2,\)"),
        ([0, 1, 3], "vertex in strategy = 3: expected 0 <= vertex < 3"),
        ([0, -1, 2], "vertex in strategy = -1: expected"),
        ([0, 1, 1], "vertex 1 2 times: expected a permutation"),
        ([0.0, 1.0, 2.0], "float64"),
        (None, "shape"),
    ],
)
def test_bad_strategies_are_refused(strategy, message):
    with pytest.raises(InputError, match=message):
        greedy(Graph.from_edges(3, [(0, 1)]), strategy)


def test_a_negative_seed_is_refused():
    with pytest.raises(InputError, match="seed = -1: expected an integer >= 0"):
        greedy(Graph.from_edges(3, [(0, 1)]), "random_sequential", seed=-1)
