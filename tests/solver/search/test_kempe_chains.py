from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver import Graph, InputError, conflicts, greedy, kempe_chain, kempe_exchange
from solver._kernels.search import kempe_chains as kernels
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


@st.composite
def blocked(draw):
    """A coloring but for a vertex whose neighbors have all of the first k colors."""
    n, edges = draw(edge_lists())
    colors = naive.first_fit(n, edges, draw(st.permutations(range(n))))
    v = draw(st.sampled_from([u for u in range(n) if colors[u] == max(colors)]))
    k, colors[v] = colors[v], -1
    return n, edges, colors, v, k


def exchanges(n, edges, colors, v, k):
    """What must be exchanged for v to get a color a: (vertices, a, b), if that frees a."""
    near = naive.adjacency(n, edges)[v]
    for a, b in itertools.permutations(range(k), 2):
        chains = (naive.kempe_chain(n, edges, colors, u, b) for u in near if colors[u] == a)
        together = set().union(*chains)
        if not any(colors[u] == b for u in near & together):
            yield together, a, b


# The neighbors 0 and 1 of 5 are in one chain, by way of 2.
@example((6, [(5, 0), (5, 1), (5, 3), (0, 2), (1, 2), (3, 4)], [0, 0, 1, 1, 0, -1], 5, 2))
@given(blocked())
def test_the_fewest_exchanges_free_a_color(case):
    n, edges, colors, v, k = case
    graph, array = Graph.from_edges(n, edges), np.array(colors, np.int32)
    s = kernels.Chains(graph.indptr, graph.indices, array, np.empty(n, np.int32), np.zeros(n, np.int64))
    best = np.array([n + 1, -1, -1, 0], np.int64)
    assert kernels.free_by_chains(s, v, k, 0, 0, best) == (0, 0)  # there is no work to be done
    stamp, whole, in_slices = 0, best.copy(), 0
    last, work = kernels.free_by_chains(s, v, k, stamp, 1 << 30, whole)
    s.seen[:] = 0
    while best[3] < k * k:
        stamp, more = kernels.free_by_chains(s, v, k, stamp, 1, best)
        in_slices += more
    assert (stamp, in_slices, best.tolist()) == (last, work, whole.tolist())
    nothing = [set(range(n + 1)), -1, -1]
    together, a, b = min(exchanges(n, edges, colors, v, k), key=lambda e: len(e[0]), default=nothing)
    assert best.tolist() == [len(together), a, b, k * k]
    for together, a, b in exchanges(n, edges, colors, v, k):
        array[:], stamp = colors, stamp + 1
        kernels.exchange_around(s, v, a, b, stamp)
        assert naive.conflicts(n, edges, array.tolist()) == 0
        assert array[v] == a
        assert set(np.flatnonzero(array != colors).tolist()) == together | {v}


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
