"""Symmetric colorings against all colorings of small graphs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Graph, generators, is_proper
from solver.cliques.clique_cover import cliques_of_size
from solver.exact.symmetric import MOST_LEFT, SymmetricSearch, actions
from solver.exact.symmetries import automorphisms
from tests.solver.exact import naive
from tests.strategies import edge_lists

pytest.importorskip("pysat")
PLENTY = 1 << 30


def is_group(images):
    """Whether permutations are closed under composition."""
    elements = {tuple(row) for row in images.tolist()}
    return all(tuple(a[list(b)].tolist()) in elements for a in images for b in elements)


@settings(max_examples=40, deadline=None)
@given(edge_lists(max_n=6), st.integers(1, 4))
def test_the_answer_is_right_with_and_without_the_clauses_of_cliques(case, k):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    for action in actions(automorphisms(graph, most=6), k)[:4]:
        vertices, colors = action.vertices.tolist(), action.colors.tolist()
        answer = naive.has_invariant_coloring(n, edges, vertices, colors)
        for cliques in [None] if k < 2 else [None, cliques_of_size(graph, k)]:
            search = SymmetricSearch(graph, action, cliques)
            assert search.run(PLENTY) is answer
            if answer:
                found = search.colors()
                assert is_proper(graph, found)
                assert found.max() < k
                for moved, mapped in zip(action.vertices, action.colors, strict=True):
                    assert (found[moved] == mapped[found]).all()
            search.close()


@pytest.mark.parametrize("k", range(1, 12))
def test_groups_act_on_vertices_and_on_colors(k):
    graph = generators.queen(5)
    groups = actions(automorphisms(graph), k)
    sizes = [len(action.vertices) for action in groups]
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {2, 4}
    for action in groups:
        assert is_group(np.hstack([action.vertices, graph.n + action.colors]))
        assert (np.sort(action.colors, axis=1) == np.arange(k)).all()
        assert len(np.unique(action.vertices.min(axis=0))) <= MOST_LEFT * graph.n


def test_powers_of_an_automorphism_of_large_order_generate_groups():
    n = 12
    ring = np.roll(np.arange(n), -1)
    sizes = [len(action.vertices) for action in actions([ring], 3)]
    assert sizes == [4, 3, 2]


def test_an_automorphism_that_moves_few_vertices_is_not_worth_a_formula():
    swap = np.arange(20)
    swap[:2] = [1, 0]
    assert actions([swap], 4) == []


def test_the_lines_of_a_queen_graph_leave_fewer_conflicts():
    graph = generators.queen(12)
    cliques = cliques_of_size(graph, 12)
    group = actions(automorphisms(graph), 12)[1]
    search = SymmetricSearch(graph, group, cliques)
    assert search.run(4000)
    assert search.conflicts < 4000
    assert is_proper(graph, search.colors())
    assert search.colors().max() == 11
