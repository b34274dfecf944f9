"""Hypothesis strategies shared by the tests."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def edge_lists(draw, max_n=12, loops=False):
    """(n, edges): a small multigraph as a list of pairs."""
    n = draw(st.integers(1, max_n))
    vertex = st.integers(0, n - 1)
    pairs = st.tuples(vertex, vertex)
    if not loops:
        pairs = pairs.filter(lambda pair: pair[0] != pair[1])
    return n, draw(st.lists(pairs, max_size=40)) if n > 1 or loops else []


@st.composite
def graphs(draw, max_n=12):
    """A small simple graph, perhaps without vertices."""
    from solver import Graph

    n = draw(st.integers(0, max_n))
    if n < 2:
        return Graph.from_edges(n, [])
    vertex = st.integers(0, n - 1)
    pairs = st.tuples(vertex, vertex).filter(lambda pair: pair[0] != pair[1])
    return Graph.from_edges(n, draw(st.lists(pairs, max_size=40)))
