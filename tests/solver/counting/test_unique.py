from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    BudgetError,
    Graph,
    InputError,
    colorings,
    generators,
    is_critical,
    is_uniquely_colorable,
)
from tests import naive
from tests.strategies import edge_lists

PETERSEN = [(v, (v + 1) % 5) for v in range(5)] + [(v, v + 5) for v in range(5)]
PETERSEN += [(v + 5, (v + 2) % 5 + 5) for v in range(5)]


@settings(max_examples=40)
@given(edge_lists(max_n=7), st.integers(1, 4))
def test_unique_means_one_partition(case, k):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    assert is_uniquely_colorable(graph, k) is (sum(1 for _ in colorings(graph, k, distinct=True)) == 1)
    fewest = naive.chromatic_number(n, edges)
    one = sum(1 for _ in colorings(graph, fewest, distinct=True)) == 1
    assert is_uniquely_colorable(graph) is one


@settings(max_examples=40)
@given(edge_lists(max_n=7))
def test_critical_means_every_part_is_needed(case):
    n, edges = case
    edges = sorted({(min(e), max(e)) for e in edges})
    graph = Graph.from_edges(n, edges)
    k = naive.chromatic_number(n, edges)

    def spare_edge(edge):
        return naive.chromatic_number(n, [e for e in edges if e != edge]) == k

    def spare_vertex(v):
        rest = [(a - (a > v), b - (b > v)) for a, b in edges if v not in (a, b)]
        return naive.chromatic_number(n - 1, rest) == k

    by_vertices = is_critical(graph, by="vertices")
    assert by_vertices.k == k
    assert bool(by_vertices) is not any(map(spare_vertex, range(n)))
    assert by_vertices or spare_vertex(by_vertices.witness)
    by_edges = is_critical(graph)
    isolated = n > 1 and len({v for e in edges for v in e}) < n
    assert bool(by_edges) is not (isolated or any(map(spare_edge, edges)))
    if not by_edges:
        witness = by_edges.witness
        assert spare_vertex(witness) if isinstance(witness, int) else spare_edge(witness)


def test_families():
    wheel = [(v, (v + 1) % 7) for v in range(7)] + [(v, 7) for v in range(7)]
    assert is_critical(Graph.from_edges(8, wheel))
    assert is_critical(generators.mycielski(4))
    assert not is_critical(Graph.from_edges(10, PETERSEN))
    assert not is_critical(generators.queen(5), by="vertices")
    path_of_triangles = [(v, v + 1) for v in range(29)] + [(v, v + 2) for v in range(28)]
    assert is_uniquely_colorable(Graph.from_edges(30, path_of_triangles))
    assert not is_uniquely_colorable(Graph.from_edges(10, PETERSEN))


def test_what_is_not_decided_is_an_error(monkeypatch):
    monkeypatch.setattr("solver.counting.unique.Clock.seconds", lambda self: 61.0)
    with pytest.raises(BudgetError, match="not decided within 60 s"):
        is_critical(Graph.from_edges(2, np.array([[0, 1]])))
    with pytest.raises(InputError, match="by = 'both': expected 'edges' or 'vertices'"):
        is_critical(Graph.from_edges(1, []), by="both")
