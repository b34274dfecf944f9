from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph
from solver.variants.spill_bound import PackingBound
from solver.variants.spill_heuristic import LARGEST_PRODUCT, heavy_part
from tests import naive
from tests.strategies import edge_lists


def packing_bound(graph, weights, k, kept=(), colors=None):
    is_kept = np.zeros(graph.n, bool)
    is_kept[list(kept)] = True
    colors = np.full(graph.n, -1, np.int32) if colors is None else np.array(colors, np.int32)
    bound = PackingBound(graph, np.array(weights, np.int64), k, is_kept, colors)
    bound.run(lambda: False)
    assert bound.done
    return bound.bound


@settings(max_examples=60, deadline=None)
@given(edge_lists(max_n=7), st.integers(1, 4), st.data())
def test_the_bound_is_at_most_the_cost_by_trying_all_subsets(case, k, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    bound = packing_bound(Graph.from_edges(n, edges), weights, k)
    cost = naive.cheapest_spill(n, edges, weights, [range(k)] * n)
    assert 0 <= bound <= cost


def test_cliques_and_rings_whose_optimum_is_known():
    clique = solver.generators.queen(2)  # four vertices, all adjacent
    assert packing_bound(clique, [5, 1, 7, 3], 2) == 4
    ring = Graph.from_edges(7, [(v, (v + 1) % 7) for v in range(7)])
    assert packing_bound(ring, [3] * 7, 2) == 3  # two sets of three vertices


def test_a_vertex_that_must_be_kept_raises_the_bound():
    star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    assert packing_bound(star, [1, 2, 2, 2], 1) == 1
    assert packing_bound(star, [1, 2, 2, 2], 1, kept=[0], colors=[0, -1, -1, -1]) == 6


def test_more_than_cliques_show_on_graphs_without_structure():
    graph = solver.generators.gnp(60, 0.3, seed=1)
    weights = np.random.default_rng(1).integers(1, 20, 60)
    cost = solver.spill(graph, weights, 5, time_limit=1).cost
    assert 0.8 * cost < packing_bound(graph, weights, 5) <= cost


def test_the_first_heaviest_set_gives_a_bound():
    graph = solver.generators.gnp(150, 0.5, seed=3)
    weights = np.ones(150, np.int64)
    empty = np.empty(0, np.int64)
    colors = heavy_part(graph, weights, 6, empty, 0, 1 << 20, LARGEST_PRODUCT, lambda: False)
    bound = PackingBound(graph, weights, 6, np.zeros(150, bool), colors)
    bound.run(lambda: bound.bound > 0)
    assert 0 < bound.bound <= 150 - 6 * 10
