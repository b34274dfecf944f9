"""First-fit on threads: the same colors as on one, however the threads are scheduled."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, conflicts, greedy, threads
from solver.sequential import first_fit
from solver.sequential.greedy import STRATEGIES
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@pytest.fixture(autouse=True)
def eager_threads(monkeypatch):
    """Threads even for tiny graphs, chunks of two vertices, and a switch at every turn."""
    monkeypatch.setattr(threads, "WORTH_A_THREAD", 1)
    monkeypatch.setattr(first_fit, "CHUNK", 2)
    monkeypatch.setattr(first_fit, "PATIENCE", 0)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@given(edge_lists(), st.integers(2, 4))
def test_natural_order_has_the_colors_of_the_oracle_on_any_number_of_threads(case, count):
    n, edges = case
    colors = greedy(Graph.from_edges(n, edges), "natural", threads=count)
    assert colors.tolist() == naive.first_fit(n, edges, range(n))


@given(edge_lists(), st.sampled_from(sorted(STRATEGIES)), st.integers(2, 4))
def test_no_strategy_depends_on_the_number_of_threads(case, strategy, count):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    assert greedy(graph, strategy, threads=count).tolist() == greedy(graph, strategy).tolist()


def test_every_vertex_waits_for_the_one_before_it():
    path = Graph.from_arrays(200, np.arange(199), np.arange(1, 200))
    clique = Graph.from_arrays(80, *np.triu_indices(80, 1))
    for _ in range(3):
        assert greedy(path, "natural", threads=3).tolist() == [0, 1] * 100
        assert greedy(clique, "natural", threads=3).tolist() == list(range(80))


def test_rows_as_short_as_bits_allow_and_longer():
    # Vertex 70 sees colors 0 to d - 1: with 62 of them its bits are full, with more it needs stamps.
    for d in (61, 62, 63, 64, 70):
        edges = [(a, b) for a in range(70) for b in range(a)] + [(70, v) for v in range(d)]
        graph = Graph.from_edges(71, edges)
        for count in (1, 2):
            assert greedy(graph, "natural", threads=count)[70] == min(d, 70)
        assert greedy(graph, np.arange(71))[70] == min(d, 70)


def test_short_rows_see_colors_past_their_bits():
    edges = [(a, b) for a in range(70) for b in range(a)] + [(70, v) for v in (0, 1, 62, 63, 64, 69)]
    graph = Graph.from_edges(71, edges)
    for count in (1, 2):
        assert greedy(graph, "natural", threads=count)[70] == 2


@given(edge_lists(), st.integers(1, 4), st.integers(0, 2))
def test_conflicts_do_not_depend_on_the_number_of_threads(case, count, shift):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    colors = np.arange(n) % 3 - (np.arange(n) % 4 == shift)
    for values in (colors, np.where(colors < 0, 0, colors), np.where(colors < 0, -1, colors + 300)):
        assert conflicts(graph, values, threads=count) == naive.conflicts(n, edges, values)


@given(edge_lists(), st.integers(1, 5))
def test_ranges_cover_all_rows_once(case, parts):
    n, edges = case
    ranges = threads.row_ranges(Graph.from_edges(n, edges).indptr, parts)
    assert len(ranges) == parts
    assert [v for first, end in ranges for v in range(first, end)] == list(range(n))


def test_a_thread_too_few_is_refused():
    with pytest.raises(InputError, match="threads = 0: expected an integer >= 1"):
        greedy(Graph.from_edges(2, [(0, 1)]), threads=0)


def test_what_a_part_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        threads.side_by_side(lambda x: 1 // x, [(1,), (0,)])
