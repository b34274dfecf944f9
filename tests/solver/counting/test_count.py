from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, Graph, InputError, chromatic_polynomial, count_colorings, generators
from solver.counting import count
from tests import naive
from tests.strategies import edge_lists

PETERSEN = [(v, (v + 1) % 5) for v in range(5)] + [(v, v + 5) for v in range(5)]
PETERSEN += [(v + 5, (v + 2) % 5 + 5) for v in range(5)]

pytestmark = pytest.mark.tiny


@given(edge_lists(max_n=7), st.integers(0, 4))
def test_as_many_as_brute_force_finds(case, k):
    n, edges = case
    count = sum(
        naive.conflicts(n, edges, colors) == 0 for colors in itertools.product(range(k), repeat=n)
    )
    assert count_colorings(Graph.from_edges(n, edges), k) == count


@given(edge_lists(max_n=9))
def test_the_polynomial_counts(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    polynomial = chromatic_polynomial(graph)
    assert len(polynomial) == n + 1
    for k in range(6):
        assert sum(a * k**i for i, a in enumerate(polynomial)) == count_colorings(graph, k)


def polynomial_at(graph, k):
    return sum(a * k**i for i, a in enumerate(chromatic_polynomial(graph)))


def test_known_polynomials():
    """Trees, cycles and complete graphs have closed forms; that of Petersen's graph is in Biggs."""
    tree = Graph.from_edges(40, [(v, v // 2) for v in range(1, 40)])
    cycle = Graph.from_edges(41, [(v, (v + 1) % 41) for v in range(41)])
    complete = generators.gnp(12, 1.0)
    for k in (0, 1, 2, 3, 10, 10**6):
        assert polynomial_at(tree, k) == k * (k - 1) ** 39
        assert polynomial_at(cycle, k) == (k - 1) ** 41 - (k - 1)
        assert polynomial_at(complete, k) == math.prod(k - i for i in range(12))
    petersen = Graph.from_edges(10, PETERSEN)
    assert chromatic_polynomial(petersen)[::-1][:4] == (1, -15, 105, -455)
    assert count_colorings(petersen, 3) == 120
    assert count_colorings(generators.queen(5), 5) == 240


def test_no_vertices():
    empty = Graph.from_edges(0, [])
    assert [count_colorings(empty, k) for k in (0, 3)] == [1, 1]
    assert chromatic_polynomial(empty) == (1,)
    assert chromatic_polynomial(Graph.from_edges(2, [])) == (0, 0, 1)


def test_a_count_beyond_its_budget_is_refused():
    graph = generators.gnp(60, 0.3, seed=1)
    with pytest.raises(
        BudgetError,
        match=r"counting by the partitions of up to \d+ vertices, limited by max_states: needs",
    ):
        count_colorings(graph, 20, max_states=1000)
    alone = Graph.from_edges(20, [])  # a state for each vertex
    assert count_colorings(alone, 2, max_states=20) == 2**20
    with pytest.raises(BudgetError, match="counting by the partitions of up to 0 vertices"):
        count_colorings(alone, 2, max_states=19)
    with pytest.raises(InputError, match="k = -1: expected an integer >= 0"):
        count_colorings(graph, -1)


def test_a_count_far_beyond_its_budget_is_refused_before_its_work(monkeypatch):
    def refused(*_):
        raise AssertionError("a table was made")

    monkeypatch.setattr(count, "_eliminated", refused)
    for graph, k in ((generators.gnp(100, 0.5, seed=1), 10), (generators.queen(8), 9)):
        with pytest.raises(
            BudgetError, match=r"limited by max_states: needs [\d.]+e\+\d+ states, allowed"
        ):
            count_colorings(graph, k)
    with pytest.raises(
        BudgetError, match="counting by the order of the vertices, limited by max_states"
    ):
        count_colorings(generators.gnp(300, 0.5, seed=1), 100, max_states=100)


def test_partial_partitions_in_vain_are_limited_as_well():
    # a vertex joined to a graph that has no coloring, which no state would show
    graph = generators.mycielski(4)
    joined = [(v, graph.n) for v in range(graph.n)]
    apex = Graph.from_edges(graph.n + 1, [*graph.edges().tolist(), *joined])
    assert count_colorings(apex, 3) == 0
    with pytest.raises(BudgetError, match="needs more than the 20 states allowed"):
        count_colorings(apex, 3, max_states=20)


def test_graphs_that_are_large_and_simple():
    star = Graph.from_edges(10_000, [(0, v) for v in range(1, 10_000)])
    assert count_colorings(star, 2) == 2
    path = Graph.from_edges(10_000, [(v, v + 1) for v in range(9_999)])
    assert count_colorings(path, 3) == 3 * 2**9_999
    assert count_colorings(generators.gnp(60, 1.0), 60) == math.factorial(60)
    # Vertices adjacent to all others, whose rows are not read again for each vertex that leaves.
    rim = [(v, v % 1999 + 1) for v in range(1, 2000)]
    wheel = Graph.from_edges(2000, [*rim, *((0, v) for v in range(1, 2000))])
    assert count_colorings(wheel, 4, max_states=100_000) == 4 * (2**1999 - 2)
    fan = Graph.from_edges(3000, [e for v in range(2, 3000) for e in ((0, v), (1, v), (v - 1, v))])
    assert count_colorings(fan, 3, max_states=100_000) == 6
    with pytest.raises(BudgetError):  # its coefficients would have 12 MB
        chromatic_polynomial(path, max_states=100_000)


def test_a_table_of_more_vertices_than_calls_may_be_nested():
    alone = [set() for _ in range(1200)]
    partitions = count._proper_partitions(tuple(range(1200)), alone, 1, count._Work(1))
    assert list(partitions) == [((0,) * 1200, 1)]


@given(edge_lists(max_n=8), st.integers(1, 5))
def test_probes_expect_the_states_that_a_table_takes(case, k):
    n, edges = case
    near = [set(row) for row in naive.adjacency(n, edges)]
    scope = tuple(range(n))
    taken = 0

    class Counted(count._Work):
        def add(self, states):
            nonlocal taken
            taken += states

    work = Counted(1)
    for _, classes in count._proper_partitions(scope, near, k, work):
        taken += classes + 1
    assert count._expected_states(scope, near, k, 1e9) <= 100 * taken
    assert 100 * count._expected_states(scope, near, k, 1e9) >= taken
    assert count._expected_states(scope, near, k, 0.01) > 0.01


@given(edge_lists(max_n=9))
def test_vertices_are_eliminated_by_least_fill(case):
    n, edges = case
    work = count._Work(10**9)
    near = [set(row) for row in naive.adjacency(n, edges)]
    left = set(range(n))
    for v, scope in count._eliminations([set(row) for row in near], work):
        fill = {u: sum(b not in near[a] for a in near[u] for b in near[u] if a < b) for u in left}
        assert fill[v] == min(fill.values())
        assert scope == tuple(sorted(near[v]))
        left.remove(v)
        for u in near[v]:
            near[u] |= near[v]
            near[u] -= {u, v}
    assert not left
