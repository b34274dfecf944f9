"""Hypothesis strategies for sparsity patterns, and for colorings that a judge may take for right."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from tests import naive
from tests.strategies import chosen, edge_lists


@st.composite
def matrices(draw, max_size=9):
    """A small bool array, often with dense rows and columns."""
    m, n = draw(st.integers(0, max_size)), draw(st.integers(0, max_size))
    matrix = np.zeros((m, n), bool)
    if m and n:
        for i, j in draw(chosen([(i, j) for i in range(m) for j in range(n)])):
            matrix[i, j] = True
        for i in draw(st.sets(st.integers(0, m - 1), max_size=2)):
            matrix[i] = True
    return matrix


@st.composite
def spoiled(draw, colors):
    """A right coloring as it is, or with a vertex of another's color, or with two colors made one."""
    colors = np.array(colors, np.int32)
    if len(colors) and draw(st.booleans()):
        a, b = (int(colors[draw(st.integers(0, len(colors) - 1))]) for _ in range(2))
        which = draw(st.one_of(st.just(colors == a), st.integers(0, len(colors) - 1)))
        colors[which] = b
    return colors


@st.composite
def in_parts(draw):
    """A dense graph between parts, some of which have one color and others a color for each vertex."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=2, max_size=3))
    part = [i for i, size in enumerate(sizes) for _ in range(size)]
    n = len(part)
    edges = [(u, v) for v in range(n) for u in range(v) if part[u] != part[v]]
    absent = draw(st.sets(st.sampled_from(edges), max_size=2))
    has_one = [draw(st.booleans()) for _ in sizes]
    colors = [part[v] if has_one[part[v]] else len(sizes) + v for v in range(n)]
    return n, [edge for edge in edges if edge not in absent], np.unique(colors, return_inverse=True)[1]


@st.composite
def nearly(draw, allowed):
    """
    A graph, and a coloring that is ``allowed`` but perhaps for one vertex or two colors made one.

    Colors at random are not even proper on a dense graph, so that a judge is not put to the test.
    """
    if draw(st.booleans()):
        n, edges, right = draw(in_parts())
    else:
        n, edges = draw(edge_lists(max_n=8))
        order = draw(st.permutations(range(n)))
        right = naive.first_fit_while(n, order, lambda colors: allowed(n, edges, colors))
    return n, edges, draw(spoiled(right))


def two_colors_made_one():
    """Colorings of a dense graph in three parts, the first part of one color; two colors made one."""
    part = [0, 0, 1, 1, 1, 2, 2, 2, 2]
    edges = [(u, v) for v in range(9) for u in range(v) if part[u] != part[v]]
    for b in range(1, 8):
        for a in range(b):
            yield 9, edges, [a if c == b else c for c in (0, 0, 1, 2, 3, 4, 5, 6, 7)]


def random_matrix(m, n, density, seed):
    return np.random.default_rng(seed).random((m, n)) < density


def random_values(pattern, seed=0, dtype=float):
    """A dense matrix with small whole numbers, not 0, where the bool array says so."""
    random = np.random.default_rng(seed)
    values = random.integers(1, 100, pattern.shape) * random.choice([-1, 1], pattern.shape)
    return np.where(pattern, values, 0).astype(dtype)
