"""Automorphisms by refinement of labels against all permutations."""

from __future__ import annotations

import pytest
from hypothesis import given

from solver import Graph, generators
from solver.exact.symmetries import automorphisms
from tests.solver.exact import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny

ALL = {"most": 1000, "max_work": 1 << 30}


def is_automorphism(graph, images):
    pairs = {frozenset(edge) for edge in graph.edges().tolist()}
    return (
        sorted(images) == list(range(graph.n))
        and {frozenset(images[v] for v in pair) for pair in pairs} == pairs
    )


@given(edge_lists(max_n=6))
def test_all_of_a_small_graph_are_found_once(case):
    n, edges = case
    found = [tuple(images.tolist()) for images in automorphisms(Graph.from_edges(n, edges), **ALL)]
    assert sorted([tuple(range(n)), *found]) == sorted(naive.automorphisms(n, edges))


def test_a_queen_graph_has_the_seven_of_the_square():
    graph = generators.queen(6)
    found = {tuple(images.tolist()) for images in automorphisms(graph)}
    assert len(found) == 7
    assert all(is_automorphism(graph, images) for images in found)


def test_no_more_are_returned_than_asked_for_and_than_the_work_allows():
    graph = generators.rook(4)
    assert len(automorphisms(graph, most=3)) == 3
    assert automorphisms(graph, max_work=graph.n) == []


def test_a_random_graph_has_none():
    assert automorphisms(generators.gnp(60, 0.5, seed=1)) == []
