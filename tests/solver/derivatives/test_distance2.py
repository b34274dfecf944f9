from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, is_proper
from solver.derivatives import distance2, distance2_color
from solver.derivatives.partial_distance2 import ORDERS
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@given(edge_lists())
def test_colors_as_numbered_are_those_of_the_squared_graph(case):
    n, edges = case
    expected = naive.first_fit(n, naive.distance2_edges(n, edges), range(n))
    assert distance2_color(Graph.from_edges(n, edges), "natural").tolist() == expected


@given(edge_lists(), st.sampled_from(["auto", *ORDERS]))
def test_vertices_at_distance_two_differ(case, order):
    n, edges = case
    colors = distance2_color(Graph.from_edges(n, edges), order)
    assert is_proper(Graph.from_edges(n, naive.distance2_edges(n, edges)), colors)


def test_a_graph_without_vertices_needs_no_color():
    assert distance2_color(Graph.from_edges(0, [])).tolist() == []


def test_the_examples_run():
    assert doctest.testmod(distance2).failed == 0
