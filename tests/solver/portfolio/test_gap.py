"""The gap of one part: its bounds, its cores, and colorings of cores."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.portfolio.gap import Gap

pytestmark = pytest.mark.tiny

NONE = np.empty(0, np.int32)


def triangle_with_tail():
    graph = Graph.from_edges(5, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)])
    return Gap(graph, np.array([0, 1, 2, 3, 4], np.int32), NONE)


def test_the_core_leaves_out_what_can_be_colored_last():
    gap = triangle_with_tail()
    assert gap.core(2).parts[0].vertices.tolist() == [0, 1, 2]
    assert gap.core(1) is None
    assert gap.core(3).parts[0].graph.n == 0
    assert gap.core_graph(None) is gap.graph
    assert gap.core_graph(gap.core(2)).n == 3


def test_a_coloring_of_a_core_becomes_one_of_the_part():
    gap = triangle_with_tail()
    gap.offer(np.array([0, 1, 2], np.int32), "x", gap.core(3 - 1))
    assert (gap.incumbent.k, gap.incumbent.method) == (3, "x")
    assert len(gap.incumbent.coloring) == 5


def test_the_first_bound_is_the_clique_or_one_vertex():
    assert triangle_with_tail().incumbent.lower_bound == 1
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    gap = Gap(graph, np.array([0, 1, 0], np.int32), np.array([0, 1], np.int32))
    assert (gap.incumbent.lower_bound, gap.goal) == (2, 1)
