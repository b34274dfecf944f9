"""Independent sets are independent, disjoint and enough; the way back is proper."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators, greedy, is_proper
from solver.reductions import ExtractionParams, extract
from solver.reductions.extraction import _disjoint
from tests.strategies import edge_lists

tiny = pytest.mark.tiny
QUICK = ExtractionParams(depth=50, first_ticks=2000, next_ticks=500, sets=5)


@tiny
@given(edge_lists(max_n=9), st.integers(0, 9), st.integers(0, 3))
def test_classes_and_what_is_left_make_up_the_graph(case, keep, seed):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    extraction = extract(graph, keep, seed=seed, params=QUICK)
    assert extraction.part.graph.n <= keep
    if extraction.classes:  # the last of them was needed
        assert extraction.part.graph.n + len(extraction.classes[-1]) > keep
    assert extraction.part.graph == graph.subgraph(extraction.part.vertices)
    everything = [v for members in extraction.classes for v in members.tolist()]
    assert sorted([*everything, *extraction.part.vertices.tolist()]) == list(range(n))
    inner = greedy(extraction.part.graph)
    colors = extraction.lift(inner)
    assert is_proper(graph, colors)
    assert len(np.unique(colors)) == len(np.unique(inner)) + len(extraction.classes)


def test_planted_classes_are_found():
    groups = [np.arange(12 * i, 12 * i + 12) for i in range(6)]
    edges = [(u, v) for a in range(6) for b in range(a) for u in groups[a] for v in groups[b]]
    graph = Graph.from_edges(72, edges)
    extraction = extract(graph, 0, params=QUICK)
    assert sorted(members.tolist() for members in extraction.classes) == [g.tolist() for g in groups]


def test_equal_seeds_give_equal_sets():
    graph = generators.gnp(150, 0.5, seed=1)
    first, second = (extract(graph, 100, seed=7, params=QUICK) for _ in range(2))
    assert [c.tolist() for c in first.classes] == [c.tolist() for c in second.classes]
    other = extract(graph, 100, seed=8, params=QUICK)
    assert [c.tolist() for c in first.classes] != [c.tolist() for c in other.classes]
    assert len(first.part.vertices) > 80  # no more than asked for


@tiny
def test_packing_prefers_sets_that_meet_few_others():
    sets = [np.array(s, np.int32) for s in ([0, 1], [1, 2], [2, 3], [4, 5])]
    packed = [members.tolist() for members in _disjoint(sets, 6)]
    assert sorted(packed) == [[0, 1], [2, 3], [4, 5]]


@tiny
def test_bad_input_is_named():
    graph = Graph.from_edges(4, [(0, 1)])
    with pytest.raises(InputError, match="keep = -1: expected an integer >= 0"):
        extract(graph, -1)
    with pytest.raises(InputError, match="n = 16001: expected at most 16000"):
        extract(Graph.from_edges(16_001, []), 0)
    with pytest.raises(InputError, match="depth = 0: expected an integer >= 1"):
        ExtractionParams(depth=0)
    extraction = extract(graph, 4, params=QUICK)
    with pytest.raises(InputError, match="colors: expected a proper coloring of the part"):
        extraction.lift([0, 0, 1, 1])
