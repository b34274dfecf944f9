from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, generators
from solver.bounds.pricing import Pricing
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


def finished(search, ticks=1 << 20):
    while not search.done:
        search.run(ticks)
    return search


@tiny
@given(edge_lists(), st.data())
def test_the_heaviest_set_is_found_or_shown_not_to_exist(case, data):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    weights = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    threshold = data.draw(st.integers(0, 20))
    search = finished(Pricing(graph, np.array(weights)).start(threshold), ticks=3)
    heaviest = naive.heaviest_independent_set(n, edges, weights)
    assert search.weight == max(heaviest, threshold)
    found = search.vertices()
    if heaviest > threshold:
        assert sum(weights[v] for v in found) == heaviest
        assert is_maximal_independent(n, edges, found)
    else:
        assert found is None


@tiny
@given(edge_lists(), st.data())
def test_a_search_ends_with_a_set_that_is_heavy_enough_if_there_is_one(case, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    threshold = data.draw(st.integers(0, 20))
    enough = threshold + data.draw(st.integers(1, 5))
    pricing = Pricing(Graph.from_edges(n, edges), np.array(weights))
    search = finished(pricing.start(threshold, enough=enough), ticks=3)
    heaviest = naive.heaviest_independent_set(n, edges, weights)
    assert min(search.weight, enough) == min(max(heaviest, threshold), enough)


def is_maximal_independent(n, edges, vertices):
    neighbors = naive.adjacency(n, edges)
    chosen = set(vertices.tolist())
    assert len(chosen) == len(vertices)
    return all((v in chosen) == (not neighbors[v] & chosen) for v in range(n))


@tiny
@given(edge_lists(), st.data())
def test_sets_of_the_heuristic_are_heavy_and_maximal(case, data):
    n, edges = case
    weights = np.array(data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)))
    threshold = data.draw(st.integers(0, 20))
    found = Pricing(Graph.from_edges(n, edges), weights).heavy_sets(threshold)
    assert found.shape[1] == n
    assert (found @ weights > threshold).all()
    for members in found:
        assert is_maximal_independent(n, edges, np.flatnonzero(members))


@given(st.integers(60, 110), st.floats(0.6, 0.95), st.integers(0, 2**32))
def test_larger_graphs_agree_with_networkx(n, p, seed):
    import networkx

    graph = generators.gnp(n, p, seed=seed)
    weights = np.random.default_rng(seed).integers(0, 100, n)
    other = networkx.complement(graph.to_networkx())
    networkx.set_node_attributes(other, dict(enumerate(weights.tolist())), "weight")
    _, heaviest = networkx.max_weight_clique(other)
    pricing = Pricing(graph, weights)
    assert finished(pricing.start(0)).weight == heaviest
    assert (pricing.heavy_sets(0) @ weights).max() <= heaviest


@tiny
def test_slices_do_not_change_the_course():
    graph = generators.gnp(30, 0.3, seed=1)
    outcomes = []
    for ticks in (1, 100, 10**6):
        pricing = Pricing(graph, np.arange(1, 31))
        search = finished(pricing.start(0), ticks)
        outcomes.append((search.weight, search.vertices().tolist(), pricing.ticks))
    assert outcomes[0] == outcomes[1] == outcomes[2]
