from __future__ import annotations

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError
from solver.derivatives import is_star_coloring, star, star_color
from solver.derivatives.vertex_orders import ORDERS
from tests import naive
from tests.solver.derivatives.strategies import nearly, two_colors_made_one
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@given(edge_lists(max_n=9), st.randoms(use_true_random=False))
def test_colors_are_the_lowest_that_leave_stars(case, random):
    n, edges = case
    order = list(range(n))
    random.shuffle(order)
    expected = naive.first_fit_while(n, order, lambda c: naive.is_star_coloring(n, edges, c))
    assert star_color(Graph.from_edges(n, edges), order).tolist() == expected


def test_colors_are_the_lowest_that_leave_stars_at_random():
    random = np.random.default_rng(0)
    for density in (0.1, 0.25, 0.5):
        edges = np.argwhere(np.triu(random.random((18, 18)) < density, 1)).tolist()
        order = random.permutation(18).tolist()
        allowed = lambda c, edges=edges: naive.is_star_coloring(18, edges, c)  # noqa: E731
        expected = naive.first_fit_while(18, order, allowed)
        assert star_color(Graph.from_edges(18, edges), order).tolist() == expected


@given(edge_lists(), st.sampled_from(["auto", *ORDERS]))
def test_every_order_gives_a_star_coloring_without_gaps(case, order):
    n, edges = case
    colors = star_color(Graph.from_edges(n, edges), order).tolist()
    assert naive.is_star_coloring(n, edges, colors)
    assert set(colors) == set(range(max(colors) + 1))


@given(edge_lists(max_n=7), st.lists(st.integers(0, 3), min_size=7, max_size=7))
def test_the_judge_agrees_with_the_oracle(case, numbers):
    n, edges = case
    colors = np.array(numbers[:n], np.int32)
    expected = naive.is_star_coloring(n, edges, numbers[:n])
    assert is_star_coloring(Graph.from_edges(n, edges), colors) == expected


def test_the_judge_agrees_with_the_oracle_on_a_dense_graph():
    for n, edges, colors in two_colors_made_one():
        expected = naive.is_star_coloring(n, edges, colors)
        assert is_star_coloring(Graph.from_edges(n, edges), colors) == expected


@given(nearly(naive.is_star_coloring))
def test_the_judge_agrees_with_the_oracle_where_little_is_wrong(case):
    n, edges, colors = case
    expected = naive.is_star_coloring(n, edges, colors.tolist())
    assert is_star_coloring(Graph.from_edges(n, edges), colors) == expected


def test_an_uncolored_vertex_is_no_star_coloring():
    assert not is_star_coloring(Graph.from_edges(2, []), np.array([0, -1], np.int32))


def test_auto_is_never_worse_than_an_order():
    for seed in range(3):
        random = np.random.default_rng(seed)
        graph = Graph.from_edges(30, np.argwhere(np.triu(random.random((30, 30)) < 0.15, 1)))
        best = star_color(graph).max()
        assert all(best <= star_color(graph, order).max() for order in ORDERS)


def test_a_graph_without_vertices_needs_no_color():
    assert star_color(Graph.from_edges(0, [])).tolist() == []


def test_a_wrong_order_is_refused():
    with pytest.raises(InputError, match="order = 'random': expected 'auto', 'natural'"):
        star_color(Graph.from_edges(3, []), "random")


def test_the_examples_run():
    assert doctest.testmod(star).failed == 0
