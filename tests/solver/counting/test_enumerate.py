from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, colorings, count_colorings, generators, is_proper
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


def classes(colors):
    """The partition that a coloring makes."""
    return frozenset(frozenset(v for v, d in enumerate(colors) if d == c) for c in set(colors))


@given(edge_lists(max_n=6), st.integers(0, 4))
def test_each_coloring_once(case, k):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    proper = {c for c in itertools.product(range(k), repeat=n) if naive.conflicts(n, edges, c) == 0}
    listed = [tuple(c.tolist()) for c in colorings(graph, k)]
    assert len(listed) == len(set(listed))
    assert set(listed) == proper
    distinct = [tuple(c.tolist()) for c in colorings(graph, k, distinct=True)]
    assert len(distinct) == len({classes(c) for c in distinct})
    assert {classes(c) for c in distinct} == {classes(c) for c in proper}
    assert set(distinct) <= proper
    for c in distinct:
        first = list(dict.fromkeys(c))
        assert first == sorted(first)


def test_lazily_and_long():
    graph = generators.gnp(3000, 0.001, seed=1)
    three = list(itertools.islice(colorings(graph, 6), 3))
    assert all(is_proper(graph, c) for c in three)
    assert len({c.tobytes() for c in three}) == 3


def test_queens():
    assert sum(1 for _ in colorings(generators.queen(5), 5)) == count_colorings(generators.queen(5), 5)


def test_bad_input_is_named_before_the_first_coloring():
    with pytest.raises(InputError, match=r"k = 1\.5: expected an integer"):
        colorings(Graph.from_edges(1, []), 1.5)
    with pytest.raises(InputError, match="distinct = 2: expected True or False"):
        colorings(Graph.from_edges(1, []), 1, distinct=2)
