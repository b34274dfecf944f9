from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from solver import Graph, InputError, generators, greedy, is_proper
from solver.bounds import ColumnGeneration, column_generation
from solver.bounds.certificate import check_certificate
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


@tiny
@given(edge_lists(max_n=8))
def test_small_graphs_get_proper_colorings_and_true_bounds(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    result = column_generation(graph)
    best = naive.chromatic_number(n, edges)
    assert result.conflicts == 0
    assert is_proper(graph, result.colors)
    assert result.lower_bound <= best <= result.k
    assert result.k == len(set(result.colors.tolist()))
    verdict = check_certificate(graph, result.certificate)
    assert verdict.holds
    assert verdict.bound == result.lower_bound
    if result.proven:
        assert result.k == best


@pytest.mark.parametrize(
    ("spec", "k"),
    [
        ("queen:8", 9),  # DSATUR takes 12
        ("geometric:80,0.5,seed=1", 27),
        ("gnp:60,0.9,seed=1", 26),
    ],
)
def test_dives_come_out_at_the_bound(spec, k):
    result = column_generation(generators.from_spec(spec), max_ticks=10**9)
    assert result.proven
    assert result.k == result.lower_bound == k
    assert result.stop_reason == "proven"


def test_equal_calls_give_equal_results():
    graph = generators.gnp(60, 0.5, seed=7)
    first, second = (column_generation(graph, max_ticks=3 * 10**7, seed=3) for _ in range(2))
    assert np.array_equal(first.colors, second.colors)
    assert first.ticks == second.ticks
    assert first.certificate == second.certificate


def test_what_hangs_on_the_core_is_colored_after_it():
    core = generators.queen(5)
    n = core.n
    edges = [*core.edges().tolist(), *((v, v % n) for v in range(n, 3 * n)), (n, n + 1)]
    graph = Graph.from_edges(3 * n, edges)
    colors = greedy(graph, "smallest_last")
    run = ColumnGeneration(graph, colors, lower_bound=5)
    assert run.fractional.graph.n == n
    while not run.done:
        run.run_bound(10**6) if not run.bound_done else run.run_dive(10**6)
    assert run.k == 5
    assert is_proper(graph, run.colors())


def test_a_better_coloring_from_elsewhere_is_taken_in():
    graph = generators.queen(6)
    run = ColumnGeneration(graph, greedy(graph, "largest_first"), lower_bound=6)
    seven = column_generation(graph).colors
    run.add_coloring(seven)
    assert run.k == 7
    assert np.array_equal(run.colors(), seven)


def test_a_core_that_is_too_large_is_an_error():
    graph = generators.gnp(5000, 0.004, seed=1)
    with pytest.raises(InputError, match=r"vertices of the core = \d+: expected at most 4096"):
        column_generation(graph)


@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_an_empty_core_is_colored_in_reverse_degeneracy_order(k):
    """Delaunay graphs and trees of cliques may have no core beyond their largest clique."""
    n = 3 * k
    edges = [(u, v) for v in range(n) for u in range(max(0, v - k + 1), v)]
    graph = Graph.from_edges(n, edges)
    worst = np.arange(n, dtype=np.int32)
    run = ColumnGeneration(graph, worst, lower_bound=k)
    assert run.fits
    assert run.done
    assert run.k == k
    assert is_proper(graph, run.colors())
    assert run.certificate is None


@pytest.mark.parametrize(("n", "seed"), [(32, 144), (38, 150), (44, 216), (11, 303)])
def test_graphs_without_a_core_are_solved_where_dsatur_fails(n, seed):
    graph = generators.delaunay(n, seed=seed)
    result = column_generation(graph, max_ticks=10**6)
    assert result.proven
    assert result.k == naive.chromatic_number(n, graph.edges().tolist())
    assert check_certificate(graph, result.certificate).bound == result.k
