"""Hypothesis strategies for sparsity patterns."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


@st.composite
def matrices(draw, max_size=9):
    """A small bool array, often with dense rows and columns."""
    m, n = draw(st.integers(0, max_size)), draw(st.integers(0, max_size))
    matrix = np.zeros((m, n), bool)
    if m and n:
        for i, j in draw(st.lists(st.tuples(st.integers(0, m - 1), st.integers(0, n - 1)), max_size=30)):
            matrix[i, j] = True
        for i in draw(st.sets(st.integers(0, m - 1), max_size=2)):
            matrix[i] = True
    return matrix


def random_matrix(m, n, density, seed):
    return np.random.default_rng(seed).random((m, n)) < density


def random_values(pattern, seed=0, dtype=float):
    """A dense matrix with small whole numbers, not 0, where the bool array says so."""
    random = np.random.default_rng(seed)
    values = random.integers(1, 100, pattern.shape) * random.choice([-1, 1], pattern.shape)
    return np.where(pattern, values, 0).astype(dtype)
