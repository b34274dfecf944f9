from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators
from solver.bounds.certificate import check_certificate
from solver.cliques.maximum_clique import CliqueSearch, maximum_clique
from solver.graphs.verify import is_clique
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny
ONE_VERTEX = np.zeros(1, np.int32)


@tiny
@given(edge_lists(), st.booleans())
def test_the_clique_is_a_largest_and_proven(case, cold):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    search = CliqueSearch(graph, initial=ONE_VERTEX if cold else None, upper_bound=n if cold else None)
    while not search.done:
        search.run(1)
    result = search.result()
    assert result.proven
    assert result.vertices.dtype == np.int32
    assert is_clique(graph, result.vertices)
    assert len(result.vertices) == result.upper_bound == naive.clique_number(n, edges)


@given(st.integers(40, 130), st.floats(0.1, 0.8), st.integers(0, 2**32))
def test_larger_graphs_agree_with_networkx(n, p, seed):
    import networkx

    graph = generators.gnp(n, p if n < 80 else p * 0.6, seed=seed)
    search = CliqueSearch(graph, initial=ONE_VERTEX, upper_bound=n)
    while not search.done:
        search.run(1 << 20)
    largest = max(len(c) for c in networkx.find_cliques(graph.to_networkx()))
    assert len(search.vertices) == largest
    assert is_clique(graph, search.vertices)


@tiny
def test_slices_do_not_change_the_course():
    graph = generators.gnp(40, 0.7, seed=3)
    outcomes = []
    for ticks in (1, 50, 10**6):
        search = CliqueSearch(graph, initial=ONE_VERTEX, upper_bound=40)
        bounds = [search.upper_bound]
        while not search.done:
            search.run(ticks)
            bounds.append(search.upper_bound)
        assert bounds == sorted(bounds, reverse=True)
        outcomes.append((search.ticks, search.vertices.tolist()))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_an_interrupted_search_bounds_from_both_sides():
    graph = generators.gnp(300, 0.7, seed=1)
    result = maximum_clique(graph, max_ticks=100_000)
    assert not result.proven
    assert len(result.vertices) < result.upper_bound
    assert is_clique(graph, result.vertices)
    again = maximum_clique(graph, max_ticks=100_000)
    assert np.array_equal(result.vertices, again.vertices)
    assert result.ticks == again.ticks


def test_ctrl_c_keeps_the_largest_clique(monkeypatch):
    run, calls = CliqueSearch.run, []

    def interrupted(search, ticks):
        calls.append(ticks)
        if len(calls) > 1:
            raise KeyboardInterrupt
        run(search, 100_000)

    monkeypatch.setattr(CliqueSearch, "run", interrupted)
    graph = generators.gnp(300, 0.7, seed=1)
    result = maximum_clique(graph, time_limit=600)
    assert len(calls) == 2
    assert not result.proven
    assert is_clique(graph, result.vertices)
    assert 0 < len(result.vertices) < result.upper_bound


def test_a_coloring_with_as_many_colors_ends_the_search_before_it_begins():
    graph = generators.queen(7)
    search = CliqueSearch(graph, upper_bound=7)
    assert search.done
    assert search.result().proven


def test_the_certificate_holds():
    graph = generators.gnp(30, 0.5, seed=1)
    result = maximum_clique(graph)
    verdict = check_certificate(graph, result.certificate)
    assert verdict.holds
    assert verdict.bound == len(result.vertices)


@tiny
@pytest.mark.parametrize(("n", "edges", "size"), [(0, [], 0), (3, [], 1), (3, [(0, 2)], 2)])
def test_small_cases(n, edges, size):
    result = maximum_clique(Graph.from_edges(n, edges))
    assert result.proven
    assert len(result.vertices) == result.upper_bound == size


@tiny
def test_limits_out_of_range_are_named():
    graph = generators.queen(3)
    with pytest.raises(InputError, match="time_limit = 0: expected a positive number"):
        maximum_clique(graph, time_limit=0)
    with pytest.raises(InputError, match="max_ticks = -1: expected an integer >= 0"):
        maximum_clique(graph, max_ticks=-1)
