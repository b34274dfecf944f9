"""Hypothesis strategies shared by the tests."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


def chosen(pairs):
    """
    Some of the pairs, each at most once.

    Lists alone have five members in the mean: a count of colorings that was wrong on one in ten graphs
    of eight vertices passed. Half of the choices therefore are the bits of a number.
    """
    few = st.lists(st.sampled_from(pairs), unique=True)
    bits = st.integers(0, (1 << len(pairs)) - 1)
    many = bits.map(lambda number: [pair for i, pair in enumerate(pairs) if number >> i & 1])
    return st.one_of(few, many)


@st.composite
def edge_lists(draw, max_n=12, loops=False):
    """(n, edges): a small multigraph as a list of pairs."""
    n = draw(st.integers(1, max_n))
    vertex = st.integers(0, n - 1)
    pairs = st.tuples(vertex, vertex)
    if not loops:
        pairs = pairs.filter(lambda pair: pair[0] != pair[1])
    if n == 1 and not loops:
        return n, []
    simple = chosen([(u, v) for v in range(n) for u in range(v + loops)])
    return n, draw(st.one_of(st.lists(pairs, max_size=40), simple))


@st.composite
def problems(draw, max_n=7, max_k=4, numbers=None):
    """
    Keyword arguments of Problem with names, plus one partial assignment in the domain's casing.

    ``numbers`` draws weights and preferences; small dyadic fractions unless given.
    """
    if numbers is None:
        numbers = st.integers(-64, 64).map(lambda x: x / 8)
    nodes = [f"v{i}" for i in range(draw(st.integers(1, max_n)))]
    domain = ["Red", "GREEN", "blue", "ocker"][: draw(st.integers(1, max_k))]
    pairs = [(a, b) for i, a in enumerate(nodes) for b in nodes[i + 1 :]]
    edges = draw(chosen(pairs)) if pairs else []
    row = st.dictionaries(st.sampled_from(domain), numbers)
    preferences = draw(st.dictionaries(st.sampled_from(nodes), row))
    weights = [abs(draw(numbers)) for _ in edges]
    colors = st.one_of(st.none(), st.sampled_from(domain))
    assignment = draw(st.dictionaries(st.sampled_from(nodes), colors))
    definition = {"nodes": nodes, "edges": edges, "domain": domain}
    return definition | {"preferences": preferences, "weights": weights}, assignment


@st.composite
def graphs(draw, max_n=12):
    """A small simple graph, perhaps without vertices."""
    from solver import Graph

    n = draw(st.integers(0, max_n))
    pairs = [(u, v) for v in range(n) for u in range(v)]
    return Graph.from_edges(n, draw(chosen(pairs)) if pairs else [])


@st.composite
def soft_problems(draw, max_m=6, max_k=4, floats=False):
    """(unary, ends, weights) of a small soft coloring problem as lists; ties and zeros are common."""
    number = st.integers(-3, 3)
    if floats:
        number = st.one_of(number.map(lambda x: x / 10), st.floats(-1e3, 1e3))
    m, k = draw(st.integers(0, max_m)), draw(st.integers(1, max_k))
    unary = draw(st.lists(st.lists(number, min_size=k, max_size=k), min_size=m, max_size=m))
    pairs = [(u, v) for v in range(m) for u in range(v)]
    ends = draw(chosen(pairs)) if pairs else []
    weights = [abs(draw(number)) for _ in ends]
    return unary or np.zeros((0, k), np.int64), ends, weights


@st.composite
def cluster_questions(draw, max_n=7, max_k=3, numbers=None):
    """(definition, members, beliefs, required) with names, as a cluster may be asked."""
    definition, beliefs = draw(problems(max_n, max_k, numbers))
    members = sorted(draw(st.sets(st.sampled_from(definition["nodes"]), min_size=1)))
    color = st.sampled_from(definition["domain"])
    required = draw(st.dictionaries(st.sampled_from(members), color, max_size=2))
    return definition, members, beliefs, required
