from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, Graph, InputError, chromatic_polynomial, count_colorings, generators
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
