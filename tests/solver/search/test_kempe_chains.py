from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, conflicts, greedy, kempe_chain, kempe_exchange
from tests import naive
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@st.composite
def chains(draw):
    n, edges = draw(edge_lists())
    colors = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    v = draw(st.integers(0, n - 1))
    color = draw(st.integers(0, 4).filter(lambda c: c != colors[v]))
    return n, edges, colors, v, color


@given(chains())
def test_a_chain_is_what_hangs_together_in_two_colors(case):
    n, edges, colors, v, color = case
    found = kempe_chain(Graph.from_edges(n, edges), np.array(colors), v, color)
    assert found.tolist() == naive.kempe_chain(n, edges, colors, v, color)


@given(chains())
def test_an_exchange_keeps_a_coloring_proper_and_undoes_itself(case):
    n, edges, _, v, color = case
    graph = Graph.from_edges(n, edges)
    colors = greedy(graph)
    if color == colors[v]:
        color += 1
    once = kempe_exchange(graph, colors, v, color)
    assert conflicts(graph, once) == 0
    assert once[v] == color
    assert np.array_equal(kempe_exchange(graph, once, v, int(colors[v])), colors)


@pytest.mark.parametrize(
    ("vertex", "color", "text"),
    [
        (3, 1, "vertex = 3: expected an integer from 0 to 2"),
        (2, 1, "vertex 2 is uncolored"),
        (0, 0, "color = 0: expected a color >= 0 other than 0"),
        (0, -1, "color = -1"),
        (0, 2**30, "color = 1073741824: expected an integer from 0 to 1073741823"),
    ],
)
def test_bad_input_is_named(vertex, color, text):
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    with pytest.raises(InputError, match=text):
        kempe_chain(graph, [0, 1, -1], vertex, color)
